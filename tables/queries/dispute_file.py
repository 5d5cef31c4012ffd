"""Everything that the papers of a dispute tell: the page, the pictures' bytes, hashes and journal, as one value."""

import hashlib
from dataclasses import dataclass

from casino.models import Staff
from shoes import evidence
from tables.models import Dispute, RoundDocument
from tables.queries import clips, proof, sight
from tables.queries.clips import ClipView
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
class ClipFile:
    """A still with its clip. `jpeg` None: the still is not there; `is_true`: both files have the hashes they should."""

    view: ClipView
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
    clips: tuple[ClipFile, ...]
    has_camera: bool
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
        clips=tuple(map(_clip, clips.clips_of(dispute.round, reader))),
        has_camera=clips.has_camera(dispute.round),
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


def _clip(view: ClipView) -> ClipFile:
    if view.state != "made":
        return ClipFile(view, None, is_true=False)
    still = evidence.path_of(view.still_sha256)
    is_true = evidence.is_there(still, view.still_sha256) and evidence.is_there(
        evidence.clip_path_of(view.sha256), view.sha256
    )
    return ClipFile(view, still.read_bytes() if still.exists() else None, is_true)
