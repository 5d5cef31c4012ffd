"""Packs under investigation: held, and let go by somebody else."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.live import tell
from casino.models import Staff
from shoes.models import Pack, PackHold, PackHoldLifted
from shoes.services.packs import SecondPersonNeeded
from shoes.services.steps import PACKS_LOCK, PackRefused, lock


class HoldLifted(PackRefused):
    code = "pack-hold-lifted"

    def __init__(self) -> None:
        super().__init__(_("Somebody has lifted this already; reload the page to see who."))


@transaction.atomic
def hold(serials: Sequence[str], reason: str, *, by: Staff) -> list[PackHold]:
    """Hold packs wherever they are: they are not issued, loaded or destroyed until the hold is lifted."""
    if not reason.strip():
        raise PackRefused(_("Say why."))
    lock(PACKS_LOCK)
    packs = list(Pack.objects.filter(serial__in=serials).order_by("serial"))
    missing = sorted(set(serials) - {pack.serial for pack in packs})
    if missing or not packs:
        raise PackRefused(_("There is no pack %(serial)s.") % {"serial": ", ".join(missing) or "–"})
    now = timezone.now()
    holds = PackHold.objects.bulk_create(PackHold(pack=pack, reason=reason.strip(), by=by, at=now) for pack in packs)
    facts = {"packs": [pack.serial for pack in packs], "reason": reason.strip()}
    audit.record("house", by, "packs.held", about="packs", facts=facts)
    tell("packs")
    return holds


@transaction.atomic
def lift(hold: PackHold, reason: str, *, by: Staff) -> list[PackHoldLifted]:
    """End an investigation, and say what came of it: of all packs that were held together. Not who began it."""
    if hold.by_id == by.pk:
        raise SecondPersonNeeded(_("You held this pack; somebody else lifts that."))
    if not reason.strip():
        raise PackRefused(_("Say what came of it."))
    lock(PACKS_LOCK)
    held = list(PackHold.objects.together(hold).open().select_related("pack"))
    if not held:
        raise HoldLifted
    lifted = PackHoldLifted.objects.bulk_create(PackHoldLifted(hold=one, reason=reason.strip(), by=by) for one in held)
    facts = {"packs": [one.pack.serial for one in held], "held_by": hold.by_id, "reason": reason.strip()}
    audit.record("house", by, "packs.let_go", about="packs", facts=facts)
    tell("packs")
    return lifted
