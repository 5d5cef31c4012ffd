"""Each part that the house needs: does it answer, and if not, what does that mean and what is to be done."""

import shutil
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final, Literal

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.celery import app
from casino.health.clock import WARN_MS, WRONG_MS, database_time
from casino.health.heartbeats import BACKUP, CHECKPOINT, WORKER
from casino.health.models import Heartbeat

State = Literal["ok", "late", "failed"]
STATES: Final[tuple[State, ...]] = ("ok", "late", "failed")

WORKER_LATE: Final = timedelta(seconds=60)
WORKER_GONE: Final = timedelta(minutes=3)
CHECKPOINT_LATE: Final = timedelta(hours=2)
BACKUP_LATE: Final = timedelta(hours=36)
DISK_LOW_BYTES: Final = 5_000_000_000
DISK_FULL_BYTES: Final = 1_000_000_000  # below this no picture is kept (shoes/evidence.py)
BROKER_WITHIN_S: Final = 2
KEPT_S: Final = 2.0


@dataclass(frozen=True)
class Probe:
    """One part: how it does, and in a sentence for administrators what that means. `name` is fit for anybody."""

    name: str
    state: State
    why: str = ""


def probes() -> list[Probe]:
    """All of them, as they are now. Never raises: what does not answer has failed."""
    found = serving()
    is_there = found[0].state != "failed"
    return [
        *found,
        *without_trouble("broker", _broker),
        *without_trouble("worker", _worker if is_there else _unknown("worker")),
        *without_trouble("disk", _disk),
        *without_trouble("clock", _clock if is_there else _unknown("clock")),
        *without_trouble("checkpoint", _checkpoint if is_there else _unknown("checkpoint")),
        *(without_trouble("backup", _backup) if is_there else ()),
    ]


def serving() -> list[Probe]:
    """What a web process cannot do without: database and schema."""
    [database] = without_trouble("database", _database)
    schema = _schema if database.state != "failed" else _unknown("schema")
    return [database, *without_trouble("schema", schema)]


def _unknown(name: str) -> Callable[[], Probe]:
    """Not asked at all: each question to a database that is gone takes as long as the first."""
    return lambda: Probe(name, "failed", _("This cannot be known: the database does not answer."))


def without_trouble(name: str, look: Callable[[], Probe | None]) -> Iterable[Probe]:
    """What `look` says; a part that cannot even be asked has failed."""
    try:
        probe = look()
    except DatabaseError:
        probe = Probe(name, "failed", _("This cannot be known: the database does not answer."))
    except Exception as wrong:
        probe = Probe(name, "failed", _("This cannot be known: %(why)s.") % {"why": type(wrong).__name__})
    return [probe] if probe else []


def _database() -> Probe:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        message = _(
            "The database does not answer: nothing can be recorded. Cameras keep what they see until it is back."
        )
        return Probe("database", "failed", message)
    return Probe("database", "ok")


_is_migrated = threading.Event()  # a schema does not go back


def _schema() -> Probe:
    if not _is_migrated.is_set():
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return Probe("schema", "failed", _("The database is older than the program; run manage.py migrate."))
        _is_migrated.set()
    return Probe("schema", "ok")


def _broker() -> Probe:
    try:
        with app.connection_for_read(transport_options={"socket_connect_timeout": BROKER_WITHIN_S}) as broker:
            broker.ensure_connection(max_retries=1, timeout=BROKER_WITHIN_S)
            broker.default_channel.close()
    except Exception:  # each transport has its own
        message = _(
            "The broker does not answer: re-audits, reports and checkpoints wait until it is back. Play goes on."
        )
        return Probe("broker", "failed", message)
    return Probe("broker", "ok")


def _worker() -> Probe:
    newest = Heartbeat.objects.filter(name__startswith=WORKER).order_by("-at").first()
    if newest is None:
        return Probe("worker", "failed", _("No worker was ever heard of; start celery worker and celery beat."))
    silent = _since(newest)
    if silent < WORKER_LATE:
        heard = _("Heard of %(seconds)d s ago.") % {"seconds": max(0, round(silent.total_seconds()))}
        return Probe("worker", "ok", heard)
    message = _(
        "No worker was heard of for %(minutes)d min: re-audits, reports and checkpoints wait. Look at celery worker"
        " and celery beat; one that has much to do is late."
    ) % {"minutes": max(1, round(silent.total_seconds() / 60))}
    return Probe("worker", "late" if silent < WORKER_GONE else "failed", message)


