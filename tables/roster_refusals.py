"""What is refused about people and their places."""

from django.utils.translation import gettext as _

from casino.errors import Refused


class MayNotDeal(Refused):
    """Only a licensed dealer deals, and where there is a roster one who is on it."""

    code = "may-not-deal"

    def __init__(self, why: str, name: str, table: str) -> None:
        sentences = {
            "licence-over": _("The licence of {name} has run out; an administrator enters the new one."),
            "no-licence": _("No licence of {name} is on file; an administrator enters it."),
            "not-rostered": _("{name} is not on the roster for {table} in this shift; a supervisor adds them first."),
        }
        super().__init__(sentences[why].format(name=name, table=table), code=why)


class BadPlan(Refused):
    """An assignment or a duty that cannot be."""

    code = "bad-plan"
    status = 422


class TooManyTables(Refused):
    """More tables than the pack allows, without a reason."""

    code = "too-many-tables"

    def __init__(self, name: str, count: int, most: int, clause: str) -> None:
        super().__init__(
            _("{name} would watch {count} open tables, {clause} allows {most}; give a reason to assign all the same.")
            .format(name=name, count=count, most=most, clause=clause)
        )  # fmt: skip


class Ended(Refused):
    """Somebody else was quicker."""

    code = "ended-already"

    def __init__(self) -> None:
        super().__init__(_("This has ended already; reload the page to see who ended it and why."))


class HandOverOpen(Refused):
    code = "hand-over-open"

    def __init__(self, table: str, name: str) -> None:
        super().__init__(_("{table} is offered to {name} already; withdraw that first.").format(table=table, name=name))


class NotYours(Refused):
    """Only the giver and the taker sign."""

    code = "not-yours-to-sign"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("This hand-over is between two others; they sign it."))


class BadHandOver(Refused):
    code = "bad-hand-over"
    status = 422


class NotATablet(Refused):
    """The device is not enrolled, or at another table."""

    code = "not-a-tablet"
    status = 403

    def __init__(self, at: str = "") -> None:
        here = _("This tablet stands at {table}; go to your own.").format(table=at)
        nowhere = _("This device is no enrolled tablet; a supervisor enrols it at its table.")
        super().__init__(here if at else nowhere)


class WrongBadge(Refused):
    code = "wrong-badge"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("This badge or PIN is not known here; try again, or ask a supervisor."))
