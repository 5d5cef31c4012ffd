"""Evidence that is held: by a person, by a dispute that is not closed, by what the pack asks for."""

from datetime import timedelta

import pytest
from django.test import Client

from casino.errors import NotAllowed
from casino.gaming_day import house_day
from casino.models import Staff
from tables import dispute_refusals, refusals
from tables.models import Dispute, Hold, HoldLifted
from tables.services import disputes, holds, tables
from tests.browser.seen import SeenTable
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_a_round_is_held_until_somebody_lifts_it(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    assert not holds.is_held(tap.round)
    held = holds.hold(tap.round, why="the police asked", by=boss)
    assert holds.is_held(tap.round)
    holds.lift(held, why="they have it", by=boss)
    assert not holds.is_held(tap.round)
    with pytest.raises(dispute_refusals.AlreadyLifted):
        holds.lift(held, why="again", by=boss)


def test_a_hold_ends_after_its_last_day(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    holds.hold(tap.round, why="until tomorrow", until=house_day() + DAY, by=boss)
    assert holds.is_held(tap.round, house_day() + DAY)
    assert not holds.is_held(tap.round, house_day() + 2 * DAY)


def test_a_picture_is_held_with_its_round_or_by_itself(tap: Tapper, boss: Staff) -> None:
    seen = SeenTable(tap.table, tap.dealer)
    seen.stakes(b1=25_00)
    seen.see("1", "8S")
    sha256 = seen.eye.said[-1]["crop_sha256"]
    assert not holds.is_held(sha256)
    held = holds.hold(sha256, why="a marked card", by=boss)
    assert holds.is_held(sha256)
    holds.lift(held, why="it was not", by=boss)
    holds.hold(seen.rounds[-1], why="the round", by=boss)
    assert holds.is_held(sha256)


def test_one_picture_is_held_on_the_page_of_a_dispute(tap: Tapper, boss: Staff, client: Client) -> None:
    seen = SeenTable(tap.table, tap.dealer)
    seen.stakes(b1=25_00)
    seen.see("1", "8S")
    sha256 = seen.eye.said[-1]["crop_sha256"]
    dispute = disputes.raise_on(seen.rounds[-1], "1", words="That was no eight.", by=boss)
    client.force_login(boss)
    said = {"picture": sha256, "why": "a marked card"}
    assert client.post(f"/disputes/{dispute.pk}/hold", said | {"picture": "f" * 64}).status_code == 422
    assert client.post(f"/disputes/{dispute.pk}/hold", said).status_code == 302
    held = Hold.objects.get()
    assert (held.round_id, held.sha256, held.why) == (None, sha256, "a marked card")
    page = client.get(f"/disputes/{dispute.pk}").content.decode()
    assert f"one picture ({sha256[:12]}…)" in page
    assert client.post(f"/disputes/{dispute.pk}/holds/{held.pk}/lift", {"why": "it was not"}).status_code == 302
    assert HoldLifted.objects.get().hold == held


def test_a_contested_round_is_held_until_its_dispute_is_closed(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    dispute = disputes.raise_on(tap.round, "1", words="x", by=boss)
    assert holds.is_held(tap.round)
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    assert holds.is_held(tap.round)
    disputes.close(dispute, by=boss)
    assert not holds.is_held(tap.round)


def test_the_pack_says_how_long_a_dispute_is_kept(tap: Tapper, boss: Staff) -> None:
    """Michigan R 432.11502: the video of a dispute is kept at least 90 days."""
    tables.post_sign(tap.table, PROFILE, limits=LIMITS, pack="michigan", by=boss)
    a_plain_round(tap)
    dispute: Dispute = disputes.raise_on(tap.round, "1", words="x", by=tap.dealer)
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    disputes.close(dispute, by=boss)
    assert holds.is_held(tap.round, house_day() + 90 * DAY)
    assert not holds.is_held(tap.round, house_day() + 91 * DAY)


def test_who_may_not_hold_holds_nothing(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    with pytest.raises(NotAllowed):
        holds.hold(tap.round, why="mine", by=tap.dealer)
    with pytest.raises(refusals.ReasonMissing):
        holds.hold(tap.round, why=" ", by=boss)
    with pytest.raises(dispute_refusals.PastDay):
        holds.hold(tap.round, why="late", until=house_day() - DAY, by=boss)
    assert not holds.is_held(tap.round)
