"""Codes of chips, slips and the ledger as words."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import gain
from tables.queries.chip_differences import DifferenceView


def step(code: str) -> str:
    """Whose signature it is, and for what."""
    words = {
        "asked": pgettext("signature", "asked for by the supervisor"),
        "prepared": pgettext("signature", "prepared by the cage"),
        "carried": pgettext("signature", "carried by security"),
        "received": pgettext("signature", "received by the dealer or a supervisor"),
        "given": pgettext("signature", "given by the dealer or a supervisor"),
        "taken": pgettext("signature", "taken by the cage"),
        "void_asked": pgettext("signature", "void, asked for by"),
        "void_agreed": pgettext("signature", "void, agreed by"),
    }
    return words.get(code, code.replace("_", " "))


def step_short(code: str) -> str:
    """A signature in a row of them."""
    words = {
        "asked": pgettext("signature", "asked for"),
        "prepared": pgettext("signature", "prepared"),
        "carried": pgettext("signature", "carried"),
        "received": pgettext("signature", "received"),
        "given": pgettext("signature", "given"),
        "taken": pgettext("signature", "taken"),
    }
    return words.get(code, code.replace("_", " "))


def step_next(code: str) -> str:
    """A signature that is still to come: who does what."""
    words = {
        "asked": pgettext("next", "a supervisor asks"),
        "prepared": pgettext("next", "the cage prepares the chips"),
        "carried": pgettext("next", "security carries the chips"),
        "received": pgettext("next", "the dealer or another supervisor receives the chips"),
        "given": pgettext("next", "the dealer or another supervisor gives the chips"),
        "taken": pgettext("next", "the cage takes the chips"),
    }
    return words.get(code, code.replace("_", " "))


def difference(view: DifferenceView) -> str:
    """What differs, in one line."""
    about = {"sum": gain(view.difference_minor)}
    if view.kind == "opener":
        return _("The opener is not what the closer before said: %(sum)s") % about
    return _("Chips and drop are not what the rounds give: %(sum)s") % about


def act(code: str) -> str:
    """The button of a signature."""
    words = {
        "prepared": pgettext("button", "Sign: chips are prepared"),
        "carried": pgettext("button", "Sign: I carry them"),
        "received": pgettext("button", "Sign: chips are in the tray"),
        "given": pgettext("button", "Sign: chips are given"),
        "taken": pgettext("button", "Sign: chips are in the cage"),
    }
    return words.get(code) or pgettext("button", "Sign")


def kind(code: str) -> str:
    words = {
        "fill": pgettext("chips", "Fill"),
        "credit": pgettext("chips", "Credit"),
        "opener": pgettext("chips", "Opener"),
        "closer": pgettext("chips", "Closer"),
        "drop": pgettext("chips", "Drop"),
        "refund": pgettext("chips", "Refund"),
    }
    return words[code]


def state(code: str) -> str:
    words = {
        "open": pgettext("slip", "Under way"),
        "done": pgettext("slip", "Signed by all"),
        "void_asked": pgettext("slip", "To be void"),
        "void": pgettext("slip", "Void"),
    }
    return words[code]


def mark(code: str) -> str:
    """The mark of a slip's state."""
    return {"open": "look", "done": "done", "void_asked": "act", "void": "closed"}[code]


def gap(code: str) -> str:
    """Why there is no result."""
    words = {
        "no_opener": _("no opener was counted"),
        "no_closer": _("no closer was counted"),
        "no_drop": _("the drop is not counted by two people"),
        "unknown_rounds": _("the money of some rounds is unknown"),
    }
    return words[code]


def duty(code: str) -> str:
    """What a difference asks for."""
    words = {
        "report": _("Write a report."),
        "regulator": _("Send the report to the regulator too."),
    }
    return words.get(code, code)


def told(code: str) -> str:
    """Who is to be told."""
    words = {
        "manager": pgettext("told", "the manager"),
        "security": pgettext("told", "security"),
        "surveillance": pgettext("told", "surveillance"),
        "regulator": pgettext("told", "the regulator"),
    }
    return words.get(code, code)


def account(name: str) -> str:
    """An account of the ledger."""
    first, _colon, table = name.partition(":")
    words = {
        "cage": pgettext("account", "Cage"),
        "transit": pgettext("account", "Under way"),
        "house": pgettext("account", "House"),
        "tray": pgettext("account", "Tray"),
        "box": pgettext("account", "Drop box"),
        "result": pgettext("account", "Result"),
        "variance": pgettext("account", "Variance"),
        "uncounted": pgettext("account", "Not counted"),
        "refund": pgettext("account", "Refunds of rulings"),
    }
    return f"{words[first]} {table}".strip()


def percent(basis_points: int | None, language: str) -> str:
    """A hold such as 17.3 %."""
    if basis_points is None:
        return ""
    tenths = (abs(basis_points) + 5) // 10
    sign = "\u2212" if basis_points < 0 and tenths else ""
    point = "," if language.startswith("ru") else "."
    return f"{sign}{tenths // 10}{point}{tenths % 10}\u202f%"
