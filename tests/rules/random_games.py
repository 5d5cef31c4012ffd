"""Seeded rounds of every game of the family: any legal sign, any legal play."""

import random
from collections.abc import Iterator

from shoes.cards import format_card
from shoes.packs import PACKS
from tables.rules import stakes_late
from tables.rules.facts import Fact
from tables.rules.options import IllegalOption
from tables.rules.phases import PLAY
from tables.rules.play import Player
from tables.rules.profiles import GAMES
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms

VALUES: dict[str, tuple[object, ...]] = {
    "natural_pays": ("3:2", "2:1", "1:1"),
    "natural_tie": ("push", "player_pays", "banker_takes"),
    "undeclared_natural": ("ordinary_21", "natural"),
    "tie": ("push", "banker_wins"),
    "split": ("off", "on", "faces"),
    "pair_rule": ("same_rank", "same_value"),
    "resplit": (True, False),
    "resplit_aces": (True, False),
    "max_hands": ("off", 2, 4),
    "split_aces_one_card": (True, False),
    "split_deal": ("as_played", "both_at_once"),
    "double": ("off", "any_two", "total_10_11"),
    "double_card_face": ("down", "up"),
    "buy": (True, False),
    "banker_double_demand": (True, False),
    "bonus": (True, False),
    "bust_penalty": ("double_original", "double_stake", "none", "double_on_demand"),
    "wild_card": ("none", "KD", "QH"),
    "wild_alone": ("any", "half"),
    "natural_beats_ordinary": (True, False),
    "royal": (True, False),
    "dealer_natural_double": (True, False),
    "triple_hand": ("off", "two_sevens", "wild_natural"),
    "burn_first": ("off", "4", "3_or_4"),
    "bank_play": (True, False),
    "dealer_natural_ends_round": (True, False),
    "carry_ante": (True, False),
    "second_card": ("on_request", "automatic"),
    "max_cards": (3, 5, "off"),
    "immediate_21_max_cards": (2, 3, 5),
    "golden": (True, False),
    "banker_card": ("top_closed", "bottom_open"),
    "cover_card": ("none", "out_of_play", "dealt_next"),
    "comparison": ("vs_banker", "single_highest"),
    "stake_cap": ("none", "bank_total", "bank_each"),
    "buy_order": ("deal_order", "banker_first"),
    "both_bust": ("player_loses", "push"),
    "banker_bust_pays": ("1:1", "2:1"),
}
PRIVATE = sorted(name for name in GAMES if name != "blackjack-fixed-bank")
LIMITS = Limits(100, 1_000_000)
BANK_MINOR = 5000


def any_terms(chance: random.Random, game: str) -> Terms:
    """A legal sign of a game."""
    found = GAMES[game]
    names = [name for name in VALUES if name in found.options]
    while True:
        chosen = {name: chance.choice(VALUES[name]) for name in chance.sample(names, k=chance.randint(0, len(names)))}
        try:
            return compile_terms(chance.choice(sorted(found.profiles)), chosen, limits=LIMITS)
        except IllegalOption:
            continue


def shuffled(chance: random.Random, terms: Terms) -> Iterator[str]:
    """The game's pack over and over; sometimes few ranks, so that naturals, pairs and equal totals are common."""
    pack = [format_card(card) for card in PACKS[str(terms.options["pack"])]]
    if chance.random() < 0.5:
        ranks = chance.choice(("AKT", "7K", "A7K9", "6789", "A2378"))
        pack = [card for card in pack if card[0] in ranks or chance.random() < 0.2] or pack
    while True:
        chance.shuffle(pack)
        yield from pack


def any_player(chance: random.Random, terms: Terms) -> Player:
    """A round that is about to be dealt: its places, stakes, and what the banker puts up."""
    seats = 1 if terms.game.name == "fifteen" else chance.randint(1, 4)
    cards = shuffled(chance, terms)
    player = Player(terms, cards, places=[str(n) for n in range(1, seats + 1)])
    if terms.options.get("banker_card") == "bottom_open":
        player.bottom = [next(cards), next(cards)]
    if terms.game.name == "ochko-36" or "bank_play" in terms.game.options or "stake_cap" in terms.game.options:
        player.put("stake", "0", BANK_MINOR, "main")
    if terms.game.settle is not None and terms.game.name != "ochko-36" and chance.random() < 0.5:
        player.put("stake", "pot", 700, "main")
    for place in list(player.round.places):
        amount = 100 if terms.game.name == "farmer" else 100 * chance.randint(1, 10)
        request = Request(place, "stake", amount)
        if terms.bets_late:
            player.stakes.append(request)
        elif player.round.allows(request) is None and chance.random() < 0.9:
            player.put("stake", place, amount, "main")
    return player


def any_round(seed: int, game: str) -> tuple[Terms, list[Fact]]:
    """A round played by the rules from stakes to the end."""
    chance = random.Random(seed)
    terms = any_terms(chance, game)
    player = any_player(chance, terms)
    player.deal()
    for _ in range(60):
        if player.round.phase != PLAY and not stakes_late.is_open(player.round):
            break
        step(player, chance)
    player.finish()
    return terms, player.facts


def step(player: Player, chance: random.Random) -> bool:
    """One request, refused or not."""
    r = player.round
    slots = [hand.slot for hand in r.order] or list(r.hands)
    if stakes_late.is_open(r) and chance.random() < 0.7:
        return player.request(Request(*_before_second(r.is_demanded, slots, chance)))
    if r.phase == PLAY and r.cur >= len(r.order) and chance.random() < 0.8:
        return player.request(Request("0", chance.choice(("hit", "stand", "waive"))))
    if not slots:
        return False
    slot = r.order[r.cur].slot if r.cur < len(r.order) and chance.random() < 0.8 else chance.choice([*slots, "0"])
    word = chance.choice((*player.terms.game.acts, "hit_silent", "hit"))
    amount = chance.choice((100, 200, 500, 10**7)) if word == "buy" else None
    return player.request(Request(slot, word, amount))


def _before_second(is_demanded: bool, slots: list[str], chance: random.Random) -> tuple[str, str]:
    if not is_demanded:
        return "0", "demand_double"
    return chance.choice(slots), chance.choice(stakes_late.ANSWERS)
