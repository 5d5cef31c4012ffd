"""Planted mistakes: each is marked at once, at its place, with the rule that was broken, in the game's own clauses."""

import random
from collections.abc import Callable

import pytest

from tables.rules import profile_names
from tables.rules.hands import OPEN, STOOD
from tables.rules.text import LANGUAGES, rule_text, rule_title
from tables.school import clauses
from tables.school.acts import Act, BadAct
from tables.school.exercise import Exercise
from tables.school.marks import Mark
from tables.school.plans import BadPlan, Plan
from tests.school.test_perfect import any_act, exercise, played

Wrong = Callable[[Exercise], Act | None]


def planted(profile: str, wrong: Wrong) -> tuple[Exercise, Mark]:
    """The first round in which the mistake can be made, and its mark."""
    for seed in range(200):
        begun = exercise(profile, seed)
        for _right in played(begun):
            act = None if begun.lapse is not None else wrong(begun)
            if act is not None:
                mark = begun.take(act, 7)
                assert mark is not None
                assert begun.marks == [mark]
                return begun, mark
    raise AssertionError("the mistake could not be made")


def due(begun: Exercise) -> tuple[str, str]:
    step = begun.due().step
    return step.code, step.slot or ""


def to_the_next_box(begun: Exercise) -> Act | None:
    """In the first round of dealing, one box is passed over."""
    code, slot = due(begun)
    later = [place for place in begun.seated if slot and int(place) > int(slot.partition(".")[0])]
    is_first = code == "deal_card" and bool(begun.round.cards) and not begun.round.hands[slot].cards
    return Act(begun.answer().word, later[0]) if is_first and later else None


def to_the_same_box(begun: Exercise) -> Act | None:
    last = begun.facts[-1]
    is_next = due(begun) in {("deal_card", place) for place in begun.seated if place != last[5]}
    return Act("card_up", last[5]) if last[2] == "card" and last[5] != "0" and is_next else None


def to_an_empty_box(begun: Exercise) -> Act | None:
    empty = [box.place for box in begun.round.boxes if box.place not in begun.seated]
    return Act("card_up", empty[0]) if due(begun)[0] == "deal_card" and empty and begun.round.cards else None


def after_it_stood(begun: Exercise) -> Act | None:
    last = begun.facts[-1]
    stood = [fact[5] for fact in begun.facts if fact[2] == "said" and fact[6] == "stand"]
    return Act("card_up", stood[-1]) if due(begun)[0] == "deal_to" and stood and last[6] == "hit" else None


def past_a_box_that_asked(begun: Exercise) -> Act | None:
    """Box 2 asked for a card, and the card goes to the next one."""
    code, _slot = due(begun)
    later = [hand.slot for hand in begun.round.order[begun.round.cur + 1 :] if hand.state == OPEN]
    is_hit = begun.due().step.detail.get("why") == "hit"
    return Act("card_up", later[0]) if code == "deal_to" and is_hit and later else None


def bank_draws_on_17(begun: Exercise) -> Act | None:
    r = begun.round
    is_done = due(begun)[0] in ("pay", "collect", "return_stake") and r.banking and not r.paid
    return Act("card_up", "0") if is_done and 17 <= r.dealer.best <= 21 and not r.dealer_natural else None


def bank_stands_on_16(begun: Exercise) -> Act | None:
    live = [hand.slot for hand in begun.round.order if hand.state == STOOD]
    return Act("pay", live[0], 1000) if due(begun)[0] == "dealer_draws" and live else None


def too_little(begun: Exercise) -> Act | None:
    right = begun.answer()
    is_even = due(begun)[0] == "pay" and begun.due().step.detail["why"] == "R-BJF-31" and right.word == "pay"
    return Act("pay", right.slot, (right.amount_minor or 0) - 100) if is_even else None


def natural_at_even_money(begun: Exercise) -> Act | None:
    right, step = begun.answer(), begun.due().step
    stake = begun.round.hands[step.slot].stake if step.slot in begun.round.hands else None
    is_natural = step.code == "pay" and step.detail["why"] == "R-BJF-25" and step.detail["pay_kind"] == "main"
    return Act("pay", right.slot, stake) if is_natural else None


def push_collected(begun: Exercise) -> Act | None:
    return Act("take", begun.answer().slot) if due(begun)[0] == "return_stake" else None


