"""An evening at a table whose bank players hold: told, stored, journaled, closed with a document that audits."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.audit.models import JournalEntry
from casino.models import Staff
from tables import refusals
from tables.models import (
    Evening,
    EveningDocument,
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    Round,
    RoundDocument,
    Verdict,
)
from tables.queries import felt
from tables.queries.evenings import evening_view
from tables.rules.shapes import Limits
from tables.services import disputes, evenings, rounds, tables
from tables.services.drafts import Draft
from tests.tables.banked import (
    LIMITS,
    NO_NATURAL,
    READY,
    SEATED,
    THIRD_NATURAL,
    Banked,
    MakeBanked,
    four_rounds,
)

pytestmark = pytest.mark.django_db


def opened_with(round: Round) -> tuple[Any, ...]:
    return next(fact[6:] for fact in felt.facts_of(round) if fact[2] == "opened")


def test_four_rounds_bank_won_refused_auctioned_and_sold(make_banked: MakeBanked, boss: Staff) -> None:
    """R-BJV-5..11: each round opens from the bank that the evening gives; the whole is found without fault."""
    banked = make_banked(options={"sell_deal_right": True})
    four_rounds(banked)
    played = list(Round.objects.order_by("number"))
    assert [opened_with(one) for one in played] == [
        (("2", "3", "4"), "1"),
        (("1", "2", "3"), "4"),
        (("1", "2", "3"), "4"),
        (("4", "1", "2"), "3"),
    ]
    view = evening_view(banked.table)
    assert view is not None
    assert (view.bank, view.places, view.findings, view.due.code) == ("2", ("3", "4", "1"), (), "open_round")
    tables.close(banked.table, by=boss)
    assert evening_view(banked.table) is None
    kept = EveningDocument.objects.get()
    said = json.loads(kept.text)
    assert (said["format"], said["why"], said["findings"]) == ("table-evening/1", "closed", [])
    documents = RoundDocument.objects.order_by("round__number").values_list("round__number", "revision", "sha256")
    named = [(one["round"], one["revision"], one["sha256"]) for one in said["rounds"]]
    assert named == list(documents)
    assert said["left"] == {"bank": "2", "places": ["3", "4", "1"], "pot_minor": 0, "bank_minor": None}


def test_every_event_is_one_row_and_stands_in_the_tables_chain(banked: Banked) -> None:
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(NO_NATURAL)
    rows = list(EveningEvent.objects.order_by("number").values_list("kind", "source", "round__number"))
    assert rows == [
        ("seated", "entered", None),
        ("banker", "entered", None),
        ("shuffled", "entered", None),
        ("cut", "entered", None),
        ("opened", "table", 1),
        ("dealt", "table", 1),
        ("settled", "table", 1),
    ]
    entries = [
        json.loads(body)
        for body in JournalEntry.objects.filter(chain=banked.table.chain).values_list("body", flat=True)
    ]
    told = [entry for entry in entries if entry["what"] == "evening.told"]
    assert [row[2] for entry in told for row in entry["facts"]["events"]] == [row[0] for row in rows]
    assert [entry["by"] for entry in told] == [banked.dealer.signature, "system", "system"]


def test_a_known_key_stores_nothing_again_and_a_stale_form_is_refused(banked: Banked) -> None:
    first = evenings.tell(banked.table, [SEATED], by=banked.dealer, key="once")
    again = evenings.tell(banked.table, [SEATED], by=banked.dealer, key="once")
    assert (first, EveningEvent.objects.count()) == (again, 1)
    with pytest.raises(refusals.StaleForm):
        banked.tell(("banker", "1"), seen=0)
    assert banked.tell(("banker", "1"), seen=1).bank == "1"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (("bribed", "3"), "kind 'bribed' is unknown"),
        (("took",), "took has 1 fields (place), not 0"),
        (("bid", "2", -5), "amount_minor of bid is -5; it must be whole minor units above 0"),
        (("seated", ["1", "1"]), "it must be a list of boxes, each once"),
        (("burned", "1X"), "it must be a card such as QH"),
        (("settled", None, None), "said by the table itself"),
        (("voided", 9, ""), "no event 9 in this evening"),
        (("corrected", 1, ["voided", 1, ""], ""), "never another correction"),
        ("took", "an event is a list"),
    ],
)
def test_what_is_no_event_is_refused_with_what_would_be_right(banked: Banked, event: Any, sentence: str) -> None:
    banked.tell(SEATED)
    with pytest.raises(refusals.BadEvent) as refused:
        banked.tell(event)
    assert sentence in str(refused.value)
    assert EveningEvent.objects.count() == 1


def test_only_the_dealer_of_the_open_table_tells_and_a_supervisor_puts_right(
    banked: Banked, boss: Staff, person: Callable[..., Staff]
) -> None:
    with pytest.raises(refusals.NotYourTable):
        banked.tell(SEATED, by=person("dealer", "other"))
    banked.tell(SEATED, ("banker", "1"))
    assert banked.tell(("corrected", 2, ["banker", "2"], "misheard"), by=boss).bank == "2"
    assert EveningEvent.objects.get(number=3).source == "ruled"
    with pytest.raises(refusals.NoSuchBox):
        banked.tell(("took", "7"))


def test_the_house_has_no_evening(table: Any, dealer: Staff) -> None:
    assert evening_view(table) is None
    with pytest.raises(refusals.HouseBank):
        evenings.tell(table, [SEATED], by=dealer, key="one")
    assert not Evening.objects.exists()


@pytest.mark.parametrize(
    ("events", "step"),
    [
        ([], "Say who plays"),
        ([SEATED], "Choose the banker"),
        ([SEATED, ("banker", "1"), *READY, ("left",)], "Auction the bank"),
    ],
)
def test_who_asks_to_begin_a_round_needs_a_banker(banked: Banked, events: list[Any], step: str) -> None:
    if events:
        banked.tell(*events)
    with pytest.raises(refusals.NoBanker) as refused:
        banked.stakes(b2=5_00)
    assert step in str(refused.value)
    assert not Round.objects.exists()


def test_a_bank_that_is_offered_must_be_answered_before_the_next_round(banked: Banked) -> None:
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    with pytest.raises(refusals.NoBanker) as refused:
        banked.stakes(b2=5_00)
    assert "Offer the bank to box\u00a04" in str(refused.value)


def test_cards_that_lie_take_the_bank_to_whoever_has_the_right_to_it(banked: Banked) -> None:
    """A card is never refused: the one to whom the bank was offered is taken to have it, and that can be put right."""
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    taken = rounds.take_at(banked.table, [Draft("card", ("1", "??", "down", "along"))], by=banked.dealer, key="found")
    assert opened_with(taken.round) == (("1", "2", "3"), "4")
    row = EveningEvent.objects.get(kind="took")
    assert row.source == "inferred"
    view = banked.tell(("corrected", row.number, ["refused", "4"], "he declined"))
    assert (view.bank, view.findings) == ("1", ())
    fold = felt.fold_of(taken.round, felt.facts_of(taken.round))
    assert [box.place for box in fold.boxes] == ["2", "3", "4"]


def test_a_round_that_nobody_banks_is_seated_when_somebody_tells(banked: Banked) -> None:
    taken = rounds.take_at(banked.table, [Draft("card", ("2", "??", "down", "along"))], by=None, key="camera")
    assert opened_with(taken.round) == (("1", "2", "3", "4"), "?")
    assert [row.rule for row in EveningVerdict.objects.open().order_by("pk")] == ["R-BJV-3", "I-28"]
    view = banked.tell(SEATED, ("banker", "1"))
    assert (view.bank, [finding.rule for finding in view.findings]) == ("1", ["I-28"])
    round = taken.round
    assert felt.facts_of(round)[-1][5:] == (round.sign.terms_hash, ("2", "3", "4"), "1")
    assert [box.place for box in felt.fold_of(round, felt.facts_of(round)).boxes] == ["2", "3", "4"]


def test_findings_are_verdicts_of_the_evening_that_a_supervisor_closes(
    banked: Banked, boss: Staff, person: Callable[..., Staff]
) -> None:
    """I-28, I-29: new, withdrawn by a correction, closed once."""
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    banked.play(THIRD_NATURAL)
    banked.tell(("took", "3"))
    found = list(EveningVerdict.objects.open().order_by("pk"))
    assert [(row.rule, row.slot, row.state) for row in found] == [("I-28", "0", "new"), ("I-29", "3", "new")]
    banked.tell(("corrected", found[1].because, ["took", "4"], "tapped wrong"))
    assert [row.rule for row in EveningVerdict.objects.open()] == ["I-28"]
    assert EveningVerdict.objects.get(state="withdrawn").rule == "I-29"
    with pytest.raises(refusals.OwnHand):
        evenings.close_verdict(found[0], "upheld", by=banked.dealer)
    with pytest.raises(refusals.ReasonMissing):
        evenings.close_verdict(found[0], "misread", by=boss)
    evenings.close_verdict(found[0], "upheld", by=boss)
    with pytest.raises(refusals.AlreadyClosed):
        evenings.close_verdict(found[0], "put_right", by=person("supervisor", "third"))
    with pytest.raises(refusals.VerdictGone):
        evenings.close_verdict(found[1], "upheld", by=boss)
    view = evening_view(banked.table)
    assert view is not None
    assert view.findings == ()
    assert [one.closing.outcome for one in view.verdicts if one.closing] == ["upheld"]


def test_the_pot_goes_on_and_a_ruling_on_the_round_is_followed(make_banked: MakeBanked, boss: Staff) -> None:
    """R-FIF-9, R-FIF-10: a tie leaves the pot; when the cards are ruled otherwise the evening is told, and finds it."""
    banked = make_banked("fifteen-000", boxes=2)
    banked.tell(("seated", ["1", "2"]), ("banker", "1"), ("shuffled", "1"), ("cut", "2"))
    first = banked.play("TS TH")
    view = evening_view(banked.table)
    assert view is not None
    assert (view.pot_minor, view.bank) == (10_00, "1")
    second = banked.play("9S TD")
    pots = [fact[5:] for fact in felt.facts_of(second) if fact[2] == "stake" and fact[3] == "table"]
    assert pots == [("pot", 10_00, "main")]
    view = evening_view(banked.table)
    assert view is not None
    assert (view.pot_minor, view.offer, view.findings) == (0, ("2",), ())
    told = felt.facts_of(first)
    card = next(fact for fact in told if fact[2] == "card" and fact[5] == "0")
    shown = next(fact for fact in told if fact[2] == "turned" and fact[5] == card[0])
    contested = disputes.raise_on(first, "0", words="The banker had a nine.", by=boss)
    ruled = Draft("corrected", (shown[0], ["turned", card[0], "9H"], "clip"))
    disputes.rule_on(contested, "for_player", reason="clip", by=boss, drafts=[ruled])
    corrected = EveningEvent.objects.get(kind="corrected")
    assert (corrected.round, json.loads(corrected.body)[6][2]) == (first, 0)
    view = evening_view(banked.table)
    assert view is not None
    assert [(one.rule, one.done, one.args) for one in view.findings] == [
        ("R-FIF-9", "carried_otherwise", {"amount_minor": 10_00, "right_minor": 0})
    ]


def test_one_evening_runs_at_a_table(banked: Banked) -> None:
    banked.tell(SEATED)
    evening = Evening.objects.get()
    with pytest.raises(IntegrityError, match="runs at this table already"), transaction.atomic():
        Evening.objects.create(table=banked.table, number=2, sign=evening.sign)


def test_a_sign_of_another_game_ends_the_evening_and_one_of_the_same_goes_on(banked: Banked, boss: Staff) -> None:
    banked.tell(SEATED, ("banker", "1"))
    tables.post_sign(banked.table, "variable-000", limits=Limits(2_00, 50_00, 1_00), by=boss)
    told = banked.tell(("shuffled", "1"))
    assert (told.number, told.bank) == (1, "1")
    assert list(EveningEvent.objects.filter(kind="posted").values_list("source", flat=True)) == ["table"]
    tables.post_sign(banked.table, "pontoon-000", limits=LIMITS, by=boss)
    view = evening_view(banked.table)
    assert view is not None
    assert (view.number, view.seated, view.game) == (2, (), "pontoon")
    banked.tell(SEATED)
    assert EveningEnd.objects.get().why == "other_game"
    assert [evening.number for evening in Evening.objects.order_by("number")] == [1, 2]


def test_the_census_counts_anew_when_the_cards_are_shuffled_at_the_table(banked: Banked) -> None:
    """R-BJV-46, R-S75-12: the same card in two rounds is a card too many only where nobody shuffled between them."""
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(NO_NATURAL)
    banked.tell(("shuffled", "1"), ("cut", "2"))
    banked.play(NO_NATURAL)
    assert not Verdict.objects.filter(rule="CENSUS").exists()
    last = banked.play(NO_NATURAL)
    surplus = Verdict.objects.filter(rule="CENSUS")
    assert {(row.round_id, row.finding["args"]["card"]) for row in surplus} == {
        (last.pk, card) for card in NO_NATURAL.split()
    }
    banked.tell(("shuffled", "1"), ("cut", "2"))
    banked.play(NO_NATURAL)
    banked.play(NO_NATURAL)
    assert surplus.all().count() == 2 * len(NO_NATURAL.split())


def test_cards_shuffled_in_mid_round_are_counted_from_then_on_but_for_those_in_hands(banked: Banked) -> None:
    """R-BJV-46, AMB-12."""
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play("9S 8D 7H 7C 9D 8C KS TD")
    banked.stakes(b2=5_00, b3=5_00, b4=5_00)
    for card in ["2:??", "3:??", "4:??", "0:6C", "2:??", "3:??", "4:??", "0:??"]:
        banked.deal(card)
    banked.say(Draft("said", ("2", "hit", None)))
    banked.deal("2:2H")
    banked.say(Draft("indicator", ("mouth",)), Draft("shuffled", ("1", None)), Draft("cut", ("2", None)))
    banked.say(Draft("said", ("2", "hit", None)))
    banked.deal("2:9S")  # of the first round: shuffled in
    assert not Verdict.objects.filter(rule="CENSUS").exists()
    banked.say(Draft("said", ("2", "hit", None)))
    banked.deal("2:6C")  # the banker's own lies on the table
    assert [row.finding["args"]["card"] for row in Verdict.objects.filter(rule="CENSUS")] == ["6C"]


def test_an_evening_asks_the_database_no_more_when_it_is_long(
    banked: Banked, django_assert_num_queries: Callable[..., Any]
) -> None:
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(NO_NATURAL)
    with CaptureQueriesContext(connection) as short:
        evening_view(banked.table)
    for _ in range(4):
        banked.tell(("shuffled", "1"), ("cut", "2"))
        banked.play(NO_NATURAL)
    with django_assert_num_queries(len(short)):
        evening_view(banked.table)


def test_a_sign_that_is_played_with_other_packs_opens_no_round(banked: Banked, boss: Staff) -> None:
    tables.post_sign(banked.table, "seven-half-000", limits=LIMITS, by=boss)
    banked.tell(SEATED, ("banker", "1"), *READY)
    with pytest.raises(refusals.WrongPacks):
        banked.stakes(b2=5_00)
    found = rounds.take_at(banked.table, [Draft("card", ("2", "7S", "down", "along"))], by=banked.dealer, key="lies")
    assert opened_with(found.round) == (("2", "3", "4"), "1")
