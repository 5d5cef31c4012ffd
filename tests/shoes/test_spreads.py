"""Opening spreads read by a camera: what is missing or too many is named, how well it read is kept, nothing is shown of
packs that are dealt."""

import json
import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import cv2
import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from casino.models import JournalEntry, Staff
from shoes import evidence, misprints, queries, services, spread_views, spreads
from shoes.camera.kinds import Image
from shoes.camera.layout import blackjack
from shoes.camera.spread import Laid, TooDark, WrongSize, read_spread
from shoes.models import Camera, Pack, PackHold, Spread
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.spread import calibration_of, pack_in_order, spread
from shoes.services import cameras
from shoes.services.spreads import SpreadRefused
from shoes.weights import load_eyes
from tests.shoes.conftest import prepare

LENS, SEED = Lens(angle="front"), 5
CALIBRATION = calibration_of(LENS, seed=SEED)


def faulty() -> list[str]:
    """A pack without its 4♥, with a second 9♠ in its place."""
    return ["9S" if card == "4H" else card for card in pack_in_order()]


@pytest.fixture(scope="module")
def photographed() -> list[Image]:
    """The faulty pack, spread, two pictures of it."""
    return spread([faulty()], Look(jumbo=True), LENS, seed=SEED, frames=2)


@pytest.fixture(scope="module")
def laid(photographed: list[Image]) -> list[Laid]:
    return read_spread(load_eyes(), CALIBRATION, photographed)


def test_a_drawn_spread_is_read_and_what_is_wrong_with_it_is_named(laid: list[Laid]) -> None:
    found = spreads.compare(spreads.held("fr52", 1), [card.card for card in laid])
    assert found.right >= 46
    assert found.right + found.wrong + found.unsure >= 50
    assert ("4H", 1) in found.missing
    assert found.extra == [("9S", 1)]
    truth = spreads.compare(spreads.held("fr52", 1, missing=["4H"], extra=["9S"]), [card.card for card in laid])
    assert (truth.expected, truth.wrong, truth.extra) == (52, 0, [])


