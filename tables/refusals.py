"""What the floor refuses, each with the sentence that a person reads and a stable code for the API."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from casino.errors import Refused


class TableClosed(Refused):
    code = "table-closed"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is not open; a supervisor opens it first.").format(table=code))


class TableIsOpen(Refused):
    code = "table-open"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is open already; close it first.").format(table=code))


class TablePaused(Refused):
    code = "table-paused"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is paused; a supervisor resumes it first.").format(table=code))


class NotPaused(Refused):
    code = "table-not-paused"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is not paused.").format(table=code))


class TableStopped(Refused):
    code = "table-stopped"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(
            _("Table {table} is stopped: no card and no chip until a supervisor resumes it.").format(table=code)
        )


class TableWithdrawn(Refused):
    code = "table-withdrawn"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} was taken off the floor; put it back first.").format(table=code))


class NoticeAsked(Refused):
    """The sentence names the clause and the earliest time."""

    code = "notice-asked"
    status = 422


class BadRaise(Refused):
    """A maximum that cannot be raised so, and what would be right."""

    code = "bad-raise"
    status = 422


class RaiseOver(Refused):
    code = "raise-over"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This raised maximum has ended already."))


class BadLayout(Refused):
    code = "bad-layout"
    status = 422


class NotYourTable(Refused):
    code = "not-your-table"
    status = 403

    def __init__(self, code: str) -> None:
        super().__init__(_("Table {table} is not your open table; a supervisor assigns dealers.").format(table=code))


class DealerElsewhere(Refused):
    code = "dealer-elsewhere"
    status = 409

    def __init__(self, name: str, code: str) -> None:
        super().__init__(_("{name} deals at table {table}; relieve them there first.").format(name=name, table=code))


class NotADealer(Refused):
    code = "not-a-dealer"
    status = 422

    def __init__(self, name: str) -> None:
        super().__init__(_("{name} may not deal; choose a member of staff with the role dealer.").format(name=name))


class ShoeNotReady(Refused):
    code = "shoe-not-ready"
    status = 409

    def __init__(self, key: str) -> None:
        super().__init__(_("Shoe {shoe} is not in play; load, verify, shuffle and start it first.").format(shoe=key))


class ShoeElsewhere(Refused):
    code = "shoe-elsewhere"
    status = 409

    def __init__(self, key: str, code: str) -> None:
        super().__init__(_("Shoe {shoe} is at table {table}; a shoe stands at one table.").format(shoe=key, table=code))


class NoSign(Refused):
    code = "no-sign"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(
            _("Table {table} has no posted rules in effect; post a sign before opening it.").format(table=code)
        )


class IllegalSign(Refused):
    """The engine's sentence says which option and what would be legal."""

    code = "illegal-sign"
    status = 422


class SignOvertaken(Refused):
    """Another sign was posted while this one was being written."""

    code = "sign-overtaken"
    status = 409

    def __init__(self, version: int, name: str, time: str) -> None:
        said = {"name": name, "version": version, "time": time}
        super().__init__(
            _(
                "{name} posted sign {version} at {time}, after you opened this form. "
                "What you chose still stands here: look at that sign, then post again if yours shall replace it."
            ).format(**said)
        )


class WrongPacks(Refused):
    """A shoe that holds other cards than the sign plays with."""

    code = "wrong-packs"
    status = 409

    def __init__(self, key: str, there: str, needed: str) -> None:
        super().__init__(
            _("Shoe {shoe} holds {there}; the sign of this table is played with {needed}. Choose such a shoe.").format(
                shoe=key, there=there, needed=needed
            )
        )


class RoundRunning(Refused):
    code = "round-running"
    status = 409

    def __init__(self, code: str, number: int) -> None:
        super().__init__(
            _("Round {number} is still on the felt of table {table}; settle it first.").format(
                table=code, number=number
            )
        )


class RoundOver(Refused):
    code = "round-over"
    status = 409

    def __init__(self, number: int) -> None:
        super().__init__(
            _("Round {number} has ended; what is wrong in it is corrected by a ruling.").format(number=number)
        )


class RoundNotOver(Refused):
    code = "round-not-over"
    status = 409

    def __init__(self, number: int) -> None:
        super().__init__(_("Round {number} is not settled yet; its next step comes first.").format(number=number))


class StaleForm(Refused):
    code = "stale-form"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            _("Something was entered since you opened this; nothing was changed. Look again and repeat if still right.")
        )


class BadEntry(Refused):
    """An entry that says nothing the engine knows: kind, fields, card, amount."""

    code = "bad-entry"
    status = 422


class FutureEntry(Refused):
    code = "in-the-future"
    status = 422

    def __init__(self, ahead_ms: int) -> None:
        super().__init__(
            _(
                "The entry is dated {seconds} s in the future; at most 2 s are taken. Set the clock that sent it."
            ).format(seconds=f"{ahead_ms / 1000:.1f}")
        )


class PastEntry(Refused):
    code = "before-the-round"
    status = 422

    def __init__(self, before_ms: int) -> None:
        super().__init__(
            _(
                "The entry is dated {seconds} s before its round began; what is older belongs to an earlier round."
            ).format(seconds=f"{before_ms / 1000:.1f}")
        )


