"""Requests about disputes and held evidence that are not granted, and what would be right."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from casino.errors import Refused
from tables.wording.disputes import state as words


class RuledBefore(Refused):
    code = "ruled-before"
    status = 403

    def __init__(self, name: str) -> None:
        super().__init__(
            _("{name} made the first ruling; an appeal is decided by somebody who neither ruled nor dealt.").format(
                name=name
            )
        )


class NotInThisState(Refused):
    """Something that a dispute in its state does not allow: another person was quicker, or the page is old."""

    code = "dispute-moved-on"
    status = 409

    def __init__(self, dispute_id: int, state_now: str) -> None:
        super().__init__(
            _("Dispute {id} is {state} now; reload the page to see what is possible.").format(
                id=dispute_id, state=words(state_now)
            )
        )


class BadDay(Refused):
    code = "bad-day"
    status = 422

    def __init__(self, first: date, last: date) -> None:
        days = {"first": date_format(first, "j E Y"), "last": date_format(last, "j E Y")}
        super().__init__(_("That day cannot be; it lies between {first} and {last}.").format(**days))


class TrayLocked(Refused):
    code = "tray-locked"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is closed and its chips are locked; pay from the cage.").format(table=code))


class UnknownSource(Refused):
    code = "unknown-source"
    status = 422

    def __init__(self, source: str) -> None:
        super().__init__(
            _("“{source}” pays nothing; a refund comes from the tray or from the cage.").format(source=source)
        )


class BankPays(Refused):
    code = "bank-pays"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            _("A player held the bank of this round; what a ruling moves, the banker pays and not the house.")
        )


class PastDay(Refused):
    code = "past-day"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("Evidence is held until a day that is still to come, or without a last day."))


class AlreadyLifted(Refused):
    code = "hold-already-lifted"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This hold has been lifted already; reload to see by whom and why."))


class NotRuled(Refused):
    code = "dispute-not-ruled"
    status = 409

    def __init__(self, dispute_id: int) -> None:
        super().__init__(
            _("Dispute {id} has no ruling yet; the sheet for the guest tells of one.").format(id=dispute_id)
        )