def test_a_picture_that_shows_no_spread_of_this_camera_is_refused(photographed: list[Image]) -> None:
    with pytest.raises(WrongSize, match="640 x 360"):
        read_spread(load_eyes(), CALIBRATION, [np.full((360, 640, 3), 99, np.uint8)])
    with pytest.raises(TooDark):
        read_spread(load_eyes(), CALIBRATION, [np.asarray(photographed[0] // 16, np.uint8)])


def test_a_reading_is_held_against_what_lies_there() -> None:
    truth = spreads.held("fr52", 2)
    reads = [card for card in pack_in_order() for _ in range(2)]
    assert spreads.compare(truth, reads) == spreads.Comparison(104, 104, 0, 0, [], [])
    reads[reads.index("QH")], reads[0] = "Q?", "2S"
    found = spreads.compare(truth, reads)
    assert (found.right, found.wrong, found.unsure) == (102, 1, 1)
    assert (found.missing, found.extra) == ([("AS", 1), ("QH", 1)], [("2S", 1)])
    assert spreads.may_be(found.missing, reads) == [("QH", 1)]
    assert spreads.is_of_another_kind("fr40", pack_in_order())
    assert not spreads.is_of_another_kind("fr40", [card for card in pack_in_order() if card[0] not in "89T"])


# misprinted, or exchanged


def in_rows(cards: list[str], *, per_row: int = 13, corners: dict[int, tuple[str, ...]] | None = None) -> list[Laid]:
    """Cards as they lie in rows, each half covered by the next."""
    told = corners or {}
    corner = [(30 * (n % per_row), 130 * (n // per_row)) for n in range(len(cards))]
    boxes = [(x, y, x + 60, y + 90) for x, y in corner]
    return [Laid(card, 0.99, box, told.get(n, ())) for n, (card, box) in enumerate(zip(cards, boxes, strict=True))]


def misprints_of(laid: list[Laid], kind: str = "fr52", packs: int = 1) -> list[misprints.Misprint]:
    found = spreads.compare(spreads.held(kind, packs), [one.card for one in laid])
    return misprints.misprints(kind, laid, found)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("per_row", [52, 13])
def test_a_card_that_shows_another_is_named_by_its_place(per_row: int, reverse: bool) -> None:
    """Each card of a pack in turn is printed as the same rank of the next suit."""
    pack = pack_in_order()[:: -1 if reverse else 1]
    for number, card in enumerate(pack):
        shows = card[0] + {"S": "C", "C": "S", "H": "D", "D": "H"}[card[1]]
        laid = in_rows([*pack[:number], shows, *pack[number + 1 :]], per_row=per_row)
        assert misprints_of(laid) == [misprints.Misprint(card, shows, "place", laid[number].box)]


def test_of_two_packs_the_card_itself_is_found() -> None:
    pack = pack_in_order()
    faulty_one = ["7H" if card == "7D" else card for card in pack]
    laid = in_rows(pack + faulty_one)
    (told,) = misprints_of(laid, packs=2)
    assert (told.belongs, told.shows, told.box) == ("7D", "7H", laid[52 + pack.index("7D")].box)
    twice = in_rows(faulty_one + ["QC" if card == "QS" else card for card in pack])
    assert sorted((one.belongs, one.shows) for one in misprints_of(twice, packs=2)) == [("7D", "7H"), ("QS", "QC")]


def test_an_italian_pack_has_other_neighbours() -> None:
    pack = [card for card in pack_in_order() if card[0] not in "89T"]
    laid = in_rows(["7H" if card == "7D" else card for card in pack], per_row=10)
    (told,) = misprints_of(laid, "it40")
    assert (told.belongs, told.shows, told.why) == ("7D", "7H", "place")


def test_what_lies_in_its_place_is_not_misprinted() -> None:
    pack = pack_in_order()
    assert misprints_of(in_rows(pack)) == []
    second = [card for card in pack if card != "4H"]
    second.insert(second.index("9S"), "9S")
    assert misprints_of(in_rows(second)) == []  # one is missing, and one lies beside its like: no misprint
    assert misprints_of(in_rows([card for card in pack if card != "4H"])) == []
    assert misprints_of(in_rows(["Q?" if card == "QH" else card for card in pack])) == []


def test_where_neighbours_are_not_read_those_behind_them_tell() -> None:
    pack = ["9C" if card == "9S" else card for card in pack_in_order()]
    for unread in ({"8S": "8?", "TS": "T?"}, {"8S": "??", "TS": "??"}, {"TS": "??", "JS": "??", "7S": "7?"}):
        (told,) = misprints_of(in_rows([unread.get(card, card) for card in pack]))
        assert (told.belongs, told.shows) == ("9S", "9C")


def test_where_two_cards_fit_one_place_none_is_named() -> None:
    pack = ["9C" if card == "9S" else card for card in pack_in_order()]
    unread = {"5S": "??", "6S": "??", "8S": "??", "TS": "??", "JS": "??", "QS": "??"}
    laid = in_rows([unread.get(card, card) for card in pack])
    assert misprints_of(laid) == []  # 5S and 9S lie as far from the 7S


def test_out_of_order_the_count_alone_tells() -> None:
    cards = faulty()
    random.Random(3).shuffle(cards)
    assert misprints_of(in_rows(cards)) == [misprints.Misprint("4H", "9S", "count", None)]
    cards[0] = cards[0][0] + "?"
    assert misprints_of(in_rows(cards)) == []  # the one that is missing may be the one not read


def test_a_card_whose_corners_differ_is_named() -> None:
    pack = pack_in_order()
    number = pack.index("7D")
    laid = in_rows(["7?" if card == "7D" else card for card in pack], corners={number: ("7H", "7D")})
    assert misprints_of(laid) == [misprints.Misprint("7D", "7H", "corners", laid[number].box)]


def test_an_unread_card_is_named_by_its_place() -> None:
    pack = pack_in_order()
    laid = in_rows(["??" if card in ("QH", "QS") else card for card in pack if card != "5D"])
    found = spreads.compare(spreads.held("fr52", 1), [one.card for one in laid])
    assert ("5D", 1) in found.missing
    assert misprints.by_place("fr52", laid, found.missing) == [("QS", 1), ("QH", 1)]


def test_a_drawn_card_that_shows_another_is_found_in_its_place(laid: list[Laid]) -> None:
    (told,) = misprints_of(laid)
    assert (told.belongs, told.shows, told.why) == ("4H", "9S", "place")
    place = next(one for one in laid if one.box == told.box)
    beside = sorted(laid, key=lambda one: abs(one.box[0] - place.box[0]) + abs(one.box[1] - place.box[1]))[1:3]
    assert {one.card[0] for one in beside} <= {"3", "5", "?"}
    assert "5H" in {one.card for one in beside}


@pytest.mark.parametrize("lower", ["KS", "5H"])
def test_a_drawn_card_whose_corners_differ_is_found(lower: str) -> None:
    """The last card of a ribbon shows both its corners."""
    pack = pack_in_order()
    pictures = spread([pack], Look(jumbo=True), LENS, seed=SEED, frames=2, misprinted={"KC": lower})
    laid = read_spread(load_eyes(), CALIBRATION, pictures)
    (told,) = [one for one in misprints_of(laid) if one.why == "corners"]
    assert {told.belongs, told.shows} == {"KC", lower}


# what is kept


def as_laid(cards: list[str]) -> list[Laid]:
    return [Laid(card, 0.99, (10 * n, 20, 10 * n + 9, 40)) for n, card in enumerate(cards)]


def jpeg(seen: Image) -> bytes:
    return cv2.imencode(".jpg", seen)[1].tobytes()


@pytest.fixture
def camera(loader: Staff) -> Camera:
    made = cameras.add("BJ-12", by=loader)
    cameras.calibrate(made, CALIBRATION.as_json(), by=loader)
    Camera.objects.update(state="watching", heard_at=timezone.now() + timedelta(hours=1))
    return Camera.objects.get()


@pytest.fixture
def keep(camera: Camera, packs: list[Pack], loader: Staff) -> Callable[[list[str]], Spread]:
    """Keeps a reading of the first pack."""
    picture = jpeg(np.full((20, 20, 3), 60, np.uint8))
    return lambda cards: services.keep_spread(
        camera, [packs[0].serial], as_laid(cards), picture=picture, pictures=2, by=loader
    )


def test_a_day_of_a_camera_is_the_sum_of_its_spreads(
    keep: Callable[[list[str]], Spread], camera: Camera, loader: Staff
) -> None:
    assert keep(pack_in_order()).is_as_printed
    read = ["Q?" if card == "QH" else card for card in faulty()]
    second = keep(read)
    (day,) = queries.spread_days(camera, limit=9)
    assert (day.spreads, day.expected, day.right, day.wrong, day.is_open) == (2, 104, 102, 1, True)
    services.look_through(second, missing=["4H"], extra=["9S"], by=loader)
    (day,) = queries.spread_days(camera, limit=9)
    assert (day.expected, day.right, day.wrong, day.is_open) == (104, 103, 0, False)
    assert queries.last_spread_days() == {"BJ-12": day}
    (held,) = PackHold.objects.open()
    assert held.reason == "opening spread: cards missing or too many"
    told = [json.loads(entry.body) for entry in JournalEntry.objects.filter(body__contains="spread.").order_by("pk")]
    assert [entry["what"] for entry in told] == ["spread.read", "spread.read", "spread.looked_through"]
    assert not any("4H" in str(entry) for entry in told)


def test_a_misprinted_card_is_kept_once_and_its_pack_held(
    keep: Callable[[list[str]], Spread], camera: Camera, loader: Staff
) -> None:
    kept = keep(faulty())
    box = list(as_laid(faulty())[faulty().index("9S", 13)].box)
    assert kept.misprinted == [["4H", "9S", "place", box]]
    answer = services.look_through(kept, missing=["4H"], extra=[], misprinted=["4H"], by=loader)
    assert (answer.missing, answer.extra, answer.misprinted) == ([], [], kept.misprinted)
    assert (answer.expected, answer.right, answer.wrong) == (52, 52, 0)
    (held,) = PackHold.objects.open()
    assert held.reason == "opening spread: misprinted cards"
    assert not any("4H" in entry.body for entry in JournalEntry.objects.filter(body__contains="spread."))


def test_a_misprint_that_is_none_is_the_cameras_fault(keep: Callable[[list[str]], Spread], loader: Staff) -> None:
    answer = services.look_through(keep(faulty()), missing=[], extra=[], misprinted=["QH"], by=loader)
    assert (answer.misprinted, answer.right, answer.wrong) == ([], 51, 1)
    assert not PackHold.objects.open().exists()


def test_a_misprint_beside_a_missing_card_is_told_as_both(keep: Callable[[list[str]], Spread], loader: Staff) -> None:
    kept = keep([card for card in faulty() if card != "KC"])
    answer = services.look_through(kept, missing=["KC", "4H"], extra=["9S"], misprinted=["4H"], by=loader)
    assert (answer.missing, answer.extra, len(answer.misprinted)) == ([["KC", 1]], [], 1)
    assert (answer.expected, answer.right, answer.wrong) == (51, 51, 0)
    (held,) = PackHold.objects.open()
    assert held.reason == "opening spread: misprinted cards, and cards missing or too many"


def test_who_looks_a_whole_pack_through_lays_it_to_the_camera(
    keep: Callable[[list[str]], Spread], camera: Camera, loader: Staff
) -> None:
    kept = keep(faulty())
    services.look_through(kept, missing=[], extra=[], by=loader)
    (day,) = queries.spread_days(camera, limit=9)
    assert (day.right, day.wrong, day.is_open) == (51, 1, False)
    assert not PackHold.objects.open().exists()
    with pytest.raises(services.AlreadyLookedThrough):
        services.look_through(kept, missing=[], extra=[], by=loader)


def test_what_is_no_spread_of_these_packs_is_not_kept(keep: Callable[[list[str]], Spread]) -> None:
    chance = random.Random(4)
    for cards, said in (
        (chance.sample(pack_in_order(), 20), "20 of 52 cards are to be seen"),
        (pack_in_order() * 2, "104 cards lie there, and those packs hold 52"),
    ):
        with pytest.raises(SpreadRefused, match=said):
            keep(cards)
    assert not Spread.objects.exists()


def test_another_kind_of_pack_is_told(camera: Camera, loader: Staff) -> None:
    services.receive_pack("P-40", "fr40", "red", by=loader)
    with pytest.raises(SpreadRefused, match="Other cards lie there"):
        services.keep_spread(camera, ["P-40"], as_laid(pack_in_order()), picture=b"", pictures=1, by=loader)


def test_nothing_of_a_pack_is_read_or_shown_from_its_shuffle_to_its_count(
    keep: Callable[[list[str]], Spread], packs: list[Pack], loader: Staff, verifier: Staff, client: Client
) -> None:
    kept = keep(["Q?" if card == "QH" else card for card in pack_in_order()])
    services.load("S-1", packs, by=loader)
    client.force_login(loader)
    assert 'aria-label="queen of hearts"' in client.get(f"/spreads/{kept.pk}").content.decode()
    prepare("S-1", verifier)
    page = client.get(f"/spreads/{kept.pk}").content.decode()
    assert "queen of hearts" not in page
    assert "shown again once that shoe is counted" in page
    assert client.get(f"/spreads/{kept.pk}/picture.jpg").status_code == 204
    refused = client.post(f"/spreads/{kept.pk}/looked", {"missing": "QH"})
    assert (refused.status_code, "is in play" in refused.content.decode()) == (422, True)
    with pytest.raises(SpreadRefused, match="is in a shoe that is shuffled or in play"):
        keep(pack_in_order())


# pages


@pytest.fixture
def ask(client: Client, loader: Staff, camera: Camera, packs: list[Pack]) -> Callable[..., str]:
    """Asks for a spread to be read; what is answered."""
    client.force_login(loader)

    def post(**said: object) -> str:
        form = {"camera": "BJ-12", "serials": packs[0].serial} | said
        answer = client.post("/spreads/read", form, headers={"HX-Request": "true"})
        return answer.headers.get("X-Seventeen-Next") or answer.content.decode()

    return post


def test_pictures_of_a_spread_are_read_and_the_page_names_the_cards(
    ask: Callable[..., str], client: Client, photographed: list[Image], people: dict[str, Staff]
) -> None:
    files = [SimpleUploadedFile(f"{n}.png", cv2.imencode(".png", p)[1].tobytes()) for n, p in enumerate(photographed)]
    address = ask(pictures=files)
    page = client.get(address).content.decode()
    assert 'aria-label="4 of hearts"' in page
    assert 'aria-label="9 of spades"' in page
    assert client.get(f"{address}/picture.jpg").content.startswith(b"\xff\xd8")
    assert client.get("/spreads").content.decode().count("to be looked through") == 1
    admin = Client()
    admin.force_login(people["administrator"])
    for path in ("/cameras", "/cameras/BJ-12"):
        told = admin.get(path).content.decode()
        kept = Spread.objects.get()
        assert f"{1000 * kept.right // 52 / 10:.1f} %" in told
        assert "4 of hearts" not in told


def test_what_the_camera_sends_now_is_read(
    ask: Callable[..., str], camera: Camera, photographed: list[Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = iter([jpeg(picture) for picture in photographed])

    def answer(asked: Camera) -> None:
        picture = next(sent, None)
        if picture:
            evidence.write(evidence.still_of(asked.name), picture)

    monkeypatch.setattr(cameras, "want_still", answer)  # a watching process answers so, within a second
    monkeypatch.setattr(spread_views, "WAIT_S", 0.05)
    assert ask().startswith("/spreads/")
    kept = Spread.objects.get()
    assert (kept.pictures, kept.wrong) == (2, 1)


@pytest.mark.parametrize(
    ("state", "said"),
    [("lost", "sends no picture now"), ("silent", "sends no picture now"), ("moved", "was moved; calibrate it anew")],
)
def test_a_camera_that_does_not_see_is_told(ask: Callable[..., str], state: str, said: str) -> None:
    Camera.objects.update(state=state)
    assert said in ask()


def test_bad_input_is_said_in_a_sentence(ask: Callable[..., str], loader: Staff) -> None:
    def file(data: bytes) -> SimpleUploadedFile:
        return SimpleUploadedFile("one.jpg", data)

    assert "There is no pack P-999" in ask(serials="P-999")
    assert "is no picture" in ask(pictures=[file(b"no picture")])
    assert "has 64 x 48 pixels" in ask(pictures=[file(jpeg(np.full((48, 64, 3), 90, np.uint8)))])
    assert "The picture is dark" in ask(pictures=[file(jpeg(np.zeros((1080, 1920, 3), np.uint8)))])
    assert "0 of 52 cards are to be seen" in ask(pictures=[file(jpeg(np.full((1080, 1920, 3), 90, np.uint8)))])
    assert "at most 5 pictures" in ask(pictures=[file(b"x") for _ in range(6)])
    assert "Camera:" in ask(camera="BJ-99")
    cameras.add("BJ-13", by=loader)
    assert "is not calibrated yet" in ask(camera="BJ-13")
    only_mouth = {**CALIBRATION.as_json(), "areas": [a for a in _areas() if a["kind"] == "mouth"]}
    cameras.calibrate(Camera.objects.get(name="BJ-13"), only_mouth, by=loader)
    assert "sees the mouth of the shoe only" in ask(camera="BJ-13")


def _areas() -> list[dict[str, object]]:
    areas: list[dict[str, object]] = CALIBRATION.as_json()["areas"]
    assert Counter(str(area["kind"]) for area in areas)["box"] == len(blackjack(5).areas) - 3
    return areas
