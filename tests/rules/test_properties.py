"""What holds for every round: seven sentences, each over seeded rounds of any legal sign."""

import json
import random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shoes.cards import RANKS
from tables.rules import joins
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, STOOD
from tables.rules.phases import DEAL, PLAY
from tables.rules.play import Player
from tables.rules.round import Round, fold
from tables.rules.shapes import Request
from tables.rules.terms import Terms
from tests.rules.random_rounds import any_round, any_terms, shuffled, step

seeds = st.integers(0, 2**40)
many = settings(max_examples=150, deadline=None)


def answer(terms: Terms, facts: list[Fact]) -> dict[str, Any]:
    return told(fold(terms, facts))


def told(r: Round) -> dict[str, Any]:
    """All that the engine says of a round, as plain values."""
    return {
        "due": r.due().as_json(),
        "findings": [finding.as_json() for finding in r.findings()],
        "settlement": r.settlement().as_json(),
        "picture": r.picture().as_json(),
    }


def without_eyes(value: Any) -> Any:
    """The same without who saw it."""
    text = json.dumps(value)
    plain: Any = json.loads(text, object_hook=lambda row: {k: v for k, v in row.items() if k not in ("saw", "source")})
    return plain


@many
@given(seeds)
def test_chips_sum_to_zero(seed: int) -> None:
    terms, facts = any_round(seed)
    settled = fold(terms, facts).settlement()
    assert settled.complete
    assert settled.house_minor is not None
    nets = [net for net in settled.nets.values() if net is not None]
    assert len(nets) == len(settled.nets)
    assert sum(nets) + settled.house_minor == 0


@many
@given(seeds)
def test_the_order_in_which_facts_are_handed_over_does_not_matter(seed: int) -> None:
    terms, facts = any_round(seed)
    mixed = facts.copy()
    random.Random(seed).shuffle(mixed)
    assert answer(terms, joins.facts(mixed)) == answer(terms, joins.facts(facts))


@many
@given(seeds)
def test_a_corrected_fact_gives_the_round_that_would_have_been(seed: int) -> None:
    terms, facts = any_round(seed)
    chance = random.Random(seed)
    index = chance.choice([i for i, fact in enumerate(facts) if fact[2] in ("card", "said", "stake")] or [0])
    right = facts[index]
    wrong = facts.copy()
    if right[2] == "card":
        wrong[index] = (*right[:6], chance.choice(RANKS) + "S", *right[7:])
    else:
        wrong[index] = (*right[:5], "7", *right[6:])
    put_right = (900, 900_000, "corrected", "entered", "tablet", right[0], (right[2], *right[5:]), "misread")
    corrected = joins.facts([*wrong, put_right])
    assert without_eyes(answer(terms, corrected)) == without_eyes(answer(terms, facts))
    inserted = [fact for fact in facts if fact is not right]
    late = (right[0], 900_000, "inserted", right[3], right[4], right[0] - 1, right[1], (right[2], *right[5:]), "unseen")
    assert answer(terms, joins.facts([*inserted, late])) == answer(terms, facts)
    doubled = (901, right[1], *right[2:])
    void = (902, 902_000, "voided", "entered", "tablet", 901, "twice")
    assert answer(terms, joins.facts([*facts, doubled, void])) == answer(terms, facts)


@many
@given(seeds)
def test_a_refused_request_leaves_the_round_as_it_was(seed: int) -> None:
    terms, facts = any_round(seed)
    chance = random.Random(seed)
    r = fold(terms, facts[: chance.randrange(len(facts) + 1)])
    before = told(r)
    refused = 0
    for _ in range(20):
        slot = chance.choice([*r.hands, *r.places, "0", "99", "1.3"])
        word = chance.choice(("hit", "stand", "double", "split", "surrender", "insure", "stake", "claim_top", "dance"))
        refused += r.allows(Request(slot, word, chance.choice((None, 1, 100, 10**9)))) is not None
    assert refused
    assert told(r) == before


HARMLESS = ("not_turn", "card_owed", "insured_already")  # a word for a later box, a word twice


