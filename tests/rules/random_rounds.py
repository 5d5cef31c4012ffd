"""Seeded rounds for property tests: any legal sign, any legal play."""

import random

from shoes.cards import TEXTS
from tables.rules.facts import Fact
from tables.rules.options import IllegalOption
from tables.rules.phases import PLAY
from tables.rules.play import Player
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms

OPTIONS: dict[str, tuple[object, ...]] = {
    "deal_mode": ("a", "b", "c", "d", "e"),
    "hole_card": ("peek", "no_peek", "dealt_last"),
    "no_peek_loss": ("original_only", "all_bets"),
    "insurance": ("off", "ace", "ten_or_ace"),
    "naturals_paid": ("before_draws", "in_turn"),
    "natural_pays": ("3:2", "2:1", "6:5", "1:1"),
    "natural_rounding": ("exact", "down", "up", "half_up"),
    "natural_tie": ("push", "player_pays"),
    "tie": ("push", "banker_wins"),
    "split": ("off", "on"),
    "pair_rule": ("same_rank", "same_value"),
    "resplit": (True, False),
    "resplit_aces": (True, False),
    "max_hands": ("off", 2, 3, 4),
    "split_aces_one_card": (True, False),
    "split_deal": ("as_played", "both_at_once"),
    "double_after_split": (True, False),
    "double": ("off", "any_two", "total_10_11", "total_9_10_11", "first_card_ten_or_ace"),
    "double_card_face": ("down", "up"),
    "double_for_less": (True, False),
    "triple": (True, False),
    "surrender": ("off", "late", "early"),
    "even_money": (True, False),
    "dealer_policy": ("draw_to_17_ace11", "draw_soft_17"),
    "bust_penalty": ("double_original", "double_stake", "none"),
}
PROFILES = ("blackjack-000", "blackjack-000-nopeek", "blackjack-003b", "casino-s17", "casino-h17", "casino-enhc")
WORDS = ("hit", "stand", "double", "split", "surrender", "triple", "insure", "even_money")
LIMITS = Limits(100, 100000)


def any_terms(chance: random.Random, **fixed: object) -> Terms:
    """A legal sign."""
    while True:
        names = chance.sample(sorted(OPTIONS), k=chance.randrange(len(OPTIONS)))
        options = {**{name: chance.choice(OPTIONS[name]) for name in names}, **fixed}
        try:
            return compile_terms(chance.choice(PROFILES), options, limits=LIMITS)
        except IllegalOption:
            continue


def shuffled(chance: random.Random) -> list[str]:
    """Four packs; sometimes few ranks, so that pairs, naturals and pushes are common."""
    cards = [card for card in TEXTS[:52] if chance.random() < 0.8 or card[0] in "AT8"] * 4
    if chance.random() < 0.4:
        cards = [card for card in cards if card[0] in chance.choice(("AT85", "AKQ9", "A2368"))] * 6
    chance.shuffle(cards)
    return cards


def any_round(seed: int, **fixed: object) -> tuple[Terms, list[Fact]]:
    """A round played by the rules from stakes to the end."""
    chance = random.Random(seed)
    terms = any_terms(chance, **fixed)
    player = Player(terms, shuffled(chance), places=[str(n) for n in range(1, chance.randrange(1, 6) + 1)])
    for place in player.round.places:
        if chance.random() < 0.8:
            player.put("stake", place, 100 * chance.randrange(1, 40), "main")
    player.deal()
    for _ in range(80):
        if not step(player, chance):
            break
    player.finish()
    return terms, player.facts


def step(player: Player, chance: random.Random) -> bool:
    """One request, refused or not; False once no box is left to act."""
    r = player.round
    if r.phase != PLAY or r.dealer_natural or r.banking:
        return False
    slots = [hand.slot for hand in r.order]
    if not slots or (r.cur >= len(r.order) and chance.random() < 0.7):
        return False
    slot = r.order[r.cur].slot if r.cur < len(r.order) and chance.random() < 0.8 else chance.choice(slots)
    word = chance.choice(WORDS)
    amount = (
        chance.choice((50, 100, 1000)) if word == "insure" or (word == "double" and chance.random() < 0.3) else None
    )
    player.request(Request(slot, word, amount))
    return True
