"""Packs: received, issued, returned, retired, destroyed; two signatures where two are asked for."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import refused_if
from casino.live import tell
from casino.models import Staff
from shoes.models import Pack, PackEvent, PackMove, PackMoveAnswer, PackMoved, PackState, ShoePack
from shoes.packs import PACKS
from shoes.queries.rules import house_rules
from shoes.services.steps import PACKS_LOCK, PackRefused, lock

MOST_AT_ONCE: Final = 500
SHOWN: Final = 5
"""So many numbers of packs stand in a sentence."""

FROM: Final[dict[str, PackState]] = {
    PackMove.Kind.RECEIVE: PackState.RECEIVED,
    PackMove.Kind.ISSUE: PackState.FREE,
    PackMove.Kind.RETURN: PackState.ISSUED,
    PackMove.Kind.DESTROY: PackState.RETIRED,
}
TO: Final[dict[str, PackState]] = {
    PackMove.Kind.RECEIVE: PackState.FREE,
    PackMove.Kind.ISSUE: PackState.ISSUED,
    PackMove.Kind.RETURN: PackState.FREE,
    PackMove.Kind.DESTROY: PackState.DESTROYED,
}
MAY_RETIRE: Final = (PackState.FREE, PackState.ISSUED, PackState.WITHDRAWN)


class AlreadyAnswered(PackRefused):
    code = "pack-move-answered"

    def __init__(self) -> None:
        super().__init__(_("Somebody has answered for this already; reload the page to see who."))


class SecondPersonNeeded(PackRefused):
    code = "second-person-needed"


@transaction.atomic
def receive_pack(serial: str, kind: str, back: str, *, by: Staff) -> Pack:
    """Take one sealed pack; see `receive`."""
    receive([serial], kind, back, by=by)
    return Pack.objects.get(serial=serial)


@transaction.atomic
def receive(serials: Sequence[str], kind: str, back: str, *, by: Staff, words: str = "") -> PackMove:
    """Take sealed packs: into the store at once, or, where a rule pack in force asks for two people, once the second
    has signed. `words` says from whom they came."""
    if kind not in PACKS:
        raise PackRefused(
            _("%(kind)s is no kind of pack; use one of %(kinds)s.") % {"kind": kind, "kinds": ", ".join(PACKS)}
        )
    _check_number(serials)
    lock(PACKS_LOCK)
    known = Pack.objects.filter(serial__in=serials).order_by("serial").first()
    if known is not None:
        raise PackRefused(_("Pack %(serial)s is in the house already.") % {"serial": known.serial})
    rule = house_rules().receipt
    is_double = rule is not None and rule.people > 1
    packs = Pack.objects.bulk_create(Pack(serial=serial, kind=kind, back=back) for serial in serials)
    move = PackMove.objects.create(
        kind=PackMove.Kind.RECEIVE,
        words=words.strip(),
        signatures=2 if is_double else 1,
        is_other_role=bool(is_double and rule and rule.is_other_role),
        clause=f"{rule.clause.pack}: {rule.clause.number}" if rule else "",
        by=by,
    )
    _belong(move, packs)
    move_packs(packs, PackState.RECEIVED if is_double else PackState.FREE, move.words, by, move=move)
    _record(by, "packs.received", move, packs, {"kind": kind, "back": back})
    return move


@transaction.atomic
def ask(kind: str, serials: Sequence[str], *, by: Staff, words: str = "") -> PackMove:
    """The first signature under packs that go out of the store, back into it, or into the shredder."""
    _check_number(serials)
    if not words.strip() and kind != PackMove.Kind.RETURN:
        raise PackRefused(_("Say where the packs go, or how they are destroyed."))
    lock(PACKS_LOCK)
    packs = _found(serials, (FROM[kind],))
    _check_free(packs)
    used = ShoePack.objects.filter(pack__in=packs).select_related("pack").order_by("pack").first()
    if kind == PackMove.Kind.RETURN and used is not None:
        raise PackRefused(
            _("Pack %(serial)s was in a shoe; it does not go back among sealed ones. Retire it.")
            % {"serial": used.pack.serial}
        )
    move = PackMove.objects.create(kind=kind, words=words.strip(), by=by)
    _belong(move, packs)
    _record(by, "packs.asked", move, packs, {})
    return move


@transaction.atomic
def agree(move: PackMove, *, by: Staff) -> None:
    """The second signature: the packs are where the move says. Nobody signs twice; what is held stays."""
    if move.by_id == by.pk:
        raise SecondPersonNeeded(_("You have signed this already; a second person signs now."))
    if move.is_other_role and move.by.role == by.role:
        raise SecondPersonNeeded(
            _("%(clause)s asks for two people of different departments; somebody of another role signs now.")
            % {"clause": move.clause}
        )
    lock(PACKS_LOCK)
    packs = list(move.packs.order_by("serial"))
    check_held(packs)
    _answer(move, by, is_agreed=True)
    move_packs(packs, TO[move.kind], move.words, by, move=move)
    _record(by, "packs.agreed", move, packs, {})


@transaction.atomic
def refuse(move: PackMove, reason: str, *, by: Staff) -> None:
    """The move does not happen, and why; packs that should have been received are withdrawn."""
    if not reason.strip():
        raise PackRefused(_("Say why."))
    lock(PACKS_LOCK)
    packs = list(move.packs.order_by("serial"))
    _answer(move, by, is_agreed=False, reason=reason.strip())
    if move.kind == PackMove.Kind.RECEIVE:
        move_packs(packs, PackState.WITHDRAWN, reason.strip(), by, move=move)
    _record(by, "packs.refused", move, packs, {"reason": reason.strip()})


@transaction.atomic
def retire(serials: Sequence[str], reason: str, *, by: Staff) -> None:
    """Packs leave use for good; they wait for their destruction."""
    _check_number(serials)
    if not reason.strip():
        raise PackRefused(_("Say why."))
    lock(PACKS_LOCK)
    packs = _found(serials, MAY_RETIRE)
    _check_free(packs)
    move_packs(packs, PackState.RETIRED, reason.strip(), by)
    facts = {"packs": [pack.serial for pack in packs], "reason": reason.strip()}
    audit.record("house", by, "packs.retired", about="packs", facts=facts)
    tell("packs")


def move_packs(
    packs: Sequence[Pack], state: PackState, reason: str, by: Staff, *, move: PackMove | None = None
) -> None:
    now = timezone.now()
    PackEvent.objects.bulk_create(
        PackEvent(pack=pack, state=state, reason=reason, at=now, by=by, move=move) for pack in packs
    )


def _belong(move: PackMove, packs: Sequence[Pack]) -> None:
    PackMoved.objects.bulk_create(PackMoved(move=move, pack=pack) for pack in packs)


def _answer(move: PackMove, by: Staff, *, is_agreed: bool, reason: str = "") -> None:
    if move.signatures == 1:
        raise AlreadyAnswered
    with refused_if("shoes_packmoveanswer_move_id_key", AlreadyAnswered()):
        PackMoveAnswer.objects.create(move=move, is_agreed=is_agreed, reason=reason, by=by)


def _check_number(serials: Sequence[str]) -> None:
    if not 1 <= len(set(serials)) == len(serials) <= MOST_AT_ONCE:
        raise PackRefused(_("Name 1 to %(most)d packs, each once.") % {"most": MOST_AT_ONCE})


def _found(serials: Sequence[str], states: Sequence[PackState]) -> list[Pack]:
    """The packs, if all of them are at one of `states`."""
    found = {pack.serial: pack for pack in Pack.objects.at(*states).filter(serial__in=serials)}
    wrong = [serial for serial in serials if serial not in found]
    if wrong:
        raise PackRefused(
            _("Not %(states)s: %(packs)s.")
            % {"states": " / ".join(str(state.label) for state in states), "packs": listed(wrong)}
        )
    return [found[serial] for serial in serials]


def _check_free(packs: Sequence[Pack]) -> None:
    """Neither held nor under way."""
    check_held(packs)
    moved = Pack.objects.under_way().filter(pk__in=[pack.pk for pack in packs])
    if moved:
        raise PackRefused(
            _("A second signature is due first for %(packs)s.") % {"packs": listed([pack.serial for pack in moved])}
        )


def check_held(packs: Sequence[Pack]) -> None:
    held = Pack.objects.held().filter(pk__in=[pack.pk for pack in packs]).order_by("serial")
    if held:
        raise PackHeld([pack.serial for pack in held])


class PackHeld(PackRefused):
    code = "pack-held"

    def __init__(self, serials: Sequence[str]) -> None:
        super().__init__(
            _("Under investigation: %(packs)s. Somebody else than who held it lifts that first.")
            % {"packs": listed(serials)}
        )


def listed(serials: Sequence[str]) -> str:
    """The numbers of some packs, not more than a sentence holds."""
    shown = ", ".join(serials[:SHOWN])
    return (
        shown
        if len(serials) <= SHOWN
        else _("%(packs)s and %(more)d more")
        % {
            "packs": shown,
            "more": len(serials) - SHOWN,
        }
    )


def _record(by: Staff, what: str, move: PackMove, packs: Sequence[Pack], facts: dict[str, object]) -> None:
    told = {"move": move.kind, "packs": [pack.serial for pack in packs], "words": move.words, **facts}
    audit.record("house", by, what, about=f"packs:{move.pk}", facts=told)
    tell("packs")
