"""Rounds written as a script to film: human, cut where asked, and judged as they were meant."""

import json
import resource
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from shoes.camera.plane import parse_calibration
from shoes.camera.truth import parse_truth
from shoes.scenes.play.script import Dealt, Lifted, Parted, Turned
from tables.rules import Limits, compile_terms, fold
from tables.rules.facts import Fact
from tables.simulated.script import SEEN, TAPPED, Hands, Show, Tap, written

TERMS = compile_terms("casino-s17", limits=Limits(10_00, 500_00, 5_00), boxes=5)


class Watched:
    """What a flawless camera and the taps make of a show: the facts of each round."""

    def __init__(self, show: Show) -> None:
        self.rounds: list[list[Fact]] = []
        self._stakes: dict[str, int] = {}
        self._cards: dict[str, list[tuple[int, str]]] = {}
        self._names: dict[str, list[str]] = {}
        self._is_over = True
        events: list[Any] = sorted([*show.script.moves, *show.taps], key=lambda each: each.at)
        for event in events:
            if isinstance(event, Tap):
                self._tap(event)
            else:
                self._see(event)

    def _add(self, at: float, kind: str, source: str, *fields: Any) -> int:
        facts = self.rounds[-1]
        facts.append((len(facts) + 1, int(at * 1000), kind, source, "test", *fields))
        return len(facts)

    def _begin(self, at: float) -> None:
        if self._is_over:
            self.rounds.append([])
            self._add(at, "opened", "table", TERMS.hash, tuple("12345"), "house")
            self._cards, self._names, self._is_over = {}, {}, False

    def _tap(self, tap: Tap) -> None:
        if tap.kind == "stake":
            if self._is_over:
                self._stakes = {}
            self._stakes[tap.fields[0]] = tap.fields[1]
        if tap.kind == "shoe":
            return
        self._begin(tap.at)
        if tap.fields[:2] == ("0", "as_before"):
            for place, amount in self._stakes.items():
                self._add(tap.at, "stake", "entered", place, amount, "main")
            self._add(tap.at, "said", "entered", "0", "stakes_closed", None)
        elif tap.kind == "choice":
            rule, place, nth, option = tap.fields
            self._add(tap.at, "choice", "entered", rule, self._cards[place][nth][0], option)
        else:
            self._add(tap.at, tap.kind, "entered", *tap.fields)

    def _see(self, move: Any) -> None:
        match move:
            case Dealt():
                card = move.card if move.face == "up" else "??"
                number = self._add(move.at, "card", "observed", self._slot(move.place), card, move.face, move.lie)
                self._cards.setdefault(move.place, []).append((number, move.card))
            case Turned():
                self._add(move.at, "turned", "observed", *self._cards[move.place][move.nth])
            case Parted():
                self._add(move.at, "parted", "observed", self._slot(move.place))
                names = self._names[move.place.partition(".")[0]]
                names.insert(names.index(move.place) + 1, move.new)
                self._cards[move.new] = [self._cards[move.place].pop(1)]
            case Lifted():
                self._add(move.at, "lifted", "observed", self._slot(move.place))
                self._is_over = True

    def _slot(self, place: str) -> str:
        """The engine numbers the hands of a box from left to right."""
        box = place.partition(".")[0]
        number = self._names.setdefault(box, [box]).index(place)
        return f"{box}.{number}" if number else box


def found(facts: list[Fact]) -> Counter[tuple[str, str]]:
    return Counter((finding.key[0], finding.key[1]) for finding in fold(TERMS, facts).findings())


@pytest.mark.parametrize("seed", range(3))
def test_clean_rounds_seen_by_a_camera_have_no_finding_and_end(seed: int) -> None:
    show = written(TERMS, seed=seed, rounds=12)
    rounds = Watched(show).rounds
    assert len(rounds) == 12
    assert [found(facts) for facts in rounds] == [Counter()] * 12
    assert {fold(TERMS, facts).due().step.code for facts in rounds} <= {"round_over", "reshuffle"}
    assert show.planted == ()


