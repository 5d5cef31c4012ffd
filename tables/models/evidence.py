"""Which clips were asked for about what. Insert-only."""

from django.db import models
from django.utils import timezone

from shoes.models import ClipRequest
from tables.models.rounds import Round


class RoundClip(models.Model):
    """A clip that belongs to a round, and what it is about: `verdict:<key>`, `dispute:<id>` or `payment`.

    Where a table has no camera nothing is asked, and there is no row.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="clips")
    about = models.CharField(max_length=180)
    request = models.ForeignKey(ClipRequest, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "about", "request"], name="round_clip_once")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.about}"
