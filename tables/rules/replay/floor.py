"""Cases about the sign, its faces and stakes, shuffle, cut, and the pack from round to round. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoes.packs import composition
from tables.rules import procedure
from tables.rules.options import read_decimal
from tables.rules.replay.given import cards as read_cards
from tables.rules.replay.given import decimal, given, number, numbers, texts
from tables.rules.replay.rounds import BadField
from tables.rules.terms import Terms

UP = {True: "up", False: "down"}
SHUFFLERS = {
    "dealer_only": ["dealer"],
    "dealer_and_player": ["dealer", "player"],
    "anyone_dealer_last": ["anyone", "dealer"],
    "new_dealer": ["dealer"],
}


def setup(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """The static facts of a sign (R-BJF-1..12)."""
    options, game = terms.options, terms.game
    most = options["players_max"]
    decks = int(options["decks"])
    target = str(game.target) if terms.count is None else terms.count.text(game.target)
    told = {
        **options,
        "deck_size": sum(composition(str(options["pack"]), decks).values()),
        "decks_allowed": list(game.decks_allowed.get(terms.profile, (decks,))),
        "participants": [options["players_min"], most if isinstance(most, int) else None],
        "participants_max": most if isinstance(most, int) else None,
        "players_max": most if isinstance(most, int) else None,
        "stake_limits": [options["stake_min"], options["stake_max"]],
        "target": target,
        "shuffle": options.get("reshuffle"),
        **game.setup,
    }
    return told if terms.is_free else {**told, **_of_house(terms)}


def _of_house(terms: Terms) -> dict[str, Any]:
    options = terms.options
    return {
        "shuffle_by": SHUFFLERS[str(options["shuffle_by"])],
        "joker": "bottom_face_up" if options["joker_indicator"] else "none",
        "second_indicator_from_bottom": options["second_indicator"] if options["second_indicator"] != "off" else 0,
        "dealer_draws_soft_17": terms.draws_soft_17,
    }


def deal_faces(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-16."""
    (dealer_1, dealer_2), (players_1, players_2) = terms.dealer_up, terms.players_up
    return {"dealer": [UP[dealer_1], UP[dealer_2]], "players": [UP[players_1], UP[players_2]]}


def bets(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-11, R-BJF-12, I-17: limits are inclusive; a raised maximum counts where the house may raise it."""
    found = given(case)
    lowest = decimal(found, "stake_min", terms.options["stake_min"])
    highest = decimal(found, "stake_max", terms.options["stake_max"])
    if "raised_max" in found and terms.options["raise_max_on_request"]:
        highest = max(highest, decimal(found, "raised_max"))
    how = terms.options.get("stake_cap", "bank_total")
    left = decimal(found, "bank") if "bank" in found and how != "none" else None
    accepted, rejected = [], []
    for text in texts(found, "stakes"):
        stake = read_decimal(text)
        if stake is None:
            raise BadField(f"input.stakes has {text!r}; a stake is a decimal")
        if lowest <= stake <= highest and (left is None or stake <= left):
            accepted.append(text)
            left = left - stake if left is not None and how == "bank_total" else left
        else:
            rejected.append(text)
    return {"accepted": accepted, "rejected": rejected}


def _verdict(is_right: bool) -> dict[str, Any]:
    return {"ok": is_right, "violations": [] if is_right else ["I-28"]}


def shuffle(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-4, I-28."""
    return _verdict(procedure.is_shuffle_right(terms, texts(given(case), "by")))


def cuts(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-5, R-BJV-13, R-FAR-9, I-28."""
    found = given(case)
    asked = texts(found, "asked") if "asked" in found else None
    return _verdict(procedure.is_cut_right(terms, texts(found, "wish"), texts(found, "cut"), asked))


def cut(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-6: the cards above the indicator go below it."""
    found = given(case)
    pack = found.get("pack", "")
    read_cards(pack, "input.pack")
    names = str(pack).split()
    place = found.get("indicator_after")
    if type(place) is not int or not 0 <= place <= len(names):
        raise BadField(f"input.indicator_after is {place!r}; it must be a whole number from 0 to {len(names)}")
    bottom = "indicator" if terms.options["cut_with_indicator"] else None
    return {"pack": " ".join(procedure.cut(names, place)), "bottom": bottom}


def continued(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-BJF-34, R-BJF-7, R-BJV-45, R-BJV-46, R-T10-8, R-O36-21, AMB-77."""
    found = given(case)
    size = number(found, "pack_size", least=1)
    bookmark = number(found, "bookmark_after") if "bookmark_after" in found else None
    if not isinstance(found.get("rounds_cards"), list):
        raise BadField(f"input.rounds_cards is {found.get('rounds_cards')!r}; it must be a list of whole numbers")
    before, within = procedure.shuffles(terms, size, numbers(found, "rounds_cards"), bookmark=bookmark)
    return {"shuffle_before_round": before, "mid_round_reshuffle_after_card": within}
