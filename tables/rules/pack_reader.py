"""Reads the text of a rule pack, strictly: whatever is not right is refused with file, line and what would be. Pure.

The form is described in README ("Rule pack") and stands in `tables/packs/originals.toml`.
"""

import re
import tomllib
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, TypeVar

from tables.rules import pack as packs
from tables.rules.floor_terms import KINDS, Field
from tables.rules.options import IllegalOption, canonical
from tables.rules.pack import BadPack, Choice, Clause, FloorTerm, Irregularity, Moment, Pack, SignTerm
from tables.rules.pack_values import A_CODE, A_NAME, At, Source, marked
from tables.rules.profiles import GAMES
from tables.rules.situations import SITUATIONS

SCHEMA: Final = "rule-pack/1"
HEAD: Final = ("schema", "name", "jurisdiction", "version", "games", "effective_from", "effective_until", "issued")
SECTIONS: Final = ("situation", "floor", "sign")
COMMON: Final = ("clause", "checked", "also_in", "issued", "effective_from", "effective_until", "says")
IRREGULARITIES: Final = tuple(f"I-{number}" for number in range(1, 30))
RULE: Final = re.compile(r"R-[A-Z0-9]{3}-\d{1,3}")
NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,31}")
CODE: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
LONGEST: Final = 500_000

C = TypeVar("C", bound=Clause)


_ = marked


def parse_pack(text: str, name: str = "pack.toml") -> Pack:
    """The pack of a TOML text. Raises BadPack, naming file, line and key."""
    root = At(_document(text, name), (), Source(text, name)).table()
    if root.value.get("schema") != SCHEMA:
        raise root["schema"].wrong(
            _('%(value)s is no form that is read here; write schema = "%(schema)s".'),
            value=repr(root.value.get("schema")),
            schema=SCHEMA,
        )
    title = root["name"].text(NAME, A_NAME)
    start, end = _span(root)
    games = _games(root["games"])
    pack = Pack(
        name=title,
        jurisdiction=root["jurisdiction"].text(),
        version=root["version"].whole(1, 9999) if "version" in root else None,
        games=games or _all_scopes(root),
        effective_from=start,
        effective_until=end,
        issued=_year(root["issued"]),
        says=root["says"].says(),
        entries=_entries(root, games),
        floor=_sections(root["floor"], tuple(KINDS), _floor_term),
        sign=tuple(_sign_term(row, games) for row in root["sign"].rows()) if "sign" in root else (),
    )
    if not pack.games:
        raise root["games"].wrong(_('the pack names no game; write games = ["blackjack-fixed-bank"].'))
    return pack


