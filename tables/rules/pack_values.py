"""A value of a pack's text and where it stands, read as what it must be or refused. Pure."""

import re
from datetime import date, datetime
from typing import Any, Final

from tables.rules.pack import BadPack, Moment
from tables.rules.toml_lines import Path, lines_of

LONGEST_TEXT: Final = 2_000


def marked(template: str) -> str:
    """Marks a sentence for translation; who shows it translates (tables.wording.rule_packs.bad_pack)."""
    return template


_ = marked

A_NAME: Final = _("up to 32 small letters, digits and hyphens, a letter first")
A_CODE: Final = _("small letters, digits and _, a letter first")
NOTHING: Final = _("nothing")
OURS: Final = (A_NAME, A_CODE, NOTHING)


class At:
    """A value of the text and where it stands."""

    def __init__(self, value: Any, path: Path, source: "Source") -> None:
        self.value = value
        self.path = path
        self.source = source

    def wrong(self, template: str, **values: object) -> BadPack:
        return BadPack(template, where=self.source.where(self.path), **values)

    def __getitem__(self, key: str | int) -> "At":
        value = self.value.get(key) if isinstance(key, str) else self.value[key]
        return At(value, (*self.path, key), self.source)

    def __contains__(self, key: str) -> bool:
        return key in self.value

    @property
    def line(self) -> int:
        return self.source.line(self.path)

    def table(self, *keys: str) -> "At":
        """Itself, a table that has no other keys."""
        if not isinstance(self.value, dict):
            raise self.wrong(_("%(value)s is no table; write [%(name)s] and its keys."), **self._said())
        for key in self.value if keys else ():
            if key not in keys:
                raise self[key].wrong(_("this key is unknown here; known are %(keys)s."), keys=", ".join(keys))
        return self

    def rows(self) -> list["At"]:
        if not isinstance(self.value, list):
            raise self.wrong(_("%(value)s is no list; write [[%(name)s]] for each."), **self._said())
        return [self[index] for index in range(len(self.value))]

    def text(self, pattern: re.Pattern[str] | None = None, right: str = "") -> str:
        value = self.value
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_TEXT:
            raise self.wrong(_("%(value)s is not a text; write %(name)s as a text in quotes."), **self._said())
        if pattern and not pattern.fullmatch(value):
            raise self.wrong(_("%(value)s cannot be; write %(right)s."), right=right, **self._said())
        return value

    def one_of(self, allowed: tuple[str, ...]) -> str:
        value = self.text()
        if value not in allowed:
            raise self.wrong(_("%(value)s is unknown; use one of %(known)s."), known=", ".join(allowed), **self._said())
        return value

    def flag(self, default: bool | None = None) -> bool:
        value = default if self.value is None else self.value
        if not isinstance(value, bool):
            raise self.wrong(_("%(value)s is not true or false; write one of them without quotes."), **self._said())
        return value

    def whole(self, least: int = 0, most: int = 10**12) -> int:
        value = self.value
        if type(value) is not int or not least <= value <= most:
            said = {**self._said(), "least": least, "most": most}
            raise self.wrong(_("%(value)s is not a whole number from %(least)s to %(most)s."), **said)
        return value

    def texts(self, allowed: tuple[str, ...] = ()) -> tuple[str, ...]:
        if self.value is None:
            return ()
        if not isinstance(self.value, list):
            raise self.wrong(_('%(value)s is no list; write %(name)s = ["…", "…"].'), **self._said())
        items = [self[index] for index in range(len(self.value))]
        return tuple(item.one_of(allowed) if allowed else item.text() for item in items)

    def moment(self) -> Moment | None:
        value = self.value
        if value is None:
            return None
        is_naive = isinstance(value, datetime) and value.tzinfo is None
        if not isinstance(value, date) or is_naive:
            raise self.wrong(
                _(
                    "%(value)s is no moment; write a day such as 2026-01-31, or a time with its offset such as "
                    "2026-01-31T06:00:00+10:00, without quotes."
                ),
                **self._said(),
            )
        return value

    def says(self) -> dict[str, str]:
        """Words by language; one text alone is in English."""
        if self.value is None:
            return {}
        if isinstance(self.value, str):
            return {"en": self.text()}
        return {language: self[language].text() for language in self.table("en", "ru").value}

    def _said(self) -> dict[str, object]:
        value = repr(self.value)
        key = next((str(part) for part in reversed(self.path) if isinstance(part, str)), "")
        return {"value": NOTHING if self.value is None else value[:80], "name": key}


class Source:
    """The file's name and where in it each key stands."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = lines_of(text)

    def line(self, path: Path) -> int:
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def where(self, path: Path) -> str:
        dotted = ""
        for part in path:
            dotted += f"[{part}]" if isinstance(part, int) else f".{part}"
        return f"{self.name}:{self.line(path)}: {dotted.lstrip('.')}: " if path else f"{self.name}:1: "