def without_insurance(begun: Exercise) -> Act | None:
    return Act("peek") if due(begun)[0] == "offer_insurance" else None


def without_looking(begun: Exercise) -> Act | None:
    return Act("card_up", begun.seated[0]) if due(begun)[0] == "peek" and not begun.offered_at else None


def natural_kept_back(begun: Exercise) -> Act | None:
    is_natural = due(begun)[0] == "turn_hole" and begun.due().step.detail.get("why") == "natural"
    return Act("card_up", begun.seated[0]) if is_natural else None


def before_the_stakes_closed(begun: Exercise) -> Act | None:
    return Act("card_up", begun.seated[0]) if due(begun)[0] == "take_stakes" else None


def looked_without_right(begun: Exercise) -> Act | None:
    is_low = due(begun)[0] == "deal_to" and not begun.round.peeked
    return Act("peek") if is_low else None


def gathered_too_early(begun: Exercise) -> Act | None:
    is_settling = due(begun)[0] in ("pay", "collect") and begun.due().step.detail["why"] == "R-BJF-31"
    return Act("gather") if is_settling else None


def closed_card_open(begun: Exercise) -> Act | None:
    right = begun.answer()
    return Act("card_up", right.slot) if right.word == "card_down" and right.slot != "0" else None


def bank_draws_after_standing(begun: Exercise) -> Act | None:
    stood = any(fact[2:7] == ("said", "entered", "dealer", "0", "stand") for fact in begun.facts)
    return Act("card_up", "0") if stood and due(begun)[0] in ("show_hand", "turn_hole") else None


def bank_waits_for_nobody(begun: Exercise) -> Act | None:
    return Act("gather") if due(begun)[0] == "banker_acts" else None


@pytest.mark.parametrize(
    ("profile", "wrong", "rule", "is_carried_out"),
    [
        ("casino-s17", to_the_next_box, "I-1", True),
        ("casino-s17", to_the_same_box, "I-2", True),
        ("blackjack-000", to_the_next_box, "I-1", True),
        ("casino-s17", to_an_empty_box, "R-BJF-13", True),
        ("casino-s17", after_it_stood, "I-6", True),
        ("casino-s17", past_a_box_that_asked, "R-BJF-26", False),
        ("casino-s17", bank_draws_on_17, "I-16", True),
        ("casino-s17", bank_stands_on_16, "I-16", True),
        ("casino-s17", too_little, "R-BJF-31", True),
        ("casino-s17", natural_at_even_money, "R-BJF-25", True),
        ("casino-s17", push_collected, "R-BJF-31", True),
        ("casino-s17", without_insurance, "R-BJF-21", False),
        ("casino-s17", without_looking, "R-BJF-17", False),
        ("casino-s17", natural_kept_back, "R-BJF-18", False),
        ("casino-s17", before_the_stakes_closed, "R-BJF-13", False),
        ("casino-s17", looked_without_right, "I-13", True),
        ("casino-s17", gathered_too_early, "R-BJF-31", False),
        ("variable-000", past_a_box_that_asked, "R-BJV-25", False),
        ("variable-000", bank_draws_after_standing, "R-BJV-29", True),
        ("pontoon-000", to_the_next_box, "R-PON-5", False),
        ("pontoon-000", before_the_stakes_closed, "R-PON-6", False),
        ("seven-half-000", closed_card_open, "R-S75-7", False),
        ("sem-base", closed_card_open, "R-SEM-5", False),
        ("macao-000", past_a_box_that_asked, "R-MAC-8", False),
        ("macao-000", bank_draws_after_standing, "R-MAC-8", True),
        ("fifteen-000", closed_card_open, "R-FIF-4", False),
        ("fifteen-000", bank_waits_for_nobody, "R-FIF-7", False),
        ("farmer-000", closed_card_open, "R-FAR-10", False),
        ("farmer-000", bank_waits_for_nobody, "R-FAR-13", False),
        ("ten-half-000", closed_card_open, "R-S75-7", False),
        ("ochko36-online", past_a_box_that_asked, "R-O36-13", False),
        ("ochko36-online", bank_draws_after_standing, "R-O36-18", True),
        ("ochko2d-c", without_looking, "R-O2D-7", False),
        ("ochko2d-c", natural_kept_back, "R-O2D-7", False),
        ("ochko2d-c", past_a_box_that_asked, "R-O2D-10", False),
    ],
)
def test_a_mistake_is_marked_at_once_with_its_rule(profile: str, wrong: Wrong, rule: str, is_carried_out: bool) -> None:
    begun, mark = planted(profile, wrong)
    assert (mark.rule, mark.is_carried_out) == (rule, is_carried_out)
    for language in LANGUAGES:
        assert rule_text(begun.terms, rule, language)