def folders() -> dict[str, Path]:
    """Folders of this machine that must not run full, by a name."""
    return {"data": Path(settings.DATA), "media": Path(settings.MEDIA_ROOT), "checkpoints": Path(settings.CHECKPOINTS)}


def free_bytes(folder: Path) -> int:
    """What is free where `folder` is, or will be."""
    there = next(path for path in (folder, *folder.parents) if path.exists())
    return shutil.disk_usage(there).free


def _disk() -> Probe:
    free = min(free_bytes(folder) for folder in folders().values())
    room = {"free": f"{free / 1e9:.1f}"}
    if free < DISK_FULL_BYTES:
        message = _("%(free)s GB are free: pictures of cameras are no longer kept. Make room on the disk now.")
        return Probe("disk", "failed", message % room)
    if free < DISK_LOW_BYTES:
        message = _("%(free)s GB are free; below 1 GB pictures of cameras are no longer kept. Make room on the disk.")
        return Probe("disk", "late", message % room)
    return Probe("disk", "ok", _("%(free)s GB are free.") % room)


def _clock() -> Probe:
    """This machine's clock, and those of workers, against the database's."""
    _at, own_ms = database_time()
    recent = Heartbeat.objects.filter(at__gt=timezone.now() - timedelta(hours=1), name__startswith=WORKER)
    worst = max([own_ms, *recent.values_list("offset_ms", flat=True)], key=abs)
    if abs(worst) <= WARN_MS:
        return Probe("clock", "ok")
    seconds = {"seconds": f"{abs(worst) / 1000:.1f}"}
    if worst > 0:
        message = _("A machine’s clock is %(seconds)s s ahead of the database’s; let both follow one time server.")
    else:
        message = _("A machine’s clock is %(seconds)s s behind the database’s; let both follow one time server.")
    return Probe("clock", "failed" if abs(worst) > WRONG_MS else "late", message % seconds)


def _checkpoint() -> Probe:
    last = Heartbeat.objects.filter(name=CHECKPOINT).first()
    if last is None:
        return Probe("checkpoint", "late", _("No checkpoint of the journal was signed yet; beat does so every hour."))
    if _since(last) < CHECKPOINT_LATE:
        minutes = {"minutes": round(_since(last).total_seconds() / 60)}
        return Probe("checkpoint", "ok", _("Signed %(minutes)d min ago.") % minutes)
    message = _("No checkpoint of the journal was signed for %(hours)d h; look at celery beat and the folder’s disk.")
    return Probe("checkpoint", "late", message % {"hours": _since(last).total_seconds() // 3600})


def _backup() -> Probe | None:
    """Only where `manage.py backup` is how the house backs up at all."""
    last = Heartbeat.objects.filter(name=BACKUP).first()
    if last is None:
        return None
    if _since(last) < BACKUP_LATE:
        return Probe("backup", "ok", _("Made %(hours)d h ago.") % {"hours": _since(last).total_seconds() // 3600})
    message = _("The last backup was made %(hours)d h ago; look at whoever runs manage.py backup.")
    return Probe("backup", "late", message % {"hours": _since(last).total_seconds() // 3600})


def _since(beat: Heartbeat) -> timedelta:
    """By the database's clock: this machine's may be what is wrong."""
    return database_time()[0] - beat.at


def on_floor() -> list[Probe]:
    """What the pit has to know, since pictures and times hang on it: disk and clocks, where they are not well."""
    found = [*without_trouble("disk", _disk), *without_trouble("clock", _clock)]
    return [probe for probe in found if probe.state != "ok"]


class Kept:
    """The newest probes, looked at anew after two seconds, so that whoever asks often costs nothing."""

    def __init__(
        self,
        look: Callable[[], list[Probe]] = probes,
        monotonic: Callable[[], float] = time.monotonic,
        keep_s: float = KEPT_S,
    ) -> None:
        self._look, self._monotonic, self._keep_s = look, monotonic, keep_s
        self._lock = threading.Lock()
        self._kept: list[Probe] = []
        self._until = float("-inf")

    def newest(self) -> list[Probe]:
        with self._lock:
            if self._monotonic() >= self._until:
                self._kept = self._look()
                self._until = self._monotonic() + self._keep_s
            return self._kept


def worst(found: Iterable[Probe]) -> State:
    """The state of the whole: that of its worst part."""
    return max((probe.state for probe in found), key=STATES.index, default="ok")
