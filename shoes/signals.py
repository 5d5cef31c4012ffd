"""What the cards tell those above them: `shoes` names no table, so `tables` listens."""

from typing import Final

from django.dispatch import Signal

alarm_raised: Final = Signal()
"""Sent inside the transaction with `shoe_key`, `alarm` (shoes.census.Alarm) and `at`."""

shoe_ended: Final = Signal()
"""Sent inside the transaction with `shoe_key`."""

observed: Final = Signal()
"""Sent inside the transaction with `camera` (shoes.models.Camera) and `observations`: new ones only, in order."""

calibrated: Final = Signal()
"""Sent inside the transaction with `camera` and `by`: it sees its table anew from now on."""

state_changed: Final = Signal()
"""Sent inside the transaction with `camera`: how it does is another than before, whoever found that out."""

clip_came: Final = Signal()
"""Sent inside the transaction with `request` (shoes.models.ClipRequest): its frames are here, and somebody must make
the clip."""

clip_ended: Final = Signal()
"""Sent inside the transaction with `request`, and `clip` (shoes.models.Clip) or None where there is none and will be
none: the request's `why` says why."""

card_rules_asked: Final = Signal()
"""Sent with `shoe_key`, or an empty one for the whole house; who knows the rules answers with CardRules."""
