"""The papers of a dispute, made for somebody: the journal keeps who made which, and its hash."""

from typing import Final, Literal

from django.db import transaction
from django.utils import translation

from casino import audit
from casino.models import Staff
from shoes.queries import has_ended
from tables import dispute_papers, dispute_refusals, refusals
from tables.models import Dispute
from tables.queries.dispute_file import dispute_file
from tables.queries.disputes import stands
from tables.services import clips

Kind = Literal["file", "sheet"]
LANGUAGES: Final = ("en", "ru")
_WRITERS: Final = {"file": dispute_papers.file_of, "sheet": dispute_papers.sheet_of}


@transaction.atomic
def paper_of(dispute: Dispute, what: Kind, *, language: str, by: Staff) -> bytes:
    """The file for the regulator or the sheet for the guest, as PDF; by its hash a copy is known again.

    Raises ShoeInPlay while the shoe is in play, NotRuled for a sheet before a ruling.
    """
    if not has_ended(dispute.round.shoe_key):
        raise refusals.ShoeInPlay
    if what == "sheet" and stands(dispute) is None:
        raise dispute_refusals.NotRuled(dispute.pk)
    file = dispute_file(dispute, by)
    with translation.override(language):
        written = _WRITERS[what](file)
    for shown in file.clips if what == "file" else ():
        if shown.jpeg is not None:
            clips.looked_at_in_file(shown.view.id, round=dispute.round, by=by)
    facts = {"paper": what, "language": language, "sha256": dispute_papers.sha256_of(written)}
    audit.record(dispute.round.table.chain, by, "dispute.paper_made", about=f"dispute:{dispute.pk}", facts=facts)
    return written
