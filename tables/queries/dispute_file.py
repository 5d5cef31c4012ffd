"""Everything that the papers of a dispute tell: the page, the pictures' bytes, hashes and journal, as one value."""

import hashlib
from dataclasses import dataclass

from casino.models import Staff
from shoes import evidence
from tables.models import Dispute, RoundDocument
from tables.queries import proof, sight
from tables.queries.disputes import DisputePage, dispute_page
from tables.queries.proof import ChainProof, CheckpointProof, DocumentProof
from tables.queries.proposals import Case, case_of
from tables.queries.shapes import CardSeen


@dataclass(frozen=True, slots=True)
class Picture:
    """A card as a camera saw it. `jpeg` None: the file is not there; `is_true`: its bytes have the hash they should."""

    seen: CardSeen
    jpeg: bytes | None
    is_true: bool


@dataclass(frozen=True, slots=True)
class Written:
    """A revision of the round's document."""

    revision: int
    sha256: str
    engine: int


@dataclass(frozen=True, slots=True)
class DisputeFile:
    page: DisputePage
    case: Case
    pictures: tuple[Picture, ...]
    documents: tuple[Written, ...]
    chain: ChainProof | None
    checkpoint: CheckpointProof | None
    judged: DocumentProof | None
    people: tuple[tuple[str, str], ...]  # how the journal calls those who signed, and their names


def dispute_file(dispute: Dispute, reader: sight.Reader) -> DisputeFile:
    """For a round whose shoe has ended."""
    page = dispute_page(dispute, reader)
    numbers = [entry.number for entry in page.round.proof]
    chain = dispute.round.table.chain
    rows = RoundDocument.objects.filter(round=dispute.round).order_by("revision")
    return DisputeFile(
        page=page,
        case=case_of(dispute),
        pictures=tuple(_picture(seen) for seen in page.round.crops if seen.crop_sha256),
        documents=tuple(Written(row.revision, row.sha256, row.engine) for row in rows),
        chain=proof.chain_proof(chain, numbers),
        checkpoint=proof.checkpoint_proof(chain, numbers),
        judged=proof.document_proof(dispute.round),
        people=_people({entry.by for entry in page.round.proof}),
    )


def _people(signatures: set[str]) -> tuple[tuple[str, str], ...]:
    numbers = [int(one.removeprefix("staff:")) for one in signatures if one.startswith("staff:")]
    return tuple((one.signature, one.name) for one in Staff.objects.filter(pk__in=numbers).order_by("pk"))


def _picture(seen: CardSeen) -> Picture:
    try:
        jpeg = evidence.path_of(seen.crop_sha256).read_bytes()
    except OSError:
        return Picture(seen, None, is_true=False)
    return Picture(seen, jpeg, is_true=hashlib.sha256(jpeg).hexdigest() == seen.crop_sha256)
