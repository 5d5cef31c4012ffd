"""What may be entered, by whom, and what is no entry."""

import pytest

from casino.models import ServiceToken
from tables import refusals
from tables.models import Entry, Table
from tables.queries import felt
from tables.services import rounds
from tables.services.drafts import Draft
from tables.services.entries import now_ms
from tests.tables.conftest import Tapper

pytestmark = pytest.mark.django_db

STAND = Draft("said", ("1", "stand", None))


@pytest.mark.parametrize(
    ("draft", "sentence"),
    [
        (Draft("sneezed", ("1",)), "kind 'sneezed' is unknown"),
        (Draft("card", ("1", "ZZ", "up", "along")), "card of this card is 'ZZ'"),
        (Draft("card", ("1", "QH")), "has 4 fields"),
        (Draft("stake", ("1", 12.345, "main")), "amount_minor"),
        (Draft("stake", ("1", -5, "main")), "amount_minor"),
        (Draft("closed", ("settled",)), "said by the table itself"),
        (Draft("turned", ("x", "QH")), "card_fact_id"),
        (Draft("card", ("1", "QH", "up", "along"), at_ms=True), "whole number"),
    ],
)
def test_nonsense_is_no_entry(tap: Tapper, draft: Draft, sentence: str) -> None:
    tap.stakes(b1=25_00)
    before = Entry.objects.count()
    with pytest.raises(refusals.BadEntry, match=sentence):
        tap.say(draft)
    assert Entry.objects.count() == before


