"""What holds for every round of every game with a players' bank, over seeded signs and play."""

import json
import random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shoes.cards import RANKS
from tables.rules import codes, joins, pots, stakes_late
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, Hand
from tables.rules.phases import DEAL, PLAY
from tables.rules.play import Player
from tables.rules.round import Round, fold
from tables.rules.shapes import Request
from tables.rules.terms import Terms
from tests.rules.random_games import PRIVATE, any_player, any_round, any_terms, step
from tests.rules.test_any_facts import check, disturbed, strange

seeds = st.integers(0, 2**40)
games = st.sampled_from(PRIVATE)
many = settings(max_examples=200, deadline=None)
TOLD_LATE = ("I-7", "I-12", "I-20", "I-22")  # what a player who hides a bust, or takes a card on it, does wrong


def told(r: Round) -> dict[str, Any]:
    return {
        "due": r.due().as_json(),
        "findings": [finding.as_json() for finding in r.findings()],
        "settlement": r.settlement().as_json(),
        "picture": r.picture().as_json(),
    }


@many
@given(seeds, games)
def test_a_round_played_by_the_rules_ends_with_nothing_to_find_and_chips_that_add_up(seed: int, game: str) -> None:
    """R-GEN-11, R-FIF-9, R-FAR-18: what a pot or farm gains is what everybody together loses."""
    terms, facts = any_round(seed, game)
    r = fold(terms, facts)
    settled = r.settlement()
    assert [finding for finding in r.findings() if finding.rule not in TOLD_LATE] == []
    assert r.due().step.code == "round_over"
    assert settled.complete
    nets = [net for net in settled.nets.values() if net is not None]
    assert len(nets) == len(settled.nets)
    assert settled.house_minor is not None
    assert r.pot_minor is not None
    grown = (pots.left(r, settled) or 0) - r.pot_minor if game in ("fifteen", "farmer") else 0
    assert sum(nets) + settled.house_minor + grown == 0


@many
@given(seeds, games)
def test_no_chips_leave_a_bank_or_pot_that_are_not_there(seed: int, game: str) -> None:
    """R-O36-27, R-SEM-25, R-FIF-9: a pot and a bank pay no more than they hold."""
    terms, facts = any_round(seed, game)
    r = fold(terms, facts)
    settled = r.settlement()
    if game in ("fifteen", "farmer"):
        assert (pots.left(r, settled) or 0) >= 0
    elif game == "ochko-36" or terms.options.get("bank_play"):
        assert (pots.bank_left(r, settled) or 0) >= 0


@many
@given(seeds, games)
def test_the_order_in_which_facts_are_handed_over_does_not_matter(seed: int, game: str) -> None:
    terms, facts = any_round(seed, game)
    mixed = facts.copy()
    random.Random(seed).shuffle(mixed)
    assert told(fold(terms, joins.facts(mixed))) == told(fold(terms, joins.facts(facts)))


@many
@given(seeds, games)
def test_a_corrected_card_gives_the_round_that_would_have_been(seed: int, game: str) -> None:
    terms, facts = any_round(seed, game)
    chance = random.Random(seed)
    cards = [index for index, fact in enumerate(facts) if fact[2] == "card"]
    if not cards:
        return
    index = chance.choice(cards)
    right = facts[index]
    wrong = [*facts[:index], (*right[:6], chance.choice(RANKS) + "S", *right[7:]), *facts[index + 1 :]]
    put_right = (900, 900_000, "corrected", "entered", "tablet", right[0], (right[2], *right[5:]), "misread")
    corrected, plain = (told(fold(terms, joins.facts(rows))) for rows in ([*wrong, put_right], facts))
    assert _without_eyes(corrected) == _without_eyes(plain)


def _without_eyes(value: Any) -> Any:
    return json.loads(
        json.dumps(value), object_hook=lambda row: {k: v for k, v in row.items() if k not in ("saw", "source")}
    )


