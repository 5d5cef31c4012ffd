"""Hold evidence past its retention, and let go of it. One function, one change, one journal entry."""

from datetime import date, timedelta

from django.db import transaction

from casino import audit
from casino.errors import NotAllowed, refused_if
from casino.gaming_day import house_day
from casino.models import Staff
from tables import dispute_refusals, refusals
from tables.models import Dispute, Hold, HoldLifted, Round
from tables.queries import rule_packs
from tables.queries.holds import is_held
from tables.rules import floor_terms

__all__ = ["hold", "hold_for", "is_held", "lift"]


@transaction.atomic
def hold(about: Round | str, *, why: str, until: date | None = None, by: Staff) -> Hold:
    """Keep a round with all its evidence, or one picture by its SHA-256. Without `until`: until somebody lifts it."""
    if not by.may("evidence.hold"):
        raise NotAllowed
    if not why.strip():
        raise refusals.ReasonMissing
    if until is not None and until < house_day():
        raise dispute_refusals.PastDay
    return _keep(about, why.strip(), until, by)


@transaction.atomic
def lift(held: Hold, *, why: str, by: Staff) -> HoldLifted:
    """Say that it need not be held any more. Raises AlreadyLifted."""
    if not by.may("evidence.hold"):
        raise NotAllowed
    if not why.strip():
        raise refusals.ReasonMissing
    with refused_if("tables_holdlifted_hold_id_key", dispute_refusals.AlreadyLifted()):
        lifted = HoldLifted.objects.create(hold=held, why=why.strip(), by=by)
    chain, about = _place(held)
    audit.record(chain, by, "evidence.hold_lifted", about=about, facts={"hold": held.pk, "why": lifted.why})
    return lifted


def hold_for(dispute: Dispute, *, by: Staff) -> Hold | None:
    """What the pack asks for once a hand is contested: its evidence is kept for so many days. None: it does not say."""
    round = dispute.round
    pack = rule_packs.pack_of(round.sign)
    days = floor_terms.retention_days(pack, "dispute_video", int(dispute.at.timestamp() * 1000))
    if days is None:
        return None
    return _keep(round, f"dispute {dispute.pk}", house_day(dispute.at) + timedelta(days=days), by)


def _keep(about: Round | str, why: str, until: date | None, by: Staff) -> Hold:
    if isinstance(about, Round):
        held = Hold.objects.create(round=about, why=why, until=until, by=by)
    else:
        held = Hold.objects.create(sha256=about, why=why, until=until, by=by)
    chain, told = _place(held)
    facts = {"hold": held.pk, "why": why, "until": until.isoformat() if until else None}
    audit.record(chain, by, "evidence.held", about=told, facts=facts)
    return held


def _place(held: Hold) -> tuple[str, str]:
    """On which chain of the journal it stands, and about what."""
    if held.round is None:
        return audit.HOUSE, f"picture:{held.sha256[:16]}"
    return held.round.table.chain, f"round:{held.round_id}"
