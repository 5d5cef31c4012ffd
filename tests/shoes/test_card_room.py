"""The card room: packs in and out with their signatures, holds, ages, the daily count; and what PostgreSQL holds."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import queries, services
from shoes.cards import CARDS
from shoes.census import result
from shoes.house_rules import AgeLimit, CardAge, CardRules, Clause, Receipt
from shoes.models import Pack, PackHold, PackMove, PackState
from shoes.packs import composition
from shoes.serials import BadSerials, parse_serials
from shoes.services.tallies import WhyMissing
from shoes.signals import card_rules_asked
from tests.shoes.conftest import prepare
from tests.shoes.test_life import full_count

NEW_JERSEY = Clause("new-jersey", "N.J.A.C. 13:69E-1.18", True)
Rules = Callable[[CardRules], None]


@pytest.fixture
def guard(person: Callable[..., Staff]) -> Staff:
    return person("security")


@pytest.fixture
def rules() -> Any:
    """`rules(CardRules(…))`: what the packs of rules ask, as the tables would answer."""
    told: list[CardRules] = []

    def answer(**_: object) -> CardRules | None:
        return told[-1] if told else None

    others = card_rules_asked.receivers
    card_rules_asked.receivers = []
    card_rules_asked.connect(answer, weak=False)
    yield told.append
    card_rules_asked.receivers = others


def state_of(serial: str) -> PackState:
    return queries.packs_list(find=serial)[0].state


def test_packs_go_from_the_supplier_to_the_shredder(loader: Staff, verifier: Staff, guard: Staff) -> None:
    """Received, stored, issued, loaded, verified, in play, counted, retired, destroyed; two signatures each way."""
    seen = []
    services.receive(["P-1", "P-2"], "fr52", "blue", by=loader, words="Delivery 17")
    seen.append(state_of("P-1"))
    issue = services.ask("issue", ["P-1", "P-2"], by=guard, words="Pit 3")
    seen.append(state_of("P-1"))
    services.agree(issue, by=loader)
    seen.append(state_of("P-1"))
    key = services.load("S-1", list(Pack.objects.all()), by=loader).key
    seen.append(state_of("P-1"))
    prepare(key, verifier)
    services.end(key, by=loader, reason="closed")
    services.count(key, full_count(2), by=loader)
    seen.append(state_of("P-1"))
    services.retire(["P-1", "P-2"], "used for a day", by=loader)
    seen.append(state_of("P-1"))
    services.agree(services.ask("destroy", ["P-1", "P-2"], by=loader, words="shredder 2"), by=guard)
    seen.append(state_of("P-1"))
    assert seen == ["free", "free", "issued", "loaded", "issued", "retired", "destroyed"]
    told = JournalEntry.objects.filter(body__contains='"packs.').count()
    assert told == 1 + 2 + 1 + 2
    log = queries.day_book(house_day()).log
    assert [(line.what, line.first, line.second) for line in log] == [
        ("free", "Ida Loader", ""),
        ("issued", "Security", "Ida Loader"),
        ("loaded", "Ida Loader", "Ole Verifier"),
        ("issued", "Ida Loader", ""),
        ("retired", "Ida Loader", ""),
        ("destroyed", "Ida Loader", "Security"),
    ]


def test_two_people_of_two_departments_receive_where_the_pack_says_so(
    rules: Rules, loader: Staff, verifier: Staff, guard: Staff
) -> None:
    """N.J.A.C. 13:69E-1.18 (PROCEDURES 3.1, 22)."""
    rules(CardRules(receipt=Receipt(2, True, NEW_JERSEY)))
    move = services.receive(["P-1"], "fr52", "blue", by=loader)
    assert (state_of("P-1"), move.clause) == ("received", "new-jersey: N.J.A.C. 13:69E-1.18")
    with pytest.raises(services.PackRefused, match="neither on the floor nor in the store"):
        services.load("S-1", list(Pack.objects.all()), by=verifier)
    with pytest.raises(services.SecondPersonNeeded, match="You have signed this already"):
        services.agree(move, by=loader)
    with pytest.raises(services.SecondPersonNeeded, match="two people of different departments"):
        services.agree(move, by=verifier)
    services.agree(move, by=guard)
    assert state_of("P-1") == "free"
    with pytest.raises(services.AlreadyAnswered):
        services.agree(PackMove.objects.get(), by=guard)


def test_a_receipt_that_is_refused_withdraws_the_packs(rules: Rules, loader: Staff, guard: Staff) -> None:
    rules(CardRules(receipt=Receipt(2, False, NEW_JERSEY)))
    move = services.receive(["P-1"], "fr52", "blue", by=loader)
    with pytest.raises(services.PackRefused, match="Say why"):
        services.refuse(move, " ", by=guard)
    services.refuse(move, "the seal is broken", by=guard)
    assert state_of("P-1") == "withdrawn"


def test_a_used_pack_does_not_go_back_among_sealed_ones(in_play: str, loader: Staff, guard: Staff) -> None:
    services.end(in_play, by=loader, reason="closed")
    services.count(in_play, full_count(2), by=loader)
    with pytest.raises(services.PackRefused, match=r"Pack P-001 was in a shoe; .* Retire it"):
        services.ask("return", ["P-001"], by=loader)
    services.receive(["P-9"], "fr52", "blue", by=loader)
    services.agree(services.ask("issue", ["P-9"], by=loader, words="Pit 1"), by=guard)
    services.agree(services.ask("return", ["P-9"], by=loader), by=guard)
    assert state_of("P-9") == "free"


def test_what_waits_for_a_signature_goes_nowhere_else(packs: list[Pack], loader: Staff, guard: Staff) -> None:
    move = services.ask("issue", ["P-001"], by=loader, words="Pit 1")
    for act in (
        lambda: services.ask("issue", ["P-001"], by=guard, words="Pit 2"),
        lambda: services.retire(["P-001"], "old", by=guard),
    ):
        with pytest.raises(services.PackRefused, match="A second signature is due first for P-001"):
            act()
    with pytest.raises(services.PackRefused):
        services.load("S-1", packs, by=loader)
    services.refuse(move, "not needed", by=loader)
    services.retire(["P-001"], "old", by=guard)
    assert state_of("P-001") == "retired"


def test_a_pack_under_investigation_is_held_until_somebody_else_lets_it_go(
    packs: list[Pack], loader: Staff, guard: Staff
) -> None:
    """25 CFR 543.10(c): cards tied to an investigation are kept intact (PROCEDURES 3.1, 25)."""
    waiting = services.ask("issue", ["P-002"], by=loader, words="Pit 1")
    services.hold(["P-001", "P-002"], "marked cards?", by=loader)
    for act in (
        lambda: services.load("S-1", packs, by=guard),
        lambda: services.ask("issue", ["P-001"], by=guard, words="Pit 1"),
        lambda: services.retire(["P-001"], "old", by=guard),
        lambda: services.agree(waiting, by=guard),
    ):
        with pytest.raises(services.PackHeld, match=r"Under investigation: P-00[12]"):
            act()
    one = PackHold.objects.earliest("pk")
    with pytest.raises(services.SecondPersonNeeded, match="somebody else lifts that"):
        services.lift(one, "nothing found", by=loader)
    assert len(services.lift(one, "nothing found", by=guard)) == 2
    with pytest.raises(services.PackRefused, match="lifted this already"):
        services.lift(one, "nothing found", by=guard)
    services.agree(waiting, by=guard)
    assert (state_of("P-001"), state_of("P-002")) == ("free", "issued")


def test_a_wrong_closing_count_holds_the_packs(in_play: str, loader: Staff, verifier: Staff) -> None:
    """LA 42:III-3106.B: any card missing begins an investigation (PROCEDURES 3.1, 18; 3.5, 79)."""
    services.hold(["P-001"], "a guest complains", by=verifier)
    services.end(in_play, by=loader, reason="closed")
    services.count(in_play, full_count(2) | {"KD": 1}, by=verifier)
    assert [(hold.reason, [pack.serial for pack in held]) for hold, held in queries.open_holds()] == [
        ("a guest complains", ["P-001"]),
        ("closing count of S-1", ["P-001", "P-002"]),
    ]
    with pytest.raises(services.PackHeld):
        services.retire(["P-002"], "one king short", by=loader)


@pytest.mark.parametrize(
    ("after", "level"), [("20:59", "calm"), ("21:00", "look"), ("23:59", "look"), ("24:00", "act"), ("30:00", "act")]
)
def test_old_cards_are_warned_of_and_then_due(after: str, level: str) -> None:
    """58 Pa. Code 633a.3(d): 24 h (PROCEDURES 3.1, 12); warned of in the last eighth."""
    began = datetime(2026, 3, 1, 6, tzinfo=UTC)
    hours, minutes = map(int, after.split(":"))
    limit = AgeLimit(24, Clause("pennsylvania", "58 Pa. Code 633a.3(d)", True))
    assert CardAge(began, limit, began + timedelta(hours=hours, minutes=minutes)).level == level


def test_the_age_of_a_shoe_is_that_of_its_oldest_pack_in_play(
    in_play: str, packs: list[Pack], loader: Staff, verifier: Staff
) -> None:
    """Cards that are shuffled again and loaded anew do not become new."""
    first = queries.in_use_since([in_play])
    services.end(in_play, by=loader, reason="closed")
    services.count(in_play, full_count(2), by=loader)
    fresh = services.receive_pack("P-9", "fr52", "blue", by=loader)
    services.load("S-2", [packs[0], fresh], by=loader)
    services.load("S-3", [services.receive_pack("P-10", "fr52", "blue", by=loader)], by=loader)
    assert queries.in_use_since(["S-2", "S-3"]) == {"S-2": first[in_play]}


def test_the_book_of_a_day_adds_up(in_play: str, loader: Staff, guard: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """N.J.A.C. 13:69E-1.18: packs issued, destroyed and returned are reconciled every day."""
    services.receive([f"R-{number}" for number in range(5)], "fr52", "red", by=loader)
    services.agree(services.ask("issue", ["R-0", "R-1", "R-2"], by=loader, words="Pit 1"), by=guard)
    services.agree(services.ask("return", ["R-2"], by=loader), by=guard)
    services.retire(["R-0", "R-4"], "damp", by=loader)
    services.agree(services.ask("destroy", ["R-0"], by=loader, words="shredder"), by=guard)
    blue, red = queries.day_book(house_day()).lines
    assert (blue.back, blue.numbers) == ("blue", (0, 0, 0, 2, 2, 0, 0, 0, 0, 2, 0))
    assert (red.back, red.numbers) == ("red", (0, 0, 0, 5, 3, 1, 2, 1, 2, 1, 1))
    tomorrow = queries.day_book(house_day() + timedelta(days=1))
    assert [line.numbers for line in tomorrow.lines] == [
        (0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0),
        (2, 1, 1, 0, 0, 0, 0, 0, 2, 1, 1),
    ]


def test_a_day_is_counted_by_two_people_and_a_difference_wants_a_reason(
    packs: list[Pack], loader: Staff, guard: Staff
) -> None:
    today = house_day()
    line = {"kind": "fr52", "back": "blue", "store": 2, "floor": 0, "aside": 0}
    with pytest.raises(services.PackRefused, match="Only the gaming day that runs"):
        services.tally(today - timedelta(days=2), [line], by=loader)
    with pytest.raises(WhyMissing, match="not what the book says"):
        services.tally(today, [line | {"store": 1}], by=loader)
    first = services.tally(today, [line | {"store": 1}], by=loader, reason="one lies behind the shelf?")
    with pytest.raises(WhyMissing, match="counted before"):
        services.tally(today, [line], by=loader)
    again = services.tally(today, [line], by=loader, reason="found behind the shelf")
    assert (first.differs, again.differs, again.replaces) == (True, False, first)
    with pytest.raises(services.SecondPersonNeeded):
        services.sign_tally(again, by=loader)
    services.sign_tally(again, by=guard)
    book = queries.day_book(today)
    assert book.tally is not None
    assert (len(book.tallies), book.tally.signed.by) == (2, guard)


def test_a_day_that_is_over_without_two_signatures_is_named(
    packs: list[Pack], loader: Staff, guard: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = house_day()
    assert queries.uncounted_day() is None  # the house had no packs yesterday
    later = timezone.now() + timedelta(days=1)
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: later)
        assert queries.uncounted_day() == today
        made = services.tally(today, queries.counted_now(), by=loader)
        assert queries.uncounted_day() == today
        services.sign_tally(made, by=guard)
        assert queries.uncounted_day() is None


def test_the_census_of_an_ended_shoe_says_what_was_seen() -> None:
    said = result(composition("fr52", 1), [CARDS[text] for text in ("QH", "QH", "9S", "??")])
    assert (said.held, said.seen, said.unsure, said.undealt, said.surplus) == (52, 4, 1, 48, ("QH",))
    assert [one for one in said.cards if one[1]] == [("9S", 1, 1), ("QH", 2, 1)]


def test_the_page_of_a_shoe_has_no_census_before_its_end(in_play: str, loader: Staff) -> None:
    services.see(in_play, [("round:1:1", "QH")], at=timezone.now())
    view = queries.shoe_view(in_play)
    assert view is not None
    assert (view.census, view.cards) == (None, ())
    services.end(in_play, by=loader, reason="closed")
    view = queries.shoe_view(in_play)
    assert view is not None
    assert view.census is not None
    assert (view.census.seen, view.census.unsure) == (4, 3)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("P-0008..P-0011", ["P-0008", "P-0009", "P-0010", "P-0011"]),
        (" a, b;c\n a ", ["a", "b", "c"]),
        ("9..11", ["9", "10", "11"]),
    ],
)
def test_numbers_of_packs_are_read(typed: str, read: list[str]) -> None:
    assert parse_serials(typed) == read


@pytest.mark.parametrize("typed", ["", "P-1..Q-3", "P-3..P-1", "P-1..P-9999", "P-..", "x" * 41, "P-08..P-100"])
def test_what_names_no_packs_is_refused(typed: str) -> None:
    with pytest.raises(BadSerials, match="names no packs"):
        parse_serials(typed)


BROKEN = {
    "destroyed without signatures": (
        "INSERT INTO shoes_packevent (pack_id, state, reason, at, by_id)"
        " SELECT id, 'destroyed', '', now(), {by} FROM shoes_pack",
        "does not go from free to destroyed",
    ),
    "issued with one signature": (
        "INSERT INTO shoes_packevent (pack_id, state, reason, at, by_id, move_id)"
        " SELECT pack_id, 'issued', '', now(), {by}, move_id FROM shoes_packmoved p"
        " JOIN shoes_packmove m ON m.id = move_id AND m.kind = 'issue'",
        "does not go from free to issued",
    ),
    "a held pack goes into a shoe": (
        "INSERT INTO shoes_packevent (pack_id, state, reason, at, by_id)"
        " SELECT pack_id, 'loaded', '', now(), {by} FROM shoes_packhold",
        "under investigation",
    ),
    "signed twice": (
        "INSERT INTO shoes_packmoveanswer (move_id, is_agreed, reason, by_id, at)"
        " SELECT id, true, '', by_id, now() FROM shoes_packmove WHERE kind = 'issue'",
        "nobody signs twice",
    ),
    "refused without a reason": (
        "INSERT INTO shoes_packmoveanswer (move_id, is_agreed, reason, by_id, at)"
        " SELECT id, false, '', {by}, now() FROM shoes_packmove WHERE kind = 'issue'",
        "pack_move_refused_has_a_reason",
    ),
    "let go by who held it": (
        "INSERT INTO shoes_packholdlifted (hold_id, reason, by_id, at)"
        " SELECT id, 'x', by_id, now() FROM shoes_packhold",
        "nobody signs twice",
    ),
    "let go without a reason": (
        "INSERT INTO shoes_packholdlifted (hold_id, reason, by_id, at) SELECT id, '', {by}, now() FROM shoes_packhold",
        "pack_hold_lifted_has_a_reason",
    ),
    "held without a reason": (
        "INSERT INTO shoes_packhold (pack_id, reason, by_id, at) SELECT id, '', {by}, now() FROM shoes_pack",
        "pack_hold_has_a_reason",
    ),
    "a count signed by who counted": (
        "INSERT INTO shoes_packtallysigned (tally_id, by_id, at) SELECT id, by_id, now() FROM shoes_packtally",
        "nobody signs twice",
    ),
    "a day counted twice from the start": (
        "INSERT INTO shoes_packtally (gaming_day, counted, book, differs, reason, by_id, at)"
        " SELECT gaming_day, counted, book, differs, reason, by_id, at FROM shoes_packtally",
        "pack_tally_first_one_a_day",
    ),
    "a difference without a reason": (
        "INSERT INTO shoes_packtally (gaming_day, counted, book, differs, reason, by_id, at)"
        " SELECT gaming_day - 1, counted, book, true, '', by_id, at FROM shoes_packtally",
        "pack_tally_says_why",
    ),
    "one signature for a destruction": (
        "INSERT INTO shoes_packmove (kind, words, signatures, is_other_role, clause, by_id, at)"
        " VALUES ('destroy', '', 1, false, '', {by}, now())",
        "pack_move_signatures",
    ),
    "a pack twice in one move": (
        "INSERT INTO shoes_packmoved (move_id, pack_id) SELECT move_id, pack_id FROM shoes_packmoved",
        "pack_moved_once_a_move",
    ),
}


def test_postgresql_holds_each_of_these(packs: list[Pack], loader: Staff, guard: Staff) -> None:
    services.ask("issue", ["P-001"], by=loader, words="Pit 1")
    services.hold(["P-002"], "marked?", by=loader)
    services.tally(house_day(), queries.counted_now(), by=loader)
    for name, (statement, said) in BROKEN.items():
        with pytest.raises(IntegrityError) as refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement.format(by=guard.pk))
        assert said in str(refused.value), name


def test_postgresql_wants_another_department_where_a_move_asks_for_it(
    rules: Rules, loader: Staff, verifier: Staff
) -> None:
    rules(CardRules(receipt=Receipt(2, True, NEW_JERSEY)))
    move = services.receive(["P-1"], "fr52", "blue", by=loader)
    with pytest.raises(IntegrityError, match="another department"), transaction.atomic():
        connection.cursor().execute(
            "INSERT INTO shoes_packmoveanswer (move_id, is_agreed, reason, by_id, at) VALUES (%s, true, '', %s, now())",
            [move.pk, verifier.pk],
        )
