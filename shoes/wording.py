"""Cards and alarms in words; gettext while rendering, so that each reader has their language."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext as _

from shoes.camera.plane import BadCalibration
from shoes.queries.cameras import CameraHealth

BEHIND_MS: Final = 2000


def card_name(text: str, pack: str = "") -> str:
    """`QH` as `queen of hearts`, in an Italian pack `cavallo of cups`; what was not read stays unknown."""
    rank, suit = text[0], text[1]
    if rank == "?":
        return _("a card, unknown which")
    if pack == "it40":
        ranks, suits = _italian_ranks(), _italian_suits()
    else:
        ranks, suits = _ranks(), _suits()
    named = ranks.get(rank, rank)
    if suit == "?":
        return _("%(rank)s, suit unknown") % {"rank": named}
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": named, "suit": suits[suit]}


def card_sign(text: str) -> str:
    """`5D` as `5♦`, for narrow columns."""
    rank = {"T": "10"}.get(text[0], text[0])
    return rank + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(text[1], "?")


def card_list(texts: Iterable[str]) -> str:
    return ", ".join(card_name(text) for text in texts)


def _ranks() -> dict[str, str]:
    return {
        "A": pgettext("rank", "ace"),
        "K": pgettext("rank", "king"),
        "Q": pgettext("rank", "queen"),
        "J": pgettext("rank", "jack"),
        "T": "10",
    }


def _suits() -> dict[str, str]:
    return {
        "S": pgettext("suit", "spades"),
        "H": pgettext("suit", "hearts"),
        "D": pgettext("suit", "diamonds"),
        "C": pgettext("suit", "clubs"),
    }


def _italian_ranks() -> dict[str, str]:
    """R-SEM-2: the court of an Italian pack."""
    return {
        "A": pgettext("rank", "ace"),
        "K": pgettext("rank", "re"),
        "Q": pgettext("rank", "cavallo"),
        "J": pgettext("rank", "fante"),
    }


def _italian_suits() -> dict[str, str]:
    return {
        "S": pgettext("suit", "swords"),
        "H": pgettext("suit", "cups"),
        "D": pgettext("suit", "coins"),
        "C": pgettext("suit", "batons"),
    }


def alarm(kind: str, card: str, seen: int, held: int) -> str:
    """What the census says, and so much of its count as an alarm may tell."""
    if kind == "order_repeats":
        return pgettext("alarm", "The cards come in the order in which they were last dealt or gathered: not shuffled.")
    if kind == "lies_sorted":
        return pgettext("alarm", "The cards come sorted: not shuffled.")
    if kind == "missing":
        words = ngettext("%(count)d card is missing: %(card)s.", "%(count)d cards are missing: %(card)s.", held)
        return words % {"count": held, "card": card_name(card)}
    if kind == "extra":
        words = ngettext("%(count)d card too many: %(card)s.", "%(count)d cards too many: %(card)s.", seen)
        return words % {"count": seen, "card": card_name(card)}
    return pgettext("alarm", "More than this shoe can hold: %(card)s, seen %(seen)d, held %(held)d.") % {
        "card": card_name(card),
        "seen": seen,
        "held": held,
    }


@dataclass(frozen=True, slots=True)
class CameraWords:
    """How a camera does: the level of its state, its mark, the word, and what it means or what to do."""

    level: str
    mark: str
    head: str
    why: str = ""


def camera(health: CameraHealth) -> CameraWords:
    """The worst that is to be said of a camera; a watching one is said in a word."""
    found = _no_picture().get(health.state)
    if health.state == "lost":
        found = _no_stream().get(health.trouble, found)
    if found:
        return CameraWords("off" if health.state == "new" else "act", "camera-off", *found)
    if not health.calibration:
        said = pgettext("camera", "Camera not calibrated"), _("Nothing is read until its marks are set.")
        return CameraWords("act", "camera-off", *said)
    if health.trouble:
        return CameraWords("act", "camera-off", *_troubles().get(health.trouble, (health.trouble, "")))
    if health.behind_ms > BEHIND_MS:
        words = pgettext("camera", "Camera %(seconds)d s behind") % {"seconds": round(health.behind_ms / 1000)}
        return CameraWords("look", "camera", words, _("It drops pictures to catch up; cards come late."))
    return CameraWords("calm", "camera", pgettext("camera", "Camera sees"))


def _no_picture() -> dict[str, tuple[str, str]]:
    """States in which nothing is seen."""
    return {
        "new": (pgettext("camera", "Camera never heard of"), _("Start its watching process with its token.")),
        "silent": (pgettext("camera", "Camera silent"), _("Its watching process or the network is down.")),
        "lost": (
            pgettext("camera", "Camera: no picture"),
            _("The camera gives no picture; look at its cable and power."),
        ),
        "frozen": (pgettext("camera", "Camera frozen"), _("The picture no longer changes; restart the camera.")),
        "dark": (pgettext("camera", "Camera dark"), _("The lens is covered, or the light is out.")),
        "moved": (
            pgettext("camera", "Camera moved"),
            _("It looks elsewhere than when it was calibrated: calibrate anew."),
        ),
    }


def _no_stream() -> dict[str, tuple[str, str]]:
    """Why a network camera gives no picture, by the code that its watching process says."""
    return {
        "camera-login": (
            pgettext("camera", "Camera refuses the login"),
            _("Correct user and password in the address that its watching process is given."),
        ),
        "camera-path": (
            pgettext("camera", "Camera: no such stream"),
            _("Correct the path in the address that its watching process is given."),
        ),
        "camera-codec": (
            pgettext("camera", "Camera: unreadable picture"),
            _("Set the camera to H.264, H.265 or MJPEG."),
        ),
        "camera-silent": (
            pgettext("camera", "Camera answers without a picture"),
            _("Restart the camera; it sends H.264, H.265 or MJPEG."),
        ),
    }


def _troubles() -> dict[str, tuple[str, str]]:
    """What a watching process says is wrong, by its code."""
    return {
        "disk-full": (pgettext("camera", "Camera: disk full"), _("Make room where the watching process runs.")),
        "spool-full": (pgettext("camera", "Camera: spool full"), _("It keeps no more while the server is away.")),
        "clock-ahead": (
            pgettext("camera", "Camera: clock is ahead"),
            _("The clock of its machine is ahead of the server’s; set it right."),
        ),
        "clock-behind": (
            pgettext("camera", "Camera: clock is behind"),
            _("The clock of its machine is behind the server’s: what it sees is dated too early; set it right."),
        ),
        "no-calibration": (pgettext("camera", "Camera not calibrated"), _("Nothing is read until its marks are set.")),
        "wrong-size": (
            pgettext("camera", "Camera: other picture size"),
            _("The picture has another size than the calibration: calibrate anew."),
        ),
    }


def unplaced(code: str) -> str:
    """Why a camera's last card came into no round, by its code."""
    words = {
        "no-table": _("Its last card came into no round: no table has this camera."),
        "table-closed": _("Its last card came into no round: the table is closed."),
        "table-paused": _("Its last card came into no round: the table is paused."),
        "shoe-not-ready": _("Its last card came into no round: no shoe is in play at the table."),
        "no-sign": _("Its last card came into no round: the table has no sign."),
        "between-rounds": _("Its last card came into no round: it lay between two rounds."),
    }
    return words.get(code) or _("Its last card came into no round: %(code)s.") % {"code": code}


def camera_place(place: str) -> str:
    """`3.1` as the area that a calibration draws."""
    names = {
        "0": pgettext("area", "dealer"),
        "discard": pgettext("area", "discards"),
        "mouth": pgettext("area", "shoe"),
        "?": pgettext("area", "outside every area"),
    }
    return names.get(place) or pgettext("area", "box %(place)s") % {"place": place}


def bad_calibration(wrong: BadCalibration) -> str:
    """Why a calibration is none, as a sentence of its own."""
    said = gettext(wrong.template) % wrong.values
    return said[:1].upper() + said[1:]
