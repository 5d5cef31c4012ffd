"""The table of the demo that is a film: drawn once, read by a real camera's way, entered at its moments, and scored."""

import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.environment import CHECKOUT
from casino.models import Staff
from shoes import queries as shoes
from shoes import services as shoe_life
from shoes.camera.watch import Watch
from shoes.feeds import sources
from shoes.models import Camera, Shoe
from shoes.templatetags.shoe_words import event_text
from shoes.weights import load_eyes
from tables.models import Table
from tables.queries import tables as known
from tables.rules.terms import ENGINE
from tables.simulated import filming
from tables.simulated import house as furnishing
from tables.simulated.filmed import FilmedDealer, entered, put_camera
from tables.simulated.filming import DrawnFilm
from tables.simulated.filmscore import FilmScore, FilmScorer
from tables.simulated.house import House

PLAN = replace(filming.FILMED, boxes=3)
SHORT = (
    *("--rounds", "1", "--seed", "62", "--boxes", "3", "--profile", PLAN.profile),
    *("--width", "1280", "--noise", "0.6", "--jumbo", "--mistakes"),
)
"""One round with a card after a later box, about which the dealer chooses; 21 seconds."""


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> DrawnFilm:
    """A film of one round."""
    film = filming.film_in(tmp_path_factory.mktemp("film"), words=SHORT)
    call_command(*film.drawing)
    film.note_whole()
    return film


@pytest.fixture
def house(db: None) -> House:
    return furnishing.simulated_house(random.Random(3))


@pytest.fixture
def filmed(house: House) -> tuple[Table, Staff]:
    dealer = furnishing.dealer_of(filming.FILMED.code)
    return house.furnish(PLAN, dealer), dealer


def read(house: House, filmed: tuple[Table, Staff], film: DrawnFilm) -> FilmScore:
    eyes = load_eyes()
    return FilmScorer(house, *filmed, film).read(lambda calibration: Watch(eyes, calibration), say=print)


def test_a_film_is_read_whole_and_its_mistake_is_found(
    house: House, filmed: tuple[Table, Staff], short: DrawnFilm
) -> None:
    """Every frame through reader and watch, every statement and tap through the services, and nothing else is found."""
    frames = int(short.lasts_s * 12.5 + 0.5)
    assert [one["planted"] for one in short.planted] == ["card after a later box"]
    assert read(house, filmed, short) == FilmScore(frames, dropped=0, rounds=1, planted=1, caught=1, false=0)
    assert Camera.objects.get(name="BJ-15").state == "new"  # nobody posted over the wire


def test_a_film_score_can_fail(house: House, filmed: tuple[Table, Staff], short: DrawnFilm, tmp_path: Path) -> None:
    """A mistake that is nowhere in the film is missed, and the one that is becomes false."""
    for end in filming.BESIDE:
        (tmp_path / f"film.mp4{end}").write_bytes(short.path.with_name(short.path.name + end).read_bytes())
    taps = tmp_path / "film.mp4.taps.jsonl"
    lines = [json.loads(line) for line in taps.read_text().splitlines()]
    taps.write_text("".join(json.dumps({**line, "slot": "0"} if "planted" in line else line) + "\n" for line in lines))
    score = read(house, filmed, DrawnFilm(tmp_path / "film.mp4", ()))
    assert (score.planted, score.caught, score.false, score.is_perfect) == (1, 0, 1, False)


# the film as it is kept


def kept(folder: Path, words: tuple[str, ...] = ("--rounds", "1")) -> DrawnFilm:
    """A film's files with anything in them, noted as whole."""
    film = filming.film_in(folder, words=words)
    film.path.parent.mkdir(parents=True, exist_ok=True)
    for end in filming.BESIDE:
        film.path.with_name(film.path.name + end).write_text(f"what is in {end}")
    film.note_whole()
    return film


