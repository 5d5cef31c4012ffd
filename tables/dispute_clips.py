"""The part of a dispute's file that tells of stills and clips: each still as a picture, each clip by hash and times."""

from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from casino.paper import Paper
from tables.queries.dispute_file import ClipFile, DisputeFile
from tables.wording import clips

STILL_MM: Final = 120


def hashes(file: DisputeFile) -> list[list[str]]:
    """Rows for the table of hashes."""
    rows = []
    for one in file.clips:
        if one.view.state == "made":
            head = {"head": clips.head(one.view)}
            rows.append([_("Still of %(head)s") % head, one.view.still_sha256])
            rows.append([_("Clip of %(head)s") % head, one.view.sha256])
    return rows


def tell(paper: Paper, file: DisputeFile) -> None:
    """The still of each moment; the clip is a file of its own, named by its hash and its times."""
    paper.heading(_("Stills and clips"))
    if not file.clips:
        paper.paragraph(clips.without(file.has_camera))
    for one in file.clips:
        if one.view.state != "made":
            paper.paragraph(f"{clips.head(one.view)}: {clips.state(one.view)}", is_small=True)
            continue
        caption = _clip(one)
        if one.jpeg is None:
            gone = _("The file is not there any more.")
            paper.paragraph(f"{caption}\n{gone}", is_small=True)
        else:
            paper.picture(one.jpeg, width_mm=STILL_MM, caption=caption)


def _clip(one: ClipFile) -> str:
    view = one.view
    at = date_format(localtime(view.at), "j E Y H:i:s") if view.at else ""
    masked = _("black outside the felt") if view.is_masked else _("not masked, as the house has set")
    said = [
        _("Still of %(at)s, camera %(camera)s; %(masked)s") % {"at": at, "camera": view.camera, "masked": masked},
        f"SHA-256 {view.still_sha256}",
        _("Clip of %(head)s (WebM, VP8)") % {"head": clips.head(view)},
        f"SHA-256 {view.sha256}",
    ]
    if one.jpeg is not None and not one.is_true:
        said.append(_("This file has another hash than the one that was recorded."))
    return "\n".join(said)
