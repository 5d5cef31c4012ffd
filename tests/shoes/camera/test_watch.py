"""A camera watched: what comes to lie is said once, when it lies; what is no event is not said."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from shoes.camera.eyes import Eyes
from shoes.camera.kinds import Image
from shoes.camera.sights import Lifted, Parted, Read, Sight, Turned
from shoes.camera.watch import BadFrame, Watch, check
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Dealt, Nudged, Reached
from shoes.scenes.play.script import Lifted as PickedUp
from shoes.scenes.play.script import Parted as MovedApart
from shoes.scenes.play.script import Turned as TurnedOver
from shoes.weights import load_eyes
from tests.shoes.camera.watching import drawn, kinds, scored, seen, watched

TWO = (Dealt(1.0, "8H", "2"), Dealt(1.9, "5S", "0"), Dealt(2.8, "8C", "2"))
SECONDS = 4.6


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes()


def reads(sights: list[Sight]) -> list[tuple[str, str]]:
    return [(sight.place, sight.card) for sight in sights if isinstance(sight, Read)]


def test_dealt_cards_are_read_in_order_where_and_when_they_came_to_lie(eyes: Eyes) -> None:
    of = drawn(*TWO, seconds=SECONDS)
    sights = seen(of, eyes)
    assert scored(of, sights).faults() == []
    assert reads(sights) == [("2", "8H"), ("0", "5S"), ("2", "8C")]
    assert [sight.read for sight in sights if isinstance(sight, Read)] == [1, 2, 3]


def test_a_read_shows_its_card(eyes: Eyes) -> None:
    of = drawn(TWO[0], seconds=3.0)
    (read,) = seen(of, eyes)
    assert isinstance(read, Read)
    x0, y0, x1, y1 = read.box
    assert read.crop.shape == (y1 - y0, x1 - x0, 3)
    (middle,) = of.calibration.to_picture(np.array([read.middle_mm], np.float32))
    assert x0 < middle[0] < x1
    assert y0 < middle[1] < y1
    assert read.confidence > 0.9
    assert not read.was_lying


def test_a_pushed_card_is_no_event(eyes: Eyes) -> None:
    of = drawn(*TWO, Nudged(4.4, "2", 0), Nudged(5.4, "2", 1), Nudged(6.3, "0", 0), seconds=8.5)
    assert scored(of, seen(of, eyes)).faults() == []


def test_a_hand_over_the_felt_is_no_event(eyes: Eyes) -> None:
    of = drawn(*TWO, Reached(4.6, "2", 1.2), Reached(7.4, "1", 1.0), seconds=10.0)
    assert scored(of, seen(of, eyes)).faults() == []


def test_a_face_down_card_is_an_unknown_card_until_it_is_turned(eyes: Eyes) -> None:
    of = drawn(Dealt(1.0, "KS", "0"), Dealt(2.0, "QH", "0", face="down"), TurnedOver(5.0, "0", 1), seconds=7.0)
    sights = seen(of, eyes)
    assert scored(of, sights).faults() == []
    down = sights[1]
    assert isinstance(down, Read)
    assert (down.card, down.face, down.candidates) == ("??", "down", ())
    turned = sights[2]
    assert isinstance(turned, Turned)
    assert (turned.read, turned.card) == (down.read, "QH")


def test_a_pair_moved_apart_is_two_hands_with_cards_of_their_own(eyes: Eyes) -> None:
    of = drawn(*TWO, MovedApart(4.6, "2", "2.1"), Dealt(5.8, "3D", "2"), Dealt(6.9, "KS", "2.1"), seconds=8.6)
    sights = seen(of, eyes)
    assert scored(of, sights).faults() == []
    (parted,) = (sight for sight in sights if isinstance(sight, Parted))
    assert parted.reads == (3,)
    assert reads(sights)[3:] == [("2", "3D"), ("2.1", "KS")]


def test_a_card_on_paper_that_came_to_light_is_dated_when_it_came(eyes: Eyes) -> None:
    two, apart = (Dealt(1.0, "9C", "1"), Dealt(1.9, "9H", "1")), MovedApart(3.2, "1", "1.1")
    of = drawn(*two, apart, Dealt(4.06, "9D", "1"), seconds=6.0)
    assert scored(of, seen(of, eyes)).faults() == []


def test_a_card_laid_across_is_said_to_lie_across(eyes: Eyes) -> None:
    of = drawn(*TWO, Dealt(4.0, "9D", "2", lie="across"), seconds=6.0)
    sights = seen(of, eyes)
    assert scored(of, sights).faults() == []
    assert [sight.lie for sight in sights if isinstance(sight, Read)] == ["along", "along", "along", "across"]


def test_a_hand_picked_up_is_lifted_with_all_its_cards(eyes: Eyes) -> None:
    of = drawn(*TWO, PickedUp(5.0, "2"), PickedUp(6.0, "0"), seconds=9.0)
    sights = seen(of, eyes)
    assert scored(of, sights).faults() == []
    assert [(s.place, s.reads) for s in sights if isinstance(s, Lifted)] == [("2", (1, 3)), ("0", (2,))]


def test_two_cards_alike_on_one_hand_are_two_cards(eyes: Eyes) -> None:
    of = drawn(Dealt(1.0, "8H", "2"), Dealt(2.0, "8H", "2"), seconds=4.0)
    assert reads(seen(of, eyes)) == [("2", "8H"), ("2", "8H")]


@pytest.mark.parametrize("kept", [0.5, 0.75])
def test_dropped_frames_change_nothing_of_what_is_said(eyes: Eyes, kept: float) -> None:
    chance = np.random.default_rng(8)

    def dropped(frames: Iterator[tuple[float, Image]]) -> Iterator[tuple[float, Image]]:
        return (one for one in frames if chance.random() < kept)

    of = drawn(*TWO, Dealt(4.2, "QC", "1"), PickedUp(6.0, "2"), seconds=9.0)
    assert scored(of, seen(of, eyes, dropped)).faults() == []


def test_a_frame_of_another_size_is_refused(eyes: Eyes) -> None:
    of = drawn(TWO[0], seconds=1.0)
    watch = Watch(eyes, of.calibration)
    with pytest.raises(BadFrame, match=r"640 x 480 pixels and the calibration is for 960 x 540"):
        watch.see(np.zeros((480, 640, 3), np.uint8), 0)
    with pytest.raises(BadFrame, match="uint8"):
        watch.see(np.zeros((540, 960), np.uint8), 0)


def test_cards_that_lay_there_when_the_watch_began_are_said_to(eyes: Eyes) -> None:
    of = drawn(*TWO, Dealt(5.5, "QC", "1"), seconds=7.2)
    sights = watched(((at, frame) for at, frame in of.frames() if at > 3.6), of.calibration, eyes)
    found = [(s.place, s.card, s.was_lying) for s in sights if isinstance(s, Read)]
    assert sorted(found[:3]) == [("0", "5S", True), ("2", "8C", True), ("2", "8H", True)]
    assert found[3:] == [("1", "QC", False)]


def test_one_still_is_read_for_the_calibration_page(eyes: Eyes) -> None:
    of = drawn(*TWO, Dealt(3.7, "QC", "0", face="down"), seconds=5.0)
    *_, (_, still) = of.frames()
    found = check(eyes, of.calibration, still)
    assert sorted((read.place, read.card, read.face) for read in found) == [
        ("0", "5S", "up"),
        ("0", "??", "down"),
        ("2", "8C", "up"),
        ("2", "8H", "up"),
    ]


def test_what_lies_outside_the_areas_is_not_read(eyes: Eyes) -> None:
    of = drawn(*TWO, Dealt(3.7, "QC", "1"), seconds=5.5)
    only = replace(of.calibration, areas=tuple(area for area in of.calibration.areas if area.place == "1"))
    assert reads(watched(of.frames(), only, eyes)) == [("1", "QC")]


def test_a_blurred_card_is_said_unsurely_and_never_wrongly(eyes: Eyes) -> None:
    of = drawn(Dealt(1.0, "8H", "2"), Dealt(2.2, "TC", "1"), seconds=5.0, look=Look(blur_px=2.4, noise=5))
    for sight in seen(of, eyes):
        assert isinstance(sight, Read)
        true = {"2": "8H", "1": "TC"}[sight.place]
        assert all(mark in ("?", real) for mark, real in zip(sight.card, true, strict=True))


def test_an_empty_table_says_nothing(eyes: Eyes) -> None:
    assert kinds(seen(drawn(seconds=3.0), eyes)) == []


def test_the_first_look_leaves_out_bare_felt_and_is_spread_over_frames(eyes: Eyes) -> None:
    of = drawn(*TWO, seconds=SECONDS)
    *_, (_, still) = of.frames()
    counted: list[int] = []

    class Counting:
        def run(self, names: Sequence[str] | None, given: dict[str, Any], /) -> Sequence[Any]:
            counted[-1] += given["pictures"].shape[2] * given["pictures"].shape[3]
            return eyes.finder.run(names, given)

    watch, found = Watch(replace(eyes, finder=Counting()), of.calibration), []
    for number in range(16):
        counted.append(0)
        found += watch.see(still, 100 * number)
    w, h = of.calibration.plane
    assert max(counted) < 0.4 * w * h
    assert sorted(reads(found)) == [("0", "5S"), ("2", "8C"), ("2", "8H")]