def test_a_film_that_was_drawn_whole_is_kept(tmp_path: Path) -> None:
    assert not filming.film_in(tmp_path, words=("--rounds", "1")).is_whole
    kept(tmp_path)
    assert filming.film_in(tmp_path, words=("--rounds", "1")).is_whole


def test_a_film_of_other_words_is_drawn_anew(tmp_path: Path) -> None:
    kept(tmp_path)
    assert not filming.film_in(tmp_path, words=("--rounds", "2")).is_whole


@pytest.mark.parametrize("end", filming.BESIDE)
def test_a_film_with_a_damaged_or_lost_file_is_drawn_anew(tmp_path: Path, end: str) -> None:
    film = kept(tmp_path)
    file = film.path.with_name(film.path.name + end)
    file.write_text("half")
    assert not film.is_whole
    file.unlink()
    assert not film.is_whole


def test_a_film_whose_note_is_half_written_is_drawn_anew(tmp_path: Path) -> None:
    film = kept(tmp_path)
    film.path.with_name(f"{film.path.name}.drawn.json").write_text('{"words": [')
    assert not film.is_whole


def test_a_film_is_drawn_anew_when_what_draws_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = kept(tmp_path)
    monkeypatch.setattr(filming, "ENGINE", ENGINE + 1)
    assert not film.is_whole


def test_what_draws_a_film_is_named_and_there() -> None:
    """A pattern that matches nothing would keep an old film for ever."""
    for pattern in filming.DRAWN_BY:
        assert list(CHECKOUT.glob(pattern)), pattern
    here = CHECKOUT / "tables" / "simulated"
    assert [name for name in filming.SPEAKS_OF_IT if not (here / name).is_file()] == []


def test_the_film_has_the_limits_on_the_sign_of_its_table(short: DrawnFilm) -> None:
    body = json.loads(short.path.with_name(f"{short.path.name}.calibration.json").read_text())
    limits = filming.FILMED.limits
    assert body["terms"]["profile"] == filming.FILMED.profile
    assert body["terms"]["limits"] == {
        "min_minor": limits.min_minor,
        "max_minor": limits.max_minor,
        "step_minor": limits.step_minor,
    }


# taps


def test_stakes_as_before_are_those_tapped_before() -> None:
    """A pass begins with guests who are new; another round of it may go on from the one before."""
    taps = [
        {"at": 1.0, "kind": "stake", "fields": ["1", 1000, "main"]},
        {"at": 2.0, "kind": "stake", "fields": ["3", 2000, "main"]},
        {"at": 3.0, "kind": "said", "fields": ["0", "stakes_closed", None]},
        {"at": 4.0, "kind": "shoe", "fields": []},
        {"at": 5.0, "kind": "said", "fields": ["0", "as_before", None]},
        {"at": 6.0, "kind": "stake", "fields": ["2", 500, "main"]},
        {"at": 7.0, "kind": "said", "fields": ["0", "stakes_closed", None]},
        {"at": 8.0, "kind": "said", "fields": ["0", "as_before", None]},
    ]
    one, three, two = (("stake", (place, minor, "main")) for place, minor in [("1", 1000), ("3", 2000), ("2", 500)])
    closed = ("said", ("0", "stakes_closed", None))
    assert [each.bodies for each in entered(taps)] == [
        (one,),
        (three,),
        (closed,),
        (),
        (one, three, closed),
        (two,),
        (closed,),
        (two, closed),
    ]


def test_a_tap_is_entered_once_however_often_its_time_has_come(
    house: House, filmed: tuple[Table, Staff], short: DrawnFilm
) -> None:
    table, dealer = filmed
    began_ms = round(time.time() * 1000) - 600_000
    entries = []
    for _again in range(2):
        FilmedDealer(table, dealer, short, began_ms=began_ms).enter_until(6.0, bring_shoe=print, say=print)
        entries.append(table.rounds.get().entries.count())
    assert entries[0] == entries[1] > 3


