"""Rule packs in words: what a clause says, who decides, what becomes of the money; and what is wrong with a pack."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from casino.templatetags.screen import amount, odds
from tables.rules import pack_values
from tables.rules import text as texts
from tables.rules.floor_terms import KINDS
from tables.rules.pack import BadPack, Choice, Clause, FloorTerm, Irregularity, Moment, Pack, SignTerm
from tables.rules.profiles import GAMES
from tables.rules.shapes import Finding
from tables.rules.sign_terms import Departure
from tables.rules.terms import Terms, compile_terms
from tables.wording import rule_pack_codes as codes

HOUSE_GAME: Final = "blackjack-fixed-bank"
SAMPLE: Final = "casino-s17"
"""A profile of the house's game: titles of rules do not depend on which."""


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """What may be chosen, what becomes of the stake, and whether it holds if nobody chooses."""

    what: str
    money: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """A clause as its page shows it."""

    id: str
    title: str
    says: str
    clause: str
    also_in: str
    checked: bool
    since: str
    line: int
    games: str = ""
    who: str = ""  # who decides, until when
    choices: tuple[ChoiceWords, ...] = ()
    proposed: bool = False  # the remedy is ours, no clause states it
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PackWords:
    """A pack as its page shows it."""

    says: str
    since: str
    games: str
    irregularities: tuple[ClauseWords, ...]
    rules: tuple[ClauseWords, ...]
    floor: tuple[ClauseWords, ...]
    sign: tuple[ClauseWords, ...]
    silent: tuple[str, ...]  # what of the floor it does not speak of


def bad_pack(wrong: BadPack) -> str:
    """Why a pack cannot be used, with file and line."""
    said = dict(wrong.values)
    for name in ("value", "right"):  # these may be words of ours, not of the text
        if said.get(name) in pack_values.OURS:
            said[name] = _(str(said[name]))
    return wrong.where + _(wrong.template) % said


def departure(found: Departure, terms: Terms) -> str:
    """What of a sign its pack forbids, and what it may post."""
    term = found.term
    said = {
        "pack": terms.pack,
        "clause": term.clause,
        "option": texts.option_title(terms.game.name, found.option, _language()),
        "value": _value(found.value),
        "allowed": ", ".join(map(_value, term.allow)),
    }
    return _("%(pack)s, %(clause)s: “%(option)s” may not be %(value)s; it may be %(allowed)s.") % said


def cited(pack: Pack, rule: str, done: str = "", at_ms: int | None = None) -> str:
    """The clause that a finding rests on, and how sure it is; that the pack says nothing, where it does not."""
    entry = pack.proposal(rule, done, at_ms)
    said = {"pack": pack.key, "clause": entry.clause if entry else ""}
    if entry is None:
        return _("Pack %(pack)s does not say what to do; the supervisor rules.") % said
    if entry.proposed:
        return _("Pack %(pack)s, %(clause)s; the remedy is a proposal.") % said
    if not entry.checked:
        return _("Pack %(pack)s, %(clause)s; the clause is not confirmed.") % said
    if not entry.choices and rule.startswith("I-"):
        return _("Pack %(pack)s, %(clause)s; it names no remedy, the supervisor rules.") % said
    return _("Pack %(pack)s, %(clause)s.") % said


def narrowed(finding: Finding) -> str:
    """What was done, as packs tell it apart: cards for an empty box in the deal, or later."""
    due = finding.due.code if finding.due else ""
    in_deal = finding.done == "card_without_stake" and due == "deal_card"
    return "card_without_stake_in_deal" if in_deal else finding.done


def pack_words(pack: Pack) -> PackWords:
    every = [row for rows in pack.entries.values() for row in rows]
    return PackWords(
        says=said_by(pack.says),
        since=since(pack),
        games="; ".join(map(game_title, pack.games)),
        irregularities=tuple(irregularity(row, pack) for row in every if row.id[:2] != "R-"),
        rules=tuple(irregularity(row, pack) for row in every if row.id[:2] == "R-"),
        floor=tuple(_floor(row) for rows in pack.floor.values() for row in rows),
        sign=tuple(_sign(row) for row in pack.sign),
        silent=tuple(codes.floor_kind(kind) for kind in KINDS if kind not in pack.floor),
    )


