"""Cases of kind `audit`: what an auditor saw, judged by the fold or by the evening. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoes.cards import CARDS
from tables.rules.facts import Fact
from tables.rules.games.blackjack_fixed_bank import VALUES
from tables.rules.options import decimal_text
from tables.rules.replay import banks
from tables.rules.replay.given import cards as read_cards
from tables.rules.replay.given import decimal
from tables.rules.replay.given import given as input_of
from tables.rules.replay.rounds import BadField
from tables.rules.round import fold
from tables.rules.terms import Terms


def audit(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """What an auditor saw, judged by the fold or the evening."""
    given = input_of(case)
    if "dealer" in given:
        return _bank(terms, given)
    if "dealer_up" in given:
        return _peek(terms, given)
    if "bust_announced" in given:
        return _bust(terms, given)
    if "bank_given_to" in given:
        return banks.wrong_bank(terms, given)
    if "burn_skipped" in given:
        return _burn(given)
    if "banker_claims_natural" in given:
        return _claim(given)
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


def _burn(given: Mapping[str, Any]) -> dict[str, Any]:
    """I-8: a card that was not burned is made good on demand."""
    is_wrong = bool(given["burn_skipped"])
    remedy = "reshuffle_and_burn" if is_wrong and given.get("demanded") else "none"
    return {"violations": ["I-8"] if is_wrong else [], "remedy": remedy}


def _claim(given: Mapping[str, Any]) -> dict[str, Any]:
    """I-24: the banker claims a natural; his two cards tell."""
    cards = read_cards(given.get("banker_cards", ""), "input.banker_cards")
    values = sorted(VALUES[card] for card in cards)
    is_wrong = bool(given["banker_claims_natural"]) and values != [1, 10]
    return {"violations": ["I-24"] if is_wrong else [], "remedy": "reject_claim" if is_wrong else "none"}


def _is_short(given: Mapping[str, Any]) -> bool:
    left, needed = given.get("cards_to_indicator"), given.get("cards_needed_this_round")
    return type(left) is int and type(needed) is int and left < needed


def _facts(terms: Terms, *bodies: tuple[Any, ...]) -> list[Fact]:
    return [(n, n * 1000, body[0], "entered", "case", *body[1:]) for n, body in enumerate(bodies, 1)]


def _bank(terms: Terms, given: Mapping[str, Any]) -> dict[str, Any]:
    """I-16: the bank's cards as they lie, against a hand that stands on 18."""
    cards = read_cards(given["dealer"], "input.dealer")
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
    card = read_cards(given["dealer_up"], "input.dealer_up")
    may = terms.peeks and bool(card) and VALUES[card[0]] in (1, 10)
    is_wrong = bool(given.get("dealer_peeked")) and not may
    return {"violations": ["I-13"] if is_wrong else [], "remedy": "log" if is_wrong else "none"}


def _bust(terms: Terms, given: Mapping[str, Any]) -> dict[str, Any]:
    """I-12 while the turn is open, I-7 once the player has stood."""
    stake = decimal(given, "stake", "1")
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
