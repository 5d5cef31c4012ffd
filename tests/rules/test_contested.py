"""What packs say of contested hands: deadlines of letters, and until when a hand may be put right."""

from datetime import date, timedelta

import pytest

from tables.rules.contested import Deadline, NoReturn, appeal_deadline, deadline, no_return, short_minor
from tables.rules.pack import load_pack
from tables.rules.pack_reader import parse_pack

PLAYED = date(2026, 11, 2)
AT_MS = 1_795_000_000_000


@pytest.mark.parametrize(
    ("pack", "received", "house_days", "said"),
    [
        ("michigan", date(2026, 11, 12), 30, Deadline(date(2026, 11, 26), "R 432.11502", 0)),
        ("michigan", date(2026, 11, 15), 30, Deadline(date(2026, 11, 29), "R 432.11502", 3)),
        ("originals", date(2026, 11, 12), 30, Deadline(date(2026, 12, 12), "house", None)),
        ("originals", date(2026, 11, 12), 0, Deadline(None, "", None)),
    ],
)
def test_a_letter_is_answered_by_the_day_that_the_pack_names_else_the_house(
    pack: str, received: date, house_days: int, said: Deadline
) -> None:
    found = deadline(load_pack(pack), AT_MS, happened_on=PLAYED, received_on=received, house_days=house_days)
    assert found == said


@pytest.mark.parametrize(
    ("pack", "rule", "is_over", "is_past", "says"),
    [
        ("crown-sydney", "signal_ignored", True, False, "open"),  # 17.9
        ("crown-sydney", "signal_ignored", True, True, "stands"),  # 17.9.1: once the next round has started
        ("crown-sydney", "bank_drew_over", False, False, "open"),  # 17.3.1
        ("crown-sydney", "bank_drew_over", True, False, "stands"),  # 17.3.1
        ("crown-sydney", "card_misplaced", True, True, "nobody"),  # 17.5: it names no result
        ("crown-sydney", "I-5", True, True, "open"),  # 17.2: at any time
    ],
)
def test_once_play_has_gone_on_the_pack_says_what_stands(
    pack: str, rule: str, is_over: bool, is_past: bool, says: str
) -> None:
    entry = load_pack(pack).irregularities[rule]
    found = no_return(entry, is_over=is_over, is_past=is_past)
    assert found == NoReturn(is_past, says, str(entry.until), entry.default or "")


def test_what_the_pack_does_not_speak_of_is_left_to_people() -> None:
    assert no_return(None, is_over=True, is_past=True) == NoReturn(True, "silent")


def test_a_guest_is_short_of_what_is_known() -> None:
    assert short_minor([-25_00, None, 10_00, -2_50]) == 27_50


APPEALS = """schema = "rule-pack/1"
name = "appeals"
version = 1
jurisdiction = "A house"
games = ["blackjack-fixed-bank"]

[floor.appeal]
answer_days = 3
checked = true
clause = "H-7"
"""


def test_an_appeal_has_the_day_of_the_pack_else_of_the_house() -> None:
    own, silent = parse_pack(APPEALS), load_pack("originals")
    days = [
        appeal_deadline(pack, AT_MS, appealed_on=PLAYED, house_days=house) for pack, house in ((own, 14), (silent, 14))
    ]
    assert days == [
        Deadline(PLAYED + timedelta(days=3), "H-7", None),
        Deadline(PLAYED + timedelta(days=14), "house", None),
    ]
    assert appeal_deadline(silent, AT_MS, appealed_on=PLAYED, house_days=0) == Deadline(None, "", None)
