"""What the tablet of a table with a camera tells and takes: nothing that lies face down, corrections as new facts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.models import Staff
from shoes.models import Camera, CameraCalibration
from tables import queries
from tables.models import Entry, Round, Table
from tables.queries import felt
from tables.rules.facts import ID, KIND, SLOT
from tables.services import tables
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round
from tests.tables.watching import WatchedTable

pytestmark = pytest.mark.django_db

Screen = Callable[[], str]
Post = Callable[..., tuple[int, str]]


@pytest.fixture
def watched(table: Table, dealer: Staff) -> WatchedTable:
    """BJ-12 with a camera that was heard of just now."""
    watched = WatchedTable(table, dealer)
    set_state(watched.camera, "watching")
    CameraCalibration.objects.create(camera=watched.camera, version=1, body={}, sha256="0" * 64)
    return watched


def set_state(camera: Camera, state: str, *, ago: timedelta = timedelta(0)) -> None:
    Camera.objects.filter(pk=camera.pk).update(state=state, heard_at=timezone.now() - ago)


@pytest.fixture
def screen(client: Client, watched: WatchedTable) -> Screen:
    client.force_login(watched.dealer)
    return lambda: client.get(reverse("tablet-screen", args=[watched.table.code])).content.decode()


@pytest.fixture
def post(client: Client, watched: WatchedTable) -> Post:
    client.force_login(watched.dealer)

    def send(name: str, **said: str) -> tuple[int, str]:
        answer = client.post(reverse(name, args=[watched.table.code]), said, headers={"X-Seventeen-Tap": "1"})
        return answer.status_code, answer.content.decode()

    return send


def now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)


def see(watched: WatchedTable, place: str, card: str, **more: Any) -> str:
    """The camera reads a card just now; the name of the read."""
    read = watched.eye.read(now_ms(), place, card, **more)
    watched.post(watched.eye.said[-1])
    return read


def number_of(table: Table, place: str) -> str:
    """The fact of the last card that was read there."""
    (round,) = Round.objects.filter(table=table)
    cards = [fact for fact in felt.facts_of(round) if fact[KIND] == "card" and fact[SLOT] == place]
    return str(cards[-1][ID])


def card_in(table: Table, dealer: Staff, place: str) -> list[str]:
    picture = queries.tablet_view(table, dealer).picture
    assert picture is not None
    box = next(box for box in picture.boxes if box.place == place)
    return [card.card for hand in box.hands for card in hand.cards]


def test_a_table_without_a_camera_has_the_pad_and_no_word_of_one(
    client: Client, table: Table, dealer: Staff, tap: Tapper
) -> None:
    client.force_login(dealer)
    tap.stakes(b1=25_00)
    page = client.get(reverse("tablet-screen", args=[table.code])).content.decode()
    assert "data-pad" in page
    assert "camera" not in page


def test_a_camera_without_a_calibration_does_not_follow(screen: Screen, watched: WatchedTable, tap: Tapper) -> None:
    camera = watched.add_camera("BJ-12a")
    set_state(camera, "watching")
    assert "BJ-12a: The camera does not watch yet." in screen()
    assert "data-by-hand" not in screen()
    tap.stakes(b1=25_00)
    assert "data-by-hand" in screen()  # the other one does


@pytest.mark.parametrize(
    ("state", "ago", "says"),
    [
        ("watching", 0, "Camera sees"),
        ("lost", 0, "gives no picture"),
        ("frozen", 0, "stands still"),
        ("dark", 0, "sees only dark"),
        ("moved", 0, "must be calibrated anew"),
        ("watching", 60, "Nothing was heard of the camera"),
    ],
)
def test_what_is_wrong_with_the_camera_is_said_and_the_pad_is_offered(
    screen: Screen, watched: WatchedTable, tap: Tapper, state: str, ago: int, says: str
) -> None:
    set_state(watched.camera, state, ago=timedelta(seconds=ago))
    tap.stakes(b1=25_00)
    page = screen()
    assert says in page
    assert ("Enter the cards by hand." in page) is (says != "Camera sees")
    assert ("only-hand" in page) is (says == "Camera sees")


def test_cards_that_lie_face_down_or_nowhere_are_backs_and_never_named(
    screen: Screen, watched: WatchedTable, tap: Tapper
) -> None:
    tap.stakes(b1=25_00)
    for place, card in (("1", "8S"), ("0", "7H"), ("1", "QC"), ("mouth", "9D")):
        see(watched, place, card)
    see(watched, "0", "??", face="down", candidates=[["KD", 0.9]])
    see(watched, "?", "6C", candidates=[["6C", 0.9]])
    page = screen()
    drawn = page[: page.index('id="other"')].replace('name="card"', "")
    lying = [line for line in drawn.splitlines() if "touched" in line]
    assert lying
    for text in ("9D", "KD", "6C", "9 of diamonds", "king of diamonds", "6 of clubs", "9♦", "K♦", "6♣"):
        assert not [line for line in lying if text in line], text
    assert "In no box:" in page


def test_a_misread_is_put_right_by_a_new_fact(post: Post, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    see(watched, "1", "8S")
    number = number_of(watched.table, "1")
    status, _page = post("tablet-correct", key="r", fact=number, card="8C", reason="misread", on_felt="1")
    assert status == 200
    assert card_in(watched.table, watched.dealer, "1") == ["8C"]
    assert Entry.objects.filter(kind="card").count() == 1
    assert Entry.objects.get(kind="corrected").source == "entered"


def test_a_card_put_right_twice_stands_as_it_was_said_last(post: Post, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00, b2=25_00)
    see(watched, "1", "8S")
    number = number_of(watched.table, "1")
    post("tablet-correct", key="a", fact=number, place="2", reason="misread", on_felt="1")
    post("tablet-correct", key="b", fact=number, card="9C", reason="misread", on_felt="1")
    assert card_in(watched.table, watched.dealer, "1") == []
    assert card_in(watched.table, watched.dealer, "2") == ["9C"]  # where it lies was not forgotten


def test_what_a_tap_and_the_camera_saw_is_put_right_once(post: Post, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.say(Draft("card", ("1", "9S", "up", "along")))
    see(watched, "1", "9S")
    number = str(queries.tablet_view(watched.table, watched.dealer).picture.boxes[0].hands[0].cards[0].fact_id)  # type: ignore[union-attr]
    post("tablet-correct", key="a", fact=number, card="8S", reason="misread", on_felt="1")
    assert card_in(watched.table, watched.dealer, "1") == ["8S"]


def test_a_face_down_card_told_what_it_shows_was_turned_and_back_again(
    post: Post, watched: WatchedTable, tap: Tapper
) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    hole = str(tap.hole())
    tap.ask("1", "stand")
    said = {"fact": hole, "reason": "misread", "on_felt": "1"}
    assert post("tablet-correct", key="a", card="9H", **said)[0] == 200
    assert post("tablet-correct", key="b", card="TH", **said)[0] == 200
    picture = queries.tablet_view(watched.table, watched.dealer).picture
    assert picture is not None
    assert [card.card for card in picture.dealer.cards] == ["7H", "TH"]
    assert post("tablet-correct", key="c", card="back", **said)[0] == 200
    picture = queries.tablet_view(watched.table, watched.dealer).picture
    assert picture is not None
    assert [card.card for card in picture.dealer.cards] == ["7H", "??"]
    kinds = Entry.objects.order_by("-pk").values_list("kind", flat=True)[:3]
    assert list(kinds) == ["voided", "corrected", "turned"]


def test_a_card_that_the_camera_made_up_is_taken_away(post: Post, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    see(watched, "1", "8S")
    number = number_of(watched.table, "1")
    post("tablet-correct", key="a", fact=number, do="void", reason="misread", on_felt="1")
    assert card_in(watched.table, watched.dealer, "1") == []


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"card": "1X"}, "1X"),
        ({"place": "eleven"}, "eleven"),
        ({}, "take it back and enter what is right"),
        ({"card": "8C", "reason": ""}, "Write the reason"),
        ({"card": "8C", "fact": "99"}, "There is no entry 99"),
        ({"card": "8C", "fact": "1"}, "There is no entry 1"),
    ],
)
def test_a_bad_correction_is_answered_with_a_sentence_and_changes_nothing(
    post: Post, watched: WatchedTable, tap: Tapper, said: dict[str, str], sentence: str
) -> None:
    tap.stakes(b1=25_00)
    see(watched, "1", "8S")
    before = Entry.objects.count()
    told = {"fact": number_of(watched.table, "1"), "reason": "misread", "on_felt": "1", **said}
    status, page = post("tablet-correct", key="bad", **told)
    assert (status, Entry.objects.count()) == (422, before)
    assert sentence in page


def test_unsure_cards_are_asked_about_the_rank_first(screen: Screen, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00, b2=25_00)
    see(watched, "1", "Q?", candidates=[["QS", 0.5], ["QC", 0.4], ["KS", 0.1]])
    see(watched, "2", "??", candidates=[["9S", 0.5], ["8S", 0.4]])
    page = screen()
    ask = page[page.index('class="ask"') : page.index("</form>", page.index('class="ask"'))]
    assert "Box 2" in ask
    assert [text for text in ("9S", "8S", "QS", "KS") if f'name="card" value="{text}"' in ask] == ["9S", "8S"]
    assert ask.index('value="9S"') < ask.index('value="8S"')
    assert "1 more to ask" in ask


def test_only_a_card_that_fits_the_rank_is_a_candidate(screen: Screen, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    see(watched, "1", "Q?", candidates=[["QC", 0.5], ["QS", 0.4], ["KS", 0.1]])
    page = screen()
    ask = page[page.index('class="ask"') : page.index("</form>", page.index('class="ask"'))]
    assert [text for text in ("QC", "QS", "KS") if f'name="card" value="{text}"' in ask] == ["QC", "QS"]


def test_what_the_dealer_entered_unsure_is_not_asked_again(screen: Screen, watched: WatchedTable, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.say(Draft("card", ("1", "Q?", "up", "along")))
    assert 'class="ask"' not in screen()


def test_while_watch_only_a_stop_is_for_the_supervisor_alone(
    screen: Screen, watched: WatchedTable, tap: Tapper, boss: Staff
) -> None:
    # I-6
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.deal("1:5D")
    assert "No card to anyone" in screen()
    tables.set_watch_only(watched.table, True, by=boss)
    page = screen()
    assert "No card to anyone" not in page
    assert "Turn it over" in page
    assert "The camera is being tried" in page


def test_stakes_after_the_first_card_that_a_camera_saw_are_facts(post: Post, watched: WatchedTable) -> None:
    see(watched, "1", "8S")
    assert post("tablet-stakes", key="s", stake="1:2500")[0] == 200
    (round,) = Round.objects.all()
    facts = felt.facts_of(round)
    assert [fact[SLOT:] for fact in facts if fact[KIND] in ("stake", "said")] == [
        ("1", 25_00, "main"),
        ("0", "stakes_closed", None),
    ]


def test_stakes_as_before_after_the_first_card_are_those_of_every_box(
    post: Post, watched: WatchedTable, tap: Tapper
) -> None:
    a_plain_round(tap)
    see(watched, "1", "8S")
    assert post("tablet-as-before", key="s")[0] == 200
    facts = felt.facts_of(Round.objects.running().get())
    assert [fact[SLOT:] for fact in facts if fact[KIND] == "stake"] == [("1", 25_00, "main"), ("2", 50_00, "main")]
