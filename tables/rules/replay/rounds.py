"""Cases of kind `round`: seats, deal and actions become a played round, its fold the answer. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from shoes.cards import NotACard, format_cards, is_known, parse_cards
from tables.rules import holding, picture, play, pots, procedure, settle
from tables.rules import judge as judging
from tables.rules.hands import OUT, Box, Hand
from tables.rules.options import decimal_text, read_decimal
from tables.rules.round import Round, fold
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms

NO_LIMITS: Final = Limits(1, 10**15)  # a case's stakes are given, not asked for
POTS: Final = {"fifteen": "pot", "farmer": "farm"}
BANKS: Final = {"ochko-36": "bank_after"}
SHUFFLES_AFTER_WILD: Final = ("sette-e-mezzo",)
NUMBER: Final = re.compile(r"[0-9]{1,4}")
DECIMAL: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
EVENTS: Final = {
    "!missed": ("",),
    "!two_first": ("discard 0", "discard 1", "two_hands"),
    "!two_second": ("keep 0", "keep 1"),
    "!first_open": ("stay", "skip", "next_open_withdraw"),
    "!exposed": ("accept", "refuse"),
    "!unasked": ("keep", "refuse"),
}


class BadField(ValueError):
    """A field of a case that cannot be read; the message says which and what would be right."""


class Seats:
    """Which boxes a seat has: place names are `1`, `1b`, `1c` for the boxes of seat 1."""

    def __init__(self, case: Mapping[str, Any], terms: Terms) -> None:
        self.boxes: dict[int, list[str]] = {}
        self.stakes: list[Request] = []
        rows = case.get("seats")
        if not isinstance(rows, list):
            raise BadField(f"seats is {rows!r}; it must be a list of seats with their bets")
        for row in rows:
            self._add(row, terms)

    def _add(self, row: Any, terms: Terms) -> None:
        seat = row.get("seat") if isinstance(row, dict) else None
        bets = row.get("bets") if isinstance(row, dict) else None
        if type(seat) is not int or seat < 1 or seat in self.boxes or not isinstance(bets, list):
            raise BadField(f"seats has {row!r}; it must be an object with a new seat from 1 and a list of bets")
        if not terms.options["multi_hand"]:
            bets = bets[:1]
        self.boxes[seat] = [f"{seat}{'' if index == 0 else chr(97 + index)}" for index in range(len(bets))]
        for place, bet in zip(self.boxes[seat], bets, strict=True):
            self.stakes.append(Request(place, "stake", money(terms, bet, f"bets of seat {seat}")))

    @property
    def places(self) -> list[str]:
        return [place for seat in sorted(self.boxes) for place in self.boxes[seat]]

    def hands(self, r: Round, seat: int) -> list[Hand]:
        boxes = [r.places[place] for place in self.boxes.get(seat, [])]
        return [hand for box in boxes for hand in box.hands]

    def backed(self, r: Round, seat: int, index: int) -> Hand | None:
        """The hand that a side stake on a box follows: its right one after a split (R-GEN-10, AMB-2)."""
        places = self.boxes.get(seat, [])
        hands = r.places[places[index if index < len(places) else 0]].hands if places else []
        return hands[0] if hands else None


def money(terms: Terms, value: object, where: str) -> int:
    """Minor units of a decimal text. Raises BadField."""
    is_decimal = isinstance(value, str) and len(value) <= 20 and DECIMAL.fullmatch(value) is not None
    number = read_decimal(value) if is_decimal else None
    if number is None or number <= 0 or number * terms.per_unit != int(number * terms.per_unit):
        raise BadField(f"{where} has {value!r}; it must be an exact decimal above 0, as a text")
    return int(number * terms.per_unit)


def money_text(terms: Terms, minor: int) -> str:
    return decimal_text(Decimal(minor) / terms.per_unit)


def judge(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """What the engine makes of a round. Raises BadField, DealTooShort."""
    seats = Seats(case, terms)
    cards = cards_of(case)
    actions = actions_of(case)
    onlookers = _onlookers(terms, case)
    driver = _Driver(terms, seats, cards, actions, money=_money_of_bank(terms, case))
    driver.bottom = cards_of(case.get("input") or {}, "bottom")
    facts, rejected = driver.run()
    r = fold(terms, facts)
    got: dict[str, Any] = {
        "hands": {str(seat): hands_of(r, seats, seat) for seat in sorted(seats.boxes)},
        "banker" if terms.is_free else "dealer": dealer_of(r),
        "payouts": _payouts(terms, r, seats, onlookers),
        "next_banker": _next_banker(terms, r, seats),
        "violations": judging.violations(r),
    }
    got |= _extras(terms, r)
    if rejected:
        got["rejected"] = rejected
    return got


def _extras(terms: Terms, r: Round) -> dict[str, Any]:
    """What single games leave behind: pot, farm, bank, and whether the wild card calls for a shuffle."""
    name, settled = terms.game.name, r.settlement()
    found: dict[str, Any] = {}
    left = pots.left(r, settled) if name in POTS else pots.bank_left(r, settled) if name in BANKS else None
    if left is not None:
        found[{**POTS, **BANKS}[name]] = money_text(terms, left)
    if terms.game.name in SHUFFLES_AFTER_WILD and terms.options["wild_card"] != "none":
        found["reshuffle"] = procedure.is_wild_out(r)
    return found


def actions_of(case: Mapping[str, Any]) -> list[str]:
    actions = case.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadField(f"actions is {actions!r}; it must be a list of texts such as 1:hit")
    return actions


def _money_of_bank(terms: Terms, case: Mapping[str, Any]) -> dict[str, int]:
    """The banker's money and what earlier rounds left, by slot. Raises BadField."""
    found = case.get("input") or {}
    if not isinstance(found, dict):
        raise BadField(f"input is {found!r}; it must be an object")
    slots = {"bank": "0", "pot": "pot", "farm": "pot"}
    return {slots[key]: money(terms, found[key], f"input.{key}") for key in slots if found.get(key, "0") != "0"}