@many
@given(seeds)
def test_a_fact_that_is_no_permitted_step_leaves_a_finding_and_a_round_that_goes_on(seed: int) -> None:
    terms, facts = any_round(seed, split="off")
    chance = random.Random(seed)
    cut = chance.randrange(2, len(facts))
    r = fold(terms, facts[:cut])
    wrong = _wrong_fact(r, chance)
    if wrong is None:
        return
    before = {finding.key for finding in r.findings()}
    r = fold(terms, [*facts[:cut], (500, facts[cut - 1][1] + 1, *wrong)])
    after = {finding.key for finding in r.findings()}
    assert after > before, (wrong, r.due())
    assert r.due().step.code
    rest = fold(terms, [*facts[:cut], (500, facts[cut - 1][1] + 1, *wrong), *facts[cut:]])
    assert {finding.key for finding in rest.findings()} >= after
    assert rest.due().step.code in ("round_over", "deal_on", "reshuffle")
    assert told(rest)


def _wrong_fact(r: Round, chance: random.Random) -> tuple[Any, ...] | None:
    """A fact that procedure does not permit now: a card for a finished hand or an empty box, a forbidden word."""
    if r.phase not in (DEAL, PLAY):
        return None
    found: list[tuple[Any, ...]] = []
    card = ("KS", "up", "along")
    if r.stakes_closed:
        found += [("card", "entered", "sim", box.place, *card) for box in r.boxes if box.state == 2]
    if r.phase == PLAY:
        done = [hand for hand in r.order if hand.state != OPEN and not hand.is_excused]
        found += [("card", "entered", "sim", hand.slot, *card) for hand in done]
        for hand in r.order:
            for word in ("hit", "double", "surrender", "insure", "buy"):
                if word == "surrender" and hand.state == STOOD and not hand.is_word:
                    continue  # the stand was inferred: an entered word beats it
                refusal = r.allows(Request(hand.slot, word, 10**9 if word in ("insure", "double") else None))
                if refusal is not None and refusal.code not in HARMLESS:
                    amount = 10**9 if word in ("insure", "double") else None
                    found.append(("said", "entered", "sim", hand.slot, word, amount))
    return chance.choice(found) if found else None


@many
@given(seeds)
def test_unknown_cards_make_no_finding_that_some_card_would_excuse(seed: int) -> None:
    terms, facts = any_round(seed)
    chance = random.Random(seed)
    if len(facts) < 5:
        return
    facts = _with_a_mistake(facts, chance)
    cards = [i for i, fact in enumerate(facts) if fact[2] == "card" and fact[7] == "up"]
    if not cards:
        return
    index = chance.choice(cards)
    fact = facts[index]
    keys = [
        {
            finding.key
            for finding in fold(terms, [*facts[:index], (*fact[:6], card, *fact[7:]), *facts[index + 1 :]]).findings()
        }
        for card in ["??", *(rank + "S" for rank in RANKS)]
    ]
    assert not any(known < keys[0] for known in keys[1:]), keys


@many
@given(seeds)
@example(863649)  # the up card was voided, and a card lies face down in its place
def test_a_card_that_lies_face_down_shapes_nothing_even_where_it_was_read(seed: int) -> None:
    terms, facts = any_round(seed)
    chance = random.Random(seed)
    facts = _with_a_mistake(facts, chance) if len(facts) > 4 else facts
    facts = facts[: chance.randrange(len(facts) + 1)]
    shown = {fact[5] for fact in facts if fact[2] == "turned"}
    closed = [(*f[:6], "??", *f[7:]) if f[2] == "card" and f[7] == "down" and f[0] not in shown else f for f in facts]
    read, unread = fold(terms, facts), fold(terms, closed)
    assert read.due().as_json() == unread.due().as_json()
    assert read.picture() == unread.picture()
    if not (facts and facts[-1][2] == "closed"):  # at the end everything has been shown
        assert {finding.key for finding in read.findings()} == {finding.key for finding in unread.findings()}


