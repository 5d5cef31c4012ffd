"""A round from its first stake to its document. Each call is one transaction and one journal entry."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Max

from casino import audit
from shoes.queries import state as shoe_state
from tables import refusals
from tables.models import Entry, Round, RoundClose, Table
from tables.queries import felt, lying
from tables.queries import tables as known
from tables.queries.players import groups_at
from tables.queries.raises import raised_at
from tables.queries.tables import TableState
from tables.rules import several
from tables.rules.facts import AT, ID, KIND, Fact
from tables.rules.round import Round as Fold
from tables.rules.shapes import Request
from tables.services import evenings, notices
from tables.services.drafts import Draft, Writer, check_key, check_writer, renumbered, to_facts
from tables.services.entries import Taken, answer, append, closed_fact, ending_of, last_of, ms, now_ms, store
from tables.services.tables import check_packs, lock
from tables.sighted import closing_of
from tables.wording import refusal as refusal_sentence
from tables.wording.speaking import of_game

__all__ = ["Taken", "as_before", "close", "close_stakes", "open", "record", "request", "take", "take_at"]

LATE_MS: Final = 60_000
"""How late the first card of a table's first round may be told."""
SPOOLED_MS: Final = 7 * 86_400_000
"""The same of a camera, which keeps what it could not deliver."""
OPENING: Final = ("stake", "card")
STAKE_WORDS: Final = {"stake": "main", "onlooker": "onlooker"}
"""Requests that ask to put a stake down, and its kind; granted, they are `stake` facts. All others are `said`."""


@transaction.atomic
def open(  # noqa: A001
    table: Table, *, by: Writer = None, key: str = "", at_ms: int | None = None, is_found: bool = False
) -> Round:
    """Begin the next round. One that is void or lost is closed as that; a running one refuses.

    A round begun after the stop card is taken, since it happened: the engine names it (I-27). `at_ms` is when it began
    where that is told late: not before the round before it ended. Who asks to begin one needs a banker and the packs of
    the sign (NoBanker, WrongPacks); cards that lie already do not ask (`is_found`, or a camera).
    """
    first = _admit(table, [], by=by, key=key) if key else None
    if first:
        return first.round
    lock(table)
    state = _open_state(table)
    check_writer(by, [], state, table_code=table.code)
    if state.is_stopped:
        raise refusals.TableStopped(table.code)
    if state.is_paused:
        raise refusals.TablePaused(table.code)
    is_asked = by is not None and not is_found
    if is_asked:
        check_packs(state.shoe_key or "", table)
    running = Round.objects.running().filter(table=table).select_related("table", "sign").first()
    if running:
        _give_way(running)
    late_ms = SPOOLED_MS if by is None else LATE_MS
    began_at = _not_before_the_last(table, at_ms, late_ms=late_ms)
    round, facts = _begin(table, state, at=began_at, is_asked=is_asked)
    store(round, facts, by=by, key=key or f"#open:{round.number}")
    told = {"number": round.number, "shoe": round.shoe_key, "terms_sha256": known.terms_of_round(round).hash}
    audit.record(table.chain, by, "round.opened", about=f"round:{round.pk}", facts=told)
    notices.tell(table, round)
    return round


@transaction.atomic
def take(round: Round, drafts: Sequence[Draft], *, by: Writer, key: str, seen: int | None = None) -> Taken:
    """Append what happened. Never refused for what it says of the felt; only strangers, nonsense, stale forms are.

    A `key` known already is answered as the first time and stored once. `seen` is the number of the last entry that the
    form showed; if others came since, StaleForm is raised and nothing is stored.
    """
    first = _admit(round.table, drafts, by=by, key=key)
    if first:
        return first
    if RoundClose.objects.filter(round=round).exists():
        raise refusals.RoundOver(round.number)
    before = felt.facts_of(round)
    if seen is not None and seen != last_of(before):
        raise refusals.StaleForm
    facts = to_facts(drafts, before, now_ms=now_ms(), by=by)
    return append(round, before, facts, by=by, key=key)


@transaction.atomic
def take_at(table: Table, drafts: Sequence[Draft], *, by: Writer, key: str, seen: int | None = None) -> Taken:
    """Append to the round on the table's felt. The first stake or card opens one; so does the next after a lost one."""
    first = _admit(table, drafts, by=by, key=key)
    if first:
        return first
    round = _running(table)
    if any(draft.kind in OPENING for draft in drafts):
        is_found = any(draft.kind == "card" for draft in drafts)
        at_ms = _earliest(drafts)
        round = _current(round, at_ms=at_ms) or open(table, by=by, at_ms=at_ms, is_found=is_found)
    if round is None:
        raise refusals.NoRound(table.code)
    return take(round, drafts, by=by, key=key, seen=seen)


