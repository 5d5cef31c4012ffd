"""What the pages of payout review say."""

from django import template

from tables.queries.reviews import PayoutRow, PayoutView, Tally
from tables.rules.shapes import PictureHand
from tables.wording import reviews

register = template.Library()
register.filter("due_words", reviews.due)
register.filter("paid_words", reviews.paid)
register.filter("pay_line", reviews.pay)
register.filter("payout_name", reviews.name)
register.filter("answer_word", reviews.answer)
register.filter("answer_mark", reviews.answer_mark)
register.filter("share", reviews.share)
register.filter("interval", reviews.interval)

WIDEST = 0.2
"""The end of the scale on which intervals are drawn, unless one of them needs more."""


@register.filter
def hash_name(row: PayoutRow) -> str:
    """What is hashed with the seed."""
    return row.name


@register.filter
def hands(payout: PayoutView) -> list[tuple[str, PictureHand | None]]:
    """The two hands that the payout hangs on."""
    return [("guest", payout.hand), ("bank", payout.dealer)]


@register.simple_tag
def bar(tally: Tally) -> dict[str, float]:
    """Where the interval lies on a scale of 100, with its share."""
    found = tally.interval
    if found is None:
        return {}
    scale = 100 / max(WIDEST, found[1])
    return {"x": found[0] * scale, "width": max(0.5, (found[1] - found[0]) * scale), "at": (tally.share or 0) * scale}
