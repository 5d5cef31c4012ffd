"""What the cards tell those above them: `shoes` names no table, so `tables` listens."""

from typing import Final

from django.dispatch import Signal

alarm_raised: Final = Signal()
"""Sent inside the transaction with `shoe_key`, `alarm` (shoes.census.Alarm) and `at`."""

shoe_ended: Final = Signal()
"""Sent inside the transaction with `shoe_key`."""