class BadFilter(Refused):
    code = "bad-filter"
    status = 400


class SourceNotYours(Refused):
    code = "source-not-yours"
    status = 403

    def __init__(self, source: str) -> None:
        super().__init__(_("You may not send facts of source “{source}”.").format(source=source))


class RequestRefused(Refused):
    """The rules refuse the request; `rule` names the clause, `values` what the sentence is made of."""

    code = "request-refused"
    status = 409

    def __init__(self, sentence: str, *, rule: str, reason: str, values: Mapping[str, object]) -> None:
        super().__init__(sentence)
        self.rule = rule
        self.reason = reason
        self.values = dict(values)


class VerdictGone(Refused):
    code = "verdict-not-open"
    status = 409

    def __init__(self) -> None:
        super().__init__(
            _("This verdict is no longer open: it was closed or withdrawn. Reload to see by whom and why.")
        )


class AlreadyClosed(Refused):
    code = "verdict-already-closed"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This verdict has been closed already; reload to see by whom and why."))


class AlreadyTaken(Refused):
    code = "verdict-already-taken"
    status = 409

    def __init__(self, name: str) -> None:
        super().__init__(_("{name} has this verdict already.").format(name=name))


class ReasonMissing(Refused):
    code = "reason-missing"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("Write the reason in a few words; it is kept with the record."))


class OwnHand(Refused):
    code = "own-hand"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("You dealt this hand; another supervisor decides on it."))


class AlreadyRuled(Refused):
    code = "dispute-already-ruled"
    status = 409

    def __init__(self, dispute_id: int) -> None:
        super().__init__(_("Dispute {id} already has a ruling; reload to see who ruled and why.").format(id=dispute_id))


class NoSuchBox(Refused):
    code = "no-such-box"
    status = 422

    def __init__(self, slot: str, boxes: int) -> None:
        super().__init__(
            _("“{slot}” is no box of this table; boxes are 1 to {boxes}, the bank is 0.").format(slot=slot, boxes=boxes)
        )


class TooLate(Refused):
    code = "dispute-too-late"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("A dealer raises a dispute on the running or the last round of their own table only."))


class AlreadyAnswered(Refused):
    code = "call-already-answered"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("Somebody has answered this call already."))


class ShoeInPlay(Refused):
    code = "shoe-in-play"
    status = 403

    def __init__(self) -> None:
        super().__init__(
            _("The shoe of this round is still in play; its cards are shown to nobody until it has ended.")
        )


class BadMoney(Refused):
    code = "bad-amount"
    status = 422

    def __init__(self, text: str, decimals: int) -> None:
        super().__init__(
            _("“{text}” is no amount; write a number with at most {decimals} decimals, such as 37.50.").format(
                text=text, decimals=decimals
            )
        )


class UnknownOutcome(Refused):
    code = "unknown-outcome"
    status = 422

    def __init__(self, outcome: str, known: Iterable[str]) -> None:
        super().__init__(
            _("“{outcome}” is no outcome of a verdict; it is one of {known}.").format(
                outcome=outcome, known=", ".join(known)
            )
        )


class UnknownDecision(Refused):
    code = "unknown-decision"
    status = 422

    def __init__(self, decision: str, known: Iterable[str]) -> None:
        super().__init__(
            _("“{decision}” is no ruling; it is one of {known}.").format(decision=decision, known=", ".join(known))
        )


class NegativeRefund(Refused):
    code = "negative-refund"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("A refund is a sum from 0 up; what the house collects is a decision for the house."))


class NoRound(Refused):
    code = "no-round"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(
            _("No round is on the felt of table {table}; a stake or the first card begins one.").format(table=code)
        )


class BadTable(Refused):
    code = "bad-table"
    status = 422


class DealsNow(Refused):
    code = "deals-now"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(_("You deal at table {table}; school is open to you once it is closed.").format(table=code))


class InSchool(Refused):
    code = "in-school"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("You are in a session already; go on with it or end it first."))


class NotInSchool(Refused):
    code = "not-in-school"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This session has ended; begin another one."))


class NoAmount(Refused):
    code = "no-amount"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("Type the amount first, then touch the box."))


class NoSuchAct(Refused):
    code = "no-such-act"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("That cannot be done at this table; choose what is on the screen."))


class NoSuchPlan(Refused):
    code = "no-such-plan"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("Choose a game, players, rounds and a level from the lists."))


class BadEvent(Refused):
    """Something told of an evening that says nothing the engine knows: kind, fields, number."""

    code = "bad-event"
    status = 422


class HouseBank(Refused):
    code = "house-bank"
    status = 409

    def __init__(self, code: str) -> None:
        super().__init__(
            _("The house holds the bank of table {table}; only a game whose bank players hold has an evening.").format(
                table=code
            )
        )


class NoBanker(Refused):
    code = "no-banker"
    status = 409

    def __init__(self, code: str, step: str) -> None:
        super().__init__(
            _("It is open who banks the next round of table {table}. First: {step}.").format(table=code, step=step)
        )
