"""The daily reconciliation of packs: counted by one person, held against the book, signed by another."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import refused_if
from casino.live import tell
from casino.models import Staff
from shoes.models import PackTally, PackTallySigned
from shoes.queries.book import PLACES, counted_now, is_countable
from shoes.services.packs import SecondPersonNeeded
from shoes.services.steps import PACKS_LOCK, PackRefused, lock

Line = dict[str, Any]
"""{"kind", "back", "store", "floor", "aside"}"""


class Overtaken(PackRefused):
    code = "pack-tally-overtaken"

    def __init__(self) -> None:
        super().__init__(_("Somebody has counted this day meanwhile; reload the page to see the count."))


class WhyMissing(PackRefused):
    code = "pack-tally-why"
    status = 422


@transaction.atomic
def tally(day: date, counted: Sequence[Line], *, by: Staff, reason: str = "") -> PackTally:
    """What somebody counted in the store, on the floor and set aside. Where it is not what the book says, or where the
    day was counted before, `reason` says why."""
    if not is_countable(day):
        raise PackRefused(_("Only the gaming day that runs, or the one before, is counted."))
    lock(PACKS_LOCK)
    older = PackTally.objects.filter(gaming_day=day, replaced_by=None).first()
    book = counted_now()
    differs = sorted(map(_key, counted)) != sorted(map(_key, book))
    if (differs or older) and not reason.strip():
        raise WhyMissing(
            _("The count is not what the book says; count again, or say why.")
            if differs
            else _("This day was counted before; say why it is counted again.")
        )
    with refused_if("pack_tally_first_one_a_day", Overtaken()):
        made = PackTally.objects.create(
            gaming_day=day,
            counted=list(counted),
            book=book,
            differs=differs,
            reason=reason.strip(),
            replaces=older,
            by=by,
        )
    facts = {"counted": made.counted, "book": book, "reason": made.reason}
    audit.record("house", by, "packs.counted", about=f"packs:{day}", facts=facts)
    tell("packs")
    return made


@transaction.atomic
def sign_tally(tally: PackTally, *, by: Staff) -> PackTallySigned:
    """The second person has counted the same."""
    if tally.by_id == by.pk:
        raise SecondPersonNeeded(_("You have signed this already; a second person signs now."))
    if hasattr(tally, "replaced_by"):
        raise Overtaken
    with refused_if("shoes_packtallysigned_tally_id_key", Overtaken()):
        signed = PackTallySigned.objects.create(tally=tally, by=by)
    audit.record("house", by, "packs.count_signed", about=f"packs:{tally.gaming_day}", facts={"tally": tally.pk})
    tell("packs")
    return signed


def _key(line: Line) -> tuple[str, str, int, int, int]:
    store, floor, aside = (int(line[place]) for place in PLACES)
    return str(line["kind"]), str(line["back"]), store, floor, aside
