"""The round page: replayed step by step, with the three truths and the proof."""

from collections.abc import Sequence

from shoes.queries import are_ended
from tables import document, refusals
from tables.models import Dispute, EveningEvent, Note, Reaudit, Round, RoundDocument, Verdict
from tables.queries import banks, felt, sight
from tables.queries import tables as known
from tables.queries import verdicts as judged
from tables.queries.crops import cards_seen
from tables.queries.proof import entries_about
from tables.queries.shapes import DocumentView, EveningName, NoteView, RoundView, TruthRow
from tables.queries.table_page import MAY
from tables.queries.timeline import steps_of
from tables.queries.truths import truths_of
from tables.rules.facts import ID, Fact


def round_view(round: Round, reader: sight.Reader, step: int | None = None) -> RoundView:
    """The round as it stood after `step` facts (all). While its cards are withheld: no picture and no truths."""
    is_hidden = sight.is_withheld(round, reader)
    in_play = not are_ended([round.shoe_key])
    facts = felt.facts_of(round)
    fold = felt.fold_of(round, facts)
    steps = steps_of(facts, fold.findings(), hidden=is_hidden, face_down=in_play)
    at = len(steps) if step is None else min(max(0, step), len(steps))
    then = fold if at == len(steps) else felt.fold_of(round, _until(facts, {one.number for one in steps[at:]}))
    documents = list(RoundDocument.objects.filter(round=round).order_by("revision"))
    verdicts = list(Verdict.objects.latest().filter(round=round).select_related("round__table").order_by("pk"))
    disputes = list(Dispute.objects.with_names().filter(round=round))
    close = getattr(round, "close", None)
    bank = banks.bank_of_round(fold, facts)
    return RoundView(
        id=round.pk,
        table_code=round.table.code,
        number=round.number,
        dealer=str(round.dealer),
        shoe_key=round.shoe_key,
        shoe_in_play=in_play,
        withheld=is_hidden,
        opened_at=round.opened_at,
        ended_at=close.at if close else None,
        how=close.how if close else None,
        sign=known.sign_view(round.sign),
        step=at,
        steps=tuple(steps),
        picture=None if is_hidden else then.picture(),
        due=None if is_hidden else then.due().step,
        settlement=None if is_hidden else fold.settlement(),
        truths=() if is_hidden else tuple(_truths(facts, in_play)),
        verdicts=tuple(judged.worst_first(judged.verdict_views(verdicts, hidden={round.pk} if is_hidden else set()))),
        disputes=tuple(judged.dispute_views(disputes, reader)),
        notes=tuple(
            NoteView(note.pk, str(note.by), note.text, note.at)
            for note in Note.objects.filter(round=round).select_related("by").order_by("pk")
        ),
        documents=tuple(
            DocumentView(row.revision, row.sha256, row.previous_sha256, row.engine, row.at) for row in documents
        ),
        proof=tuple(entries_about(round.table.chain, f"round:{round.pk}")),
        reaudit=_reaudit(round),
        previous_id=_neighbour(round, round.number - 1),
        next_id=_neighbour(round, round.number + 1),
        may=frozenset(permission for permission in MAY if reader.may(permission)),
        crops=() if is_hidden else cards_seen(round, fold.picture()),
        bank=bank,
        boxes=round.table.boxes,
        evening=_evening_of(round) if bank else None,
    )


def document_text(round: Round, revision: int | None = None) -> str | None:
    """The stored document, the last revision or the named one; None if there is none. Raises ShoeInPlay."""
    if not are_ended([round.shoe_key]):
        raise refusals.ShoeInPlay
    rows = RoundDocument.objects.filter(round=round).order_by("-revision")
    if revision is not None:
        rows = rows.filter(revision=revision)
    return rows.values_list("text", flat=True).first()


def _until(facts: Sequence[Fact], later: set[int]) -> list[Fact]:
    return [fact for fact in facts if fact[ID] not in later]


def _truths(facts: Sequence[Fact], in_play: bool) -> list[TruthRow]:
    return truths_of(sight.face_down_hidden(facts) if in_play else facts)


def _reaudit(round: Round) -> str | None:
    row = Reaudit.objects.filter(shoe_key=round.shoe_key).first()
    if row is None:
        return None
    return next((str(one["record"]) for one in row.detail if one["round"] == round.pk), document.SOUND)


def _neighbour(round: Round, number: int) -> int | None:
    return Round.objects.filter(table=round.table_id, number=number).values_list("pk", flat=True).first()


def _evening_of(round: Round) -> EveningName | None:
    opening = EveningEvent.objects.filter(round=round, kind="opened").select_related("evening").first()
    return EveningName(opening.evening_id, opening.evening.number) if opening else None
