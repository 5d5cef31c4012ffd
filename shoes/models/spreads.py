"""Opening spreads of packs as cameras read them: a daily test of each camera with known truth. All insert-only."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from shoes.models.cameras import Camera
from shoes.models.packs import Pack, Signed


class Read(models.Model):
    """What was read against what lay there, in cards.

    expected  how many cards lay there, as far as is known.
    right     how many of them were read for sure and rightly.
    wrong     how many others were read for sure.
    missing, extra  lists of [card, how many]: what the packs lack, or have too many, by this reading or by a person.
    misprinted  lists of [the card it should be, what it shows, how that is known, its box in the picture or null];
            in a reading its cards are among the missing and extra too.
    """

    expected = models.PositiveSmallIntegerField()
    right = models.PositiveSmallIntegerField()
    wrong = models.PositiveSmallIntegerField()
    missing: "models.JSONField[list[list[Any]]]" = models.JSONField(default=list)
    extra: "models.JSONField[list[list[Any]]]" = models.JSONField(default=list)
    misprinted: "models.JSONField[list[list[Any]]]" = models.JSONField(default=list, db_default=[])

    class Meta:
        abstract = True

    @property
    def is_as_printed(self) -> bool:
        """Whether the packs are whole: nothing missing, too many or misprinted."""
        return not (self.missing or self.extra or self.misprinted)


class Spread(Signed, Read):
    """Packs lay spread before a camera and were read; `right` and `wrong` are counted as if the packs were complete."""

    camera = models.ForeignKey(Camera, on_delete=models.PROTECT, related_name="spreads")
    packs = models.ManyToManyField(Pack, through="SpreadPack", related_name="spreads")
    pack_kind = models.CharField(max_length=8)
    gaming_day = models.DateField()
    calibration = models.PositiveIntegerField(help_text="Its version.")
    pictures = models.PositiveSmallIntegerField(help_text="How many were read together.")
    picture_sha256 = models.CharField(max_length=64)
    unsure = models.PositiveSmallIntegerField(help_text="How many cards lay there that were not read for sure.")
    reads: "models.JSONField[list[list[Any]]]" = models.JSONField(help_text="[card, per mille, [x0, y0, x1, y1]] each.")

    class Meta:
        indexes = [models.Index(fields=["camera", "gaming_day"], name="spread_by_day")]
        constraints = [models.CheckConstraint(condition=Q(right__lte=F("expected")), name="spread_right_of_expected")]

    def __str__(self) -> str:
        return f"spread {self.pk}"


class SpreadPack(models.Model):
    """This pack lay in this spread."""

    spread = models.ForeignKey(Spread, on_delete=models.PROTECT)
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["spread", "pack"], name="spread_pack_once")]


class SpreadAnswer(Signed, Read):
    """Somebody has looked the cards of a spread through: what the packs really lack or have too many."""

    spread = models.OneToOneField(Spread, on_delete=models.PROTECT, related_name="answer")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(right__lte=F("expected")), name="spread_answer_right_of_expected")
        ]

    def __str__(self) -> str:
        return f"{self.spread_id} looked through"
