"""Where the cards meet the game: the census is told, its alarms become verdicts, an ended shoe is audited again."""

from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from celery import current_app
from django.db import transaction
from django.utils import timezone

from casino.models import Staff
from shoes import queries
from shoes import services as shoe_life
from shoes.house_rules import CardRules
from shoes.signals import alarm_raised, card_rules_asked, shoe_ended
from tables.models import Round, Verdict
from tables.queries import card_rules, felt
from tables.queries.tables import terms_of
from tables.queries.verdicts import CENSUS
from tables.rules import joins
from tables.rules.facts import AT, ID, KIND, SLOT, Fact
from tables.rules.shapes import Finding
from tables.services import clips, notices

OFF_THE_FELT: Final = ("discard",)
"""A card that lies here was counted where it lay before."""


OUT: Final = ("bust", "surrendered", "forfeit")
"""Hands whose cards lie with the used ones (R-BJV-26)."""


def listen() -> None:
    """Hear what the shoes say; called once, when the app is ready."""
    alarm_raised.connect(_alarm_to_verdict, dispatch_uid="tables.alarm")
    shoe_ended.connect(_reaudit_later, dispatch_uid="tables.reaudit")
    card_rules_asked.connect(_card_rules, dispatch_uid="tables.card_rules")


def may_be_dealt_from(shoe_key: str) -> bool:
    """Whether the shoe may be brought to a table: in play, stop card not yet out."""
    return queries.may_open_round(shoe_key)


def tell_census(round: Round, facts: list[Fact], before: dict[int, Fact]) -> None:
    """Let the census know of every card that is new, or read otherwise, since new `facts` came to those `before`.

    A card is told once, however many told of it; one that lies face down is unknown until it is turned.
    """
    is_free = terms_of(round.sign).is_free
    earlier = list(before.values())
    was, now = _cards_on(earlier), _cards_on([*earlier, *facts])
    seen = [(_about(round.pk, number), card) for number, card in now.items() if was.get(number) != card]
    seen += [(_about(round.pk, number), "") for number in was if number not in now]
    if seen:
        at = datetime.fromtimestamp(max(fact[AT] for fact in facts) / 1000, tz=UTC)
        shoe_life.see(round.shoe_key, seen, at=at, is_shuffled_there=is_free)
    if is_free:  # its mark is no stop card: the used cards are shuffled, and play goes on
        if any(fact[KIND] == "shuffled" for fact in facts):
            shuffle_again(round.shoe_key, by=None, kept=_in_hands(round, [*earlier, *facts]))
    elif any(fact[KIND] == "indicator" for fact in facts) and queries.may_open_round(round.shoe_key):
        shoe_life.stop_card_out(round.shoe_key, by=None)


def shuffle_again(shoe_key: str, *, by: Staff | None, kept: Collection[str] = ()) -> None:
    """Players shuffled the cards at their table: the census counts anew."""
    shoe_life.shuffle_again(shoe_key, kept=kept, by=by, at=timezone.now())


def _in_hands(round: Round, facts: list[Fact]) -> list[str]:
    """The cards that lay in hands and were not shuffled in; a hand that is out has given up its cards."""
    picture = felt.fold_of(round, facts).picture()
    hands = [picture.dealer, *(hand for box in picture.boxes for hand in box.hands if hand.status not in OUT)]
    return [_about(round.pk, card.fact_id) for hand in hands for card in hand.cards]


def gather(round: Round, cards: list[str]) -> None:
    """The cards of a closed round went into the discard tray."""
    if cards:
        shoe_life.discard(round.shoe_key, about=f"round:{round.pk}", cards=cards, at=timezone.now())


def _cards_on(facts: list[Fact]) -> dict[int, str]:
    """The cards of these facts by number, in the order in which they came, as they were read or turned."""
    found: dict[int, str] = {}
    for fact in joins.facts(facts):
        if fact[KIND] == "card" and fact[SLOT] not in OFF_THE_FELT:
            found[fact[ID]] = fact[SLOT + 1] if fact[SLOT + 2] == "up" else "??"
        elif fact[KIND] == "turned" and fact[SLOT] in found:
            found[fact[SLOT]] = fact[SLOT + 1]
    return found


def _about(round_id: int, fact_id: int) -> str:
    return f"round:{round_id}:{fact_id}"


def _alarm_to_verdict(*, shoe_key: str, alarm: Any, at: datetime, **_: object) -> None:
    """An alarm belongs to the round on the felt, or to the last one dealt from the shoe."""
    round = Round.objects.filter(shoe_key=shoe_key).select_related("table").order_by("-pk").first()
    if round is None:
        return
    key = (CENSUS, "0", f"{alarm.kind}:{alarm.card}")
    args = {"kind": alarm.kind, "card": alarm.card, "seen": alarm.seen, "held": alarm.held}
    finding = Finding(key, CENSUS, None, "0", "stop", None, f"census_{alarm.kind}", args)
    verdict = Verdict.objects.create(
        round=round,
        key="|".join(key),
        state=Verdict.State.NEW,
        rule=CENSUS,
        level=Verdict.Level.STOP,
        slot="0",
        finding=finding.as_json(),
        at=at,
    )
    clips.ask_for_verdicts(round, [verdict])
    notices.tell(round.table, round)


def _card_rules(*, shoe_key: str, **_: object) -> CardRules | None:
    return card_rules.card_rules_of(shoe_key) if shoe_key else card_rules.house_card_rules()


def _reaudit_later(*, shoe_key: str, **_: object) -> None:
    # By name: tasks lie above services. If the broker is away, `reaudit_missed` finds the shoe later.
    transaction.on_commit(partial(current_app.send_task, "tables.reaudit_shoe", [shoe_key]), robust=True)
