"""Cases about what lies around a round: the sign, faces, stakes, shuffle, cut, the shoe, what an auditor saw. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoes.cards import CARDS, NotACard, parse_cards
from tables.rules import evening
from tables.rules.facts import Fact
from tables.rules.games.blackjack_fixed_bank import DECKS_ALLOWED, VALUES
from tables.rules.options import decimal_text, read_decimal
from tables.rules.replay.rounds import BadField
from tables.rules.round import fold
from tables.rules.terms import DEAL_FACES, Terms

UP = {True: "up", False: "down"}


def _input(case: Mapping[str, Any]) -> Mapping[str, Any]:
    given = case.get("input") or {}
    if not isinstance(given, dict):
        raise BadField(f"input is {given!r}; it must be an object")
    return given


def _texts(given: Mapping[str, Any], key: str) -> list[str]:
    value = given.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadField(f"input.{key} is {value!r}; it must be a list of texts")
    return value


def _cards(text: object, key: str) -> list[int]:
    if not isinstance(text, str):
        raise BadField(f"input.{key} is {text!r}; it must be a text of cards")
    try:
        return parse_cards(text)
    except NotACard as error:
        raise BadField(f"input.{key}: {error}") from None


def _decimal(given: Mapping[str, Any], key: str, default: object = None) -> Decimal:
    number = read_decimal(given.get(key, default))
    if number is None:
        raise BadField(f"input.{key} is {given.get(key)!r}; it must be a decimal")
    return number


def setup(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """The static facts of a sign (R-BJF-1..12)."""
    options = terms.options
    most = options["players_max"]
    decks = int(options["decks"])
    allowed = DECKS_ALLOWED.get(terms.profile, (decks,))
    return {
        **options,
        "deck_size": 52 * decks,
        "decks_allowed": list(allowed),
        "participants": [options["players_min"], most if isinstance(most, int) else None],
        "players_max": most if isinstance(most, int) else None,
        "stake_limits": [options["stake_min"], options["stake_max"]],
        "shuffle_by": {
            "dealer_only": ["dealer"],
            "dealer_and_player": ["dealer", "player"],
            "anyone_dealer_last": ["anyone", "dealer"],
            "new_dealer": ["dealer"],
        }[str(options["shuffle_by"])],
        "joker": "bottom_face_up" if options["joker_indicator"] else "none",
        "banker": "house",
        "inspector": True,
        "boxes_allowed": [6, 7],
        "indicator_cards": 2,
        "second_indicator_from_bottom": options["second_indicator"] if options["second_indicator"] != "off" else 0,
        "dealer_stands_on": 17,
        "dealer_draws_soft_17": terms.draws_soft_17,
    }


def deal_faces(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-16."""
    dealer_1, dealer_2, players_1, players_2 = DEAL_FACES[str(terms.options["deal_mode"])]
    return {"dealer": [UP[dealer_1], UP[dealer_2]], "players": [UP[players_1], UP[players_2]]}