def test_an_entry_dated_in_the_future_is_refused(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    before = Entry.objects.count()
    with pytest.raises(refusals.FutureEntry, match=r"3\.\d s in the future"):
        tap.say(Draft("card", ("1", "QH", "up", "along"), at_ms=now_ms() + 3_900))
    assert Entry.objects.count() == before


def test_a_little_ahead_is_taken(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.say(Draft("card", ("1", "QH", "up", "along"), at_ms=now_ms() + 1_000))
    assert Entry.objects.filter(kind="card").count() == 1


@pytest.mark.parametrize("key", ["", "a#b", "x" * 61])
def test_a_key_is_short_and_plain(tap: Tapper, key: str) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.BadEntry, match="1 to 60"):
        rounds.take(tap.round, [STAND], by=tap.dealer, key=key)


def test_a_known_key_is_answered_as_the_first_time_and_stored_once(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    draft = Draft("card", ("1", "QH", "up", "along"))
    first = rounds.take(tap.round, [draft], by=tap.dealer, key="again")
    before = Entry.objects.count()
    second = rounds.take(tap.round, [draft], by=tap.dealer, key="again")
    assert (second.numbers, second.is_new, first.is_new) == (first.numbers, False, True)
    assert (second.picture, second.due, second.seen) == (first.picture, first.due, first.seen)
    assert Entry.objects.count() == before


def test_a_stale_form_is_refused(tap: Tapper) -> None:
    seen = tap.stakes(b1=25_00).seen
    tap.deal("1:8S")
    before = Entry.objects.count()
    with pytest.raises(refusals.StaleForm):
        rounds.take(tap.round, [STAND], by=tap.dealer, key="late", seen=seen)
    assert Entry.objects.count() == before


def test_a_camera_observes_and_never_enters(tap: Tapper, table: Table) -> None:
    tap.stakes(b1=25_00)
    camera = ServiceToken.objects.create(name="12a", permission="observations.post", about="camera:BJ-12", sha256="a")
    seen = Draft("card", ("1", "QH", "up", "along"), source="observed")
    rounds.take(tap.round, [seen], by=camera, key="c1")
    assert Entry.objects.filter(source="observed", by=None).count() == 1
    with pytest.raises(refusals.SourceNotYours):
        rounds.take(tap.round, [STAND], by=camera, key="c2")


def test_a_camera_of_another_table_is_a_stranger(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    camera = ServiceToken.objects.create(name="13a", permission="observations.post", about="camera:BJ-13", sha256="b")
    with pytest.raises(refusals.NotYourTable) as refused:
        rounds.take(tap.round, [Draft("card", ("1", "QH", "up", "along"), source="observed")], by=camera, key="c1")
    assert refused.value.status == 403


def test_nothing_is_no_entry(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.BadEntry, match="at least one"):
        tap.say()


@pytest.mark.parametrize(
    "fields",
    [("1\x00", "QH", "up", "along"), ("1", "QH", "up", "along\x00")],
)
def test_a_nul_character_is_no_text(tap: Tapper, fields: tuple[str, ...]) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.BadEntry):
        tap.say(Draft("card", fields))


@pytest.mark.parametrize(
    ("draft", "sentence"),
    [
        (Draft("corrected", (1, ["card", "1", "AS", "up", "along"], "x")), "Entry 1 is the table's own"),
        (Draft("voided", (1, "x")), "Entry 1 is the table's own"),
        (Draft("voided", (999, "x")), "There is no entry 999"),
        (Draft("turned", (999, "QH")), "There is no entry 999"),
        (Draft("turned", (2, "QH")), "Entry 2 is no card"),
        (Draft("choice", ("I-6", 999, "keep")), "There is no entry 999"),
        (Draft("inserted", (999, 0, ["card", "1", "AS", "up", "along"], "x")), "before its round|no entry 999"),
    ],
)
def test_an_entry_names_only_entries_of_its_round(tap: Tapper, draft: Draft, sentence: str) -> None:
    tap.stakes(b1=25_00)
    before = Entry.objects.count()
    with pytest.raises((refusals.BadEntry, refusals.PastEntry), match=sentence):
        tap.say(draft)
    assert Entry.objects.count() == before


def test_nobody_dates_an_entry_before_its_round(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    before = Entry.objects.count()
    began = tap.round.entries.get(number=1).at_ms
    with pytest.raises(refusals.PastEntry):
        tap.say(Draft("inserted", (2, began - 5_000, ["card", "1", "AS", "up", "along"], "x")))
    camera = ServiceToken.objects.create(name="12a", permission="observations.post", about="camera:BJ-12", sha256="a")
    seen = Draft("card", ("1", "QH", "up", "along"), at_ms=began - 2_001, source="observed")
    with pytest.raises(refusals.PastEntry):
        rounds.take(tap.round, [seen], by=camera, key="c1")
    assert Entry.objects.count() == before
    tap.say(Draft("card", ("1", "QH", "up", "along"), at_ms=-1))  # a tap is never older than the taps before it
    assert tap.round.entries.get(kind="card").at_ms == max(tap.round.entries.values_list("at_ms", flat=True)) >= began


def test_nobody_names_themselves(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.say(Draft("card", ("1", "QH", "up", "along"), saw="camera:BJ-12"))
    camera = ServiceToken.objects.create(name="12a", permission="observations.post", about="camera:BJ-12a", sha256="a")
    seen = Draft("card", ("1", "8S", "up", "along"), source="observed", saw="tablet")
    rounds.take(tap.round, [seen], by=camera, key="c1")
    saws = [fact[4] for fact in felt.facts_of(tap.round) if fact[2] == "card"]
    assert saws == ["tablet", "camera:BJ-12a"]


@pytest.mark.parametrize("about", ["", "camera:BJ-1", "camera:BJ-123", "camera:BJ-12-2"])
def test_an_account_that_speaks_for_no_such_table_is_a_stranger(tap: Tapper, about: str) -> None:
    tap.stakes(b1=25_00)
    camera = ServiceToken.objects.create(name="x", permission="observations.post", about=about, sha256="c")
    with pytest.raises(refusals.NotYourTable):
        rounds.take(tap.round, [Draft("card", ("1", "QH", "up", "along"), source="observed")], by=camera, key="c1")


def test_a_known_key_of_a_round_that_is_over_tells_no_card(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    rounds.take(tap.round, [Draft("card", ("1", "8S", "up", "along"))], by=tap.dealer, key="old")
    tap.deal("0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    tap.deal("0:9C")
    tap.paid_as_shown()
    again = rounds.take(tap.round, [], by=tap.dealer, key="old")
    assert (again.is_new, again.is_over, again.findings) == (False, True, ())
    assert not any(hand.cards for box in again.picture.boxes for hand in box.hands)


def test_taps_kept_without_contact_stay_in_order_whatever_the_tablets_clock_says(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    last = max(tap.round.entries.values_list("at_ms", flat=True))
    tap.say(Draft("card", ("1", "8S", "up", "along"), at_ms=last + 1))
    tap.say(Draft("card", ("0", "7H", "up", "along"), at_ms=last - 900))
    tap.say(Draft("card", ("1", "QC", "up", "along"), at_ms=last - 800))
    entries = tap.round.entries.filter(kind="card").order_by("number").values_list("at_ms", flat=True)
    assert list(entries) == [last + 1] * 3
