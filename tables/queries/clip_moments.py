"""Which cameras may have seen a moment of a round, and which seconds of it are shown: never those of another round."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from shoes.models import Camera, ClipRequest
from shoes.queries import calibration_body
from tables.models import Round, RoundClose, TableCamera

BEFORE_MS, AFTER_MS = 4000, 4000
LONGEST_MS: Final = 60_000
LEAD_MS: Final = 2000
"""Stakes lie before the first card opens a round."""


@dataclass(frozen=True, slots=True)
class Span:
    """The moment that a clip is about, and from when to when it goes; UTC milliseconds."""

    at_ms: int
    from_ms: int
    until_ms: int

    def is_like(self, other: "Span") -> bool:
        """Whether both are short, or both long."""
        return (self.until_ms - self.from_ms > BEFORE_MS + AFTER_MS) == (
            other.until_ms - other.from_ms > BEFORE_MS + AFTER_MS
        )


def watching(table_id: int) -> list[Camera]:
    """The cameras that look at a table; not one that sees the shoe's mouth alone."""
    names = list(TableCamera.objects.filter(table=table_id).values_list("camera", flat=True))
    return [camera for camera in Camera.objects.filter(name__in=names) if not _sees_mouth_alone(camera)]


def around(round: Round, at_ms: int) -> Span:
    """The seconds around a moment of a round."""
    begins, ends = _begins_ms(round), _ends_ms(round)
    at_ms = max(begins, at_ms if ends is None else min(at_ms, ends))
    return Span(at_ms, max(begins, at_ms - BEFORE_MS), at_ms + AFTER_MS)


def last_of(round: Round, *, until: datetime) -> Span:
    """The last minute of a round, up to a moment while it is under way."""
    begins, ends = _begins_ms(round), _ends_ms(round)
    at_ms = max(begins, ms(until) if ends is None else ends)
    return Span(at_ms, max(begins, at_ms - LONGEST_MS), at_ms + AFTER_MS)


def span_of(request: ClipRequest) -> Span:
    return Span(request.at_ms, request.from_ms, request.until_ms)


def next_opens_ms(round: Round) -> int | None:
    """When the next round at the table was opened: what is seen from then on belongs to that one."""
    opened = Round.objects.filter(table=round.table_id, number=round.number + 1).values_list("opened_at", flat=True)
    at = opened.first()
    return ms(at) - 1 if at else None


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _begins_ms(round: Round) -> int:
    """A little before it was opened, but not before the one before it was over."""
    begins = ms(round.opened_at) - LEAD_MS
    closed = RoundClose.objects.filter(round__table=round.table_id, round__number=round.number - 1).first()
    return max(begins, min(ms(closed.at), ms(round.opened_at))) if closed else begins


def _ends_ms(round: Round) -> int | None:
    closed = RoundClose.objects.filter(round=round).first()
    return ms(closed.at) if closed else None


def _sees_mouth_alone(camera: Camera) -> bool:
    body = calibration_body(camera)
    return body is not None and all(area.get("kind") == "mouth" for area in body.get("areas", ()))
