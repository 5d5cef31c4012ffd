"""How long evidence is kept: rules of the house and the pack, holds, disputes; and what makes room when it is tight."""

import os
from datetime import timedelta

import orjson
import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import evidence
from shoes.models import Clip, ClipGone, Crop, CropGone, Observation
from shoes.queries.room import room
from shoes.services import clips as kept
from tables.models import Hold, Round, Table, Verdict
from tables.queries import felt
from tables.queries import retention as known
from tables.queries.clips import clips_of
from tables.queries.crops import cards_seen
from tables.queries.evidence_page import evidence_page
from tables.rules import floor_terms
from tables.services import clips, disputes, holds, retention, rounds
from tests.browser.seen import SeenTable
from tests.tables.clipping import BringingCamera

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen(table: Table, dealer: Staff, boss: Staff) -> SeenTable:
    """Two rounds with pictures: in the first is a verdict with its clip, of the second nothing is said."""
    watched = SeenTable(table, dealer)
    watched.stakes(b1=25_00)
    watched.deal("2:KD")
    rounds.close(watched.rounds[-1], by=boss, how="void", key="close")
    BringingCamera(watched.camera).brought(every_ms=4000)
    rounds.open(watched.table, by=dealer)
    watched.deal("1:8S")
    assert [bool(Verdict.objects.filter(round=round)) for round in watched.rounds] == [True, False]
    return watched


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today is 40 days later."""
    later(monkeypatch, 40)


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    day = house_day() + timedelta(days=days)
    for module in (retention, known):
        monkeypatch.setattr(module, "house_day", lambda moment=None: day if moment is None else house_day(moment))


def pictures(round: Round) -> set[str]:
    return {sha for sha, rounds in known.rounds_of_crops(all_hashes()).items() if round.pk in rounds}


def all_hashes() -> list[str]:
    return list(Crop.objects.values_list("sha256", flat=True))


def there() -> set[str]:
    """Pictures whose files are there."""
    return {sha for sha in all_hashes() if evidence.path_of(sha).exists()}


def journal(what: str) -> list[dict[str, object]]:
    bodies = [orjson.loads(entry.body) for entry in JournalEntry.objects.order_by("pk")]
    return [body["facts"] for body in bodies if body["what"] == what]


def test_after_its_days_the_evidence_of_a_round_is_deleted_and_the_journal_says_which(
    seen: SeenTable, long_ago: None
) -> None:
    first, second = (pictures(round) for round in seen.rounds)
    assert first
    assert second
    assert retention.delete_due() == len(second)
    assert there() == first
    assert [fact["pictures"] for fact in journal("evidence.deleted")] == [sorted(second, key=all_hashes().index)]
    assert {fact["why"] for fact in journal("evidence.deleted")} == {"days-over"}
    assert Observation.objects.filter(crop_sha256__in=second).count() == len(second)  # what was seen stays
    assert retention.delete_due() == 0


def test_a_verdict_keeps_it_longer_and_then_still_and_clip_go_too(
    seen: SeenTable, monkeypatch: pytest.MonkeyPatch, auditor: Staff
) -> None:
    later(monkeypatch, 181)
    clip = Clip.objects.get()
    assert retention.delete_due() == len(Crop.objects.all()) + 1
    assert there() == set()
    assert not evidence.clip_path_of(clip.sha256).exists()
    assert not evidence.path_of(clip.still_sha256).exists()
    told = [fact for fact in journal("evidence.deleted") if "clip" in fact]
    assert told == [{"clip": clip.pk, "sha256": clip.sha256, "still_sha256": clip.still_sha256, "why": "days-over"}]
    view = clips_of(seen.rounds[0], auditor)[0]
    assert (view.state, view.why) == ("gone", "days-over")
    picture = felt.fold_of(seen.rounds[0], felt.facts_of(seen.rounds[0])).picture()
    assert {card.is_gone for card in cards_seen(seen.rounds[0], picture)} == {True}


@pytest.mark.parametrize("by", ["hold", "dispute", "pictures"])
def test_what_is_held_is_never_deleted(seen: SeenTable, boss: Staff, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    clip, round = Clip.objects.get(), seen.rounds[0]
    held = pictures(round) | {clip.still_sha256}
    if by == "hold":
        holds.hold(round, why="the police asked", by=boss)
    elif by == "dispute":
        disputes.raise_on(round, "2", words="not my card", by=boss)
    else:
        for sha256 in held:
            holds.hold(sha256, why="the police asked", by=boss)
    later(monkeypatch, 4000)
    assert retention.delete_due() == len(pictures(seen.rounds[1]))
    assert there() == pictures(round)
    assert evidence.clip_path_of(clip.sha256).exists()
    assert holds.is_held(clip.still_sha256)
    for hold in Hold.objects.all():
        holds.lift(hold, why="over", by=boss)
    if by != "dispute":
        assert retention.delete_due() == len(pictures(round)) + 1


def test_the_pack_on_the_sign_may_ask_for_more_days(seen: SeenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_terms, "retention_days", lambda _pack, kind, _at: {"video": 400}.get(kind))
    term = known.terms([seen.rounds[1].pk], house_day())[seen.rounds[1].pk]
    assert term.until == house_day(seen.rounds[1].opened_at) + timedelta(days=400)
    assert term.least == term.until


def test_near_the_bound_the_oldest_that_nobody_needs_makes_room(
    seen: SeenTable, settings: Settings, monkeypatch: pytest.MonkeyPatch, boss: Staff
) -> None:
    kept.measure(anew=True)
    used = room().bytes
    assert used == sum(crop.size for crop in Crop.objects.all()) + sum(
        clip.size + clip.still_size for clip in Clip.objects.all()
    )
    settings.EVIDENCE_BYTES = used
    assert retention.keep_room() == 0  # of today all may be needed
    assert room().is_full
    later(monkeypatch, 3)
    unneeded = pictures(seen.rounds[1])
    assert retention.keep_room() == len(unneeded)
    assert there() == pictures(seen.rounds[0])
    assert Clip.objects.filter(gone=None).exists()  # a verdict hangs on it
    assert {row.why for row in CropGone.objects.all()} == {"room"}
    assert [(row.why, row.pictures, row.clips) for row in evidence_page(boss).deleted] == [("room", len(unneeded), 0)]
    assert room().bytes == used - sum(crop.size for crop in Crop.objects.filter(sha256__in=unneeded))
    before = room().bytes
    kept.measure(anew=True)
    assert room().bytes == before


def test_without_room_a_picture_is_refused_and_the_pit_is_told(
    seen: SeenTable, settings: Settings, boss: Staff
) -> None:
    from tables import queries

    kept.measure(anew=True)
    settings.EVIDENCE_BYTES = 1000
    with pytest.raises(evidence.EvidenceFull):
        seen.see("3", "2C")
    assert [alert.level for alert in queries.needs_a_person(boss) if alert.kind == "room"] == ["stop"]
    client = Client()
    client.force_login(boss)
    assert "No room for evidence" in client.get("/pit").content.decode()
    page = evidence_page(boss)
    assert (page.room.is_full, page.looks) == (True, ())
    assert page.oldest is not None
    assert page.oldest <= timezone.now()
    assert not ClipGone.objects.exists()


def test_what_a_killed_worker_left_behind_is_swept_up(seen: SeenTable, monkeypatch: pytest.MonkeyPatch) -> None:
    lost, young = (evidence.store_clip(evidence.WEBM_BEGINS + bytes([number])) for number in (1, 2))
    for sha256 in (lost, Clip.objects.get().sha256):
        os.utime(evidence.clip_path_of(sha256), (1, 1))
    request = Clip.objects.get().request_id
    evidence.write(evidence.coming_path(request, "frame", 5), b"\xff\xd8\xff\xff\xd9")
    assert clips.send_again() == 0
    assert not evidence.coming(request).exists()
    retention.delete_due()
    assert not evidence.clip_path_of(lost).exists()
    assert evidence.clip_path_of(young).exists()
    assert evidence.clip_path_of(Clip.objects.get().sha256).exists()