def test_a_round_gathered_too_early_goes_on_whatever_rule_it_broke() -> None:
    """I-16: the bank must still draw; the mark is seen in the same round."""
    begun, mark = planted("casino-s17", lambda each: Act("gather") if due(each)[0] == "dealer_draws" else None)
    assert (mark.rule, mark.is_carried_out, begun.is_over) == ("I-16", False, False)


def test_an_act_taken_back_leaves_the_mark_and_the_round_goes_on() -> None:
    begun, mark = planted("casino-s17", after_it_stood)
    begun.take_back()
    for _right in _rest(begun):
        pass
    assert begun.marks == [mark]
    assert begun.round.findings() == []


def test_an_act_that_stands_is_ruled_as_on_the_floor_and_the_round_goes_on() -> None:
    """I-6: the guest chooses, and is not marked again."""
    begun, mark = planted("casino-s17", after_it_stood)
    assert begun.due().step.detail["choices"] == ["keep", "refuse"]
    assert begun.answer() == Act("choose", mark.slot, option="refuse")
    for _right in _rest(begun):
        pass
    assert begun.marks == [mark]
    assert [finding.rule for finding in begun.round.findings()] == ["I-6"]


def _rest(begun: Exercise) -> list[Act]:
    done: list[Act] = []
    while not begun.is_over:
        done.append(begun.answer())
        begun.take(done[-1], 9)
    return done


@pytest.mark.parametrize("profile", profile_names())
def test_a_dealer_who_errs_and_goes_on_comes_to_the_end(profile: str) -> None:
    """Nothing that stands stops the round, whatever it was."""
    for seed in range(8):
        begun, chance = exercise(profile, seed), random.Random(seed)
        for moment in range(1, 400):
            act = any_act(begun, chance) if chance.random() < 0.25 else begun.answer()
            begun.take(act, moment)
            if begun.is_over:
                break
        assert begun.is_over, (seed, begun.due().step)


def test_every_step_has_a_rule_with_words() -> None:
    """Whatever is due at some game, the rule that demands it can be shown in both languages."""
    for profile in ("casino-s17", "variable-000", "pontoon-000", "seven-half-000", "sem-base", "macao-000",
                    "fifteen-000", "farmer-000", "ten-half-000", "ochko36-home", "ochko2d-c"):  # fmt: skip
        begun = exercise(profile, 3)
        for _right in played(begun):
            rules = {clauses.rule_of(begun.terms, begun.due().step), clauses.rule_of_face(begun.terms)}
            for rule in rules:
                assert all(
                    rule_text(begun.terms, rule, lang) and rule_title(begun.terms, rule, lang) for lang in LANGUAGES
                )


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (Act("juggle"), "must be one of card_up"),
        (Act("card_up", "9"), "must be one of 1, 2"),
        (Act("pay", "1"), "type how much"),
        (Act("demand_double"), "no act of a dealer at this game"),
    ],
)
def test_what_is_no_act_is_refused_with_what_would_be(act: Act, says: str) -> None:
    begun = exercise("casino-s17", 1)
    with pytest.raises(BadAct, match=says):
        begun.take(act, 1)
    assert begun.marks == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"profile": "whist"}, "profile is 'whist'"),
        ({"rounds": 7}, "rounds is 7; it must be one of 5, 10, 20"),
        ({"level": "asleep"}, "must be one of guided, alone"),
        ({"players": 0}, "from 1 to 5"),
    ],
)
def test_a_plan_that_cannot_be_held_is_refused(changed: dict[str, object], says: str) -> None:
    row = {"profile": "casino-s17", "players": 3, "rounds": 5, "level": "alone", "seed": 1, **changed}
    with pytest.raises(BadPlan, match=says):
        Plan.from_json(row)