@many
@given(seeds, games)
def test_a_refused_request_leaves_the_round_as_it_was(seed: int, game: str) -> None:
    terms, facts = any_round(seed, game)
    chance = random.Random(seed)
    r = fold(terms, facts[: chance.randrange(len(facts) + 1)])
    before = told(r)
    words = (*terms.game.acts, "double", "insure", "stake", "waive", "demand_double", "accept", "refuse", "dance")
    for _ in range(20):
        slot = chance.choice([*r.hands, *r.places, "0", "99", "1.3"])
        r.allows(Request(slot, chance.choice(words), chance.choice((None, 1, 100, 10**9))))
    assert told(r) == before


@many
@given(seeds, games)
def test_a_card_for_a_finished_hand_or_word_that_is_not_allowed_leaves_a_finding(seed: int, game: str) -> None:
    """I-6, I-19, I-23, I-25: and the round goes on."""
    terms, facts = any_round(seed, game)
    chance = random.Random(seed)
    cut = chance.randrange(2, len(facts))
    r = fold(terms, facts[:cut])
    wrong = _wrong_fact(r, chance)
    if wrong is None:
        return
    before = {finding.key for finding in r.findings()}
    r = fold(terms, [*facts[:cut], (500, facts[cut - 1][1] + 1, *wrong)])
    assert {finding.key for finding in r.findings()} > before, (wrong, r.due())
    assert r.due().step.code in codes.STEPS


def _wrong_fact(r: Round, chance: random.Random) -> tuple[Any, ...] | None:
    if r.phase != PLAY or r.dealer_natural:
        return None
    found: list[tuple[Any, ...]] = []
    for hand in r.order:
        if hand.state != OPEN and not hand.is_excused and not hand.asides:
            found.append(("card", "entered", "sim", hand.slot, "KS", "up", "along"))
        if "double" not in r.terms.game.acts and not hand.is_excused and hand.state == OPEN:
            found += [("said", "entered", "sim", hand.slot, word, None) for word in ("double", "surrender")]
    return chance.choice(found) if found else None


@many
@given(seeds, games)
def test_a_card_that_lies_face_down_shapes_nothing_even_where_it_was_read(seed: int, game: str) -> None:
    """DESIGN 5: what only its holder or the shoe knows is in no prompt and no picture."""
    terms, facts = any_round(seed, game)
    chance = random.Random(seed)
    facts = facts[: chance.randrange(len(facts) + 1)]
    shown = {fact[5] for fact in facts if fact[2] == "turned"}
    closed = [(*f[:6], "??", *f[7:]) if f[2] == "card" and f[7] == "down" and f[0] not in shown else f for f in facts]
    read, unread = fold(terms, facts), fold(terms, closed)
    assert read.due().as_json() == unread.due().as_json()
    assert read.picture() == unread.picture()
    if not (facts and facts[-1][2] == "closed"):
        assert {finding.key for finding in read.findings()} == {finding.key for finding in unread.findings()}


@many
@given(seeds, games)
def test_cards_in_the_hand_are_settled_rightly_when_they_are_shown(seed: int, game: str) -> None:
    """A table without a camera: closed cards are entered when they are shown, and then the money is the same."""
    terms, facts = any_round(seed, game)
    unread = [(*f[:6], "??", *f[7:]) if f[2] == "card" and f[7] == "down" else f for f in facts]
    shown = {fact[5] for fact in facts if fact[2] == "turned"}
    down = {fact[0] for fact in facts if fact[2] == "card" and fact[7] == "down"}
    if down - shown:
        return  # a hand that nobody had to show
    assert fold(terms, unread).settlement() == fold(terms, facts).settlement()


@many
@given(seeds, games)
@example(0, "ochko-36")
def test_what_is_due_leads_to_the_end_by_itself(seed: int, game: str) -> None:
    """A dealer who does only what is due, with players who say any permitted word, finishes every round."""
    chance = random.Random(seed)
    terms = any_terms(chance, game)
    player = any_player(chance, terms)
    for _ in range(200):
        due = player.round.due()
        if due.step.code == "round_over":
            break
        assert set(due.step.detail) <= set(codes.STEPS[due.step.code])
        _do(player, due.step.code, due.step.slot, due.permitted, chance)
    assert player.round.due().step.code == "round_over"
    assert [f for f in fold(terms, player.facts).findings() if f.rule not in TOLD_LATE] == []