@pytest.mark.parametrize("seed", range(6))
def test_planted_mistakes_are_found_from_cards_and_taps_and_nothing_else_is(seed: int) -> None:
    """R-GEN-12, I-1, I-6, I-16, R-BJF-13, R-BJV-32."""
    show = written(TERMS, seed=seed, rounds=12, has_mistakes=True)
    rounds = Watched(show).rounds
    assert sum(map(found, rounds), Counter()) == Counter((made.rule, made.slot) for made in show.planted)
    assert show.planted


def test_every_kind_of_mistake_that_a_camera_sees_is_made() -> None:
    shows = [written(TERMS, seed=seed, rounds=20, has_mistakes=True) for seed in range(12)]
    made = {mistake.kind for show in shows for mistake in show.planted}
    assert made == set(SEEN) - {"stands on soft 17"}  # the posted rules make no dealer draw on it


def test_the_same_seed_writes_the_same_show() -> None:
    assert written(TERMS, seed=5, rounds=3) == written(TERMS, seed=5, rounds=3)
    assert written(TERMS, seed=5, rounds=3) != written(TERMS, seed=6, rounds=3)


def test_cards_come_at_a_human_pace() -> None:
    moves = written(TERMS, seed=1, rounds=8).script.moves
    gaps = [two.at - one.at for one, two in pairwise(moves) if isinstance(one, Dealt) and isinstance(two, Dealt)]
    assert min(gaps) > 0.7
    assert 0.8 < sorted(gaps)[len(gaps) // 2] < 1.1
    pauses = [two.at - one.at for one, two in pairwise(moves) if isinstance(one, Lifted) and isinstance(two, Dealt)]
    assert len(pauses) == 7
    assert min(pauses) > 2.0
    assert max(pauses) < 9.0


def test_moves_and_taps_are_in_the_order_of_their_times() -> None:
    show = written(TERMS, seed=2, rounds=6, has_mistakes=True)
    moments = [move.at for move in show.script.moves]
    assert moments == sorted(moments)
    moments = [tap.at for tap in show.taps]
    assert moments == sorted(moments)


def test_only_what_cards_cannot_tell_is_tapped() -> None:
    taps = [tap for seed in range(4) for tap in written(TERMS, seed=seed, rounds=15, has_mistakes=True).taps]
    assert {tap.kind for tap in taps} <= {"stake", "said", "paid", "choice", "indicator", "shoe"}
    assert {tap.fields[1] for tap in taps if tap.kind == "said"} <= TAPPED | {"stand"}
    assert {tap.fields[0] for tap in taps if tap.kind == "said" and tap.fields[1] == "stand"} <= {"0"}


def test_a_plain_round_takes_two_taps() -> None:
    """Stakes as before, paid as shown."""
    show = written(TERMS, seed=1, rounds=12)
    ends = [one.at for one, two in pairwise(show.script.moves) if isinstance(one, Lifted) and isinstance(two, Dealt)]
    counts = [sum(one < tap.at < two for tap in show.taps) for one, two in pairwise(ends)]
    assert min(counts) == 2


def test_a_show_is_cut_off_at_its_seconds() -> None:
    show = written(TERMS, seed=3, seconds=20.0, has_mistakes=True)
    assert show.script.seconds == 20.0
    assert 15 < max(move.at for move in show.script.moves) < 20
    assert all(tap.at < 20 for tap in show.taps)
    assert all(mistake.at < 20 for mistake in show.planted)


def test_where_the_stop_card_is_out_another_shoe_is_brought() -> None:
    show = written(TERMS, seed=1, rounds=25)
    assert [tap.kind for tap in show.taps].count("shoe") == 1


def test_split_hands_keep_the_names_in_which_they_came_to_be() -> None:
    hands = Hands({"2": [11, 12]})
    assert hands.split("2") == ("2", "2.1")
    hands.of["2"].append(13)
    assert hands.split("2") == ("2", "2.2")  # it lies between the two
    assert [hands.name(slot) for slot in ("2", "2.1", "2.2")] == ["2", "2.2", "2.1"]
    assert hands.find(13) == ("2.2", 0)


# manage.py draw_film


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("films")


def draw(file: Path, *words: str) -> None:
    call_command("draw_film", str(file), *words)


@pytest.fixture(scope="module")
def drawn(films: Path) -> Path:
    file = films / "a.mp4"
    draw(file, "--seconds", "8", "--boxes", "3", "--seed", "5", "--width", "640")
    return file


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_a_film_can_be_read_again_frame_by_frame(drawn: Path) -> None:
    video = cv2.VideoCapture(str(drawn))
    frames = 0
    while True:
        is_there, picture = video.read()
        if not is_there:
            break
        assert picture.shape == (360, 640, 3)
        frames += 1
    video.release()
    assert frames == 100
    assert drawn.stat().st_size < 8 * 1_000_000


def test_beside_a_film_lie_calibration_truth_and_taps(drawn: Path) -> None:
    (body,) = lines(f"{drawn}.calibration.json")
    assert parse_calibration(body).picture == (640, 360)
    assert body["terms"] == {
        "profile": "casino-s17",
        "options": {},
        "limits": {"min_minor": 10_00, "max_minor": 500_00, "step_minor": 5_00},
    }
    truth = Path(f"{drawn}.truth.jsonl").read_text().splitlines()
    assert len(parse_truth(truth)) == len(truth) > 3
    taps = lines(f"{drawn}.taps.jsonl")
    assert taps[0]["kind"] == "stake"
    assert [tap["at"] for tap in taps] == sorted(tap["at"] for tap in taps)


def test_planted_mistakes_are_told_beside_the_film(films: Path) -> None:
    file = films / "b.mp4"
    draw(file, "--rounds", "1", "--boxes", "3", "--seed", "5", "--width", "320", "--mistakes")
    told = [line for line in lines(f"{file}.taps.jsonl") if "planted" in line]
    assert [(line["planted"], line["rule"], line["slot"]) for line in told] == [("stands on 16", "I-16", "0")]


@pytest.mark.parametrize(
    ("name", "words", "sentence"),
    [
        ("a.mp4", ["--seconds", "0"], "--seconds is 0; a film lasts 1 to 3600 seconds."),
        ("a.mp4", ["--seconds", "nan"], "--seconds is nan; a film lasts 1 to 3600 seconds."),
        ("a.mp4", ["--rounds", "0"], "--rounds is 0; a film has 1 to 180 rounds."),
        (
            "a.mp4",
            ["--rounds", "1", "--seconds", "5"],
            "--seconds and --rounds contradict each other; give one of them.",
        ),
        ("a.mp4", ["--angle", "below"], "--angle is below; it is one of above, left, front."),
        ("a.mp4", ["--boxes", "8"], "--boxes is 8; a drawn table has 1 to 7 boxes."),
        ("a.mp4", ["--seed", "-1"], "--seed is -1; it is a whole number from 0."),
        ("a.mp4", ["--width", "1000"], "--width is 1000; it is a multiple of 32 from 320 to 3840."),
        ("a.mp4", ["--noise", "99"], "--noise is 99; it is 0 to 30."),
        ("a.mp4", ["--profile", "blackjack-000"], "blackjack-000 is dealt with players' cards face down"),
        ("a.mp4", ["--profile", "casino"], "casino"),
        ("a.gif", [], "a.gif cannot be written; name a .mp4, .avi file in a folder that exists."),
        ("nowhere/a.mp4", [], "a.mp4 cannot be written; name a .mp4, .avi file in a folder that exists."),
    ],
)
def test_bad_input_is_refused_in_one_sentence(tmp_path: Path, name: str, words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        draw(tmp_path / name, *words)
    assert refused.value.returncode == 2
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_film_for_which_the_disk_is_too_small_leaves_nothing(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    was = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        with pytest.raises(CommandError, match=r"a\.mp4 could not be written whole; look whether the disk is full\.$"):
            draw(tmp_path / "a.mp4", "--seconds", "2", "--width", "320")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, was)
    assert list(tmp_path.iterdir()) == []
