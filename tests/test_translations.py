"""English and Russian are complete: every sentence has a Russian text, and no page says anything outside of them."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from casino import translations

SENTENCES = [message for message in translations.merged() if message.id]
TEMPLATES = sorted((translations.CHECKOUT / "templates").rglob("*.html"))
NAMES = {"Seventeen", "English", "Русский", "SHA"}
"""What is said alike in every language: the product, a hash, and each language in its own words."""
SAID_ATTRIBUTES = {"aria-label", "aria-description", "alt", "placeholder", "title"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}|%[sd]")
TRANSLATED = re.compile(
    r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}"
    r"|{%\s*block body_class\s*%}.*?{%\s*endblock\s*%}"
    r"|{%.*?%}|{{.*?}}|{#.*?#}",
    re.DOTALL,
)


def _texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def _label(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def test_every_sentence_has_a_russian_text() -> None:
    assert [_label(message) for message in SENTENCES if not _texts(message) or not all(_texts(message))] == []


@pytest.mark.parametrize("message", [m for m in SENTENCES if PLACEHOLDER.search(_label(m))], ids=_label)
def test_russian_keeps_what_is_filled_in(message: Message) -> None:
    wanted = set(PLACEHOLDER.findall(message.id if isinstance(message.id, str) else message.id[-1]))
    assert [set(PLACEHOLDER.findall(text)) for text in _texts(message)] == [wanted] * len(_texts(message))


def test_the_compiled_catalogue_is_that_of_the_sources() -> None:
    assert translations.main(["--check"]) == 0


class _Said(HTMLParser):
    """Text nodes and spoken attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found += [data.strip()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SAID_ATTRIBUTES]


def _literals(path: Path) -> list[str]:
    said = _Said()
    said.feed(TRANSLATED.sub("", path.read_text()))
    return [text for text in said.found if re.search(r"[^\W\d_]{2,}", text) and not NAMES.issuperset(_words(text))]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{2,}", text))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_outside_of_the_catalogue(path: Path) -> None:
    assert _literals(path) == []


def test_a_literal_in_a_template_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<p aria-label="Spoken">{% translate "Known" %} <b>Not known</b> {{ value }}</p><i>17</i>')
    assert _literals(page) == ["Spoken", "Not known"]