def _with_a_mistake(facts: list[Fact], chance: random.Random) -> list[Fact]:
    """One more card, one card less, or another sum paid."""
    index = chance.randrange(3, len(facts))
    at = facts[index - 1][1] + 1
    what = chance.randrange(4)
    if what == 0:
        slot = chance.choice(["0", "1", "2", "3"])
        return [*facts[:index], (500, at, "card", "observed", "sim", slot, "5D", "up", "along"), *facts[index:]]
    if what == 1:
        return [fact for i, fact in enumerate(facts) if i != index or fact[2] != "card"]
    if what == 2:
        slot = chance.choice(["1", "2"])
        paid = (500, at, "paid", "entered", "sim", slot, "main", chance.choice((0, 500, -700)))
        return [*facts[:-1], paid, facts[-1]]
    return facts


@many
@given(seeds)
def test_legal_play_always_ends(seed: int) -> None:
    chance = random.Random(seed)
    terms = any_terms(chance)
    player = Player(terms, shuffled(chance), places=["1", "2", "3"])
    for place in ("1", "2", "3"):
        player.put("stake", place, 100 * chance.randrange(1, 40), "main")
    player.deal()
    for _ in range(400):
        if not step(player, chance):
            break
    else:
        raise AssertionError("the boxes never finish")
    player.finish()
    assert len(player.facts) < 1000
    assert fold(terms, player.facts).findings() == []
    assert player.round.due().step.code == "round_over"


@many
@given(seeds)
def test_what_is_due_leads_to_the_end_by_itself(seed: int) -> None:
    """A dealer who does only what is due, with players who say any permitted word, finishes every round."""
    chance = random.Random(seed)
    terms = any_terms(chance)
    player = Player(terms, shuffled(chance), places=["1", "2", "3"])
    for _ in range(300):
        due = player.round.due()
        if due.step.code == "round_over":
            break
        _do(player, due.step.code, due.step.slot, due.permitted, chance)
    assert player.round.due().step.code == "round_over"
    assert fold(terms, player.facts).findings() == []


def _do(
    player: Player, code: str, slot: str | None, permitted: tuple[tuple[str, str], ...], chance: random.Random
) -> None:
    r = player.round
    if code == "take_stakes":
        for place in ("1", "2", "3"):
            player.put("stake", place, 1000, "main")
        player.put("said", "0", "stakes_closed", None)
    elif code in ("deal_card", "deal_to"):
        second = len(r.hands[slot].cards) if slot in r.hands else 0
        is_up = terms_face(player, second) if code == "deal_card" else "up"
        across = r.phase == PLAY and slot is not None and r.hands[slot].pending == "double"
        player.card(str(slot), face=str(player.terms.options["double_card_face"]) if across else is_up)
    elif code in ("deal_dealer_up", "dealer_draws"):
        player.card("0")
    elif code == "deal_hole":
        player.card("0", face="up" if r.phase == PLAY else "down")
    elif code in ("turn_hole", "show_hand"):
        player.show(r.dealer if slot == "0" or code == "turn_hole" else r.hands[str(slot)])
    elif code == "peek":
        player.put("peeked", "0")
        if r.dealer.is_natural:
            player.show(r.dealer)
    elif code in ("pay", "collect", "return_stake"):
        pay = next(pay for pay in r.due().pays if pay.slot == slot)
        player.put("paid", pay.slot, pay.kind, pay.amount_minor)
    else:
        _say(player, permitted, chance)


def _say(player: Player, permitted: tuple[tuple[str, str], ...], chance: random.Random) -> None:
    """A permitted word that the hand, which its holder can see, allows."""
    able = [(slot, word) for slot, word in permitted if player.round.allows(Request(slot, word)) is None or slot == "0"]
    slot, word = chance.choice(able)
    hand = player.round.hands.get(slot)
    if hand is not None and hand.bust_at:
        word = "bust"
    if hand is not None and word in ("double", "split"):
        player.show(hand)
    if word == "peek":
        player.put("said", "0", "decline_insurance", None)
        player.put("peeked", "0")
        if player.round.dealer.is_natural:
            player.show(player.round.dealer)
        return
    amount = 500 if word == "insure" else None
    player.put("said", slot, word, amount)


def terms_face(player: Player, second: int) -> str:
    return "up" if player.terms.players_up[min(second, 1)] else "down"
