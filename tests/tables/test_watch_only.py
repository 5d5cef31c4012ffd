"""A table with a new camera is on watch only: its findings go to the supervisors' list, not to the tablet."""

import orjson
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.audit.models import JournalEntry
from casino.errors import NotAllowed
from casino.models import Staff
from shoes.models import Camera
from shoes.services import cameras as shoe_cameras
from shoes.signals import state_changed
from tables import refusals
from tables.models import Table
from tables.queries import needs_a_person
from tables.queries.cameras import cameras_of, table_of
from tables.queries.tablet import tablet_view
from tables.services import cameras
from tests.shoes.feeds.conftest import calibration
from tests.tables.test_observed_cards import Story
from tests.tables.watching import WatchedTable

pytestmark = pytest.mark.django_db


def is_watch_only(table: Table) -> bool:
    table.refresh_from_db()
    return table.is_watch_only


def reasons(table: Table) -> list[tuple[bool, str]]:
    bodies = JournalEntry.objects.filter(chain=table.chain, body__contains="table.watch_only").order_by("sequence")
    facts = [orjson.loads(body)["facts"] for body in bodies.values_list("body", flat=True)]
    return [(one["is_watch_only"], one["reason"]) for one in facts]


def a_finding(watched: WatchedTable) -> None:
    """The bank draws on 17, and the dealer taps the card too."""
    story = Story(watched)
    story.stakes("1", "2")
    story.see("1:8S 2:TD 0:KH 1:QC 2:9S 0:??")
    story.turn("7D")
    story.see("0:9C")
    story.tap("card", "0", "9C", "up", "along")


def test_a_new_camera_starts_watch_only_until_a_supervisor_lifts_it(table: Table, boss: Staff, dealer: Staff) -> None:
    cameras.add_camera(table, "BJ-12", by=boss)
    assert is_watch_only(table)
    with pytest.raises(NotAllowed):
        cameras.lift_watch_only(table, by=dealer, reason="it reads well")
    with pytest.raises(refusals.ReasonMissing):
        cameras.lift_watch_only(table, by=boss, reason=" ")
    cameras.lift_watch_only(table, by=boss, reason="it reads well")
    assert not is_watch_only(table)
    assert reasons(table) == [(True, cameras.NEW_CAMERA), (False, "it reads well")]


def test_a_new_calibration_starts_it_again(table: Table, boss: Staff) -> None:
    cameras.add_camera(table, "BJ-12", by=boss)
    cameras.lift_watch_only(table, by=boss, reason="it reads well")
    shoe_cameras.calibrate(Camera.objects.get(), calibration().as_json(), by=boss)
    assert is_watch_only(table)


def test_the_demos_camera_starts_no_watch_only(table: Table, boss: Staff) -> None:
    cameras.add_camera(table, "BJ-12", by=boss, is_watch_only=False)
    shoe_cameras.calibrate(Camera.objects.get(), calibration().as_json(), by=boss)
    assert not is_watch_only(table)
    assert reasons(table) == []


def test_findings_of_a_watch_only_table_go_to_the_supervisors_alone(table: Table, dealer: Staff, boss: Staff) -> None:
    a_finding(WatchedTable(table, dealer, is_watch_only=True))
    table.refresh_from_db()
    assert tablet_view(table, dealer).findings == ()
    (alert,) = needs_a_person(boss)
    assert (alert.kind, alert.level) == ("verdict", "watch")
    cameras.lift_watch_only(table, by=boss, reason="it reads well")
    assert [finding.rule for finding in tablet_view(table, dealer).findings] == ["I-16"]


def test_a_camera_watches_one_table_and_is_named_after_it(table: Table, boss: Staff) -> None:
    cameras.add_camera(table, "BJ-12", by=boss)
    cameras.add_camera(table, "BJ-12a", by=boss)
    assert cameras_of(table) == ["BJ-12", "BJ-12a"]
    assert (table_of("BJ-12a"), table_of("X")) == (table, None)
    with pytest.raises(cameras.ForeignCamera) as taken:
        cameras.add_camera(table, "BJ-12", by=boss)
    assert taken.value.status == 409
    for name in ("BJ-13", "BJ-121", "BJ-12-a", "x"):
        with pytest.raises(cameras.ForeignCamera):
            cameras.add_camera(table, name, by=boss)
    with pytest.raises(shoe_cameras.CameraRefused):
        cameras.add_camera(table, "BJ-12" + "a" * 20, by=boss)
    assert Camera.objects.count() == 2


def test_the_dealer_of_the_table_hears_that_a_camera_does_otherwise(table: Table, boss: Staff, dealer: Staff) -> None:
    cameras.add_camera(table, "BJ-12", by=boss)
    with CaptureQueriesContext(connection) as asked:
        state_changed.send(sender=None, camera=Camera.objects.get())
    assert f'{{"table":"BJ-12","to":{dealer.pk},"topic":"table"}}' in asked.captured_queries[-1]["sql"]
