"""Fills and credits: what is signed, what comes next, and whose signature that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Case, Count, F, Func, IntegerField, Prefetch, QuerySet, When

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, Slip, SlipSignature, Table, TableEvent
from tables.rules.chips import Step, procedure_of

SIGNED_WITHIN: Final = timedelta(days=7)
"""For how long a count is shown to those who may still sign it."""


@dataclass(frozen=True, slots=True)
class SignedStep:
    """A place for a signature: signed, or open (`by` is None)."""

    code: str
    by: str | None
    role: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class SlipView:
    """A slip as pages show it. `state`: open, done, void_asked, void."""

    id: int
    ref: str
    kind: str
    table_code: str
    gaming_day: date
    at: datetime
    lines: tuple[tuple[int, int], ...]  # (value, pieces), highest first
    total_minor: int
    note: str
    state: str
    steps: tuple[SignedStep, ...]
    next_step: str | None
    may_sign: bool
    may_void: bool  # ask for it
    may_agree: bool  # sign a void that somebody asked for
    void_reason: str
    void_steps: tuple[SignedStep, ...]
    seen: int  # signatures so far; forms send it back


def with_signatures() -> QuerySet[Slip]:
    signatures = SlipSignature.objects.select_related("by").order_by("position")
    return Slip.objects.select_related("table", "void__by", "void__signed__by").prefetch_related(
        Prefetch("signatures", queryset=signatures)
    )


def with_progress() -> QuerySet[Slip]:
    """Slips with `is_under_way`: neither signed to their end nor void."""
    asked = Func(F("signing"), function="jsonb_array_length", output_field=IntegerField())
    rows = with_signatures().annotate(asked=asked, given=Count("signatures"))
    is_void, is_unsigned = When(void__signed__isnull=False, then=False), When(given__lt=F("asked"), then=True)
    return rows.annotate(is_under_way=Case(is_void, is_unsigned, default=False))


def under_way(table: Table | None = None) -> list[Slip]:
    """Slips that are under way, oldest first."""
    every: Any = with_progress()
    rows = every.filter(is_under_way=True)
    if table is not None:
        rows = rows.filter(table=table)
    return list(rows.order_by("pk"))


@dataclass(frozen=True, slots=True)
class Signer:
    """A person, and the tables whose dealer they are, or were last while the table is closed."""

    staff: Staff
    deals_at: frozenset[int]

    def may(self, step: Step, table_id: int) -> bool:
        """Whether a step is one for this person: by permission, and for a dealer at their own table only."""
        others = [permission for permission in step.may if permission != "tablet.use"]
        return any(map(self.staff.may, others)) or ("tablet.use" in step.may and table_id in self.deals_at)


def signer(staff: Staff) -> Signer:
    """One query for a dealer, none for anybody else."""
    if not staff.may("tablet.use"):
        return Signer(staff, frozenset())
    last = TableEvent.objects.filter(dealer__isnull=False).order_by("table_id", "-pk").distinct("table_id")
    return Signer(staff, frozenset(event.table_id for event in last if event.dealer_id == staff.pk))


def state(slip: Slip) -> str:
    if hasattr(slip, "void"):
        return "void" if hasattr(slip.void, "signed") else "void_asked"
    return "done" if len(slip.signatures.all()) >= len(slip.signing) else "open"


def next_step(slip: Slip) -> Step | None:
    """The signature that comes next, or None."""
    signed = len(slip.signatures.all())
    return _step(slip, slip.signing[signed]) if signed < len(slip.signing) else None


def steps_of(slip: Slip) -> list[Step]:
    """The slip's own order: a pack that changes does not change what is under way."""
    return [_step(slip, code) for code in slip.signing]


def _step(slip: Slip, code: str) -> Step:
    steps = {step.code: step for step in procedure_of(slip.pack).signing(slip.kind)}
    return steps.get(code, Step(code, ("fill.ask",)))