def _next_banker(terms: Terms, r: Round, seats: Seats) -> int | str:
    """Who deals next if nobody refuses."""
    told = holding.result(r)
    seat_of = {r.places[place].seat: seat for seat, places in seats.boxes.items() for place in places}
    naturals = tuple(seat_of[seat] for seat in told.naturals)
    taker = told.taker if told.taker is None else seat_of.get(told.taker, 0)
    return holding.next_banker(terms, sorted(seats.boxes), replace(told, naturals=naturals, taker=taker))


def cards_of(case: Mapping[str, Any], key: str = "deal") -> list[str]:
    text = case.get(key, "")
    if not isinstance(text, str):
        raise BadField(f"{key} is {text!r}; it must be a text of cards such as KS 7H 9D")
    try:
        cards = parse_cards(text)
    except NotACard as error:
        raise BadField(f"{key}: {error}") from None
    if not all(map(is_known, cards)):
        raise BadField(f"{key} is {text!r}; every card of a deal has a rank and a suit")
    return text.split()


class _Driver:
    """Actions name hands by number within a seat, which splits move: each is read when its turn comes."""

    def __init__(
        self, terms: Terms, seats: Seats, cards: list[str], actions: list[str], *, money: Mapping[str, int]
    ) -> None:
        self.terms = terms
        self.seats = seats
        self.cards = cards
        self.actions = actions
        self.money = money  # what the banker puts up, what lies in the pot
        self.bottom: list[str] = []

    def run(self) -> tuple[list[Any], list[int]]:
        player = play.Player(self.terms, self.cards, places=self.seats.places)
        player.bottom = self.bottom
        for slot, minor in self.money.items():
            player.put("stake", slot, minor, "main")
        play.stake(player, self.seats.stakes)
        read = [read_action(action, index, self.terms) for index, action in enumerate(self.actions)]
        claims = {seat for seat, _, word, _ in read if word == "claim_top"}
        for seat, hand, word, _ in read:
            name, _, option = word.partition(" ")
            if name in play.DEALING:
                told = ("claim" if seat in claims else "") if name == "!missed" else option
                player.events.setdefault(name, {})[self._slot(player.round, seat, hand, word)] = told
        player.deal()
        claimed = {hand.slot for hand in player.round.claims}
        rejected = []
        for index, (seat, hand, word, amount) in enumerate(read):
            slot = self._slot(player.round, seat, hand, word)
            if word == "claim_top" and slot in claimed:
                claimed.discard(slot)
            elif not player.request(Request(slot, word, amount)):
                rejected.append(index)
        player.finish()
        return player.facts, rejected

    def _slot(self, r: Round, seat: int, index: int, word: str) -> str:
        if seat == 0:
            return "0"
        if word == "insure" or word.startswith(play.DEALING):
            places = self.seats.boxes.get(seat, [])
            return places[index] if index < len(places) else f"{seat}?"
        hands = self.seats.hands(r, seat)
        if index < len(hands):
            return hands[index].slot
        return f"{seat}.{index}?"


