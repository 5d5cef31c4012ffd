"""What the shoe services share: refusals, the lock, and the writing of one step."""

from typing import Any, Final

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused
from casino.live import tell
from casino.models import Staff
from shoes import queries
from shoes.models import Shoe, ShoeEvent, Step

LOCK: Final = 17_001
"""One change of one shoe at a time; its row cannot be locked, since nobody may update it."""
PACKS_LOCK: Final = 0


class StepRefused(Refused):
    code = "shoe-step-refused"


class PackRefused(Refused):
    code = "pack-refused"


class PackTooOld(PackRefused):
    code = "pack-too-old"


class InspectionAsked(StepRefused):
    code = "inspection-signatures"


class WrongPin(StepRefused):
    code = "wrong-pin"
    status = 422

    def __init__(self, person: Staff) -> None:
        super().__init__(_("That is not the PIN of %(name)s; nothing was signed.") % {"name": person.name})


class NoSuchShoe(Refused):
    code = "shoe-unknown"

    def __init__(self, key: str) -> None:
        super().__init__(_("There is no shoe %(key)s; see the list of shoes for those there are.") % {"key": key})


def find(key: str) -> Shoe:
    shoe = Shoe.objects.filter(key=key).first()
    if shoe is None:
        raise NoSuchShoe(key)
    return shoe


def ready_for(key: str, step: Step) -> Shoe:
    """The shoe, locked, if `step` may be done to it now."""
    shoe = find(key)
    lock(shoe.pk)
    current = queries.state(key)
    if current is None:
        raise NoSuchShoe(key)
    if step not in current.next_steps:
        raise StepRefused(
            _("Shoe %(key)s is at “%(state)s”; “%(step)s” cannot come now. Next comes: %(next)s.")
            % {
                "key": key,
                "state": current.state.label,
                "step": step.label,
                "next": ", ".join(str(following.label) for following in current.next_steps) or _("nothing more"),
            }
        )
    return shoe


def lock(number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, number])


def write(shoe: Shoe, step: Step, by: Staff | None, facts: dict[str, Any]) -> ShoeEvent:
    """One step: its row, its journal entry, and the notice to whoever looks on."""
    event = ShoeEvent.objects.create(shoe=shoe, kind=step, at=timezone.now(), by=by, facts=facts)
    shown = {name: value for name, value in facts.items() if name not in ("dealt", "discarded")}
    audit.record(shoe.chain, by or "system", f"shoe.{step}", about=f"shoe:{shoe.key}", facts=shown)
    tell("shoe", shoe=shoe.key)
    return event
