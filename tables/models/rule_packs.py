"""A house's own rule packs, version by version. Insert-only."""

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

if TYPE_CHECKING:
    from datetime import datetime


class HousePackQuerySet(models.QuerySet["HousePack"]):
    def in_effect(self, at: "datetime | None" = None) -> Self:
        """Of each name the version that holds at `at` (now)."""
        begun = self.model.objects.filter(name=OuterRef("name"), effective_from__lte=at or timezone.now())
        return self.filter(pk=Subquery(begun.order_by("-effective_from", "-version").values("pk")[:1]))


class HousePack(models.Model):
    """One version of a pack: exactly the text that was uploaded, and from when signs may name it."""

    name = models.CharField(max_length=32)
    version = models.PositiveIntegerField()
    jurisdiction = models.CharField(max_length=200)
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    effective_from = models.DateTimeField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    objects = HousePackQuerySet.as_manager()

    class Meta:
        ordering = ["name", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["name", "version"], name="house_pack_one_a_version"),
            models.CheckConstraint(name="house_pack_version_from_1", condition=Q(version__gte=1)),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        """What a sign calls it."""
        return f"{self.name}@{self.version}"