def _do(
    player: Player, code: str, slot: str | None, permitted: tuple[tuple[str, str], ...], chance: random.Random
) -> None:
    r = player.round
    if code == "take_stakes":
        for request in player.stakes:
            if r.allows(request) is None:
                player.put("stake", request.slot, request.amount_minor, "main")
        if not any(box.stake for box in r.boxes):
            player.put("stake", "1", 100, "main")
        player.put("said", "0", "stakes_closed", None)
    elif code == "deal_card" and permitted and chance.random() < 0.6:
        player.put("said", *chance.choice(permitted), None)
    elif code in ("deal_card", "deal_to"):
        player.card(str(slot), face=_face(player, r.hands.get(str(slot))))
    elif code in ("deal_dealer_up", "dealer_draws", "deal_hole"):
        player.card("0", face="down" if code == "deal_hole" and r.phase != PLAY else "up")
    elif code in ("turn_hole", "show_hand"):
        player.show(r.dealer if code == "turn_hole" else r.hands[str(slot)])
    elif code == "peek":
        player.put("peeked", "0")
        if r.dealer.is_natural:
            player.show(r.dealer)
    elif code in ("pay", "collect", "return_stake"):
        pay = next(pay for pay in r.due().pays if pay.slot == slot)
        player.put("paid", pay.slot, pay.kind, pay.amount_minor)
    else:
        _say(player, permitted, chance)


def _face(player: Player, hand: Hand | None) -> str:
    why = hand.pending if hand is not None else None
    if why is None:
        held = len(hand.cards) if hand is not None else 0
        return "up" if player.terms.players_up[min(held, 1)] else "down"
    if why == "double":
        return str(player.terms.options["double_card_face"])
    if why == "burn":
        return str(player.terms.options["burn_face"])
    return "down" if why == "buy" else "up"


def _say(player: Player, permitted: tuple[tuple[str, str], ...], chance: random.Random) -> None:
    """A permitted word that the hand, which its holder can see, allows."""
    r = player.round
    able = [(slot, word) for slot, word in permitted if r.allows(Request(slot, word)) is None]
    slot, word = chance.choice(able)
    hand = r.hands.get(slot)
    if hand is not None and hand.bust_at:
        if player.terms.game.hides_busts:
            word = "stand"
        else:
            player.show(hand)
            return
    if hand is not None and word in ("double", "split", "claim"):
        player.show(hand)
        if hand.state != OPEN:
            return  # what was shown needs no word
    player.put("said", slot, word, player.terms.limits.min_minor if word == "buy" else None)


@many
@given(seeds, games)
def test_a_disturbed_round_folds_and_answers(seed: int, game: str) -> None:
    terms, facts = any_round(seed, game)
    _check(terms, disturbed(random.Random(seed), facts))


@many
@given(seeds, games)
def test_facts_from_nowhere_fold_and_answer(seed: int, game: str) -> None:
    chance = random.Random(seed)
    _check(any_terms(chance, game), [strange(chance, number) for number in range(1, chance.randint(2, 26))])


def _check(terms: Terms, facts: list[Fact]) -> None:
    if terms.game.settle is None:
        check(terms, facts)
        return
    told(fold(terms, joins.facts(facts)))


@many
@given(seeds, games)
def test_legal_play_always_ends(seed: int, game: str) -> None:
    chance = random.Random(seed)
    player = any_player(chance, any_terms(chance, game))
    player.deal()
    for _ in range(300):
        if player.round.phase not in (DEAL, PLAY) and not stakes_late.is_open(player.round):
            break
        step(player, chance)
    player.finish()
    assert len(player.facts) < 500
    assert player.round.due().step.code == "round_over"