@transaction.atomic
def request(round: Round, wanted: Request, *, by: Writer, key: str, seen: int | None = None) -> Taken:
    """Ask for a decision or a stake; granted, it is entered. Raises RequestRefused with the rule and stores nothing."""
    draft = _as_draft(wanted)
    first = _admit(round.table, [draft], by=by, key=key)
    if first:
        return first
    _check_not_stopped(round.table)
    _check_granted(felt.fold_of(round, felt.facts_of(round)), wanted)
    return take(round, [draft], by=by, key=key, seen=seen)


@transaction.atomic
def close_stakes(table: Table, stakes: Mapping[str, int | None], *, by: Writer, key: str) -> Taken:
    """All stakes at once, then no more: opens a round if none runs. One refused stake, and nothing is stored.

    A stake of None is one that nobody told: it stays unknown. Once cards lie the stakes are no requests any more: they
    have been put down, and are taken as they are told.
    """
    wanted = [Request(place, "stake", amount_minor) for place, amount_minor in stakes.items()]
    drafts = [*map(_as_draft, wanted), Draft("said", ("0", "stakes_closed", None))]
    first = _admit(table, drafts, by=by, key=key)
    if first:
        return first
    _check_not_stopped(table)
    round = _current(_running(table)) or open(table, by=by)
    facts = felt.facts_of(round)
    if not felt.has_cards(facts):
        _check_stakes(felt.fold_of(round, facts), wanted)
    return take(round, drafts, by=by, key=key)


@transaction.atomic
def as_before(table: Table, *, by: Writer, key: str) -> Taken:
    """The stakes of the last round again, and no more; what was unknown then is unknown now.

    Where cards lie already, those of the boxes that were dealt to, or that the first deal has not come to.
    """
    stakes = felt.stakes_before(table)
    seats = evenings.seats_at(table)
    if seats is not None:  # the bank may have passed on since
        stakes = {place: minor for place, minor in stakes.items() if place in seats}
    round = _current(_running(table))
    facts = felt.facts_of(round) if round else []
    if round is not None and felt.has_cards(facts):
        dealt = felt.may_be_dealt_to(felt.fold_of(round, facts).picture())
        stakes = {place: minor for place, minor in stakes.items() if place in dealt}
    return close_stakes(table, stakes, by=by, key=key)


@transaction.atomic
def close(round: Round, *, by: Writer, how: str = "settled", key: str = "") -> Taken:
    """End a round by hand: void or lost by a supervisor; settled only when the engine says that it is over."""
    key = key or uuid4().hex
    first = _admit(round.table, [Draft("closed", (how,), source="ruled")], by=by, key=key)
    if first:
        return first
    if RoundClose.objects.filter(round=round).exists():
        raise refusals.RoundOver(round.number)
    facts = felt.facts_of(round)
    if how == RoundClose.How.SETTLED and ending_of(felt.fold_of(round, facts)) != how:
        raise refusals.RoundNotOver(round.number)
    return append(round, facts, [closed_fact(facts, how, by)], by=by, key=key)


@transaction.atomic
def record(table: Table, facts: Iterable[Fact], *, by: Writer = None, key: str = "") -> Round:
    """A whole round at once, as it was played: for a floor that runs at full speed. One transaction, one journal entry.

    The round opens and closes by itself: `opened` and `closed` among `facts` are left out, and numbers move up.
    """
    lock(table)
    state = _open_state(table)
    played = [fact for fact in facts if fact[KIND] not in ("opened", "closed")]
    at = min((fact[AT] for fact in played), default=now_ms())
    round, opened = _begin(table, state, at=at)
    shift = last_of(opened) + 1 - min((fact[ID] for fact in played), default=1)
    moved = [renumbered(fact, shift) for fact in played]
    how = ending_of(felt.fold_of(round, [*opened, *moved])) or RoundClose.How.LOST
    closing = closed_fact([*opened, *moved], how, by=None)
    append(round, [], [*opened, *moved, closing], by=by, key=key or f"#record:{round.pk}", what="round.recorded")
    return round


def _begin(
    table: Table, state: TableState, *, at: int | None = None, is_asked: bool = False
) -> tuple[Round, list[Fact]]:
    """The round's row, and the facts that it begins with."""
    began = datetime.fromtimestamp((now_ms() if at is None else at) / 1000, tz=UTC)
    sign = known.sign_of(table, began) or known.sign_of(table)
    if sign is None or state.shoe_key is None or state.dealer is None:
        raise refusals.NoSign(table.code)
    shoe = shoe_state(state.shoe_key)
    if shoe is None or not shoe.is_in_play:
        raise refusals.ShoeNotReady(state.shoe_key)
    planned = evenings.opening_for(table, sign, is_asked=is_asked)
    is_late = shoe.is_last_round and planned is None  # players shuffle the used cards and deal on
    number = (Round.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0) + 1
    at = ms(began)
    round = Round.objects.create(
        table=table,
        number=number,
        shoe_key=state.shoe_key,
        sign=sign,
        dealer=state.dealer,
        opened_at=began,
        is_after_stop_card=is_late,
        raised=raised_at(table, sign, began),
    )
    if planned is not None:
        evenings.opened(*planned, round)
        return round, evenings.opening_facts(planned[1], round, first=1, at=at)
    terms = known.terms_of_round(round)
    facts: list[Fact] = [(1, at, "opened", "table", "table", terms.hash, tuple(table.places), "house")]
    if is_late:
        facts.append((2, at, "indicator", "table", "table", "mouth"))
    if several.is_offered(terms):
        for first, *others in groups_at(table):
            facts.append((len(facts) + 1, at, "player", "table", "table", first, tuple(others)))
    return round, facts


