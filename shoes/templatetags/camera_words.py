"""What pages say of cameras."""

from datetime import datetime

from django import template
from django.utils import timezone

from casino.templatetags.screen import age
from shoes import wording

register = template.Library()
register.filter("camera_words", wording.camera)
register.filter("place_word", wording.camera_place)
register.filter("unplaced_words", wording.unplaced)


@register.filter
def card_sign_of(card: str) -> str:
    """What stands over a read on the check picture."""
    return wording.card_sign(card) if card else ""


@register.filter
def age_since(moment: datetime) -> str:
    """How long ago, as the page goes on counting it."""
    return age((timezone.now() - moment).total_seconds())


@register.filter
def permille(value: float | None) -> str:
    """A confidence, as whole per cent; never more sure than 99."""
    return "" if value is None else f"{min(99, round(value * 100))} %"
