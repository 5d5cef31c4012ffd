"""Addresses for probes, open to everybody: they say that a part is well, late or failed, and nothing else.

/healthz        every part; 503 if one has failed. For monitoring.
/healthz/ready  503 unless this process can serve: database and schema. For the front that spreads requests.
/healthz/live   this process answers; it asks nobody. For whoever starts it again.

A broker that is away does not make a process unready: play goes on without it, and must not lose its screens.
"""

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_safe

from casino import roles
from casino.health.models import Heartbeat
from casino.health.probes import Kept, Probe, State, on_floor, serving, worst
from casino.permissions import StaffRequest, may

LEVELS: Final[dict[State, str]] = {"ok": "calm", "late": "act", "failed": "stop"}
KEPT: Final = Kept()
SERVING: Final = Kept(serving)
FLOOR: Final = Kept(on_floor, keep_s=15)


@may(roles.PUBLIC)
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Every part."""
    return _answer(KEPT.newest())


@may(roles.PUBLIC)
@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """Whether this process can serve."""
    return _answer(SERVING.newest())


@may(roles.PUBLIC)
@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return _answer([])


@may("tables.manage")
@require_GET
def installation(request: StaffRequest) -> HttpResponse:
    """Every part in a sentence: what is wrong with it, what that means, what is to be done."""
    names, words = _names(), _words()
    found = KEPT.newest()
    shown = {
        "rows": [(names[probe.name], LEVELS[probe.state], words[probe.state], probe.why) for probe in found],
        "whole": worst(found),
        "beats": Heartbeat.objects.order_by("name") if found[0].state == "ok" else [],
        "section": "installation",
    }
    return render(request, "casino/installation.html", shown)


def floor_lines() -> list[tuple[str, str, str]]:
    """Level, name and sentence of what is wrong with disk or clocks, for the pit."""
    names = _names()
    return [(LEVELS[probe.state], names[probe.name], probe.why) for probe in FLOOR.newest()]


def _names() -> dict[str, str]:
    return {
        "database": pgettext("installation", "Database"),
        "schema": pgettext("installation", "Tables of the database"),
        "broker": pgettext("installation", "Queue of jobs"),
        "worker": pgettext("installation", "Worker"),
        "disk": pgettext("installation", "Disk"),
        "clock": pgettext("installation", "Clocks"),
        "checkpoint": pgettext("installation", "Checkpoints"),
        "backup": pgettext("installation", "Backup"),
    }


def _words() -> dict[State, str]:
    return {"ok": _("well"), "late": _("look after it"), "failed": _("failed")}


def _answer(found: Sequence[Probe]) -> HttpResponse:
    whole = worst(found)
    lines = [whole, *(f"{probe.name} {probe.state}" for probe in found)]
    response = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    response.status_code = 503 if whole == "failed" else 200
    response["Cache-Control"] = "no-store"
    return response