def _earliest(drafts: Sequence[Draft]) -> int | None:
    """When the first of what comes late happened."""
    return min((draft.at_ms for draft in drafts if type(draft.at_ms) is int), default=None)


def _not_before_the_last(table: Table, at_ms: int | None, *, late_ms: int) -> int | None:
    """The time, but not in the future and not before the table's last round ended."""
    if at_ms is None:
        return None
    ended = (
        RoundClose.objects.filter(round__table=table).order_by("-round__number").values_list("at", flat=True).first()
    )
    return min(now_ms(), max(at_ms, ms(ended)) if ended else max(at_ms, now_ms() - late_ms))


def _current(round: Round | None, *, at_ms: int | None = None) -> Round | None:
    """The round if it goes on; one that is void, over, not followed, or whose cards were lifted by then, does not."""
    if round is None:
        return None
    state = felt.fold_of(round, felt.facts_of(round))
    return round if _how_it_gives_way(round, state, at_ms=at_ms) is None else None


def _give_way(running: Round) -> None:
    """A round that goes on does not give way to the next; any other is closed as what it is."""
    facts = felt.facts_of(running)
    how = _how_it_gives_way(running, felt.fold_of(running, facts))
    if how is None:
        raise refusals.RoundRunning(running.table.code, running.number)
    closing = closed_fact(facts, how, by=None, at_ms=0)
    append(running, facts, [closing], by=None, key=f"#close:{running.pk}")


def _how_it_gives_way(running: Round, state: Fold, *, at_ms: int | None = None) -> str | None:
    """Void or lost by itself; or, when cameras saw its cards lifted, settled without a word, or lost in the middle."""
    how = ending_of(state) or (None if state.picture().followed else RoundClose.How.LOST)
    if how is None and lying.is_cleared(running, until_ms=at_ms):
        how = closing_of(state.due().step.code)
    return how


def _admit(table: Table, drafts: Sequence[Draft], *, by: Writer, key: str) -> Taken | None:
    """Hold the table, keep strangers out, and answer a known key: the same entries, the table as it stands."""
    lock(table)
    check_writer(by, drafts, known.state_of(table), table_code=table.code)
    check_key(key)
    old = list(Entry.objects.filter(table=table, key__startswith=f"{key}#").values_list("round_id", "number"))
    if not old:
        return None
    round = Round.objects.select_related("table", "sign").get(pk=old[0][0])
    is_over = RoundClose.objects.filter(round=round).exists()
    # Of a round that has left the felt nothing is told but its numbers: its shoe may still be in play.
    facts = felt.facts_of(round)
    state = felt.fold_of(round, facts[:1] if is_over else facts)
    return answer(round, state, tuple(sorted(number for _, number in old)), is_new=False, is_over=is_over)


def _check_not_stopped(table: Table) -> None:
    """Nothing is granted at a table that is stopped; what happens there all the same is taken."""
    if known.state_of(table).is_stopped:
        raise refusals.TableStopped(table.code)


def _check_granted(state: Fold, wanted: Request) -> None:
    refused = state.allows(wanted)
    if refused is not None:
        with of_game(state.terms.game.name):
            sentence = refusal_sentence(refused)
        raise refusals.RequestRefused(sentence, rule=refused.rule, reason=refused.code, values=refused.args)


def _check_stakes(state: Fold, wanted: Sequence[Request]) -> None:
    """Each by itself; where somebody plays several boxes, each after those before it, and then all of them."""
    for one in wanted:
        if one.amount_minor is None:
            continue
        _check_granted(state, one)
        if state.players:
            state.take((0, 0, "stake", "entered", "tablet", one.slot, one.amount_minor, "main"))
    if state.players:
        _check_granted(state, Request("0", "stakes_closed"))


def _as_draft(wanted: Request) -> Draft:
    if wanted.word in STAKE_WORDS:
        return Draft("stake", (wanted.slot, wanted.amount_minor, STAKE_WORDS[wanted.word]))
    return Draft("said", (wanted.slot, wanted.word, wanted.amount_minor))


def _open_state(table: Table) -> TableState:
    state = known.state_of(table)
    if not state.is_open:
        raise refusals.TableClosed(table.code)
    return state


def _running(table: Table) -> Round | None:
    return Round.objects.running().filter(table=table).select_related("table", "sign").first()
