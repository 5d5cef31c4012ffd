"""Single words: how a hand stands, who says so, how a verdict was closed."""

from tables.wording import banked
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext


def total(text: str) -> str:
    """A hand's total as it is called: a soft one by its higher value, an unsure one by both."""
    if text == "unknown":
        return pgettext("total", "unknown")
    if " or " in text:
        low, high = text.split(" or ")
        return pgettext("total", "%(low)s or %(high)s") % {"low": _half(low), "high": _half(high)}
    return _half(text.rpartition("/")[2])


def _half(text: str) -> str:
    """Half points as they are called in both languages: 7½, and ½ alone."""
    whole, point, _rest = text.partition(".")
    return text if not point else "½" if whole == "0" else f"{whole}½"


def status(code: str) -> str:
    """How a hand stands, beside its total."""
    words = {
        "": "",
        "natural": pgettext("hand", "natural"),
        "stood": pgettext("hand", "stood"),
        "bust": pgettext("hand", "bust"),
        "doubled": pgettext("hand", "doubled"),
        "tripled": pgettext("hand", "tripled"),
        "surrendered": pgettext("hand", "surrendered"),
        "void": pgettext("hand", "void"),
        "concealed": pgettext("hand", "over, not told"),
        "out": pgettext("hand", "out"),
        "acting": pgettext("hand", "next"),
        "waits": pgettext("hand", "waits"),
        "no_play": pgettext("hand", "not played"),
        "ordinary_21": pgettext("hand", "ordinary 21"),
        **banked.statuses(),
    }
    return words.get(code, code)


def word(code: str) -> str:
    """A decision as its button says it."""
    words = {
        "stand": pgettext("word", "Stand"),
        "hit": pgettext("word", "Hit"),
        "double": pgettext("word", "Double"),
        "split": pgettext("word", "Split"),
        "triple": pgettext("word", "Triple"),
        "surrender": pgettext("word", "Surrender"),
        "insure": pgettext("word", "Insure"),
        "decline_insurance": pgettext("word", "No insurance"),
        "even_money": pgettext("word", "Even money"),
        "decline_even_money": pgettext("word", "No even money"),
        "claim_top": pgettext("word", "Claims the card"),
        "keep": pgettext("word", "Keeps it"),
        "refuse": pgettext("word", "Refuses it"),
        "accept": pgettext("word", "Accepts it"),
        "claim_discard": pgettext("word", "Claims a discarded card"),
        "missed": pgettext("word", "Was passed over"),
        "hit_silent": pgettext("word", "Hit, closed"),
        "bust": pgettext("word", "Bust"),
        "buy": pgettext("word", "Buy"),
        "redouble": pgettext("word", "Redouble"),
        "no_declare": pgettext("word", "Not declared"),
        "looked": pgettext("word", "Looked"),
        "stakes_closed": pgettext("word", "Stakes closed"),
        "as_before": pgettext("word", "Stakes as before"),
        **banked.words(),
    }
    return words.get(code, code)


def source(code: str) -> str:
    """Which of the truths a fact belongs to."""
    words = {
        "entered": pgettext("source", "entered"),
        "observed": pgettext("source", "observed"),
        "ruled": pgettext("source", "ruled"),
        "inferred": pgettext("source", "inferred from a card"),
        "table": pgettext("source", "table"),
    }
    return words.get(code, code)


def level(code: str) -> str:
    words = {"stop": pgettext("state", "Stop"), "act": pgettext("state", "Act"), "look": pgettext("state", "Look")}
    return words.get(code, code)


def outcome(code: str) -> str:
    """How a supervisor closed a verdict."""
    words = {
        "upheld": pgettext("outcome", "upheld"),
        "put_right": pgettext("outcome", "put right at once"),
        "misread": pgettext("outcome", "misread"),
        "entered_wrong": pgettext("outcome", "entered wrong"),
        "rule_set_wrong": pgettext("outcome", "rule set wrong"),
        "open": pgettext("outcome", "open"),
    }
    return words.get(code, code)


def decision(code: str) -> str:
    """A ruling on a dispute."""
    words = {
        "for_player": pgettext("ruling", "For the player"),
        "for_house": pgettext("ruling", "For the house"),
        "void_round": pgettext("ruling", "The round is void"),
    }
    return words.get(code, code)


def pay_kind(code: str) -> str:
    words = {
        "main": _("stake"),
        "insurance": _("insurance"),
        "even_money": _("even money"),
        "surrender": _("surrender"),
        "penalty": _("penalty"),
        "as_shown": _("all, as shown"),
    }
    return words.get(code, code)
