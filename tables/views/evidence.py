"""Pictures of cards as a camera saw them, under their SHA-256."""

import re
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from casino import roles
from casino.errors import NotAllowed
from casino.models import Staff
from casino.permissions import StaffRequest, may
from shoes import evidence
from shoes.models import Crop
from shoes.queries import has_ended
from tables import refusals
from tables.models import Round, RoundClose
from tables.queries import sight
from tables.queries.evidence import round_of
from tables.queries.tables import table_dealt_by

SHA256: Final = re.compile(r"[0-9a-f]{64}")


@may(roles.SIGNED_IN)
@require_GET
def crop(request: StaffRequest, sha256: str) -> HttpResponse:
    """One picture, as evidence or to the dealer whose felt it shows; none that tells of a shoe in play (DESIGN 5)."""
    if not SHA256.fullmatch(sha256):
        raise Http404(sha256)
    get_object_or_404(Crop, sha256=sha256)
    round = round_of(sha256)
    if round is None:
        raise Http404(sha256)
    if not (request.user.may("evidence.see") or _lies_before(request.user, round)):
        raise NotAllowed(_("Pictures of this table are not for your role."))
    if sight.is_withheld(round, request.user):
        raise refusals.ShoeInPlay
    response = HttpResponse(_bytes(sha256), content_type="image/jpeg")
    # What may be shown of a shoe in play may not be a minute later: no browser keeps it.
    response["Cache-Control"] = "private, max-age=86400" if has_ended(round.shoe_key) else "private, no-store"
    return response


def _lies_before(staff: Staff, round: Round) -> bool:
    """Whether the round is the one on the felt of the table that this dealer deals at."""
    if not staff.may("tablet.use") or RoundClose.objects.filter(round=round).exists():
        return False
    table = table_dealt_by(staff)
    return table is not None and table.pk == round.table_id


def _bytes(sha256: str) -> bytes:
    try:
        return evidence.path_of(sha256).read_bytes()
    except FileNotFoundError:
        raise Http404(sha256) from None