def test_a_filmed_tables_camera_is_calibrated_once_and_has_one_secret(
    house: House, filmed: tuple[Table, Staff], short: DrawnFilm
) -> None:
    first, second = (put_camera(filmed[0], short, by=house.boss) for _again in range(2))
    camera = Camera.objects.get(name="BJ-15")
    assert first != second
    assert camera.calibrations.count() == 1
    assert not Table.objects.get(pk=filmed[0].pk).is_watch_only


# the film as a camera shows it


class Counted:
    """A recording of ten pictures in a second, told apart by their grey."""

    name, is_recording, length_s = "counted", True, 1.0

    def shots(self) -> Iterator[sources.Shot]:
        for number in range(10):
            yield sources.Shot(np.full((2, 2, 3), number, np.uint8), number / 10)


def test_a_looped_film_goes_on_where_it_is_by_now() -> None:
    """A camera's process that was killed joins the pass that is shown, and its times go on over all passes."""
    shots = sources.Looped(Counted(), time.monotonic() - 3.75).shots()
    shown = [(int(shot.image[0, 0, 0]), round(shot.seconds or 0, 1)) for shot in islice(shots, 4)]
    assert shown == [(8, 3.8), (9, 3.9), (0, 4.0), (1, 4.1)]


def test_a_film_that_does_not_say_how_long_it_is_cannot_be_looped() -> None:
    recording = Counted()
    recording.length_s = 0.0
    with pytest.raises(sources.NoSource, match="does not say how long it is"):
        sources.Looped(recording, 0.0)


@pytest.mark.parametrize("words", [("--loop",), ("--loop", "--paced", "--dry-run")])
def test_a_loop_that_would_never_end_is_refused(words: tuple[str, ...]) -> None:
    film = str(CHECKOUT / "examples" / "table.mp4")
    with pytest.raises(CommandError, match="--loop goes with --paced and posts to the server") as refused:
        call_command("watch_table", "BJ-15", "--source", film, *words)
    assert refused.value.returncode == 2


# shoes of a film


def deal(house: House, table: Table, key: str, cards: list[str]) -> list[str]:
    """Cards of a shoe are seen and it ends; the alarms about their order."""
    alarms = []
    for number, card in enumerate(cards):
        alarms += shoe_life.see(key, [(f"card:{number}", card)], at=timezone.now() + timedelta(seconds=number))
    return [alarm.kind for alarm in alarms if alarm.kind in ("order_repeats", "lies_sorted")]


@pytest.mark.parametrize(("film", "alarms"), [("BJ-15.mp4", []), ("", ["order_repeats"])])
def test_the_second_pass_of_a_film_raises_no_alarm_about_order_but_a_real_shoe_does(
    house: House, filmed: tuple[Table, Staff], film: str, alarms: list[str]
) -> None:
    """The packs are the same, and so is the order; only for the film is that as it should be."""
    table, _dealer = filmed
    first = known.state_of(table).shoe_key
    assert first is not None
    cards = list(house.piles[first].cards[:60])
    assert deal(house, table, first, cards) == []
    second = replace_now(house, table, film)
    assert shoes.is_of_film(Shoe.objects.get(key=second)) is bool(film)
    assert deal(house, table, second, cards) == alarms


def replace_now(house: House, table: Table, film: str) -> str:
    """The same packs again: the old shoe goes before the new one comes."""
    old = known.state_of(table).shoe_key or ""
    house.take_away(old)
    house.chance = random.Random(1)
    return house.bring_shoe(table, film=film)


def test_a_shoe_of_a_film_is_named_as_one_in_the_journal_and_on_its_page(
    house: House, filmed: tuple[Table, Staff]
) -> None:
    key = known.state_of(filmed[0]).shoe_key
    view = shoes.shoe_view(key or "")
    assert view is not None
    assert event_text(view.events[0]) == "cards of the film BJ-15.mp4, their order is not checked"
    loaded = JournalEntry.objects.get(chain=filmed[0].chain, body__contains="shoe.loaded")
    assert '"film":"BJ-15.mp4"' in loaded.body
