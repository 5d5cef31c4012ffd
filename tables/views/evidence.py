"""Pictures of cards as a camera saw them, under their SHA-256."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from casino import roles
from casino.permissions import StaffRequest, may
from shoes.queries import has_ended
from tables.queries.evidence_files import crop_file


@may(roles.SIGNED_IN)
@require_GET
def crop(request: StaffRequest, sha256: str) -> HttpResponse:
    """One picture, as evidence or to the dealer whose felt it shows; none that tells of a shoe in play (DESIGN 5)."""
    found = crop_file(sha256, request.user)
    if found is None or not found.path.exists():
        raise Http404(sha256)
    response = HttpResponse(found.path.read_bytes(), content_type="image/jpeg")
    # What may be shown of a shoe in play may not be a minute later: no browser keeps it.
    response["Cache-Control"] = "private, max-age=86400" if has_ended(found.round.shoe_key) else "private, no-store"
    return response
