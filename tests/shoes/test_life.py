"""A shoe's life: each step in its order, by the right people, and refused otherwise."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.models import Staff
from shoes import queries, services
from shoes.cards import format_card
from shoes.models import Pack, PackState, ShoeCard, ShoeEvent, Step
from shoes.packs import composition
from tests.shoes.conftest import prepare

STEPS: dict[Step, Callable[[str, Staff], Any]] = {
    Step.VERIFIED: lambda key, by: services.verify(key, by=by),
    Step.SHUFFLED: lambda key, by: services.shuffle(key, by=by),
    Step.CUT: lambda key, by: services.cut(key, by=by, cut_by="3"),
    Step.STOP_CARD: lambda key, by: services.place_stop_card(key, 40, by=by),
    Step.BURNED: lambda key, by: services.burn(key, 3, by=by),
    Step.IN_PLAY: lambda key, by: services.start(key, by=by),
    Step.STOP_OUT: lambda key, by: services.stop_card_out(key, by=by),
    Step.ENDED: lambda key, by: services.end(key, by=by),
    Step.COUNTED: lambda key, by: services.count(key, full_count(2), by=by),
}


def full_count(decks: int) -> dict[str, int]:
    return {format_card(card): count for card, count in composition("fr52", decks).items()}


def states_of(packs: list[Pack]) -> set[str]:
    serials = [pack.serial for pack in packs]
    return {line.state for line in queries.packs_list() if line.serial in serials}


def test_a_shoe_lives_from_loading_to_the_count(loaded: str, packs: list[Pack], verifier: Staff) -> None:
    """R-BJF-4 shuffle, R-BJF-5 and R-BJF-6 cut, R-BJF-7 stop card, R-BJF-8 shoe, R-BJF-9 burn, R-BJF-34 end."""
    seen = [queries.state(loaded)]
    for step in STEPS.values():
        step(loaded, verifier)
        seen.append(queries.state(loaded))
    assert [shoe.state for shoe in seen if shoe] == [Step.LOADED, *STEPS]
    assert [shoe.is_in_play for shoe in seen if shoe] == [False] * 6 + [True, True, False, False]
    assert states_of(packs) == {PackState.ISSUED}
    assert JournalEntry.objects.filter(body__contains='"about":"shoe:S-1"').count() == 10


@pytest.mark.parametrize("done", range(len(STEPS) + 1))
def test_every_step_out_of_order_is_refused_and_changes_nothing(loaded: str, verifier: Staff, done: int) -> None:
    order = list(STEPS)
    for step in order[:done]:
        STEPS[step](loaded, verifier)
    now = queries.state(loaded)
    assert now is not None
    before = ShoeEvent.objects.count()
    for step in set(order) - set(now.next_steps):
        with pytest.raises(services.StepRefused, match=r"cannot come now\. Next comes: "):
            STEPS[step](loaded, verifier)
    assert (queries.state(loaded), ShoeEvent.objects.count()) == (now, before)


def test_who_loaded_the_packs_cannot_verify_them(loaded: str, loader: Staff) -> None:
    with pytest.raises(
        services.StepRefused, match=r"Ida Loader loaded shoe S-1; somebody else must verify its packs\."
    ):
        services.verify(loaded, by=loader)


def test_the_dealer_may_shuffle_again_before_play(loaded: str, verifier: Staff) -> None:
    """R-BJF-4: may reshuffle at any moment; then the cut and what follows come again."""
    for step in (Step.VERIFIED, Step.SHUFFLED, Step.CUT, Step.STOP_CARD, Step.BURNED, Step.SHUFFLED):
        STEPS[step](loaded, verifier)
    with pytest.raises(services.StepRefused):
        services.start(loaded, by=verifier)
    services.cut(loaded, by=verifier, cut_by="declined")
    assert [event.kind for event in _view(loaded).events][-2:] == [Step.SHUFFLED, Step.CUT]


def test_a_house_without_burn_and_stop_card_says_so(loaded: str, verifier: Staff) -> None:
    """R-BJF-7 with the indicator at 0, R-BJF-9 with `burn_count` 0 (blackjack-004, R-BJF-10)."""
    services.verify(loaded, by=verifier)
    services.shuffle(loaded, by=verifier)
    services.cut(loaded, by=verifier, cut_by="1")
    services.place_stop_card(loaded, 0, by=verifier)
    services.burn(loaded, 0, by=verifier)
    services.start(loaded, by=verifier)
    assert not ShoeCard.objects.exists()


@pytest.mark.parametrize("from_bottom", [-1, 104])
def test_a_stop_card_outside_the_shoe_is_refused(loaded: str, verifier: Staff, from_bottom: int) -> None:
    for step in (Step.VERIFIED, Step.SHUFFLED, Step.CUT):
        STEPS[step](loaded, verifier)
    with pytest.raises(services.StepRefused, match="0 to 103 cards from the bottom"):
        services.place_stop_card(loaded, from_bottom, by=verifier)


def test_a_shoe_that_ends_early_wants_a_reason(in_play: str, verifier: Staff) -> None:
    with pytest.raises(services.StepRefused, match=r"The stop card of shoe S-1 is not out; say why it ends early\."):
        services.end(in_play, by=verifier)
    services.end(in_play, by=verifier, reason="table closed")
    assert queries.has_ended(in_play)


def test_the_stop_card_makes_the_round_under_way_the_last(in_play: str, verifier: Staff) -> None:
    """R-BJF-34: finish the round, then reshuffle all."""
    assert (queries.may_open_round(in_play), queries.is_last_round(in_play)) == (True, False)
    services.stop_card_out(in_play, by=verifier)
    assert (queries.may_open_round(in_play), queries.is_last_round(in_play)) == (False, True)


def test_a_shuffler_has_only_its_packs_and_the_closing_count(packs: list[Pack], loader: Staff, verifier: Staff) -> None:
    key = services.load("C-1", packs, by=loader, kind="csm").key
    services.verify(key, by=verifier)
    services.start(key, by=verifier)
    twice = [(f"round:1:{number}", "QH") for number in range(9)]
    assert services.see(key, twice, at=timezone.now()) == []
    services.end(key, by=verifier)
    assert not services.count(key, full_count(2) | {"QH": 1}, by=verifier).is_none


def test_packs_in_a_shoe_cannot_be_loaded_again(loaded: str, packs: list[Pack], verifier: Staff) -> None:
    with pytest.raises(services.PackRefused, match="Pack P-001 is neither on the floor nor in the store"):
        services.load("S-2", packs[:1], by=verifier)


def test_packs_of_two_kinds_do_not_make_a_shoe(packs: list[Pack], loader: Staff) -> None:
    farmer = services.receive_pack("F-1", "fr45", "red", by=loader)
    with pytest.raises(services.PackRefused, match="all of one kind"):
        services.load("S-2", [*packs, farmer], by=loader)


def test_a_shoe_without_packs_or_with_one_twice_is_refused(packs: list[Pack], loader: Staff) -> None:
    for wrong in ([], [packs[0], packs[0]]):
        with pytest.raises(services.PackRefused, match="1 to 8 different packs"):
            services.load("S-2", wrong, by=loader)


def test_a_shoe_key_is_used_once(loaded: str, loader: Staff) -> None:
    fresh = services.receive_pack("P-009", "fr52", "red", by=loader)
    with pytest.raises(services.StepRefused, match="There is a shoe S-1 already"):
        services.load("S-1", [fresh], by=loader)


def test_a_shoe_without_a_key_gets_the_next(packs: list[Pack], loader: Staff) -> None:
    assert services.load("", packs, by=loader).key.startswith("S-0")


def test_a_pack_comes_into_the_house_once(packs: list[Pack], loader: Staff) -> None:
    with pytest.raises(services.PackRefused, match=r"Pack P-001 is in the house already\."):
        services.receive_pack("P-001", "fr52", "blue", by=loader)
    with pytest.raises(services.PackRefused, match="fr51 is no kind of pack"):
        services.receive_pack("P-050", "fr51", "blue", by=loader)


def test_packs_with_a_wrong_count_are_withdrawn(in_play: str, packs: list[Pack], verifier: Staff) -> None:
    services.end(in_play, by=verifier, reason="table closed")
    difference = services.count(in_play, full_count(2) | {"5H": 1, "KS": 3}, by=verifier)
    assert (difference.missing, difference.extra) == ((("5H", 1),), (("KS", 1),))
    assert states_of(packs) == {PackState.WITHDRAWN}
    assert [(alarm.kind, alarm.card) for alarm in _view(in_play).alarms] == [("missing", "5H"), ("extra", "KS")]


@pytest.mark.parametrize("counted", [{"Q?": 1}, {"ZZ": 1}, {"QH": -1}])
def test_a_closing_count_of_no_cards_is_refused(in_play: str, verifier: Staff, counted: dict[str, int]) -> None:
    services.end(in_play, by=verifier, reason="table closed")
    with pytest.raises(services.StepRefused):
        services.count(in_play, counted, by=verifier)
    assert _view(in_play).shoe.state == Step.ENDED


def test_an_unknown_shoe_is_named(loader: Staff) -> None:
    with pytest.raises(services.NoSuchShoe, match="There is no shoe S-404"):
        services.verify("S-404", by=loader)


@pytest.mark.parametrize("what", ["UPDATE shoes_shoeevent SET kind = 'ended'", "DELETE FROM shoes_shoecard"])
def test_the_database_refuses_to_change_a_shoe(in_play: str, what: str) -> None:
    from django.db import connection

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(what)


def test_the_next_shoe_of_the_same_packs_may_be_loaded_after_the_count(
    in_play: str, packs: list[Pack], loader: Staff, verifier: Staff
) -> None:
    services.end(in_play, by=verifier, reason="table closed")
    services.count(in_play, full_count(2), by=verifier)
    prepare(services.load("S-2", packs, by=loader).key, verifier)
    assert queries.may_open_round("S-2")


def _view(key: str) -> queries.ShoeView:
    view = queries.shoe_view(key)
    assert view is not None
    return view
