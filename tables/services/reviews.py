"""Payout review: a shift's payouts drawn at random, what surveillance saw of them, wrong ones made disputes."""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import NotAllowed, Refused, refused_if
from casino.live import tell
from casino.models import Staff
from casino.shifts import Shift, shift_of
from tables import sampling
from tables.models import Dispute, PayoutAnswer, PayoutDispute, PayoutSample, SampledPayout
from tables.queries.payouts import payouts_of
from tables.services import disputes

SHIFTS_BACK: Final = 6
"""So many shifts are looked at for one that the clock has not drawn from: a worker may be away for a while."""
MOST_DRAWN: Final = 200


class AlreadyDrawn(Refused):
    code = "payout-sample-drawn"

    def __init__(self, shift: Shift) -> None:
        super().__init__(_("The sample of %(shift)s is drawn already.") % {"shift": shift})


class NothingToDraw(Refused):
    code = "payout-sample-empty"


class AlreadyReviewed(Refused):
    code = "payout-reviewed"

    def __init__(self) -> None:
        super().__init__(_("Somebody has answered this already; reload the page to see what."))


class AnswerIncomplete(Refused):
    code = "payout-answer-incomplete"
    status = 422


@transaction.atomic
def draw(shift: Shift, *, by: Staff | None, n: int | None = None) -> PayoutSample:
    """Draw `n` payouts (the house's number) from the shoes that ended in `shift`; by nobody: by the clock, once each.

    Nobody chooses the seed. Raises NothingToDraw where no shoe has ended, AlreadyDrawn.
    """
    asked = settings.PAYOUT_SAMPLE if n is None else n
    if not 1 <= asked <= MOST_DRAWN:
        raise NothingToDraw(_("Draw 1 to %(most)d payouts.") % {"most": MOST_DRAWN})
    now = timezone.now()
    population = payouts_of(shift.starts_at, shift.ends_at, now)
    if not population:
        raise NothingToDraw(_("No shoe with a payout has ended in %(shift)s.") % {"shift": shift})
    with refused_if("payout_sample_one_a_shift", AlreadyDrawn(shift)):
        sample = PayoutSample.objects.create(
            gaming_day=shift.day,
            shift=shift.name,
            starts_at=shift.starts_at,
            ends_at=shift.ends_at,
            seed=secrets.token_hex(16),
            asked=asked,
            population=len(population),
            population_sha256=sampling.fingerprint(population),
            by=by,
            at=now,
        )
    names = sampling.drawn(sample.seed, population, asked)
    drawn = [population[name] for name in names]
    SampledPayout.objects.bulk_create(
        SampledPayout(
            sample=sample,
            position=position,
            round_id=payout.round_id,
            document_id=payout.document_id,
            slot=payout.slot,
            due_minor=payout.due_minor,
            pays=list(payout.pays),
        )
        for position, payout in enumerate(drawn, start=1)
    )
    facts = {
        "shift": str(shift),
        "seed": sample.seed,
        "asked": asked,
        "population": sample.population,
        "population_sha256": sample.population_sha256,
        "drawn": names,
    }
    audit.record("house", by or "system", "payouts.drawn", about=f"payouts:{sample.pk}", facts=facts)
    tell("reviews")
    return sample


def draw_missed() -> list[PayoutSample]:
    """What the clock still has to draw: of each of the last shifts that are over, once."""
    if not settings.PAYOUT_SAMPLE:
        return []
    made = []
    shift = shift_of()
    for _nth in range(SHIFTS_BACK):
        shift = shift_of(shift.starts_at - timedelta(microseconds=1))
        if PayoutSample.objects.filter(gaming_day=shift.day, shift=shift.name, by=None).exists():
            continue
        try:
            made.append(draw(shift, by=None))
        except (NothingToDraw, AlreadyDrawn):
            continue
    return made


@transaction.atomic
def answer(
    payout: SampledPayout,
    outcome: str,
    *,
    by: Staff,
    seen: int | None,
    paid_minor: int | None = None,
    words: str = "",
) -> PayoutAnswer:
    """Right, wrong or can't see. `seen` is the answer that stood on the page (None: none yet); a newer one says why."""
    if not by.may("payout.review") or payout.round.dealer_id == by.pk:
        raise NotAllowed
    if outcome not in PayoutAnswer.Outcome.values:
        raise AnswerIncomplete(_("Answer right, wrong or can't see."))
    is_wrong = outcome == PayoutAnswer.Outcome.WRONG
    if is_wrong and not words.strip():
        raise AnswerIncomplete(_("Say what was wrong."))
    if is_wrong and paid_minor is not None and paid_minor == payout.due_minor:
        raise AnswerIncomplete(_("What was paid is what was due; then the payout is right."))
    older = PayoutAnswer.objects.filter(payout=payout, replaced_by=None).first()
    if (older.pk if older else None) != seen:
        raise AlreadyReviewed
    if older and not words.strip():
        raise AnswerIncomplete(_("Say why the answer is another one now."))
    if older and PayoutDispute.objects.filter(answer=older).exists():
        raise Refused(_("This payout is a dispute now; it is decided there."), code="payout-disputed")
    with (
        refused_if("payout_answer_first_one_a_payout", AlreadyReviewed()),
        refused_if("tables_payoutanswer_replaces_id_key", AlreadyReviewed()),
    ):
        made = PayoutAnswer.objects.create(
            payout=payout,
            outcome=outcome,
            paid_minor=paid_minor if is_wrong else None,
            words=words.strip(),
            replaces=older,
            by=by,
        )
    facts = {
        "payout": payout.pk,
        "round": payout.round_id,
        "slot": payout.slot,
        "due_minor": payout.due_minor,
        "outcome": outcome,
        "paid_minor": made.paid_minor,
        "words": made.words,
    }
    audit.record(payout.round.table.chain, by, "payout.reviewed", about=f"round:{payout.round_id}", facts=facts)
    tell("reviews")
    return made


@transaction.atomic
def make_dispute(made: PayoutAnswer, *, by: Staff, words: str = "") -> Dispute:
    """A wrong payout is contested, as any hand is; a supervisor who did not deal it rules."""
    if made.outcome != PayoutAnswer.Outcome.WRONG or hasattr(made, "replaced_by"):
        raise Refused(_("Only a payout that was found wrong becomes a dispute."), code="payout-not-wrong")
    payout = made.payout
    place = payout.slot.partition(".")[0]
    already = Refused(_("This payout is a dispute already."), code="payout-disputed")
    with refused_if("tables_payoutdispute_answer_id_key", already):
        dispute = disputes.raise_on(payout.round, place, words=words.strip() or made.words, by=by)
        PayoutDispute.objects.create(answer=made, dispute=dispute)
    tell("reviews")
    return dispute
