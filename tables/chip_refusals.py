"""What is refused of chips, slips and the drop, each with the sentence that a person reads."""

from datetime import date

from django.utils.translation import gettext as _

from casino.errors import NotAllowed, Refused


class BadCount(Refused):
    """Pieces that cannot be: none at all, too many, of a value that the house does not have."""

    code = "bad-count"
    status = 422


class NoOpener(Refused):
    code = "no-opener"

    def __init__(self, table: str) -> None:
        super().__init__(_("Table {table} has no opener; count its chips first.").format(table=table))


class AlreadyCounted(Refused):
    code = "already-counted"

    def __init__(self) -> None:
        super().__init__(_("This is counted already; a recount names its reason."))


class CloserIsThere(Refused):
    code = "closer-is-there"

    def __init__(self, table: str, day: date) -> None:
        said = _("The closer of table {table} for {day} is counted; its opener stays as it is.")
        super().__init__(said.format(table=table, day=day.isoformat()))


class SlipUnderWay(Refused):
    code = "slip-under-way"

    def __init__(self, ref: str) -> None:
        super().__init__(
            _("{slip} is under way; have it signed to its end, or void, before the closer.").format(slip=ref)
        )


class SlipOver(Refused):
    code = "slip-over"

    def __init__(self, ref: str) -> None:
        super().__init__(_("{slip} is signed to its end or void; nothing more is signed on it.").format(slip=ref))


class SlipToBeVoid(Refused):
    code = "slip-to-be-void"

    def __init__(self, ref: str) -> None:
        super().__init__(_("{slip} is to be void; it waits for the second signature on that.").format(slip=ref))


class NotToBeVoid(Refused):
    code = "slip-not-to-be-void"

    def __init__(self, ref: str) -> None:
        super().__init__(_("Nobody has asked that {slip} be void.").format(slip=ref))


class NotYourSignature(NotAllowed):
    """The next signature is somebody else's."""

    code = "not-your-signature"

    def __init__(self, wanted: str) -> None:
        super().__init__(_("The next signature is not yours: {step}.").format(step=wanted))


class SignedAlready(Refused):
    code = "signed-already"

    def __init__(self) -> None:
        super().__init__(_("You have signed this already; nobody signs twice, a second person is needed."))


class OneDepartment(Refused):
    code = "one-department"

    def __init__(self) -> None:
        super().__init__(_("A void is signed by two departments; somebody of another one signs."))


class DayNotOver(Refused):
    code = "day-not-over"

    def __init__(self, table: str) -> None:
        super().__init__(
            _("The gaming day of table {table} is not over; its drop is counted after the closer.").format(table=table)
        )


class NothingToConfirm(Refused):
    code = "nothing-to-confirm"

    def __init__(self) -> None:
        super().__init__(_("No drop waits for a second count here; reload the page."))


class DropDiffers(Refused):
    code = "drop-differs"

    def __init__(self) -> None:
        super().__init__(
            _("This is not what the first person counted. Count again; if you are sure, the first count is done anew.")
        )


class DifferenceSeen(Refused):
    code = "difference-already-seen"

    def __init__(self) -> None:
        super().__init__(_("Somebody has acknowledged this difference already; reload to see who, and why."))


class BadChipSet(Refused):
    code = "bad-chip-set"
    status = 422
