"""A round's document, revision by revision."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from tables import document
from tables.models import Round, RoundDocument, Ruling
from tables.queries.tables import terms_of_round
from tables.queries.truths import truths_of
from tables.rules.facts import KIND, SLOT, Fact
from tables.rules.round import Round as Fold
from tables.rules.shapes import Picture, PictureCard
from tables.rules.terms import ENGINE
from tables.services import evening_record


def write(
    round: Round, *, closed_at: datetime, facts: Sequence[Fact], state: Fold, is_new: bool = False
) -> RoundDocument:
    """Append the next revision; it names the hash of the one before. A round that `is_new` has none, and no rulings."""
    last = None if is_new else RoundDocument.objects.filter(round=round).order_by("-revision").first()
    head = document.Head(
        table=round.table.code,
        round=round.number,
        shoe=round.shoe_key,
        dealer=f"staff:{round.dealer_id}",
        sign_version=round.sign.version,
        opened_at=_ms(round.opened_at),
        closed_at=_ms(closed_at),
        places=_places(facts) or round.table.places,
        revision=last.revision + 1 if last else 1,
        previous_sha256=last.sha256 if last else None,
    )
    settlement = state.settlement()
    terms = terms_of_round(round)
    text, sha256 = document.build(
        head,
        terms=terms,
        facts=facts,
        findings=state.findings(),
        settlement=settlement,
        rulings=[] if is_new else rulings_of(round),
    )
    picture = state.picture()
    written = RoundDocument.objects.create(
        round=round,
        revision=head.revision,
        text=text,
        sha256=sha256,
        previous_sha256=head.previous_sha256 or "",
        engine=ENGINE,
        at=timezone.now(),
        house_minor=settlement.house_minor,
        **_summary(picture, facts),
    )
    if terms.is_free:
        evening_record.follow(round, state)
    return written


def rulings_of(round: Round) -> list[dict[str, Any]]:
    """The round's rulings as its document tells them."""
    rows = Ruling.objects.filter(dispute__round=round).select_related("dispute").order_by("pk")
    return [
        {
            "slot": row.dispute.slot,
            "decision": row.decision,
            "clause": row.clause,
            "reason": row.reason,
            "refund_minor": row.refund_minor,
            **({} if row.stage == Ruling.Stage.FLOOR else {"stage": row.stage}),
            "by": f"staff:{row.by_id}",
            "at": _ms(row.at),
        }
        for row in rows
    ]


def _places(facts: Sequence[Fact]) -> list[str]:
    """Who played, as the round was opened; one that was seated anew says so in a later entry."""
    opened = [fact for fact in facts if fact[KIND] == "opened"]
    return list(max(opened)[SLOT + 1]) if opened else []


def _summary(picture: Picture, facts: Sequence[Fact]) -> dict[str, Any]:
    """What lists show of a round without folding it."""
    stakes = [hand.stake_minor for box in picture.boxes for hand in box.hands]
    return {
        "boxes": sum(1 for box in picture.boxes if any(hand.cards for hand in box.hands)),
        "staked_minor": None if None in stakes else sum(minor for minor in stakes if minor is not None),
        "bank_total": picture.dealer.total,
        "unknown_cards": sum(1 for card in _cards(picture) if "?" in card.card),
        "differing": sum(row.differs for row in truths_of(facts)),
    }


def _cards(picture: Picture) -> list[PictureCard]:
    hands = [picture.dealer, *(hand for box in picture.boxes for hand in box.hands)]
    return [card for hand in hands for card in hand.cards]


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
