"""Cases about the bank between rounds: who holds it first and next, auctions, the burn, stakes against it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoes.cards import format_card
from tables.rules import holding, procedure
from tables.rules.holding import Held, Result
from tables.rules.options import decimal_text, read_decimal
from tables.rules.replay.given import cards, decimal, given, number, numbers
from tables.rules.replay.rounds import BadField
from tables.rules.terms import Terms


def first_banker(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJV-3, R-PON-3, R-S75-5, R-FAR-6."""
    participants = number(given(case), "participants", least=2)
    return {"first_banker": holding.first_banker(terms, participants, cards(case.get("deal", ""), "deal"))}


def _seats(found: Mapping[str, Any]) -> list[int]:
    """Participants include the bank: seats 1 to n-1 play."""
    return list(range(1, number(found, "participants", least=2)))


def _result(found: Mapping[str, Any]) -> Result:
    return Result(
        naturals=tuple(numbers(found, "naturals")),
        dealer_natural=bool(found.get("dealer_natural")),
        is_pack_used=bool(found.get("pack_exhausted")),
    )


def bank_change(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJV-4..7, R-BJV-11, R-PON-28, R-PON-29, R-T10-7, R-O2D-19, R-O2D-20."""
    found = given(case)
    held = Held(number(found, "rounds_banked", 0), number(found, "talias_done", 0))
    refuse = numbers(found, "refuse")
    entitled = holding.next_banker(terms, _seats(found), _result(found), held=held, refuse=refuse)
    sale = found.get("sale")
    if not isinstance(sale, dict):
        return {"next_banker": entitled}
    seller, buyer, price = number(sale, "from"), number(sale, "to"), decimal(sale, "price")
    if not holding.may_sell(terms, entitled, seller):
        return {"next_banker": entitled}
    told = {str(seller): decimal_text(price), str(buyer): decimal_text(-price)}
    return {"next_banker": buyer, "transfer": told}


def auction(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJV-8..10."""
    found = given(case)
    rows = found.get("bids", {})
    if not isinstance(rows, dict) or not all(str(seat).isdigit() for seat in rows):
        raise BadField(f"input.bids is {rows!r}; it must be an object of seats and decimals")
    bids = {int(seat): _bid(text) for seat, text in rows.items()}
    who, price = holding.auction(_seats(found), bids, numbers(found, "refuse"))
    return {"next_banker": who, "price": decimal_text(price)}


def _bid(text: object) -> Decimal:
    bid = read_decimal(text)
    if bid is None or bid <= 0:
        raise BadField(f"input.bids has {text!r}; a bid is a decimal above 0")
    return bid


def burn(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJV-14, R-BJV-15, I-10."""
    turned = [format_card(card) for card in cards(case.get("deal", ""), "deal")]
    done = procedure.burn(turned, has_joker=bool(given(case).get("joker")))
    return {"burned": list(done.burned), "reshuffles": done.reshuffles, "indicator": done.indicator}


def stakes36(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-O36-8..12, I-21."""
    found = given(case)
    bank, unit = decimal(found, "bank"), Decimal(str(terms.options["stake_min"]))
    rows = found.get("stakes", [])
    stakes = [read_decimal(text) for text in rows] if isinstance(rows, list) else [None]
    if not all(stake is not None for stake in stakes):
        raise BadField(f"input.stakes is {rows!r}; it must be a list of decimals")
    told = [stake for stake in stakes if stake is not None]
    caps, accepted = procedure.stake_caps(bank, number(found, "players", least=1), told, unit=unit)
    return {"caps": [decimal_text(cap) for cap in caps], "accepted": accepted}


def wrong_bank(terms: Terms, found: Mapping[str, Any]) -> dict[str, Any]:
    """I-29: the bank was given to somebody."""
    naturals = numbers(found, "naturals")
    given_to = number(found, "bank_given_to")
    seats = list(range(1, max([given_to, *naturals]) + 1))
    right = holding.next_banker(terms, seats, _result(found), refuse=numbers(found, "refuse"))
    is_wrong = right != given_to
    remedy = "correct_before_next_deal" if is_wrong else "none"
    return {"violations": ["I-29"] if is_wrong else [], "remedy": remedy, "next_banker": right}
