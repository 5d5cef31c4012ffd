"""Dealer school: begin a session, deal in it, end it with a record. Nothing here touches a table, a round or money."""

import secrets
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone

from casino import audit
from casino.errors import NotAllowed, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import SchoolRecord, SchoolSession
from tables.queries import tables as known
from tables.school.acts import Act, BadAct, NoAmount
from tables.school.plans import BadPlan, Plan
from tables.school.session import Session, by_rule, ended

SEEDS = 2**31


@transaction.atomic
def begin(*, by: Staff, seed: int | None = None, **wanted: Any) -> SchoolSession:
    """Begin a session. Raises NoSuchPlan, InSchool, or DealsNow for somebody whose table is open."""
    _check_free(by)
    try:
        plan = Plan(**wanted, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    except BadPlan as bad:
        raise refusals.NoSuchPlan from bad
    with refused_if("tables_schoolsession_trainee_id_key", refusals.InSchool()):
        return SchoolSession.objects.create(
            trainee=by, plan=plan.as_json(), state=Session.begin(plan).as_json(), begun_at=timezone.now()
        )


def _check_free(by: Staff) -> None:
    if not by.may("school.use"):
        raise NotAllowed
    table = known.table_dealt_by(by)
    if table is not None:
        raise refusals.DealsNow(table.code)


@transaction.atomic
def take(act: Act, *, by: Staff, version: int) -> SchoolRecord | None:
    """Carry out one act; the record, if the session ended with it. Raises NoAmount, NoSuchAct."""
    try:
        return _change(by, version, lambda session: session.take(act, now_ms()))
    except NoAmount as missing:
        raise refusals.NoAmount from missing
    except BadAct as bad:
        raise refusals.NoSuchAct from bad


@transaction.atomic
def take_back(*, by: Staff, version: int) -> None:
    """Take the last act back, which was marked."""
    _change(by, version, lambda session: session.now.take_back())


@transaction.atomic
def help_out(*, by: Staff, version: int) -> None:
    """Show what is due; it counts."""
    _change(by, version, lambda session: session.now.help())


def _change(by: Staff, version: int, change: Callable[[Session], object]) -> SchoolRecord | None:
    """Change the session. A tap about an earlier screen, sent twice or from another device, changes nothing."""
    _check_free(by)
    kept = SchoolSession.objects.select_for_update().filter(trainee=by).first()
    if kept is None:
        raise refusals.NotInSchool
    if kept.version != version:
        return None
    session = Session.from_json(kept.plan, kept.state)
    change(session)
    if session.is_over:
        return _record(kept, session)
    kept.state, kept.version = session.as_json(), kept.version + 1
    kept.save(update_fields=["state", "version"])
    return None


@transaction.atomic
def leave(*, by: Staff) -> SchoolRecord | None:
    """End the session now: what was dealt is kept as a record, also the mistakes of the round on the felt."""
    kept = SchoolSession.objects.select_for_update().filter(trainee=by).first()
    if kept is None:
        return None
    session = Session.from_json(kept.plan, kept.state)
    if session.now.begun_ms:
        session.now.ended_ms = now_ms()
        session.rounds.append(ended(session.now))
    if not session.rounds:
        kept.delete()
        return None
    return _record(kept, session)


def _record(kept: SchoolSession, session: Session) -> SchoolRecord:
    rounds, trainee = session.rounds, kept.trainee
    broken = by_rule(rounds)
    made = SchoolRecord.objects.create(
        trainee=trainee,
        game=session.plan.game,
        profile=session.plan.profile,
        level=session.plan.level,
        rounds=len(rounds),
        mistakes=broken.total(),
        helps=sum(row["helps"] for row in rounds),
        dealt_ms=sum(row["ms"] for row in rounds),
        body={"plan": kept.plan, "terms": session.plan.terms.as_json(), "rounds": rounds},
        begun_at=kept.begun_at,
    )
    facts = {
        "profile": made.profile,
        "level": made.level,
        "rounds": made.rounds,
        "mistakes": dict(sorted(broken.items())),
        "helps": made.helps,
        "dealt_ms": made.dealt_ms,
    }
    audit.record("house", trainee, "school.ended", about=f"school:{made.pk}", facts=facts)
    kept.delete()
    return made


def now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)