def has_signed(slip: Slip, staff: Staff) -> bool:
    return any(signature.by_id == staff.pk for signature in slip.signatures.all())


def may_sign(slip: Slip, who: Signer) -> bool:
    step = next_step(slip)
    return (
        state(slip) == "open" and step is not None and not has_signed(slip, who.staff) and who.may(step, slip.table_id)
    )


def void_steps(slip: Slip) -> tuple[Step, Step]:
    return procedure_of(slip.pack).void


def may_ask_void(slip: Slip, who: Signer) -> bool:
    return state(slip) == "open" and who.may(void_steps(slip)[0], slip.table_id)


def may_agree_void(slip: Slip, who: Signer) -> bool:
    """The second signature on a void: another person, of another department."""
    if state(slip) != "void_asked":
        return False
    first = slip.void.by
    is_another = first != who.staff and first.role != who.staff.role
    return is_another and who.may(void_steps(slip)[1], slip.table_id)


def view(slip: Slip, who: Signer) -> SlipView:
    signatures = list(slip.signatures.all())
    named = {one.position: one for one in signatures}
    is_now = state(slip)
    steps = tuple(_signed(code, named.get(position)) for position, code in enumerate(slip.signing, 1))
    step = next_step(slip) if is_now == "open" else None
    return SlipView(
        id=slip.pk,
        ref=slip.ref,
        kind=slip.kind,
        table_code=slip.table.code,
        gaming_day=slip.gaming_day,
        at=slip.at,
        lines=tuple(sorted(slip.pieces.items(), reverse=True)),
        total_minor=slip.total_minor,
        note=slip.note,
        state=is_now,
        steps=steps,
        next_step=step.code if step else None,
        may_sign=may_sign(slip, who),
        may_void=may_ask_void(slip, who),
        may_agree=may_agree_void(slip, who),
        void_reason=slip.void.reason if hasattr(slip, "void") else "",
        void_steps=_void_steps(slip),
        seen=len(signatures),
    )


def views(slips: Sequence[Slip], who: Signer) -> list[SlipView]:
    return [view(slip, who) for slip in slips]


def _signed(code: str, signature: SlipSignature | None) -> SignedStep:
    if signature is None:
        return SignedStep(code, None, "", None)
    return SignedStep(code, str(signature.by), signature.by.get_role_display(), signature.at)


def _void_steps(slip: Slip) -> tuple[SignedStep, ...]:
    if not hasattr(slip, "void"):
        return ()
    asked, agreed = void_steps(slip)
    first = SignedStep(asked.code, str(slip.void.by), slip.void.by.get_role_display(), slip.void.at)
    if not hasattr(slip.void, "signed"):
        return first, SignedStep(agreed.code, None, "", None)
    second = slip.void.signed
    return first, SignedStep(agreed.code, str(second.by), second.by.get_role_display(), second.at)


def waiting_for(who: Signer) -> list[SlipView]:
    """Slips whose next signature, or second signature on a void, this person may give."""
    found = views(under_way(), who)
    return [one for one in found if one.may_sign or one.may_agree]


def counts_waiting_for(who: Signer) -> list[ChipCount]:
    """Openers and closers that lack their second signature, for the dealer of the table and for supervisors."""
    rows = ChipCount.objects.filter(signed=None, replaced_by=None, gaming_day__gte=house_day() - SIGNED_WITHIN)
    return [row for row in rows.select_related("table", "by").order_by("pk") if may_sign_count(row, who)]


def waits_for(staff: Staff) -> bool:
    """Whether a slip or a count waits for this person's signature."""
    who = signer(staff)
    return bool(waiting_for(who) or counts_waiting_for(who))


def may_sign_count(count: ChipCount, who: Signer) -> bool:
    """The second signature under a count: the table's dealer, or another supervisor."""
    if count.by_id == who.staff.pk:
        return False
    return who.staff.may("table.open") or count.table_id in who.deals_at
