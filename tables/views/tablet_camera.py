"""What the tablet says and draws of the table's cameras: their state, who saw a card, which card they ask about."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from shoes.cards import CARDS, could_be, is_known
from shoes.wording import card_sign
from tables import wording
from tables.queries.tablet_camera import WATCHING, Watch
from tables.rules.shapes import Picture, PictureCard, PictureHand
from tables.views.tablet_words import slot_name

MOST_CANDIDATES = 4
CARDS_TELL = ("stand", "hit", "double", "split")
"""What players' open cards say by themselves (DESIGN 1)."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A card of which the camera is not sure: which one is it?"""

    number: int
    name: str
    total: str
    card: PictureCard
    candidates: tuple[str, ...]
    crop_sha256: str
    others: int


@dataclass(frozen=True, slots=True)
class Touched:
    """A card on the felt as the dealer may touch it to put it right."""

    card: PictureCard
    name: str
    likely: str = ""
    is_unsure: bool = False
    by: tuple[str, ...] = ()
    by_words: str = ""


@dataclass(frozen=True)
class Camera:
    """What the screen says of the table's cameras and asks of their cards; without a picture no card is asked about."""

    watch: Watch
    picture: Picture | None
    is_watch_only: bool

    @property
    def is_watching(self) -> bool:
        return self.watch.state == WATCHING

    @property
    def words(self) -> str:
        """For the head of the screen, in two words."""
        if self.is_watching:
            return pgettext("tablet camera", "Camera sees")
        return pgettext("tablet camera", "No camera")

    @property
    def line(self) -> str:
        """What the dealer should know of the camera; nothing while it simply watches."""
        if not self.watch.state:
            return ""
        if self.is_watching:
            tried = _("The camera is being tried: what it finds goes to the supervisor.")
            return tried if self.is_watch_only else ""
        said = _trouble(self.watch.state) % {"at": _clock(self.watch.since_ms)}
        if self.watch.name:
            said = f"{self.watch.name}: {said}"
        return said if self.watch.follows else said + " " + _("Enter the cards by hand.")

    @cached_property
    def ask(self) -> Ask | None:
        return ask(self.picture, self.watch) if self.watch.state else None

    @property
    def nowhere(self) -> list[Touched]:
        """Cards that lie in no place: their backs, whatever a camera read of them."""
        back = PictureCard(0, "??", "down", "along", True, False, "observed", "")
        return [Touched(replace(back, fact_id=number), _("A card in no box")) for number in self.watch.nowhere]


def _trouble(state: str) -> str:
    return {
        "lost": _("The camera gives no picture since %(at)s."),
        "frozen": _("The camera’s picture stands still since %(at)s."),
        "dark": _("The camera sees only dark since %(at)s."),
        "moved": _("The camera was moved at %(at)s and must be calibrated anew."),
        "silent": _("Nothing was heard of the camera since %(at)s."),
    }.get(state, _("The camera does not watch yet."))


def _clock(since_ms: int) -> str:
    at = datetime.fromtimestamp(since_ms / 1000, UTC)
    return date_format(timezone.localtime(at), "H:i:s")


def ask(picture: Picture | None, watch: Watch) -> Ask | None:
    """The unsure card to ask about first: one whose rank nobody knows before one whose suit is open."""
    unsure = [(hand, card) for hand in hands(picture) for card in hand.cards if _is_asked(card)]
    if not unsure:
        return None
    hand, card = min(unsure, key=lambda one: (not _lacks_rank(one[1]), one[1].fact_id))
    seen = watch.seen.get(card.fact_id)
    return Ask(
        number=card.fact_id,
        name=slot_name(hand.slot),
        total=wording.total(hand.total),
        card=card,
        candidates=candidates(card, watch),
        crop_sha256=seen.crop_sha256 if seen else "",
        others=len(unsure) - 1,
    )


def hands(picture: Picture | None) -> Iterator[PictureHand]:
    """Every hand on the felt, the dealer's last."""
    if picture is None:
        return
    for box in picture.boxes:
        yield from box.hands
    yield picture.dealer


def _is_asked(card: PictureCard) -> bool:
    """Face up, and unsure by the word of the camera alone: what the dealer entered is not asked again."""
    return card.face == "up" and "?" in card.card and eyes(card) == ("camera",)


def _lacks_rank(card: PictureCard) -> bool:
    return card.card[0] == "?"


def candidates(card: PictureCard, watch: Watch) -> tuple[str, ...]:
    """Which card it may be, the likeliest first; the four suits where the camera named none."""
    seen = watch.seen.get(card.fact_id)
    named = [text for text, _share in seen.candidates if _may_be(text, card.card)] if seen else []
    if not named and not _lacks_rank(card) and "?" in card.card:
        named = [card.card[0] + suit for suit in "SHDC"]
    return tuple(named[:MOST_CANDIDATES])


def _may_be(text: str, unsure: str) -> bool:
    return is_known(CARDS[text]) and (is_known(CARDS[unsure]) or could_be(CARDS[unsure], CARDS[text]))


def touched(card: PictureCard, hand_name: str, watch: Watch) -> Touched:
    """The card with what its button needs: a name, the likely cards, who told of it."""
    sign = _("face down") if card.face == "down" else card_sign(card.card)
    by = eyes(card)
    return Touched(
        card=card,
        name=f"{hand_name}: {sign}",
        likely=" ".join(candidates(card, watch)) if card.face == "up" else "",
        is_unsure=card.face == "up" and "?" in card.card,
        by=by,
        by_words=_by_words(by),
    )


def eyes(card: PictureCard) -> tuple[str, ...]:
    """Who told of the card: `camera`, `tablet`, both, or somebody else alone."""
    told = [who.partition(":")[0] for who in card.saw.split("+")]
    return tuple(who for who in ("camera", "tablet") if who in told)


def _by_words(by: tuple[str, ...]) -> str:
    return {
        ("camera",): pgettext("who told of a card", "seen by the camera"),
        ("tablet",): pgettext("who told of a card", "entered here"),
        ("camera", "tablet"): pgettext("who told of a card", "seen by the camera and entered here"),
    }.get(by, "")
