"""Every game from who plays to the settlement, by taps over HTTP; then the documents are audited from the log."""

import contextlib
import io
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from casino.models import Staff
from shoes import services as shoe_life
from tables import queries
from tables.models import Evening, Round
from tables.queries import tables as known
from tables.queries import tapped
from tables.queries.evenings import evening_lines
from tables.rules.facts import Fact
from tables.rules.profiles import GAMES
from tables.rules.terms import Terms
from tables.services import tables
from tests.tables.banked import Banked, MakeBanked
from tests.tables.paper_tablet import Button, Page
from tests.tables.random_dealer import Dealer

pytestmark = pytest.mark.django_db

CARRY_ON = ("fifteen", "farmer", "ochko-36")
"""Where money lies from round to round."""
PRIVATE = sorted(name for name in GAMES if name != "blackjack-fixed-bank")


class LiveTablet:
    """The tablet of an open table, over HTTP; it is over once so many rounds have ended."""

    def __init__(self, client: Client, banked: Banked, *, rounds: int) -> None:
        self.client, self.table, self.dealer, self.rounds = client, banked.table, banked.dealer, rounds
        self.shown = ""
        sign = known.sign_of(banked.table)
        assert sign is not None
        self.terms: Terms = known.terms_of(sign)
        self.keys: Iterator[int] = itertools.count(1)
        client.force_login(banked.dealer)

    @property
    def facts(self) -> list[Fact]:
        return tapped.facts_of_running(self.table)

    @property
    def code(self) -> str:
        due = queries.tablet_view(self.table, self.dealer).due
        return due.step.code if due else ""

    @property
    def is_over(self) -> bool:
        return Round.objects.ended().count() == self.rounds

    @property
    def mark(self) -> tuple[int, int, int]:
        evening = Evening.objects.first()
        return Round.objects.count(), len(self.facts), evening.events.count() if evening else 0

    def page(self) -> Page:
        if not self.shown:
            self.shown = self.client.get(reverse("tablet-screen", args=[self.table.code])).content.decode()
        return Page(self.shown)

    def tap(self, button: Button, **typed: str | list[str]) -> bool:
        said = button.post(key=f"tap-{next(self.keys)}", **typed)
        answer = self.client.post(button.form.action, dict(said.lists()), headers={"X-Seventeen-Tap": "1"})
        self.shown = answer.content.decode()
        assert answer.status_code in (200, 409), (button, self.shown[:400])
        return answer.status_code == 200


@pytest.mark.parametrize("game", PRIVATE)
def test_a_game_is_dealt_by_taps_and_audited_from_the_log(
    game: str, client: Client, make_banked: MakeBanked, boss: Staff, tmp_path: Path
) -> None:
    profile = sorted(GAMES[game].profiles)[0]
    defaults = GAMES[game].defaults
    banked = make_banked(profile, kind=str(defaults["pack"]), packs=int(str(defaults["decks"])))
    many = 2 if game in CARRY_ON else 1
    Dealer(LiveTablet(client, banked, rounds=many), 3).deal()
    assert [round.close.how for round in Round.objects.order_by("number")] == ["settled"] * many
    tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    path = tmp_path / "evening.jsonl"
    path.write_text("\n".join(evening_lines(Evening.objects.get())) + "\n", encoding="utf-8")
    out = io.StringIO()
    with contextlib.suppress(SystemExit):  # exit 1 says that mistakes were found: a bust that nobody told
        call_command("audit_rounds", str(path), stdout=out)
    total = out.getvalue().splitlines()[-1]
    assert total.startswith(f"{many} rounds, 1 evening, ")
    assert total.endswith("0 judged otherwise, 0 damaged")
