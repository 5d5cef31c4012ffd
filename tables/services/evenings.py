"""What happens around the rounds of a table whose bank players hold: told, stored, folded, journaled."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import refused_if
from casino.models import Staff
from tables import refusals
from tables.models import (
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    EveningVerdictClosing,
    Round,
    RoundClose,
    Sign,
    Table,
    VerdictClosing,
)
from tables.queries import evenings as known
from tables.queries import felt
from tables.queries import tables as floor
from tables.queries.evenings import Standing
from tables.queries.shapes import EveningView
from tables.rules import carried
from tables.rules import evening as rules
from tables.rules.bridge import Opening, facts_of
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE, Fact
from tables.rules.happenings import CORRECTIONS, TABLES_OWN, BadEvent, Event, Row, check, standing
from tables.rules.phases import DEAL, STAKES
from tables.services import entries, evening_record, notices, shoes
from tables.services.drafts import Draft, Writer, check_key, check_writer
from tables.services.tables import lock
from tables.wording import step as step_words
from tables.wording.speaking import of_game

NO_BANKER_YET: Final = ("seat_players", "choose_banker", "offer_bank", "auction", "game_over")
"""Steps that leave open who banks the next round."""
NAMES_PLACES: Final = ("seated", "banker", "bid", "refused", "sold", "took")
FILLS: Final = {
    "bank": ("seated", "banker", "dealt_up", "took", "sold", "refused"),
    "bank_minor": ("put_up", "counted"),
    "pot_minor": ("counted",),
}
"""What a round was opened without → the events that tell it afterwards: they hold from its opening on."""


@transaction.atomic
def tell(
    table: Table,
    events: Sequence[Event],
    *,
    by: Writer,
    key: str,
    seen: int | None = None,
    at_ms: int | None = None,
) -> EveningView:
    """Append what happened around rounds: `(kind, *fields)` as in `tables.rules.happenings.EVENTS`, in order.

    A `key` known already stores nothing. `seen` is the number of the last event that the form showed: StaleForm if
    others came since. Raises BadEvent for what is no event, HouseBank where no player holds the bank. What is irregular
    is taken, and found.
    """
    lock(table)
    state = floor.state_of(table)
    source = _source_of(by, table)
    check_writer(by, [Draft("said", (), source=source)], state, table_code=table.code)
    check_key(key)
    if not state.is_open:
        raise refusals.TableClosed(table.code)
    sign = floor.sign_of(table)
    found = known.standing_at(table, sign)
    if found is None or sign is None:
        raise refusals.HouseBank(table.code)
    if EveningEvent.objects.filter(table=table, key__startswith=f"{key}#").exists():
        return known.view_of(table, found)
    if seen is not None and seen != found.seen:
        raise refusals.StaleForm
    told = _checked(table, found, events)
    found = evening_record.follow_sign(evening_record.begin(table, sign, found), sign)
    running = Round.objects.running().filter(table=table).select_related("table", "sign").first()
    at = _at(found, told, running, at_ms)
    found = evening_record.append(found, told, by=by, key=key, source=source, at_ms=at)
    if running is None and state.shoe_key and any(event[0] == "shuffled" for event in told):
        shoes.shuffle_again(state.shoe_key, by=by if isinstance(by, Staff) else None)
    found = _put_right(found, told, running, is_dated=at is not None)
    if running is not None and any(event[0] == "demanded" for event in told) and found.fold.must_shuffle:
        _void_the_deal(running)
        found = known.standing_of(found.begun)
    elif found.fold.is_over and running is None:
        evening_record.end(found, EveningEnd.Why.GAME_OVER)
    notices.tell(table)
    return known.view_of(table, found)


def _source_of(by: Writer, table: Table) -> str:
    dealer = floor.state_of(table).dealer
    is_another = isinstance(by, Staff) and (dealer is None or by.pk != dealer.pk)
    return "ruled" if is_another else "entered"


def _checked(table: Table, found: Standing, events: Sequence[Event]) -> list[Event]:
    """The events, each of a known form, about boxes of this table and events of this evening."""
    if not events:
        raise refusals.BadEvent(_("Nothing was told; send at least one event."))
    told: list[Event] = []
    for place, event in enumerate(events):
        try:
            one = check(event, f"events[{place}]")
        except BadEvent as wrong:
            raise refusals.BadEvent(str(wrong)) from None
        body = one[2] if one[0] == "corrected" else one
        if body[0] in TABLES_OWN:
            raise refusals.BadEvent(_("“{kind}” is said by the table itself, never told.").format(kind=body[0]))
        _check_places(table, body)
        if one[0] in CORRECTIONS:
            _check_named(found, one[1])
        told.append(one)
    return told


def _check_places(table: Table, event: Event) -> None:
    if event[0] not in NAMES_PLACES:
        return
    for field in event[1] if event[0] == "seated" else event[1:]:
        if isinstance(field, str) and field not in table.places:
            raise refusals.NoSuchBox(field, table.boxes)


def _check_named(found: Standing, number: int) -> None:
    """A correction names an event that somebody told; what rounds tell is corrected by correcting the round."""
    row = next((row for row in found.rows if row[ID] == number), None)
    if row is None or row[KIND] in CORRECTIONS:
        raise refusals.BadEvent(_("There is no event {number} in this evening.").format(number=number))
    if row[SOURCE] == "table":
        raise refusals.BadEvent(_("Event {number} is the table’s own; it stays.").format(number=number))


def _at(found: Standing, told: Sequence[Event], running: Round | None, at_ms: int | None) -> int | None:
    """When it happened: now, or as told; what a running round was opened without, just before its opening."""
    if at_ms is not None:
        return max(_began_ms(found), min(at_ms, entries.now_ms()))
    opened = _opening_row(found, running) if running else None
    if opened is None:
        return None
    _round, bank, _places, pot, bank_minor = opened[SLOT:]
    missing = [
        name for name, value in (("bank", bank), ("bank_minor", bank_minor), ("pot_minor", pot)) if value is None
    ]
    fills = {kind for name in missing for kind in FILLS[name]}
    return opened[AT] - 1 if any(event[0] in fills for event in told) else None


def _began_ms(found: Standing) -> int:
    return min((row[AT] for row in found.rows), default=entries.ms(found.begun.began_at))


def _opening_row(found: Standing, round: Round) -> Row | None:
    rows = [row for row in standing(found.rows) if row[KIND] == "opened" and row[SLOT] == round.number]
    return rows[-1] if rows else None


# rounds


def opening_for(table: Table, sign: Sign, *, is_asked: bool) -> tuple[Standing, Opening] | None:
    """What the next round begins with; None where the house holds the bank.

    Raises NoBanker where somebody asks to begin it while it is open who banks. A round may begin though nobody told who
    took the bank: cards lie, and they are never refused. Then whoever has the right to the bank is taken to have it,
    and where nobody has, it is nobody's until somebody tells.
    """
    found = known.standing_at(table, sign)
    if found is None:
        evening_record.end_running(table, EveningEnd.Why.OTHER_GAME)
        return None
    if is_asked and found.fold.due().code in NO_BANKER_YET:
        with of_game(found.terms.game.name):
            raise refusals.NoBanker(table.code, step_words(found.fold.due()).head)
    found = evening_record.follow_sign(evening_record.begin(table, sign, found), sign)
    right = found.fold.entitled
    if right is not None and right != found.fold.bank and not found.fold.is_over:
        key = f"#took:{found.begun.pk}:{found.seen}"
        found = evening_record.append(found, [("took", right)], by=None, key=key, source="inferred", saw="cards")
    opening = found.fold.opening()
    if not opening.places:
        opening = Opening(opening.bank, tuple(table.places), opening.pot_minor, opening.bank_minor)
    return found, opening


def seats_at(table: Table) -> tuple[str, ...] | None:
    """Who plays against the bank in the next round, or in the one on the felt; None where the house holds it."""
    found = known.standing_at(table)
    if found is None:
        return None
    return found.fold.playing if found.fold.is_dealing else found.fold.seats()


def opened(found: Standing, opening: Opening, round: Round) -> None:
    """A round begins with this."""
    row = ("opened", round.number, opening.bank, opening.places, opening.pot_minor, opening.bank_minor)
    at = max(entries.ms(round.opened_at), found.last_at_ms + 1)
    key = f"#opened:{round.pk}"
    evening_record.append(found, [row], by=None, key=key, source="table", round=round, at_ms=at)


def _put_right(found: Standing, told: Sequence[Event], running: Round | None, *, is_dated: bool) -> Standing:
    """Rounds that began otherwise than what was told now says are seated anew: who banked, who played."""
    if not is_dated and not any(event[0] in CORRECTIONS for event in told):
        return found
    right = rules.openings(found.terms, found.rows)
    for row in [row for row in standing(found.rows) if row[KIND] == "opened"]:
        number, opening = row[SLOT], Opening(*row[SLOT + 1 :])
        due = _seated_anew(opening, right[number], is_running=running is not None and running.number == number)
        if due != opening:
            found = _seat(found, number, due)
    return found


def _seated_anew(opening: Opening, right: Opening, *, is_running: bool) -> Opening:
    """What a round began with, as it is known now. Money that lay there is as it was counted then, unless unknown."""
    bank, places = (right.bank, right.places) if right.bank is not None else (opening.bank, opening.places)
    pot, bank_minor = opening.pot_minor, opening.bank_minor
    if is_running or pot is None:
        pot = right.pot_minor
    if is_running or bank_minor is None:
        bank_minor = right.bank_minor
    return Opening(bank, places, pot, bank_minor)


def _seat(found: Standing, number: int, opening: Opening) -> Standing:
    table = found.begun.table
    round = Round.objects.select_related("table", "sign", "close").get(table=table, number=number)
    key = f"#seated:{round.pk}:{found.seen}"
    row = ("opened", number, opening.bank, opening.places, opening.pot_minor, opening.bank_minor)
    found = evening_record.append(found, [row], by=None, key=key, source="table", round=round)
    before = felt.facts_of(round)
    began = next(fact for fact in before if fact[KIND] == "opened")
    facts = opening_facts(opening, round, first=entries.last_of(before) + 1, at=began[AT] - 1)
    if hasattr(round, "close"):
        entries.append_late(round, before, facts, key=key, what="round.seated")
    else:
        entries.append(round, before, facts, by=None, key=key, what="round.seated")
    return known.standing_of(found.begun)


def opening_facts(opening: Opening, round: Round, *, first: int, at: int) -> list[Fact]:
    """The facts with which a round begins."""
    terms = floor.terms_of_round(round)
    bodies = facts_of(opening, terms.hash, keeps_bank=carried.keeps_bank(terms))
    return [(first + nth, at, body[0], "table", "table", *body[1:]) for nth, body in enumerate(bodies)]


def _void_the_deal(running: Round) -> None:
    """I-8: while nobody has decided anything the deal is void, and stakes go back."""
    facts = felt.facts_of(running)
    state = felt.fold_of(running, facts)
    if state.phase in (STAKES, DEAL) or not state.acted:
        closing = entries.closed_fact(facts, RoundClose.How.VOID, None)
        entries.append(running, facts, [closing], by=None, key=f"#close:{running.pk}")


# verdicts


@transaction.atomic
def close_verdict(verdict: EveningVerdict, outcome: str, *, by: Staff, reason: str = "") -> EveningVerdictClosing:
    """Close a finding of an evening, as a round's verdict is closed.

    Raises OwnHand for the dealer of the table then, VerdictGone if it changed or was withdrawn meanwhile, AlreadyClosed
    if another supervisor was first.
    """
    if verdict.dealer_id == by.pk:
        raise refusals.OwnHand
    if outcome not in VerdictClosing.Outcome:
        raise refusals.UnknownOutcome(outcome, VerdictClosing.Outcome.values)
    if outcome not in (VerdictClosing.Outcome.UPHELD, VerdictClosing.Outcome.PUT_RIGHT) and not reason.strip():
        raise refusals.ReasonMissing
    if not EveningVerdict.objects.standing().filter(pk=verdict.pk).exists():
        raise refusals.VerdictGone
    evening = verdict.evening
    with refused_if("evening_closing_one_a_key", refusals.AlreadyClosed()):
        closing = EveningVerdictClosing.objects.create(
            evening=evening, key=verdict.key, verdict=verdict, outcome=outcome, reason=reason.strip(), by=by
        )
    told = {"key": verdict.key, "outcome": outcome, "reason": closing.reason}
    audit.record(evening.table.chain, by, "verdict.closed", about=f"evening:{evening.pk}", facts=told)
    notices.tell(evening.table)
    return closing