def read_action(action: str, index: int, terms: Terms) -> tuple[int, int, str, int | None]:
    """Seat, hand, word and amount of an action. Raises BadField."""
    where = f"actions[{index}] is {action!r}"
    if action.startswith("!"):
        name, _, rest = action.partition(" ")
        who, _, option = rest.partition(" ")
        if name not in EVENTS:
            raise BadField(f"{where}; an event is one of {', '.join(EVENTS)}")
        if option not in EVENTS[name]:
            raise BadField(f"{where}; after the seat it must have {' or '.join(EVENTS[name]) or 'nothing'}")
        seat, hand = _who(who, where)
        return seat, hand, f"{name} {option}".strip(), None
    who, colon, rest = action.partition(":")
    seat, hand = _who(who, where)
    word, _, amount = rest.strip().partition(" ")
    if not colon or not word:
        raise BadField(f"{where}; it must be a seat, a colon and a verb, such as 1:hit")
    if not amount:
        if word == "insure":
            raise BadField(f"{where}; insure needs an amount, such as 1:insure 5")
        return seat, hand, word, None
    number = read_decimal(amount) if len(amount) <= 20 and DECIMAL.fullmatch(amount.removeprefix("-")) else None
    if number is None:
        raise BadField(f"{where}; its amount must be a decimal")
    scaled = number * terms.per_unit
    return seat, hand, word, int(scaled) if scaled == int(scaled) and scaled >= 0 else -1


def _who(text: str, where: str) -> tuple[int, int]:
    seat, _, hand = text.partition(".")
    if not NUMBER.fullmatch(seat) or (hand and not NUMBER.fullmatch(hand)):
        raise BadField(f"{where}; it must begin with a seat such as 1, or a hand such as 1.0")
    return int(seat), int(hand or 0)


def _onlookers(terms: Terms, case: Mapping[str, Any]) -> list[tuple[str, int, int, int]]:
    """Name, seat, box and stake of each onlooker. Raises BadField."""
    given = case.get("input") or {}
    rows = given.get("onlookers", []) if isinstance(given, dict) else []
    if not isinstance(rows, list):
        raise BadField(f"input.onlookers is {rows!r}; it must be a list")
    found = []
    for row in rows:
        is_right = isinstance(row, dict) and isinstance(row.get("name"), str) and type(row.get("seat")) is int
        if not is_right:
            raise BadField(f"input.onlookers has {row!r}; it must have a name, a seat and a stake")
        box = row.get("hand", 0)
        if type(box) is not int or box < 0:
            raise BadField(f"input.onlookers has {row!r}; its hand must be a whole number from 0")
        stake = money(terms, row.get("stake"), f"stake of onlooker {row['name']}")
        found.append((row["name"], row["seat"], box, stake))
    return found


def _hand(r: Round, hand: Hand, status: str) -> dict[str, str]:
    count = r.terms.count
    total = str(hand.best) if count is None else count.text(hand.best)
    return {"cards": format_cards(hand.cards), "total": total, "status": status}


def _status(r: Round, hand: Hand) -> str:
    return "stood" if picture.status(r, hand) in ("waits", "acting") else picture.status(r, hand)


def hands_of(r: Round | None, seats: Seats, seat: int) -> list[dict[str, str]]:
    hands = seats.hands(r, seat) if r is not None else []
    if r is None or not hands:
        return [{"cards": "", "total": "0", "status": "out"}]
    return [_hand(r, hand, _final(r, hand)) for hand in hands]


def is_done(r: Round) -> bool:
    """Whether a hand against one player has nothing left to decide."""
    return r.cur >= len(r.order) and settle.is_finished(r)


def _final(r: Round, hand: Hand) -> str:
    box: Box | None = hand.box
    if box is not None and box.state == OUT:
        return "void"
    if hand.state == 0 and hand.is_natural:
        return "natural"
    return _status(r, hand)


def dealer_of(r: Round) -> dict[str, str]:
    if not r.dealer.cards:
        return {"cards": "", "total": "0", "status": "no_play"}
    return _hand(r, r.dealer, picture.dealer_status(r))


def _payouts(terms: Terms, r: Round, seats: Seats, onlookers: list[tuple[str, int, int, int]]) -> dict[str, str]:
    settled = settle.settlement(r)
    nets: dict[str, int] = {}
    for seat in sorted(seats.boxes):
        nets[str(seat)] = sum(settled.nets[place] or 0 for place in seats.boxes[seat])
    for name, seat, index, stake in onlookers:
        hand = seats.backed(r, seat, index) if terms.options["onlooker_bets"] else None
        nets[name] = 0 if hand is None else settle.onlooker_net(r, hand, stake) or 0
    if terms.game.settle is None:
        nets["0"] = -sum(nets.values())
    else:
        nets["0"] = (settled.house_minor or 0) - sum(nets[name] for name, *_ in onlookers)
    return {key: money_text(terms, net) for key, net in nets.items()}
