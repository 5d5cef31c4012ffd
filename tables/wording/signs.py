"""What the sign and the felt say."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from casino.templatetags.screen import odds, stake
from tables.queries.shapes import SignView
from tables.rules import text as texts
from tables.rules.pack import load_pack
from tables.rules.shapes import Limits
from tables.rules.terms import Terms, compile_terms


def game_name(profile: str) -> str:
    """The game of a profile, short enough for a tile."""
    return pgettext("game", "Blackjack")


def limits(sign: SignView) -> str:
    return f"{stake(sign.min_minor)}–{stake(sign.max_minor)}"


def sign_short(sign: SignView) -> str:
    return f"{game_name(sign.profile)}, {limits(sign)}"


def options(sign: SignView) -> Mapping[str, Any]:
    """Every option of the sign, those that the profile sets included."""
    return _terms(sign).options


def sign_long(sign: SignView) -> str:
    """Limits, natural, soft 17, packs: what a pit boss looks for first."""
    all_options = options(sign)
    packs = all_options["decks"]
    words = [limits(sign), odds(all_options["natural_pays"]), soft_17(all_options)]
    return ", ".join([*words, ngettext("%(count)d pack", "%(count)d packs", packs) % {"count": packs}])


def soft_17(options: Mapping[str, Any]) -> str:
    """How dealers say it."""
    return "H17" if options["dealer_policy"] == "draw_soft_17" else "S17"


def felt_lines(sign: SignView | None) -> str:
    """The writing on the felt."""
    if sign is None:
        return ""
    all_options = options(sign)
    draws = all_options["dealer_policy"] == "draw_soft_17"
    lines = [
        _("Blackjack pays %(odds)s") % {"odds": odds(all_options["natural_pays"])},
        _("Dealer draws on soft 17") if draws else _("Dealer stands on 17"),
    ]
    if all_options["insurance"] != "off":
        lines.append(_("Insurance pays %(odds)s") % {"odds": odds(all_options["insurance_pays"])})
    return " · ".join(lines).upper()


def rule_title(rule: str, sign: SignView) -> str:
    """The short name of a clause."""
    return texts.rule_title(_terms(sign), rule, _language())


def rule_texts(rule: str, option: str | None, sign: SignView) -> list[str]:
    """The rule as the sign's options make it, the sentence on the option that decided, and what the pack cites."""
    terms = _terms(sign)
    found = [texts.rule_text(terms, rule, _language())]
    if option:
        found.append(texts.rule_text(terms, f"opt:{option}", _language()))
    entry = load_pack(terms.pack).irregularities.get(rule)
    if entry:
        cited = {"pack": terms.pack, "clause": entry.clause}
        text = (
            _("Pack %(pack)s, %(clause)s; the remedy is a proposal.")
            if entry.proposed
            else _("Pack %(pack)s, %(clause)s.")
        )
        found.append(text % cited)
    return found


def _terms(sign: SignView) -> Terms:
    limits = Limits(sign.min_minor, sign.max_minor, sign.step_minor)
    return compile_terms(sign.profile, sign.options, limits=limits)


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