def _document(text: str, name: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadPack(
            _("the text has more than %(most)s characters; a pack has not."), where=f"{name}:1: ", most=LONGEST
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise BadPack(_("this is no TOML: %(error)s."), where=f"{name}:{line}: ", error=error) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets a thousand deep
        raise BadPack(_("this is no TOML: %(error)s."), where=f"{name}:1: ", error=error) from None


def _span(at: At) -> tuple[Moment | None, Moment | None]:
    start, end = at["effective_from"].moment(), at["effective_until"].moment()
    if start is not None and end is not None and packs.start_ms(start) >= packs.end_ms(end):
        raise at["effective_until"].wrong(_("it ends before it begins, on %(start)s; name a later day."), start=start)
    return start, end


def _year(at: At) -> int | None:
    return None if at.value is None else at.whole(1900, 2100)


def _games(at: At) -> tuple[str, ...]:
    return tuple(dict.fromkeys(at.texts(tuple(sorted(GAMES)))))


def _all_scopes(root: At) -> tuple[str, ...]:
    """The games of a pack that does not list them: those of its irregularities."""
    rows = [row for name in root.value if name in IRREGULARITIES for row in _rows(root[name])]
    found = {game for row in rows if "scope" in row for game in _games(row["scope"])}
    return tuple(game for game in GAMES if game in found)


def _rows(at: At) -> list[At]:
    """One table, or several of one name that follow each other by their dates."""
    return at.rows() if isinstance(at.value, list) else [at]


def _entries(root: At, games: tuple[str, ...]) -> dict[str, tuple[Irregularity, ...]]:
    found: dict[str, tuple[Irregularity, ...]] = {}
    for key in root.value:
        if key in (*HEAD, "says", *SECTIONS):
            continue
        if key not in IRREGULARITIES and not _is_rule(key):
            known = ", ".join((*HEAD, "says", *SECTIONS))
            raise root[key].wrong(
                _("this is unknown; a pack has %(known)s, irregularities I-1 to I-29, and rules such as R-BJF-25."),
                known=known,
            )
        found[key] = _following(_rows(root[key]), lambda row: _irregularity(row, games))
    return found | _sections(root["situation"], tuple(SITUATIONS), lambda row: _irregularity(row, games))


def _is_rule(key: str) -> bool:
    from tables.rules.text import texts  # the ids of the rules are those that have words

    return RULE.fullmatch(key) is not None and key in texts("en")


def _sections(at: At, known: tuple[str, ...], read: Callable[[At], C]) -> dict[str, tuple[C, ...]]:
    if at.value is None:
        return {}
    at.table(*known)
    return {key: _following(_rows(at[key]), read) for key in at.value}


def _following(rows: list[At], read: Callable[[At], C]) -> tuple[C, ...]:
    """The entries of one id; no two of them are in force at once."""
    read_rows = sorted(((read(row), row) for row in rows), key=lambda pair: packs.start_ms(pair[0].effective_from))
    for (before, _at), (after, at) in pairwise(read_rows):
        if packs.end_ms(before.effective_until) > packs.start_ms(after.effective_from):
            key = "effective_from" if "effective_from" in at else None
            raise (at[key] if key else at).wrong(
                _(
                    "it begins while the entry of line %(line)s is still in force; end that one with effective_until "
                    "the day before."
                ),
                line=before.line,
            )
    return tuple(each for each, _at in read_rows)


def _clause(at: At) -> dict[str, Any]:
    start, end = _span(at)
    return {
        "clause": at["clause"].text(),
        "checked": at["checked"].flag(),
        "also_in": at["also_in"].texts(),
        "issued": _year(at["issued"]),
        "effective_from": start,
        "effective_until": end,
        "says": at["says"].says(),
        "line": at.line,
    }


def _irregularity(at: At, games: tuple[str, ...]) -> Irregularity:
    at.table("scope", *COMMON, "proposed", "level", "claimant", "until", "default", "choice")
    choices = tuple(_choice(row) for row in at["choice"].rows()) if "choice" in at else ()
    names = [choice.code for choice in choices]
    if len(set(names)) < len(names):
        raise at["choice"].wrong(_("two choices have one code; give each its own."))
    if "default" in at and at["default"].text() not in names:
        said = {"value": repr(at["default"].value), "codes": ", ".join(names) or "—"}
        raise at["default"].wrong(_("%(value)s is no code of its choices; use one of %(codes)s."), **said)
    has = bool(choices)
    for key in () if has else ("claimant", "until"):
        if key in at:
            raise at[key].wrong(
                _("there is no choice that somebody could make; add [[%(id)s.choice]]."), id=at.path[-1]
            )
    return Irregularity(
        id=next(str(part) for part in reversed(at.path) if isinstance(part, str)),
        scope=_scope(at, games),
        proposed=at["proposed"].flag(False),
        level=at["level"].one_of(packs.LEVELS) if has or "level" in at else None,
        claimant=at["claimant"].one_of(packs.CLAIMANTS) if has else None,
        until=at["until"].one_of(packs.UNTILS) if has else None,
        default=at["default"].value,
        choices=choices,
        **_clause(at),
    )


def _scope(at: At, games: tuple[str, ...]) -> tuple[str, ...]:
    if "scope" not in at and games:
        return games
    scope = at["scope"].texts(tuple(sorted(GAMES)))
    if not scope:
        raise at["scope"].wrong(_('it names no game; list those that it holds for, such as "blackjack-fixed-bank".'))
    outside = [game for game in scope if games and game not in games]
    if outside:
        said = {"value": repr(outside[0]), "games": ", ".join(games)}
        raise at["scope"].wrong(_("%(value)s is no game of this pack, which has %(games)s."), **said)
    return scope


def _choice(at: At) -> Choice:
    at.table("code", "index", "effect", "money")
    return Choice(
        at["code"].text(CODE, A_CODE),
        at["index"].flag(False),
        at["effect"].one_of(packs.EFFECTS),
        at["money"].one_of(packs.MONEY),
    )


def _floor_term(at: At) -> FloorTerm:
    kind = next(str(part) for part in reversed(at.path) if isinstance(part, str))
    fields = KINDS[kind]
    at.table(*fields, *COMMON)
    values = {name: _member(at[name], field) for name, field in fields.items()}
    return FloorTerm(kind=kind, values=values, **_clause(at))


def _member(at: At, field: Field) -> Any:
    if at.value is None and not field.is_required:
        return None
    if field.type == "whole":
        return at.whole()
    if field.type == "flag":
        return at.flag()
    if field.type == "code":
        return at.one_of(field.codes)
    found = at.texts(field.codes)
    if not found:
        raise at.wrong(_("it is empty; list some of %(known)s."), known=", ".join(field.codes))
    return found


def _sign_term(at: At, games: tuple[str, ...]) -> SignTerm:
    at.table("option", "allow", "when", *COMMON)
    if not games:
        raise at.wrong(_('a pack with [[sign]] lists its games; write games = ["blackjack-fixed-bank"].'))
    option = at["option"].text()
    when = at["when"].table() if "when" in at else None
    return SignTerm(
        option=option,
        allow=_values(at["allow"], option, games),
        when={name: _values(when[name], name, games) for name in when.value} if when else {},
        **_clause(at),
    )


def _values(at: At, option: str, games: tuple[str, ...]) -> tuple[Any, ...]:
    """Values of an option, each in its one form and one that the games' signs may have."""
    items = at.rows()
    if not items:
        raise at.wrong(_("it is empty; list the values that may be posted."))
    if option == "boxes":
        return tuple(item.whole(1, 40) for item in items)
    found = []
    for item in items:
        for game in games:
            try:
                found.append(canonical(game, GAMES[game].options, {option: item.value})[option])
            except IllegalOption as illegal:
                raise item.wrong("%(illegal)s", illegal=illegal) from None
    return tuple(dict.fromkeys(found))
