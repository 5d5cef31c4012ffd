"""Stills and clips in words: what one shows, why there is none, until when it is kept."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from shoes.queries.room import Room
from shoes.templatetags.room_words import bytes_words
from tables.queries.clips import ClipView

NONE = "none"


def head(view: ClipView) -> str:
    """From when to when, and which camera."""
    if view.from_at is None or view.until_at is None:
        return ""
    said = {
        "from": date_format(localtime(view.from_at), "H:i:s"),
        "until": date_format(localtime(view.until_at), "H:i:s"),
        "camera": view.camera,
    }
    return _("%(from)s to %(until)s, camera %(camera)s") % said


def state(view: ClipView) -> str:
    """What became of it, where there is nothing to look at."""
    if view.state == "gone":
        day = date_format(localtime(view.gone_at), "j E Y") if view.gone_at else ""
        said = _("Still and clip were deleted on %(day)s: %(why)s.")
        return said % {"day": day, "why": gone(view.why)}
    if view.state == NONE:
        return _("No still and no clip: %(why)s.") % {"why": why(view.why)}
    if view.state == "withheld":
        return _("A still and a clip are kept; they are shown when the shoe has ended.")
    if view.state == "sent":
        return _("The camera brought its pictures; still and clip are being made.")
    return _("Asked of camera %(camera)s, which has not brought its pictures yet.") % {"camera": view.camera}


def why(code: str) -> str:
    """Why there is none; a camera of another version may say what is not known here."""
    known = {
        "no-calibration": pgettext("no clip", "the camera had no calibration"),
        "no-answer": pgettext("no clip", "the camera’s process did not answer for a day"),
        "too-late": pgettext("no clip", "it was asked too late, the camera keeps its last minutes only"),
        "no-picture": pgettext("no clip", "the camera gave no picture at that time"),
        "disk-full": pgettext("no clip", "the disk of the camera’s machine was full"),
        "unreadable": pgettext("no clip", "the pictures that came are damaged"),
    }
    return known.get(code) or pgettext("no clip", "the camera says “%(code)s”") % {"code": code}


def gone(code: str) -> str:
    """Why it was deleted."""
    if code == "room":
        return pgettext("deleted", "to make room")
    return pgettext("deleted", "its days were over")


def kept(view: ClipView) -> str:
    """Until when."""
    if view.is_held:
        return _("held: not deleted until the hold ends")
    if view.until is None:
        return ""
    return _("kept until %(day)s") % {"day": date_format(view.until, "j E Y")}


def without(has_camera: bool) -> str:
    """Where nothing was asked for."""
    if has_camera:
        return _("No still and no clip: none was asked for; the table had no camera then.")
    return _("No still and no clip: the table has no camera.")


def page(name: str) -> str:
    """From which page a picture was opened."""
    return {
        "round": pgettext("looked from", "round page"),
        "dispute": pgettext("looked from", "page of the dispute"),
        "payout": pgettext("looked from", "payout review"),
        "file": pgettext("looked from", "file for the regulator"),
    }.get(name) or pgettext("looked from", "by its address")


def kind(name: str) -> str:
    return pgettext("evidence", "still") if name == "still" else pgettext("evidence", "clip")


def room(kept: Room) -> tuple[str, str]:
    """That evidence fills its room: what, and what comes of it."""
    said = {"used": bytes_words(kept.bytes), "bound": bytes_words(kept.bound)}
    if kept.is_full:
        return pgettext("alert", "No room for evidence"), _(
            "%(used)s of %(bound)s: no new picture is kept. Lift holds, or give evidence more room."
        ) % said
    return pgettext("alert", "Evidence is nearly full"), _(
        "%(used)s of %(bound)s: the oldest that nobody needs makes room."
    ) % said
