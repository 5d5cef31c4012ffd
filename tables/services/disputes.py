"""A contested hand: raised by whoever saw it or by a guest's letter, reviewed, ruled on, appealed, closed.

Each is a row of its own. Nobody who dealt the hand decides anything here, and an appeal is decided by somebody who did
not rule before. What a ruling gives to a box is moved in the ledger once; an appeal that decides otherwise moves the
difference.
"""

from datetime import date

from django.conf import settings
from django.db import transaction

from casino import audit
from casino.errors import NotAllowed
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from tables import dispute_refusals, refusals
from tables.models import Dispute, Round, Verdict
from tables.queries import felt, rule_packs
from tables.queries import tables as known
from tables.rules import contested
from tables.services import clips, entries, holds, notices
from tables.services.dispute_steps import appeal, close, review
from tables.services.rulings import rule_on

__all__ = ["appeal", "close", "raise_by_letter", "raise_on", "review", "rule_on"]


@transaction.atomic
def raise_on(round: Round, slot: str, *, words: str, by: Staff, about_verdict_key: str = "") -> Dispute:
    """Contest a hand of the round. A dealer may on the running or the last round of their own table only."""
    if not by.may("dispute.raise"):
        raise NotAllowed
    if not by.may("rounds.read"):
        _check_own_round(round, by)
    return _raise(Dispute(round=round, slot=slot, words=words, about_verdict_key=about_verdict_key, raised_by=by))


@transaction.atomic
def raise_by_letter(
    round: Round,
    slot: str,
    *,
    words: str,
    received_on: date,
    by: Staff,
    reference: str = "",
    about_verdict_key: str = "",
) -> Dispute:
    """What a guest wrote later about a hand; it is answered by a day that the pack names, or the house's setting.

    A letter that came later than the pack allows is taken and says so: whether it is heard is for people to decide.
    """
    if not (by.may("dispute.raise") and by.may("rounds.read")):
        raise NotAllowed
    happened_on = house_day(round.opened_at)
    if not happened_on <= received_on <= house_day():
        raise dispute_refusals.BadDay(happened_on, house_day())
    found = contested.deadline(
        rule_packs.pack_of(round.sign),
        entries.ms(house_day_starts(received_on)),
        happened_on=happened_on,
        received_on=received_on,
        house_days=settings.ANSWER_DAYS,
    )
    return _raise(
        Dispute(
            round=round,
            slot=slot,
            words=words,
            about_verdict_key=about_verdict_key,
            raised_by=by,
            came=Dispute.Came.LETTER,
            reference=reference.strip(),
            received_on=received_on,
            answer_by=found.answer_by,
            deadline_from=found.source,
            late_by_days=found.late_by_days,
        )
    )


def _raise(dispute: Dispute) -> Dispute:
    round = dispute.round
    dispute.words = dispute.words.strip()
    if dispute.slot not in _slots_of(round):
        raise refusals.NoSuchBox(dispute.slot, round.table.boxes)
    if not dispute.words:
        raise refusals.ReasonMissing
    key = dispute.about_verdict_key
    if key and not Verdict.objects.filter(round=round, key=key).exists():
        raise refusals.VerdictGone
    dispute.save(force_insert=True)
    facts = {"dispute": dispute.pk, "slot": dispute.slot, "words": dispute.words, "verdict": key}
    if dispute.came == Dispute.Came.LETTER:
        facts |= {"received_on": _iso(dispute.received_on), "reference": dispute.reference}
        facts |= {"answer_by": _iso(dispute.answer_by), "deadline_from": dispute.deadline_from}
    audit.record(round.table.chain, dispute.raised_by, "dispute.raised", about=f"round:{round.pk}", facts=facts)
    holds.hold_for(dispute, by=dispute.raised_by)
    clips.ask_for_dispute(dispute)
    notices.tell(round.table, round)
    return dispute


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _slots_of(round: Round) -> set[str]:
    """The bank, the boxes, and the hands that lie or lay there."""
    picture = felt.fold_of(round, felt.facts_of(round)).picture()
    return {"0", *round.table.places, *(hand.slot for box in picture.boxes for hand in box.hands)}


def _check_own_round(round: Round, by: Staff) -> None:
    table = known.table_dealt_by(by)
    if table is None or table.pk != round.table_id:
        raise refusals.TooLate
    newest = Round.objects.filter(table=table).order_by("-number")
    allowed = {one.pk for one in (newest.running().first(), newest.ended().first()) if one}
    if round.pk not in allowed:
        raise refusals.TooLate
