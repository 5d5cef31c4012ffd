"""Rounds played by hand, for tests that need one that has been played."""

from tables.services.rounds import Taken
from tests.tables.conftest import Tapper


def a_plain_round(tap: Tapper) -> Taken:
    """Box 1 stands on 18, box 2 on 19, the bank turns 17; everything is paid as shown."""
    tap.stakes(b1=25_00, b2=50_00)
    tap.deal("1:8S 2:TD 0:KH 1:QC 2:9S 0:??")
    tap.ask("1", "stand")
    tap.ask("2", "stand")
    tap.turn(tap.hole(), "7D")
    return tap.paid_as_shown()


def a_mistaken_round(tap: Tapper) -> Taken:
    """The bank draws on a hard 17 and the card stays; then everything is paid as shown."""
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    tap.deal("0:9C")
    return tap.paid_as_shown()
