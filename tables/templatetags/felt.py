"""The felt on a page: hands, chips and the arc, drawn from an engine's picture. Cards: shoes/templatetags."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.templatetags.screen import stake as stake_text
from tables import wording
from tables.queries.shapes import ArcBox, BankView, SignView
from tables.rules.shapes import Picture, PictureBox, PictureHand
from tables.wording.speaking import spoken

register = template.Library()

CHIPS_MINOR = (1000_00, 500_00, 100_00, 25_00, 5_00, 2_50, 1_00)
CHIPS_SHOWN = 4
MOST_OVERLAPPED = 7
BANK_R = 4  # its ring is thick


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the layout: a box of the round, the player who banks, or nobody."""

    place: str
    box: PictureBox | None
    is_bank: bool = False


@register.inclusion_tag("_felt.html")
def felt(
    picture: Picture, sign: SignView | None = None, bank: BankView | None = None, boxes: int = 0
) -> dict[str, object]:
    """The whole layout, with what the felt says of the posted rules; where a player banks, every place of the table."""
    spots = spots_of(picture, bank, boxes)
    pack = str(wording.options(sign)["pack"]) if sign else ""
    return {
        "picture": picture,
        "lines": wording.felt_lines(sign),
        "spots": spots,
        "count": len(spots),
        "bank": bank,
        "pack": pack,
    }


def spots_of(picture: Picture, bank: BankView | None, boxes: int) -> list[Spot]:
    """The places in layout order, which is the order of play only where the house banks."""
    if bank is None:
        return [Spot(box.place, box) for box in picture.boxes]
    found = {box.place: box for box in picture.boxes}
    places = [str(place) for place in range(1, max(boxes, len(found)) + 1)]
    return [Spot(place, found.get(place), place == bank.place) for place in places]


@register.inclusion_tag("_hand.html")
def hand(hand: PictureHand, pack: str = "") -> dict[str, object]:
    """One hand as it lies, its total and how it stands."""
    return {
        "hand": hand,
        "pack": pack,
        "count": min(len(hand.cards), MOST_OVERLAPPED),
        "total": wording.total(hand.total),
        "is_unknown": hand.total == "unknown",
        "note": hand_note(hand),
    }


def hand_note(hand: PictureHand) -> str:
    """What stands beside the total: `soft, stood`."""
    soft = _("soft") if "/" in hand.total and hand.status != "natural" else ""
    return ", ".join(word for word in (soft, wording.status(hand.status)) if word)


@register.filter
def is_odd(box: PictureBox) -> bool:
    """Whether a card lies in the box that was not due there."""
    return any(card.is_stray or card.is_void for hand in box.hands for card in hand.cards)


@register.filter
def is_due(box: PictureBox) -> bool:
    return any(hand.is_due for hand in box.hands)


@register.filter
def at_stake(box: PictureBox) -> int | None:
    """All that lies on the box: its hands with what doubles and splits added; the stake before there are hands."""
    stakes = [hand.stake_minor for hand in box.hands if hand.stake_minor is not None]
    return sum(stakes) or box.stake_minor


@register.simple_tag
def chips(minor: int | None, shown: int = CHIPS_SHOWN) -> SafeString:
    """A stack from above; a sum always stands beside it."""
    return format_html_join(
        "",
        '<span class="chip c{}"><svg aria-hidden="true"><use href="{}#chip"/></svg><span>{}</span></span>',
        ((chip // 100, static("casino/marks.svg"), stake_text(chip)) for chip in stack(minor, shown)),
    )


def stack(minor: int | None, shown: int = CHIPS_SHOWN) -> list[int]:
    """The chips of a sum, largest first, no more than a stack can show; halves only where the sum has one."""
    left = minor or 0
    found: list[int] = []
    for chip in CHIPS_MINOR if left % 1_00 else [chip for chip in CHIPS_MINOR if chip != 2_50]:
        while left >= chip and len(found) < shown:
            found.append(chip)
            left -= chip
    return found


@register.simple_tag
def arc(dots: Sequence[ArcBox], is_bank_due: bool = False) -> SafeString:
    """The boxes in play and the bank, as the dealer sees them."""
    drawn = [
        (_dot_class(dot), *_dot_at(index, len(dots)), BANK_R if dot.is_bank else 6) for index, dot in enumerate(dots)
    ]
    return format_html(
        '<svg class="arc" viewBox="0 0 120 56" role="img" aria-label="{}">{}<path class="bank{}" d="M48 50h24"/></svg>',
        _arc_words(dots, is_bank_due),
        format_html_join("", '<circle class="{}" cx="{}" cy="{}" r="{}"/>', drawn),
        " due" if is_bank_due else "",
    )


def _arc_words(dots: Sequence[ArcBox], is_bank_due: bool) -> str:
    played = sum(dot.is_in for dot in dots)
    words = [
        ngettext("%(played)d of %(count)d box in play", "%(played)d of %(count)d boxes in play", len(dots))
        % {"played": played, "count": len(dots)}
    ]
    words += [_("box %(place)s is next") % {"place": dot.place} for dot in dots if dot.is_due]
    words += [_("box %(place)s banks") % {"place": dot.place} for dot in dots if dot.is_bank]
    words += [_("box %(place)s needs a look") % {"place": dot.place} for dot in dots if dot.level]
    return ", ".join([*words, spoken(_("the dealer is next"))] if is_bank_due else words)


def _dot_class(dot: ArcBox) -> str:
    if dot.level:
        return f"in odd {dot.level}"
    if dot.is_due:
        return "in due"
    if dot.is_bank:
        return "banks"
    return "in" if dot.is_in else "free"


def _dot_at(index: int, count: int) -> tuple[int, int]:
    angle = pi * (index / (count - 1) - 0.5) if count > 1 else 0.0
    return round(60 + 49 * sin(angle)), round(8 + 30 * (1 - cos(angle)))
