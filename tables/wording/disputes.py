"""Disputes in words: how far they have come, until when, what the pack says of them, what a ruling moves."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from casino.templatetags.screen import amount, gain
from tables.queries.disputes import DisputePage, NextRound, RuledView
from tables.queries.proposals import Alternative, Proposal
from tables.rules.contested import HOUSE
from tables.wording import rule_pack_codes as codes
from tables.wording import rule_packs as packs
from tables.wording.findings import choice
from tables.wording.findings import what as finding_words


def state(code: str) -> str:
    """How far a dispute has come."""
    words = {
        "open": pgettext("dispute", "open"),
        "review": pgettext("dispute", "under review"),
        "ruled": pgettext("dispute", "ruled"),
        "appealed": pgettext("dispute", "appealed"),
        "closed": pgettext("dispute", "closed"),
    }
    return words.get(code, code)


def mark(code: str) -> str:
    """The shape of a state."""
    return {"open": "act", "review": "look", "ruled": "done", "appealed": "act", "closed": "closed"}.get(code, "look")


def deadline(code: str) -> str:
    """What the list is narrowed to."""
    words = {
        "overdue": pgettext("deadline", "overdue"),
        "soon": pgettext("deadline", "within three days"),
        "later": pgettext("deadline", "later"),
        "none": pgettext("deadline", "without a deadline"),
    }
    return words[code]


def step(kind: str, *, is_appeal: bool = False) -> str:
    """One line of a dispute's life."""
    words = {
        "review": pgettext("dispute", "Under review"),
        "ruled": pgettext("dispute", "Ruled on appeal") if is_appeal else pgettext("dispute", "Ruled"),
        "appealed": pgettext("dispute", "Appealed"),
        "closed": pgettext("dispute", "Closed"),
    }
    return words[kind]


def source(code: str) -> str:
    """Where a refund comes from."""
    words = {
        "tray": pgettext("refund", "from the table’s tray"),
        "cage": pgettext("refund", "from the cage"),
        "bank": pgettext("refund", "from the player who held the bank"),
    }
    return words[code]


def moved(ruling: RuledView) -> str:
    """What the ledger moved for a ruling."""
    if ruling.paid_from == "bank":
        return _("The banker pays %(sum)s; the house’s ledger has nothing of it.") % {
            "sum": amount(ruling.refund_minor)
        }
    if ruling.moved_minor == 0:
        return _("Nothing was moved.")
    if ruling.moved_minor < 0:
        return _("%(sum)s was moved back.") % {"sum": amount(-ruling.moved_minor)}
    said = {"sum": amount(ruling.moved_minor), "source": source(ruling.paid_from)}
    return _("%(sum)s was moved %(source)s to the box.") % said


def answer_by(page: DisputePage) -> str:
    """Until when a letter is answered, and who says so."""
    if page.answer_by is None:
        return _("Neither the rule pack nor the house names a day for the answer.")
    said = {"day": date_format(page.answer_by, "j E Y"), "clause": page.deadline_from}
    if page.deadline_from == HOUSE:
        return _("To be answered by %(day)s, as the house has set itself; the rule pack names no time.") % said
    return _("To be answered by %(day)s (%(clause)s).") % said


def appeal_by(page: DisputePage) -> str:
    """Until when an appeal is decided, and who says so; nothing where nobody does."""
    if page.appeal_by is None:
        return ""
    said = {"day": date_format(page.appeal_by, "j E Y"), "clause": page.appeal_from}
    if page.appeal_from == HOUSE:
        return _("The appeal is to be decided by %(day)s, as the house has set itself.") % said
    return _("The appeal is to be decided by %(day)s (%(clause)s).") % said


def came_late(page: DisputePage) -> str:
    """Whether the letter itself was in time; empty where the pack says nothing about that."""
    if page.late_by_days is None:
        return ""
    if page.late_by_days == 0:
        return _("The letter came in time.")
    said = ngettext(
        "The letter came %(days)d day later than the pack allows; whether it is heard is for people to decide.",
        "The letter came %(days)d days later than the pack allows; whether it is heard is for people to decide.",
        page.late_by_days,
    )
    return said % {"days": page.late_by_days}


def next_round(found: NextRound | None) -> str:
    """Whether play had gone on when the hand was contested."""
    if found is None:
        return _("No further round has begun.")
    said = {
        "number": found.number,
        "time": date_format(localtime(found.opened_at), "H:i:s"),
        "span": span(abs(found.before_s)),
    }
    if found.before_s >= 0:
        return _("Round %(number)s had begun %(span)s before, at %(time)s.") % said
    return _("Round %(number)s began %(span)s after, at %(time)s.") % said


def span(seconds: int) -> str:
    """A length of time in its largest unit."""
    if seconds < 120:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    if seconds < 7200:
        return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {"count": seconds // 60}
    if seconds < 172_800:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // 3600) % {"count": seconds // 3600}
    return ngettext("%(count)d day", "%(count)d days", seconds // 86400) % {"count": seconds // 86400}


def no_return(page: DisputePage) -> str:
    """What the pack says of the result once play has gone on."""
    found = page.no_return
    said = {"until": codes.until(found.until) if found.until else "", "choice": choice(found.default)}
    sentences: dict[str, Callable[[], str]] = {
        "stands": lambda: (
            _("By the pack this could be put right %(until)s; that is over, and “%(choice)s” holds.") % said
        ),
        "nobody": lambda: (
            _("By the pack this could be put right %(until)s; that is over, and it names no result.") % said
        ),
        "open": lambda: _("By the pack this can be put right %(until)s.") % said,
        "silent": lambda: _("The pack does not say until when a hand may be put right; the supervisor rules."),
    }
    return sentences[found.says]()


@dataclass(frozen=True, slots=True)
class AlternativeWords:
    """A choice, what becomes of the stake, and what the box nets."""

    what: str
    money: str
    net: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class ProposalWords:
    """What happened, the clause of the pack on it and what it says, who decides until when, and the choices."""

    rule: str
    what: str
    cited: str
    clause: str
    says: str
    who: str
    alternatives: tuple[AlternativeWords, ...]
    short: str
    is_withdrawn: bool


def proposal(found: Proposal) -> ProposalWords:
    finding = found.finding
    entry = packs.irregularity(found.entry, found.pack) if found.entry else None
    return ProposalWords(
        rule=finding.rule,
        what=finding_words(finding),
        cited=packs.cited(found.pack, finding.rule, finding.done, found.at_ms),
        clause=found.entry.clause if found.entry else finding.rule,
        says=entry.says if entry else "",
        who=entry.who if entry else "",
        alternatives=tuple(map(_alternative, found.alternatives)),
        short=_short(finding.money_minor),
        is_withdrawn=found.is_withdrawn,
    )


def _alternative(found: Alternative) -> AlternativeWords:
    return AlternativeWords(
        what=choice(found.option),
        money=codes.money(found.money),
        net=gain(found.net_minor),
        is_default=found.is_default,
    )


def _short(money_minor: int | None) -> str:
    if not money_minor:
        return ""
    if money_minor < 0:
        return _("A guest is short of %(sum)s by it.") % {"sum": amount(-money_minor)}
    return _("The house is short of %(sum)s by it.") % {"sum": amount(money_minor)}
