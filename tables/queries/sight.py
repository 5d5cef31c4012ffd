"""Who may see which cards: no counting aid (DESIGN 5). Every answer that could tell a card goes through here."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from casino.models import ServiceToken, Staff
from shoes.queries import are_ended
from tables.models import Dispute, Round, RoundClose, Verdict
from tables.rules.facts import ID, KIND, SLOT, SOURCE, Fact
from tables.rules.mouth import MOUTH
from tables.rules.shapes import Finding

Reader = Staff | ServiceToken
UNSEEN = "??"
LIVE = ("table.see", "tablet.use")
HANDLING = ("verdict.close", "dispute.rule")
TELL_NOTHING = ("stakes_closed", "as_before")
"""Words that come before the first card."""


def withheld(rounds: Iterable[Round], reader: Reader) -> set[int]:
    """The ids of rounds whose cards this reader may not be shown now.

    Shown are rounds of shoes that have ended; the round on the felt to those who may see live tables; one with an open
    dispute or verdict to those who handle it.
    """
    rounds = list(rounds)
    ended = are_ended({round.shoe_key for round in rounds})
    hidden = {round.pk for round in rounds if round.shoe_key not in ended}
    if hidden and any(reader.may(permission) for permission in LIVE):
        hidden &= set(RoundClose.objects.filter(round__in=hidden).values_list("round_id", flat=True))
    if hidden and any(reader.may(permission) for permission in HANDLING):
        hidden -= _contested(hidden)
    return hidden


def is_withheld(round: Round, reader: Reader) -> bool:
    return bool(withheld([round], reader))


def face_down_hidden(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with every face-down card unread: what lies face down is shown to nobody, even where it was read."""
    drawn = {fact[ID] for fact in facts if fact[KIND] == "card" and _is_drawn(fact)}
    return [_unseen(fact, drawn) for fact in facts]


def without_cards(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with every card and every word's sum kept out."""
    return [_blank(fact) for fact in facts]


def without_cards_told(finding: Finding) -> Finding:
    """The finding with nothing left that tells a card or a total: rule, slot, level and money stay."""
    return replace(finding, due=None, done="", args={}, choices=(), evidence=())


def _contested(rounds: set[int]) -> set[int]:
    disputed = Dispute.objects.open().filter(round__in=rounds).values_list("round_id", flat=True)
    judged = Verdict.objects.open().filter(round__in=rounds).values_list("round_id", flat=True)
    return {*disputed, *judged}


def _unseen(fact: Fact, drawn: Set[int]) -> Fact:
    kind, slot = fact[KIND], fact[SLOT:]
    if kind == "card" and (slot[2] == "down" or _is_drawn(fact)):
        return (*fact[:SLOT], slot[0], UNSEEN, *slot[2:])
    if kind == "turned" and slot[0] in drawn:
        return (*fact[:SLOT], slot[0], UNSEEN)
    if kind in ("corrected", "inserted"):
        body = _body_unseen(fact[-2], drawn)
        return (*fact[:-2], body, fact[-1])
    return fact


def _is_drawn(fact: Fact) -> bool:
    """Whether a camera read it at the shoe's mouth: it is not placed yet, or lies somewhere face down."""
    return bool(fact[SLOT] == MOUTH and fact[SOURCE] == "observed")


def _body_unseen(body: tuple[object, ...], drawn: Set[int]) -> tuple[object, ...]:
    if body[0] == "turned" and body[1] in drawn:
        return (*body[:2], UNSEEN)
    if body[0] == "card" and (body[3] == "down" or body[1] == MOUTH):
        return (*body[:2], UNSEEN, *body[3:])
    return body


def _blank(fact: Fact) -> Fact:
    if fact[KIND] in ("card", "turned"):
        return (*fact[: SLOT + 1], None, *fact[SLOT + 2 :])
    if fact[KIND] in ("corrected", "inserted"):
        return (*fact[:-2], (fact[-2][0],), fact[-1])
    if fact[KIND] == "said" and fact[SLOT + 1] in TELL_NOTHING:
        return fact
    if fact[KIND] in ("said", "burned"):
        return (*fact[: SLOT + 1], None, *fact[SLOT + 2 :])
    return fact
