"""What the engine proposes about a contested hand: the clause of the pack in force then, and what each choice gives."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.models import Dispute, Verdict
from tables.queries import felt, rule_packs
from tables.queries.tables import terms_of
from tables.rules import contested
from tables.rules.facts import AT, ID, Fact
from tables.rules.pack import Choice, Irregularity, Pack
from tables.rules.round import Round as Fold
from tables.rules.shapes import Finding


@dataclass(frozen=True, slots=True)
class Alternative:
    """A choice of the clause: what the box nets if it is carried out; None where that cannot be known."""

    option: str
    money: str
    is_default: bool
    net_minor: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A departure in the contested round, and what the pack says of it. `entry` None: it says nothing."""

    finding: Finding
    entry: Irregularity | None
    pack: Pack
    at_ms: int | None
    alternatives: tuple[Alternative, ...]
    is_withdrawn: bool  # a correction took it back


@dataclass(frozen=True, slots=True)
class Case:
    """`net_minor`: what the contested box nets as the round is folded now; `short_minor`: what it is short of."""

    proposals: tuple[Proposal, ...]
    net_minor: int | None
    short_minor: int
    is_banked: bool


def case_of(dispute: Dispute) -> Case:
    """The departures that the dispute may be about: the one that it names, else those at its box and at the bank."""
    round = dispute.round
    pack = rule_packs.load(round.sign.pack)
    facts = felt.facts_of(round)
    fold = felt.fold_of(round, facts)
    place = dispute.slot.partition(".")[0]
    findings = _about(fold.findings(), dispute, place)
    stored = _stored(dispute) if not findings else None
    found = [_proposal(dispute, facts, fold, one, pack, place) for one in findings]
    if stored is not None:
        entry = pack.proposal(stored.rule, stored.done, fold.at_ms)
        found = [Proposal(stored, entry, pack, fold.at_ms, (), is_withdrawn=True)]
    return Case(
        proposals=tuple(found),
        net_minor=fold.settlement().nets.get(place),
        short_minor=contested.short_minor([one.money_minor for one in findings if one.slot.partition(".")[0] == place]),
        is_banked=terms_of(round.sign).is_free,
    )


def _about(findings: Sequence[Finding], dispute: Dispute, place: str) -> list[Finding]:
    if dispute.about_verdict_key:
        return [one for one in findings if "|".join(one.key) == dispute.about_verdict_key]
    return [one for one in findings if one.slot.partition(".")[0] in (place, "0")]


def _stored(dispute: Dispute) -> Finding | None:
    """The finding that the dispute names, where a correction took it back."""
    if not dispute.about_verdict_key:
        return None
    rows = Verdict.objects.filter(round=dispute.round_id, key=dispute.about_verdict_key)
    row = rows.order_by("-revision").first()
    return Finding.from_json(row.finding) if row else None


def _proposal(
    dispute: Dispute, facts: Sequence[Fact], fold: Fold, finding: Finding, pack: Pack, place: str
) -> Proposal:
    entry = pack.proposal(finding.rule, finding.done, fold.at_ms)
    choices = entry.choices if entry else ()
    options = finding.choices or tuple(choice.code for choice in choices if not choice.index)
    return Proposal(
        finding=finding,
        entry=entry,
        pack=pack,
        at_ms=fold.at_ms,
        alternatives=tuple(
            Alternative(
                option=option,
                money=_money(choices, option),
                is_default=entry is not None and option.partition(" ")[0] == entry.default,
                net_minor=_net_if(dispute, facts, finding, option, place),
            )
            for option in options
        ),
        is_withdrawn=False,
    )


def _money(choices: Sequence[Choice], option: str) -> str:
    """What becomes of the stake by a choice."""
    return next((one.money for one in choices if one.code == option.partition(" ")[0]), "none")


def _net_if(dispute: Dispute, facts: Sequence[Fact], finding: Finding, option: str, place: str) -> int | None:
    """What the box would net had this been chosen: the round folded with one fact more."""
    about = finding.fact_id or next(iter(finding.evidence), None)
    if about is None:
        return None
    number, at = max(fact[ID] for fact in facts) + 1, max(fact[AT] for fact in facts)
    chosen: Fact = (number, at, "choice", "ruled", "table", finding.rule, about, option)
    return felt.fold_of(dispute.round, [*facts, chosen]).settlement().nets.get(place)
