"""A still and a clip for each verdict and dispute: asked for, brought, masked, made once, hashed into the journal."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import orjson
import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from casino.audit.models import JournalEntry
from casino.models import Staff
from shoes import evidence, moving
from shoes import services as shoe_life
from shoes.camera.kinds import Image
from shoes.models import Clip, ClipRequest
from shoes.services import clips as kept
from tables.models import Round, RoundClip, Table, Verdict
from tables.queries.clip_moments import last_of
from tables.queries.clips import ClipView, clips_of
from tables.services import clips, disputes, papers, rounds
from tables.services.drafts import Draft
from tests.browser.seen import SeenTable
from tests.casino.test_paper import pages
from tests.tables.clipping import BringingCamera

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen(table: Table, dealer: Staff) -> SeenTable:
    """A card was dealt to a box whose owner laid no stake: a verdict."""
    watched = SeenTable(table, dealer)
    watched.stakes(b1=25_00)
    watched.deal("1:8S 2:KD")
    assert Verdict.objects.filter(slot="2").exists()
    return watched


@pytest.fixture
def camera(seen: SeenTable) -> BringingCamera:
    return BringingCamera(seen.camera)


def journal(what: str) -> list[dict[str, object]]:
    bodies = [orjson.loads(entry.body) for entry in JournalEntry.objects.order_by("pk")]
    return [body["facts"] for body in bodies if body["what"] == what]


def frames_of(path: Path) -> tuple[list[Image], float, str]:
    """The pictures of a film, its frames a second, and the letters of its codec."""
    film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    pictures = []
    while True:
        is_there, picture = film.read()
        if not is_there:
            break
        pictures.append(np.asarray(picture, np.uint8))
    rate = film.get(cv2.CAP_PROP_FPS)
    letters = int(film.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little").decode()
    film.release()
    return pictures, rate, letters


def views(seen: SeenTable, reader: Staff) -> tuple[ClipView, ...]:
    return clips_of(seen.rounds[-1], reader)


def test_a_verdict_asks_each_camera_for_the_seconds_around_it_once(seen: SeenTable, camera: BringingCamera) -> None:
    request = ClipRequest.objects.get()
    entry = seen.rounds[-1].entries.filter(body__contains='"KD"').get()
    assert request.at_ms == entry.at_ms
    assert request.until_ms == entry.at_ms + 4000
    assert 0 <= entry.at_ms - request.from_ms <= 4000
    keys = {f"verdict:{key}" for key in Verdict.objects.values_list("key", flat=True)}
    assert set(RoundClip.objects.values_list("about", flat=True)) == keys
    clips.ask_for_verdicts(seen.rounds[-1], list(Verdict.objects.all()))
    assert ClipRequest.objects.count() == 1


def test_a_camera_is_told_what_is_wanted_with_its_pulse(camera: BringingCamera) -> None:
    request = ClipRequest.objects.get()
    wanted = kept.WantedClip(request.pk, request.at_ms, request.from_ms, request.until_ms, 200)
    assert kept.wanted(camera.camera, request.at_ms) == [wanted]
    assert kept.wanted(camera.camera, request.at_ms - 60_000) == []


def test_what_is_brought_becomes_a_still_and_a_clip_in_vp8(
    seen: SeenTable, camera: BringingCamera, boss: Staff
) -> None:
    camera.brought()
    clip = Clip.objects.get()
    pictures, rate, codec = frames_of(evidence.clip_path_of(clip.sha256))
    assert (codec, rate) == ("VP80", 5.0)
    assert len(pictures) / rate == pytest.approx((clip.until_ms - clip.from_ms) / 1000, abs=0.25)
    assert evidence.is_there(evidence.clip_path_of(clip.sha256), clip.sha256)
    assert evidence.is_there(evidence.path_of(clip.still_sha256), clip.still_sha256)
    still = cv2.imread(str(evidence.path_of(clip.still_sha256)))
    assert still is not None
    assert still.shape == (1080, 1920, 3)
    told = journal("evidence.kept")
    assert {fact["of"] for fact in told} == set(RoundClip.objects.values_list("about", flat=True))
    assert {(fact["sha256"], fact["still_sha256"], fact["masked"]) for fact in told} == {
        (clip.sha256, clip.still_sha256, True)
    }
    view = views(seen, boss)[0]
    assert (view.state, view.sha256, view.camera) == ("made", clip.sha256, "BJ-12")
    assert not evidence.coming(clip.request_id).exists()


def test_outside_the_felt_and_at_the_shoe_all_is_black(camera: BringingCamera) -> None:
    camera.brought()
    clip = Clip.objects.get()
    still = cv2.imread(str(evidence.path_of(clip.still_sha256)))
    pictures, _rate, _codec = frames_of(evidence.clip_path_of(clip.sha256))
    assert still is not None
    for picture, scale in ((np.asarray(still, np.uint8), 1.0), (pictures[5], 0.25)):
        height = picture.shape[0] - (0 if scale == 1.0 else moving.STRIP_PX)

        def at(x: int, y: int, picture: Image = picture, scale: float = scale) -> list[int]:
            return [int(v) for v in picture[round(y * scale), round(x * scale)]]

        assert height == 1080 * scale
        for x, y in ((20, 20), (1900, 20), (100, 1000), (1850, 700), (1400, 150)):  # the last is the shoe's mouth
            assert max(at(x, y)) < 12, (x, y)
        assert max(at(930, 650)) > 100  # the card
        assert 40 < at(600, 900)[1] < 100  # the felt


def test_a_house_may_keep_what_lies_outside_the_felt(camera: BringingCamera, settings: Settings) -> None:
    settings.EVIDENCE_UNMASKED = True
    camera.brought()
    clip = Clip.objects.get()
    still = cv2.imread(str(evidence.path_of(clip.still_sha256)))
    assert still is not None
    assert int(still[20, 20].max()) > 150
    assert int(still[150, 1400].max()) < 12  # a card at the shoe is not placed yet: it is shown to nobody
    assert not clip.is_masked


def test_a_clip_is_made_once_whoever_makes_it_and_however_often(camera: BringingCamera) -> None:
    request = ClipRequest.objects.get()
    camera.bring(request)
    request.refresh_from_db()
    first, second = kept.make(request), kept.make(request)  # the second still thinks that it is to be made
    assert first == second == clips.make(request.pk)
    assert Clip.objects.count() == 1
    assert len(journal("evidence.kept")) == RoundClip.objects.count()
    camera.bring(request)  # the answer was lost: it is brought again, and nothing comes of it
    assert not evidence.coming(request.pk).exists()


def test_what_belongs_to_the_next_round_is_left_out(seen: SeenTable, camera: BringingCamera, boss: Staff) -> None:
    request, round = ClipRequest.objects.get(), seen.rounds[-1]
    rounds.close(round, by=boss, how="void", key="close")
    opens = datetime.fromtimestamp((request.at_ms + 1500) / 1000, tz=UTC)
    nearest = {"table": round.table, "number": round.number + 1, "shoe_key": round.shoe_key, "sign": round.sign}
    Round.objects.create(**nearest, dealer=round.dealer, opened_at=opens)
    camera.brought()
    clip = Clip.objects.get()
    assert clip.until_ms == request.at_ms + 1499
    pictures, rate, _codec = frames_of(evidence.clip_path_of(clip.sha256))
    assert len(pictures) / rate <= (clip.until_ms - clip.from_ms) / 1000 + 0.2


def test_a_dispute_asks_for_the_end_of_its_round(seen: SeenTable, boss: Staff, camera: BringingCamera) -> None:
    dispute = disputes.raise_on(seen.rounds[-1], "1", words="I had a natural", by=boss)
    row = RoundClip.objects.get(about=f"dispute:{dispute.pk}")
    assert row.request == ClipRequest.objects.first()  # raised within a second: the verdict's clip shows the same
    far = last_of(seen.rounds[-1], until=dispute.at + timedelta(minutes=5))
    assert far.until_ms - far.at_ms == 4000
    assert far.at_ms - far.from_ms == 60_000
    assert far.at_ms == pytest.approx((dispute.at + timedelta(minutes=5)).timestamp() * 1000, abs=2)


def test_a_house_may_keep_the_payment_of_some_rounds_for_review(
    seen: SeenTable, boss: Staff, settings: Settings
) -> None:
    settings.PAYMENT_CLIPS = 100
    rounds.close(seen.rounds[-1], by=boss, how="void", key="close")
    row = RoundClip.objects.get(about="payment")
    assert row.request.until_ms == row.request.at_ms + 4000
    assert abs(row.request.at_ms - seen.rounds[-1].close.at.timestamp() * 1000) <= 1000


@pytest.mark.parametrize("why", ["too-late", "no-picture", "disk-full"])
def test_where_there_is_no_picture_it_is_said_why(
    seen: SeenTable, camera: BringingCamera, boss: Staff, why: str
) -> None:
    request = ClipRequest.objects.get()
    assert camera.post(f"{request.pk}", {"frames": 0, "why": why}) == (200, "")
    view = views(seen, boss)[0]
    assert (view.state, view.why) == ("none", why)
    assert {fact["why"] for fact in journal("evidence.none")} == {why}
    page = _page(boss, f"/log/{seen.rounds[-1].pk}")
    assert "No still and no clip:" in page


def test_who_gives_no_answer_for_a_day_is_asked_no_more(seen: SeenTable, boss: Staff) -> None:
    ClipRequest.objects.update(changed_at=datetime.now(UTC) - timedelta(hours=25))
    assert clips.send_again() == 0
    assert (views(seen, boss)[0].state, views(seen, boss)[0].why) == ("none", "no-answer")


def test_damaged_frames_are_no_clip_and_that_is_said(seen: SeenTable, camera: BringingCamera, boss: Staff) -> None:
    request = ClipRequest.objects.get()
    camera.post(f"{request.pk}/frames/{request.at_ms}", b"\xff\xd8\xffnothing\xff\xd9")
    camera.post(f"{request.pk}", {"frames": 1, "why": ""})
    assert clips.make(request.pk) is None
    assert views(seen, boss)[0].why == "unreadable"


def test_frames_that_nobody_asked_for_are_refused(camera: BringingCamera, boss: Staff) -> None:
    request = ClipRequest.objects.get()
    assert camera.post(f"999/frames/{request.at_ms}", b"\xff\xd8\xff\xff\xd9") == (404, "clip-not-asked")
    assert camera.post(f"{request.pk}/frames/{request.until_ms + 9000}", b"\xff\xd8\xff\xff\xd9")[0] == 404
    assert camera.post(f"{request.pk}/frames/{request.at_ms}", b"no picture") == (422, "no-jpeg")
    assert camera.post(f"{request.pk}", {"frames": 7, "why": ""}) == (409, "frames-missing")
    request.refresh_from_db()
    assert request.state == "asked"


def _page(who: Staff, address: str) -> str:
    client = Client()
    client.force_login(who)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def _get(who: Staff, address: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    client = Client(headers={"Accept": "application/json", **headers})
    client.force_login(who)
    answer = client.get(address)
    return answer.status_code, answer.content, dict(answer.headers)


def test_every_opening_is_journaled_with_the_page_that_it_came_from(
    seen: SeenTable, camera: BringingCamera, boss: Staff, person: Callable[..., Staff]
) -> None:
    camera.brought()
    clip = Clip.objects.get()
    still, film = f"/evidence/stills/{clip.still_sha256}.jpg", f"/evidence/clips/{clip.sha256}.webm"
    status, content, headers = _get(boss, f"{still}?on=round")
    assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "image/jpeg", "private, no-store")
    assert content == evidence.path_of(clip.still_sha256).read_bytes()
    watcher = person("surveillance")
    status, content, headers = _get(watcher, f"{film}?on=dispute", Range="bytes=0-")
    assert (status, headers["Content-Type"]) == (206, "video/webm")
    assert headers["Content-Range"] == f"bytes 0-{clip.size - 1}/{clip.size}"
    whole = evidence.clip_path_of(clip.sha256).read_bytes()
    assert content == whole
    assert _get(watcher, film, Range="bytes=100-199")[:2] == (206, whole[100:200])  # the same opening, further on
    assert _get(boss, film, Range="bytes=1-")[0] == 206  # nearly all of it, and not opened before
    looks = [(look.by, look.kind, look.page) for look in views(seen, boss)[0].looks]
    assert looks == [
        (str(boss), "clip", "address"),
        (str(watcher), "clip", "dispute"),
        (str(boss), "still", "round"),
    ]
    facts = {"round": seen.rounds[-1].pk, "kind": "still", "sha256": clip.still_sha256, "page": "round"}
    assert journal("evidence.seen")[0] == facts


def test_a_clip_tells_of_no_shoe_in_play(
    seen: SeenTable, camera: BringingCamera, boss: Staff, dealer: Staff, person: Callable[..., Staff], auditor: Staff
) -> None:
    camera.brought()
    clip = Clip.objects.get()
    film = f"/evidence/clips/{clip.sha256}.webm"
    watcher = person("surveillance")
    assert (_get(boss, film)[0], _get(watcher, film)[0], _get(dealer, film)[0]) == (200, 200, 403)
    assert _get(auditor, film)[0] == 403  # the shoe is in play
    assert (views(seen, auditor)[0].state, views(seen, auditor)[0].sha256) == ("withheld", "")
    round = seen.rounds[-1]
    rounds.close(round, by=boss, how="void", key="close")
    assert _get(watcher, film)[0] == 403  # surveillance closes no verdicts
    assert len(journal("evidence.seen")) == 2
    shoe_life.end(round.shoe_key, by=boss, reason="test")
    assert (_get(watcher, film)[0], _get(auditor, film)[0], _get(dealer, film)[0]) == (200, 200, 403)
    page = _page(auditor, f"/log/{round.pk}")
    assert f"{film}?on=round" in page


def test_the_file_for_the_regulator_holds_the_still_and_names_both_by_hash(
    seen: SeenTable, camera: BringingCamera, boss: Staff
) -> None:
    camera.brought()
    dispute = disputes.raise_on(seen.rounds[-1], "2", words="Not my card.", by=boss)
    rounds.close(seen.rounds[-1], by=boss, how="void", key="close")
    shoe_life.end(seen.rounds[-1].shoe_key, by=boss, reason="test")
    clip = Clip.objects.get()
    pdf = papers.paper_of(dispute, "file", language="en", by=boss)
    told = " ".join(" ".join(pages(pdf)).split())
    for wanted in ("Stills and clips", clip.sha256, clip.still_sha256, "black outside the felt", "(WebM, VP8)"):
        assert wanted in told, wanted
    assert pdf == papers.paper_of(dispute, "file", language="en", by=boss)
    assert [look.page for look in views(seen, boss)[0].looks] == ["file", "file"]
    evidence.path_of(clip.still_sha256).unlink()
    assert "The file is not there any more." in " ".join(
        pages(papers.paper_of(dispute, "file", language="en", by=boss))
    )


def test_without_a_camera_the_round_page_says_so(table: Table, dealer: Staff, boss: Staff) -> None:
    rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="stakes")
    round = Round.objects.get()
    rounds.take(round, [Draft("card", ("2", "KD", "up", "along"))], by=dealer, key="card")
    assert Verdict.objects.filter(round=round).exists()
    assert "the table has no camera" in _page(boss, f"/log/{round.pk}")
