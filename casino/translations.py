"""The Russian catalogue: `python -m casino.translations` gathers every sentence of code and templates and compiles it.

English is the source; sentences that are gone leave the catalogue, new ones stand there without a translation (which
tests/test_translations.py finds). `--check` writes nothing and exits 1 if the files are not what they would become.
"""

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

CHECKOUT: Final = Path(__file__).resolve().parent.parent
CATALOGUE: Final = CHECKOUT / "casino" / "locale" / "ru" / "LC_MESSAGES" / "django.po"
HEADER: Final = (
    "# Seventeen in Russian. English is the source; python -m casino.translations keeps the list of sentences."
)
UNDATED: Final = datetime(2026, 1, 1, tzinfo=UTC)  # the files depend on their sentences only
APPS: Final = ("casino", "shoes", "tables")
KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_CALL: Final = re.compile(r"(?<![\w.])(_|n?p?gettext)\(((?:[^()'\"]|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")*)\)")
_TEXT: Final = re.compile(r"u?('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")")

Message = tuple[str, str | tuple[str, ...], str | None]
"""Where it stands, its text (or singular and plural), its context."""


def gather() -> Catalog:
    """Every translatable sentence of the project, in the order of the files."""
    found = Catalog(locale="ru", header_comment=HEADER, project="Seventeen", version="1", fuzzy=False)
    found.creation_date = found.revision_date = UNDATED
    for place, text, context in [*_of_code(), *_of_templates()]:
        found.add(text, locations=[(place, 0)], context=context)
    return found


def _of_code() -> Iterator[Message]:
    for app in APPS:
        for path in sorted((CHECKOUT / app).rglob("*.py")):
            place = path.relative_to(CHECKOUT).as_posix()
            with path.open("rb") as file:
                for _line, text, _comments, context in extract("python", file, keywords=KEYWORDS):
                    yield place, text if isinstance(text, str) else tuple(text), context


def _of_templates() -> Iterator[Message]:
    for path in sorted((CHECKOUT / "templates").rglob("*.html")):
        place = path.relative_to(CHECKOUT).as_posix()
        for name, arguments in _CALL.findall(templatize(path.read_text(), origin=place)):
            texts = [ast.literal_eval(text) for text in _TEXT.findall(arguments)]
            context = texts.pop(0) if "p" in name else None
            if texts:
                yield place, tuple(texts[:2]) if name.startswith("n") else texts[0], context


def merged() -> Catalog:
    """The gathered sentences with the translations that the catalogue has for them."""
    found = gather()
    known = read_po(BytesIO(CATALOGUE.read_bytes()), locale="ru") if CATALOGUE.exists() else Catalog(locale="ru")
    for message in found:
        old = known.get(message.id, message.context) if message.id else None
        if old is not None:
            message.string = old.string
    return found


def files(catalogue: Catalog) -> dict[Path, bytes]:
    """The two files of a catalogue: what people edit and what the site reads."""
    po, mo = BytesIO(), BytesIO()
    write_po(po, catalogue, width=110, omit_header=False, include_lineno=False, sort_by_file=True)
    write_mo(mo, catalogue)
    return {CATALOGUE: po.getvalue(), CATALOGUE.with_suffix(".mo"): mo.getvalue()}


def main(arguments: list[str]) -> int:
    written = files(merged())
    stale = [path for path, content in written.items() if not path.exists() or path.read_bytes() != content]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(CHECKOUT)} is stale; run python -m casino.translations.", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_bytes(written[path])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
