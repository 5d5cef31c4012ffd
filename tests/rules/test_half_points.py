"""Seven and a half, ten and a half, sette e mezzo, live."""

import pytest

from tables.rules.shapes import Request
from tables.rules.terms import Terms, compile_terms
from tests.rules.felt import felt, rules

SEVEN = compile_terms("seven-half-000")
TEN = compile_terms("ten-half-000")
ROYAL = compile_terms("sem-royal")
DEAL = "1=10 2=20 close 1:??v 2:??v 0:??v "


@pytest.mark.parametrize(
    ("text", "step", "slot"),
    [
        ("1=10 2=20 close 1:??v 2:??v ", "deal_hole", "0"),  # R-S75-7, R-SEM-5
        (DEAL, "box_acts", "1"),
        (DEAL + "1!hit ", "deal_to", "1"),
        (DEAL + "1!hit 1:KS 1^7H ", "box_acts", "2"),  # R-S75-8, R-SEM-8: declared, and done
        (DEAL + "1!hit 1:KS 1^7H 2!stand ", "turn_hole", "0"),  # R-SEM-9
        (DEAL + "1!hit 1:KS 1^7H 2!stand 0^4H ", "banker_acts", "0"),  # R-S75-10
        (DEAL + "1!hit 1:KS 1^7H 2!stand 0^4H 0!stand ", "show_hand", "2"),
    ],
)
@pytest.mark.parametrize("terms", [SEVEN, ROYAL], ids=["seven", "royal"])
def test_the_next_step_is_due(terms: Terms, text: str, step: str, slot: str) -> None:
    due = felt(text, terms).due()
    assert (due.step.code, due.step.slot) == (step, slot)


@pytest.mark.parametrize(
    ("terms", "cards", "total", "status"),
    [
        (SEVEN, "1^7H", "7.5", "natural"),  # R-S75-3
        (SEVEN, "1^KD", "7.5", "natural"),  # R-S75-4: the wild king as 7
        (TEN, "1^TH", "10.5", "natural"),  # R-T10-3, R-T10-4
        (TEN, "1^KD", "10.5", "natural"),
        (ROYAL, "1^7H", "7.5", "natural"),  # R-SEM-2
        (ROYAL, "1^KD", "1", "acting"),
    ],
)
def test_totals_as_players_say_them(terms: Terms, cards: str, total: str, status: str) -> None:
    hand = felt(DEAL + f"1!hit 1:QS {cards} ", terms).picture().boxes[0].hands[0]
    assert (hand.total, hand.status) == (total, status)


def test_the_wild_card_alone() -> None:
    """R-S75-4, R-SEM-16: worth any card in one game, half a point in the other."""
    wild = compile_terms("sem-wild")
    shown = [felt(DEAL + "1!stand 1^KD ", terms).picture().boxes[0].hands[0].total for terms in (SEVEN, wild)]
    assert shown == ["7", "0.5"]


@pytest.mark.parametrize(
    ("terms", "net", "rule"),
    [(SEVEN, -2000, "I-7"), (ROYAL, -1000, "I-20"), (TEN, -2000, "I-7")],
)
def test_a_hidden_bust_costs_what_its_game_says(terms: Terms, net: int, rule: str) -> None:
    """I-7, I-20: although the banker is over too."""
    low = "1!hit 1:5S " if terms is not TEN else "1!hit 1:9S "
    text = DEAL + low + "1!stand 2!stand 0^6H 0!hit 0:5C 0!stand 2^4C 1^4D "
    r = felt(text, terms)
    assert (r.settlement().nets["1"], [finding.rule for finding in r.findings()]) == (net, [rule])


def test_a_natural_is_priced_when_the_bankers_hand_is_known() -> None:
    """R-S75-8, R-T10-5, R-SEM-18, AMB-18: until then only its odds are."""
    natural = DEAL + "1!hit 1:KS 1^7H 2!stand "
    pay = felt(natural, SEVEN).settlement().pays[0]
    assert (pay.amount_minor, pay.odds, pay.why) == (None, "2:1", "R-S75-8")
    same = felt(natural + "0^7C 0!hit 0:JC 2^6C ", SEVEN).settlement()
    assert (same.nets["1"], same.nets["2"]) == (0, -2000)
    royal = felt(natural + "0^7C 0!hit 0:JC 2^6C ", ROYAL).settlement()
    assert (royal.nets["1"], royal.nets["2"]) == (-1000, -4000)  # R-SEM-20


def test_first_card_burned_once_if_it_is_a_four() -> None:
    """R-SEM-23."""
    burn = compile_terms("sem-burn")
    assert ("1", "burn") in felt(DEAL, burn).due().permitted
    again = felt("1=10 close 1:4Sv 0:??v 1!burn 1:4Dv ", burn)
    assert ("1", "burn") not in again.due().permitted
    refusal = felt("1=10 close 1:3Sv 0:??v ", burn).allows(Request("1", "burn"))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("R-SEM-23", "burn_card")


def test_two_pictures_split_in_the_spanish_form() -> None:
    """R-SEM-26: every card of a split hand is asked for."""
    spanish = compile_terms("sem-spanish")
    text = "1=10 close 1:JSv 0:??v 1!hit 1:QD 1^JS 1!split "
    r = felt(text, spanish)
    assert (r.due().step.code, [hand.slot for hand in r.order]) == ("box_acts", ["1", "1.1"])
    assert rules("1=10 close 1:JSv 0:??v 1!hit 1:7D 1^JS 1!split ", spanish) == [("I-19", "1")]


def test_a_dealers_bank_limits_stakes_and_pays_what_it_holds() -> None:
    """R-SEM-24, R-SEM-25, AMB-62."""
    bank = compile_terms("sem-bank", {"royal": True})
    refusal = felt("0=5 ", bank).allows(Request("1", "stake", 600))
    assert refusal is not None
    assert refusal.args == {"amount_minor": 600, "max_minor": 500}
    r = felt("0=5 1=5 close 1:??v 0:??v 1!hit 1:KS 1^7H 0^4H 0!stand ", bank)
    assert r.settlement().nets["1"] == 500  # 2 to 1, but there are only five


def test_a_card_given_to_a_hand_that_stood_is_nobodys_wish() -> None:
    """I-6 by inheritance: it may be kept or refused."""
    finding = felt(DEAL + "1!stand 2!stand 1:2C ", SEVEN).findings()[0]
    assert (finding.rule, finding.choices) == ("I-6", ("keep", "refuse"))
