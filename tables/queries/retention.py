"""How long evidence is kept: which may be deleted on a day, which must not, and which nobody needs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeVar

from django.conf import settings
from django.db.models import QuerySet

from casino.gaming_day import house_day, house_day_starts
from shoes.models import Clip, Crop, Observation
from tables.models import Dispute, Entry, Hold, Round, RoundClip, TableCamera, Verdict
from tables.queries import lying, rule_packs
from tables.queries.holds import held_rounds
from tables.rules import floor_terms

BATCH: Final = 500
Row = TypeVar("Row", Clip, Crop)
LEAST_DAYS: Final = 1
"""Before this nothing is unneeded: a review of today's payouts wants it."""


@dataclass(frozen=True, slots=True)
class Term:
    """How long the evidence of a round is kept.

    until   its last gaming day; None: it is held.
    least   before this day it may not be deleted even to make room; None: never for that.
    """

    until: date | None
    least: date | None

    def is_due(self, day: date) -> bool:
        return self.until is not None and self.until < day

    def is_unneeded(self, day: date) -> bool:
        return self.least is not None and self.least < day


def terms(rounds: Iterable[int], day: date) -> dict[int, Term]:
    """How long the evidence of each of these rounds is kept; a fixed number of queries."""
    rows = list(Round.objects.filter(pk__in=set(rounds)).select_related("sign"))
    ids = [row.pk for row in rows]
    held = held_rounds(ids, day)
    judged = {
        *Verdict.objects.standing().filter(round__in=ids).values_list("round_id", flat=True),
        *Dispute.objects.filter(round__in=ids).values_list("round_id", flat=True),
    }
    return {row.pk: _term(row, is_held=row.pk in held, is_judged=row.pk in judged) for row in rows}


def _term(round: Round, *, is_held: bool, is_judged: bool) -> Term:
    if is_held:
        return Term(None, None)
    asked = _pack_days(round)
    own = max(settings.EVIDENCE_DAYS, settings.EVIDENCE_VERDICT_DAYS if is_judged else 0)
    began = house_day(round.opened_at)
    least = None if is_judged else began + timedelta(days=max(asked, LEAST_DAYS))
    return Term(began + timedelta(days=max(own, asked)), least)


def term_of_clip(rounds: Iterable[Term]) -> Term:
    """That of the round which needs it longest."""
    told = list(rounds)
    if not told or any(term.until is None for term in told):
        return Term(None, None)
    least = [term.least for term in told]
    until = max(term.until for term in told if term.until is not None)
    return Term(until, None if None in least else max(day for day in least if day is not None))


def clip_batches(day: date) -> Iterator[list[tuple[Clip, Term, list[Round]]]]:
    """Every clip that is not deleted, the oldest first, with its term and its rounds."""
    for clips in _batches(Clip.objects.filter(gone=None)):
        rounds = rounds_of_clips(clips)
        known = terms({round.pk for found in rounds.values() for round in found}, day)
        held = held_pictures(day, {sha for clip in clips for sha in (clip.sha256, clip.still_sha256)})
        yield [
            (
                clip,
                Term(None, None)
                if {clip.sha256, clip.still_sha256} & held
                else term_of_clip(known[round.pk] for round in rounds[clip.pk]),
                rounds[clip.pk],
            )
            for clip in clips
        ]


def crop_batches(day: date, *, before: date) -> Iterator[list[tuple[Crop, Term]]]:
    """Every picture of before a day that is not deleted, the oldest first, with its term."""
    for crops in _batches(Crop.objects.filter(gone=None, at__lt=house_day_starts(before))):
        rounds = rounds_of_crops([crop.sha256 for crop in crops])
        known = terms({pk for found in rounds.values() for pk in found}, day)
        held = held_pictures(day, {crop.sha256 for crop in crops})
        yield [(crop, _term_of_crop(crop, rounds.get(crop.sha256, set()), known, held)) for crop in crops]


def _term_of_crop(crop: Crop, rounds: set[int], known: dict[int, Term], held: set[str]) -> Term:
    if crop.sha256 in held:
        return Term(None, None)
    if rounds:
        return term_of_clip(known[pk] for pk in rounds)
    taken = house_day(crop.at)  # a picture that came into no round
    return Term(taken + timedelta(days=settings.EVIDENCE_DAYS), taken + timedelta(days=LEAST_DAYS))


def rounds_of_clips(clips: Sequence[Clip]) -> dict[int, list[Round]]:
    """By the id of the clip."""
    by_request: dict[int, list[Round]] = defaultdict(list)
    rows = RoundClip.objects.filter(request__in=[clip.request_id for clip in clips])
    for row in rows.select_related("round__table", "round__sign").order_by("pk"):
        if row.round not in by_request[row.request_id]:
            by_request[row.request_id].append(row.round)
    return {clip.pk: by_request[clip.request_id] for clip in clips}


def rounds_of_crops(hashes: Sequence[str]) -> dict[str, set[int]]:
    """The rounds into which each picture's card came, at the mouth too; three queries, however many."""
    statements: dict[str, str] = {}
    cameras = set()
    for crop, camera, key in Observation.objects.filter(crop_sha256__in=hashes).values_list(
        "crop_sha256", "camera__name", "key"
    ):
        cameras.add(camera)
        statements[f"{lying.key_of(camera, key)}#0"] = crop
    tables = list(TableCamera.objects.filter(camera__in=cameras).values_list("table_id", flat=True))
    found: dict[str, set[int]] = defaultdict(set)
    rows = Entry.objects.filter(table__in=tables, key__in=list(statements)).values_list("key", "round_id")
    for key, round_id in rows:
        found[statements[key]].add(round_id)
    return found


def first_day_due(day: date) -> date:
    """Pictures of this gaming day and later are not due on `day`, whatever round they belong to."""
    return day - timedelta(days=settings.EVIDENCE_DAYS)


def held_pictures(day: date, hashes: Iterable[str]) -> set[str]:
    """Those that somebody holds by their SHA-256."""
    return set(Hold.objects.in_force(day).filter(sha256__in=set(hashes)).values_list("sha256", flat=True))


def _pack_days(round: Round) -> int:
    """What the pack on the sign asks for; 0 where it says nothing."""
    at_ms = int(round.opened_at.timestamp() * 1000)
    return floor_terms.retention_days(rule_packs.pack_of(round.sign), "video", at_ms) or 0


def _batches(rows: QuerySet[Row]) -> Iterator[list[Row]]:
    last = 0
    while found := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield found
        last = found[-1].pk
