"""The census of a running shoe, and that nobody can read it before the shoe has ended."""

import dataclasses
import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.models import Staff
from shoes import queries, services
from shoes.census import Alarm
from shoes.models import Pack, ShoeCard
from shoes.signals import alarm_raised
from tests.shoes.conftest import a_deal, about, prepare
from tests.shoes.test_life import full_count


def kinds(alarms: list[Alarm]) -> list[tuple[str, str]]:
    return [(alarm.kind, alarm.card) for alarm in alarms]


def test_a_card_too_many_is_an_alarm_at_once_and_once(in_play: str) -> None:
    heard: list[tuple[str, Alarm]] = []

    def listen(*, shoe_key: str, alarm: Alarm, **_: object) -> None:
        heard.append((shoe_key, alarm))

    alarm_raised.connect(listen)
    try:
        now = timezone.now()
        assert services.see(in_play, about(["QH", "QH"]), at=now) == []
        assert services.see(in_play, about(["QH"], 3), at=now) == [Alarm("surplus", "QH", 3, 2)]
        assert services.see(in_play, about(["QH"], 4), at=now) == []
    finally:
        alarm_raised.disconnect(listen)
    assert heard == [("S-1", Alarm("surplus", "QH", 3, 2))]
    assert JournalEntry.objects.filter(body__contains="shoe.alarm").count() == 1


def test_a_better_reading_replaces_the_older_and_keeps_its_place(in_play: str) -> None:
    now = timezone.now()
    services.see(in_play, about(["9S", "??", "2C"]), at=now)
    services.see(in_play, [("round:1:2", "KD")], at=now)
    services.see(in_play, [("round:1:1", "")], at=now)
    services.end(in_play, by=Staff.objects.get(username="shoe-loader"), reason="table closed")
    assert queries.dealt_cards(in_play) == ["??", "??", "??", "KD", "2C"]
    assert ShoeCard.objects.count() == 8


def test_the_same_card_told_twice_counts_once(in_play: str) -> None:
    for _ in range(5):
        assert services.see(in_play, [("round:1:1", "QH")], at=timezone.now()) == []
    assert ShoeCard.objects.filter(card="QH").count() == 1


def test_burned_cards_count_as_unknown(in_play: str) -> None:
    """R-BJF-9: laid aside out of play, unseen; so 101 of 104 cards can still come."""
    cards = a_deal(2, seed=1)
    assert services.see(in_play, about(cards[:101]), at=timezone.now()) == []
    assert kinds(services.see(in_play, about(cards[101:102], 102), at=timezone.now())) == [("surplus", "??")]


@pytest.mark.parametrize("gathered", [True, False])
def test_the_order_of_the_last_shoe_is_recognised(
    in_play: str, packs: list[Pack], loader: Staff, verifier: Staff, gathered: bool
) -> None:
    """As gathered into the tray where that is known, and as dealt."""
    now = timezone.now()
    dealt = a_deal(2, seed=7)[:90]
    tray = sorted(dealt, key=lambda card: (dealt.index(card) % 7, dealt.index(card)))
    services.see(in_play, about(dealt), at=now)
    for place in range(0, 90, 15):
        services.discard(in_play, about=f"round:{place}", cards=tray[place : place + 15], at=now)
    services.stop_card_out(in_play, by=verifier)
    services.end(in_play, by=verifier)
    services.count(in_play, full_count(2), by=verifier)
    prepare(services.load("S-2", packs, by=loader).key, verifier)
    again = (tray if gathered else dealt)[40:75][::-1]
    assert kinds(services.see("S-2", about(again), at=now)) == [("order_repeats", "")]


def test_a_shoe_that_lies_sorted_is_an_alarm(in_play: str) -> None:
    new_pack = list(full_count(1))
    assert kinds(services.see(in_play, about(new_pack[:40]), at=timezone.now())) == [("lies_sorted", "")]


def test_a_whole_shoe_dealt_card_by_card_raises_nothing(in_play: str) -> None:
    for number, card in enumerate(a_deal(2, seed=3)[:80], start=1):
        assert services.see(in_play, [(f"round:1:{number}", card)], at=timezone.now()) == []


def test_nothing_of_a_shoe_in_play_can_be_read(in_play: str, verifier: Staff) -> None:
    """DESIGN 5: no cards, ranks, totals or counts of a shoe until it has ended."""
    now = timezone.now()
    cards = a_deal(2, seed=5)[:60]
    services.see(in_play, about(cards), at=now)
    services.discard(in_play, about="round:1", cards=cards, at=now)
    assert queries.dealt_cards(in_play) == []
    view = queries.shoe_view(in_play)
    assert view is not None
    shown = json.dumps(
        [dataclasses.asdict(view.shoe), view.cards, [e.args for e in view.events]], cls=DjangoJSONEncoder
    )
    assert not [card for card in cards if card in shown]
    assert "60" not in shown
    services.end(in_play, by=verifier, reason="table closed")
    assert queries.dealt_cards(in_play)[3:] == cards


def test_the_journal_tells_no_cards_of_a_shoe(in_play: str, verifier: Staff) -> None:
    cards = a_deal(2, seed=5)[:60]
    services.see(in_play, about(cards), at=timezone.now())
    services.end(in_play, by=verifier, reason="table closed")
    bodies = " ".join(JournalEntry.objects.values_list("body", flat=True))
    assert not [card for card in cards if f'"{card}"' in bodies or f" {card} " in bodies]


@pytest.mark.parametrize("cards", [1, 3])
def test_the_census_asks_the_database_equally_often(in_play: str, cards: int) -> None:
    with CaptureQueriesContext(connection) as asked:
        services.see(in_play, about(a_deal(2, seed=2)[:cards]), at=timezone.now())
    assert len(asked) == 3