def game_title(game: str) -> str:
    return texts.named("game", game, _language())[0]


def said_by(says: Mapping[str, str]) -> str:
    """What a clause says in the reader's language, else in the one that it has."""
    return says.get(_language()) or next(iter(says.values()), "")


def since(of: Clause | Pack) -> str:
    """From when to when something holds."""
    said = {"from": _day(of.effective_from), "until": _day(of.effective_until), "year": of.issued}
    if of.effective_from and of.effective_until:
        return _("from %(from)s to %(until)s") % said
    if of.effective_from:
        return _("from %(from)s") % said
    if of.effective_until:
        return _("until %(until)s") % said
    return _("text of %(year)s; the day is not known") % said if of.issued else _("since when is not known")


def _day(moment: Moment | None) -> str:
    return date_format(moment, "j E Y") if moment else ""


def irregularity(row: Irregularity, pack: Pack) -> ClauseWords:
    """One clause on a departure: who decides until when, and what may be chosen."""
    who = ""
    if row.claimant and row.until:
        who = f"{codes.claimant(row.claimant)}, {codes.until(row.until)}"
    common = _common(row)
    if not row.says and row.id.startswith("I-"):  # the documents' own irregularities have words already
        profile = next(iter(GAMES[row.scope[0]].profiles))
        common["says"] = texts.rule_text(compile_terms(profile), row.id, _language())
    return ClauseWords(
        **common,
        id=row.id,
        title=_title(row.id),
        games="" if row.scope == pack.games else "; ".join(map(game_title, row.scope)),
        who=who,
        choices=tuple(words for each in row.choices for words in _choices(each, row)),
        proposed=row.proposed,
    )


def _choices(choice: Choice, row: Irregularity) -> list[ChoiceWords]:
    """A choice in words; one about one of two cards once for each."""
    from tables.wording.findings import choice as choice_words

    options = [f"{choice.code} 0", f"{choice.code} 1"] if choice.index else [choice.code]
    money, is_default = codes.money(choice.money), choice.code == row.default
    return [ChoiceWords(choice_words(option), money, is_default) for option in options]


def _title(name: str) -> str:
    if name[:2] in ("I-", "R-"):
        return texts.rule_title(compile_terms(SAMPLE), name, _language())
    return codes.situation(name)


def _floor(row: FloorTerm) -> ClauseWords:
    facts = ((codes.field(name), _fact(name, value)) for name, value in row.values.items() if value is not None)
    return ClauseWords(**_common(row), id=row.kind, title=codes.floor_kind(row.kind), facts=tuple(facts))


def _fact(name: str, value: object) -> str:
    if isinstance(value, bool):
        return _value(value)
    if isinstance(value, int):
        return amount(value) if name.endswith("_minor") else _number(name, value)
    return ", ".join(map(codes.word, value if isinstance(value, tuple) else (str(value),)))


def _number(name: str, value: int) -> str:
    if name.endswith("days"):
        return ngettext("%(count)d day", "%(count)d days", value) % {"count": value}
    if name.endswith("permille"):
        return f"{value / 10:g} %".replace(".", "," if _language() == "ru" else ".")
    return str(value)


def _sign(row: SignTerm) -> ClauseWords:
    titles = {name: _option(name) for name in (row.option, *row.when)}
    facts = [(titles[row.option], _values(row.allow))]
    facts += [(_("where “%(option)s” is") % {"option": titles[name]}, _values(of)) for name, of in row.when.items()]
    return ClauseWords(**_common(row), id=row.option, title=titles[row.option], facts=tuple(facts))


def _option(name: str) -> str:
    return _("Boxes") if name == "boxes" else texts.option_title(HOUSE_GAME, name, _language())


def _values(values: Iterable[object]) -> str:
    return pgettext("between choices", " or ").join(map(_value, values))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return pgettext("option", "yes") if value else pgettext("option", "no")
    text = str(value)
    return odds(text) if ":" in text else codes.word(text)


def _common(row: Clause) -> dict[str, Any]:
    return {
        "says": said_by(row.says),
        "clause": row.clause,
        "also_in": ", ".join(row.also_in),
        "checked": row.checked,
        "since": since(row) if row.effective_from or row.effective_until or row.issued else "",
        "line": row.line,
    }


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
