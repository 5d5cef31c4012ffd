"""What was answered to an idempotency key (casino/keys.py)."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class AnsweredKey(models.Model):
    """What somebody's key was answered with. Kept for a day; work in progress, no record of the house."""

    owner = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    asked_sha256 = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.TextField(default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["owner", "key"], name="answered_key_once")]
        indexes: ClassVar = [models.Index(fields=["at"], name="answered_key_by_time")]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"
