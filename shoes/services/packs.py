"""Packs: taken into the store, put into a shoe, counted or withdrawn."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.models import Staff
from shoes.models import Pack, PackEvent, PackState
from shoes.packs import PACKS
from shoes.services.steps import PackRefused


@transaction.atomic
def receive_pack(serial: str, kind: str, back: str, *, by: Staff) -> Pack:
    """Take a sealed pack into the store."""
    if kind not in PACKS:
        raise PackRefused(
            _("%(kind)s is no kind of pack; use one of %(kinds)s.") % {"kind": kind, "kinds": ", ".join(PACKS)}
        )
    pack, is_new = Pack.objects.get_or_create(serial=serial, defaults={"kind": kind, "back": back})
    if not is_new:
        raise PackRefused(_("Pack %(serial)s is in the house already.") % {"serial": serial})
    PackEvent.objects.create(pack=pack, state=PackState.FREE, at=timezone.now(), by=by)
    audit.record(
        "house",
        by,
        "pack.received",
        about=f"pack:{serial}",
        facts={"kind": kind, "back": back},
    )
    return pack


def move_packs(packs: Sequence[Pack], state: PackState, reason: str, by: Staff) -> None:
    now = timezone.now()
    PackEvent.objects.bulk_create(PackEvent(pack=pack, state=state, reason=reason, at=now, by=by) for pack in packs)
