"""Reports: what was asked for, how far it is, and what it said. What was asked and said is insert-only."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy


class Report(models.Model):
    """Somebody asked for a report of a kind about something."""

    class Kind(models.TextChoices):
        TABLES = "tables", pgettext_lazy("report", "Daily table report")
        DEALERS = "dealers", pgettext_lazy("report", "Dealer record")
        SLIPS = "slips", pgettext_lazy("report", "Slips and gaps")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    parameters: "models.JSONField[dict[str, Any]]" = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class ReportRun(models.Model):
    """How far a report is. Work in progress: the one row here that changes."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("report", "Waiting")
        RUNNING = "running", pgettext_lazy("report", "Being made")
        DONE = "done", pgettext_lazy("report", "Done")
        STOPPED = "stopped", pgettext_lazy("report", "Stopped")
        FAILED = "failed", pgettext_lazy("report", "Failed")

    report = models.OneToOneField(Report, models.PROTECT, related_name="run")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    stopped_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="report_run_stopped_by_somebody", condition=~Q(state="stopped") | Q(stopped_by__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.report_id} {self.state}"


class ReportResult(models.Model):
    """What a report said: canonical JSON of its one table, in no language, and the hash of exactly that text."""

    report = models.OneToOneField(Report, models.PROTECT, related_name="result")
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    rows = models.PositiveIntegerField()
    gaps = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.report_id} {self.sha256[:8]}"