def bets(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-11, R-BJF-12, I-17: limits are inclusive; a raised maximum counts where the house may raise it."""
    given = _input(case)
    lowest = _decimal(given, "stake_min", terms.options["stake_min"])
    highest = _decimal(given, "stake_max", terms.options["stake_max"])
    if "raised_max" in given and terms.options["raise_max_on_request"]:
        highest = max(highest, _decimal(given, "raised_max"))
    left = _decimal(given, "bank") if "bank" in given else None
    accepted, rejected = [], []
    for text in _texts(given, "stakes"):
        stake = read_decimal(text)
        if stake is None:
            raise BadField(f"input.stakes has {text!r}; a stake is a decimal")
        if lowest <= stake <= highest and (left is None or stake <= left):
            accepted.append(text)
            left = None if left is None else left - stake
        else:
            rejected.append(text)
    return {"accepted": accepted, "rejected": rejected}


def _verdict(is_right: bool) -> dict[str, Any]:
    return {"ok": is_right, "violations": [] if is_right else ["I-28"]}


def shuffle(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-4, I-28."""
    return _verdict(evening.is_shuffle_right(terms, _texts(_input(case), "by")))


def cuts(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-5, I-28."""
    given = _input(case)
    return _verdict(evening.is_cut_right(terms, _texts(given, "wish"), _texts(given, "cut")))


def cut(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-6: the cards above the indicator go below it."""
    given = _input(case)
    cards = given.get("pack", "")
    _cards(cards, "pack")
    names = cards.split()
    place = given.get("indicator_after")
    if type(place) is not int or not 0 <= place <= len(names):
        raise BadField(f"input.indicator_after is {place!r}; it must be a whole number from 0 to {len(names)}")
    bottom = "indicator" if terms.options["cut_with_indicator"] else None
    return {"pack": " ".join(evening.cut(names, place)), "bottom": bottom}


def continued(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-34, R-BJF-7, AMB-77."""
    given = _input(case)
    size, used = given.get("pack_size"), given.get("rounds_cards")
    if type(size) is not int or size < 1:
        raise BadField(f"input.pack_size is {size!r}; it must be a whole number of live cards from 1")
    if not isinstance(used, list) or not all(type(n) is int and n >= 0 for n in used):
        raise BadField(f"input.rounds_cards is {used!r}; it must be a list of whole numbers")
    before, within = evening.shuffles(terms, size, used)
    return {"shuffle_before_round": before, "mid_round_reshuffle_after_card": within}


def audit(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """What an auditor saw, judged by the fold or the evening."""
    given = _input(case)
    if "dealer" in given:
        return _bank(terms, given)
    if "dealer_up" in given:
        return _peek(terms, given)
    if "bust_announced" in given:
        return _bust(terms, given)
    for key, rule, remedy in (
        ("looked_at_double_card", "I-15", "log"),
        ("looked_at_next_hand", "I-14", "log"),
        ("next_player_claimed_discard", "I-9", "refuse_claim"),
        ("claimed_discard", "I-9", "refuse_claim"),
    ):
        if given.get(key):
            return {"violations": [rule], "remedy": remedy}
    if given.get("indicator_reached") and given.get("new_round_started"):
        return _next_round(terms)
    if given.get("indicator_reached") or _is_short(given):
        return {"violations": [], "remedy": "finish_round_then_reshuffle"}
    return {"violations": [], "remedy": "none"}


def _is_short(given: Mapping[str, Any]) -> bool:
    left, needed = given.get("cards_to_indicator"), given.get("cards_needed_this_round")
    return type(left) is int and type(needed) is int and left < needed


def _facts(terms: Terms, *bodies: tuple[Any, ...]) -> list[Fact]:
    return [(n, n * 1000, body[0], "entered", "case", *body[1:]) for n, body in enumerate(bodies, 1)]


def _bank(terms: Terms, given: Mapping[str, Any]) -> dict[str, Any]:
    """I-16: the bank's cards as they lie, against a hand that stands on 18."""
    cards = _cards(given["dealer"], "dealer")
    if len(cards) < 2:
        raise BadField(f"input.dealer is {given['dealer']!r}; the bank has at least two cards")
    names = str(given["dealer"]).split()
    up, hole = (0, 1) if terms.dealer_up[0] else (1, 0)
    bodies: list[tuple[Any, ...]] = [("opened", terms.hash, ("1",), "house"), ("stake", "1", terms.per_unit, "main")]
    faces = ["up" if index == up else "down" for index in range(2)]
    bodies += [("card", "1", "TS", "up", "along"), ("card", "0", names[0], faces[0], "along")]
    bodies += [("card", "1", "8S", "up", "along"), ("card", "0", names[1], faces[1], "along")]
    bodies += [("said", "1", "stand", None), ("turned", 4 if hole == 0 else 6, names[hole])]
    bodies += [("card", "0", name, "up", "along") for name in names[2:]]
    if given.get("stood"):
        bodies.append(("paid", "*", "as_shown", None))
    r = fold(terms, _facts(terms, *bodies))
    wrong = [finding for finding in r.findings() if finding.rule == "I-16"]
    if not wrong:
        return {"violations": [], "remedy": "none", "total": str(r.dealer.best)}
    return {"violations": ["I-16"], "remedy": wrong[0].choices[0], "total": str(r.dealer.best)}


def _peek(terms: Terms, given: Mapping[str, Any]) -> dict[str, Any]:
    """I-13."""
    card = _cards(given["dealer_up"], "dealer_up")
    may = terms.peeks and bool(card) and VALUES[card[0]] in (1, 10)
    is_wrong = bool(given.get("dealer_peeked")) and not may
    return {"violations": ["I-13"] if is_wrong else [], "remedy": "log" if is_wrong else "none"}


def _bust(terms: Terms, given: Mapping[str, Any]) -> dict[str, Any]:
    """I-12 while the turn is open, I-7 once the player has stood."""
    stake = _decimal(given, "stake", "1")
    if not given.get("stood"):
        return {"violations": ["I-12"], "remedy": "lose_single", "net": decimal_text(-stake)}
    is_double = terms.options["bust_penalty"] != "none"
    times = 2 if is_double else 1
    return {
        "violations": ["I-7"],
        "remedy": "lose_double" if is_double else "lose_single",
        "net": decimal_text(-stake * times),
    }


def _next_round(terms: Terms) -> dict[str, Any]:
    """I-27: the fold of a round that opens after the stop card."""
    first = next(iter(CARDS))
    facts = _facts(
        terms,
        ("opened", terms.hash, ("1",), "house"),
        ("stake", "1", terms.per_unit, "main"),
        ("indicator", "mouth"),
        ("card", "1", first, "up", "along"),
    )
    found = [finding.rule for finding in fold(terms, facts).findings()]
    return {"violations": found, "remedy": "void_round" if found else "none"}
