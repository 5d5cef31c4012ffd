"""The tablet without a server: its real screens, rendered from facts, and its real taps, read as the server reads them.

A tap is a form of the rendered page with the button that was touched; nothing else leads on.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from casino.models import Staff
from tables.queries.shapes import SignView, TabletView
from tables.queries.tablet import on_felt
from tables.queries.tablet_camera import Watch
from tables.rules import joins
from tables.rules.facts import Fact
from tables.rules.round import Round, fold
from tables.rules.terms import Terms
from tables.services.drafts import Draft, to_facts
from tables.services.entries import ending_of
from tables.views import taps
from tables.views.tablet_screen import Screen

DEALER = Staff(pk=1, username="anna", name="Anna", role="dealer")
STEP_MS = 1000
PANELS = re.compile(r'<section class="panel-in.*?</section>', re.DOTALL)
DRAWINGS = re.compile(r"<svg.*?</svg>", re.DOTALL)
NAMED = re.compile(r'aria-label="([^"]*)"')
TAGS = re.compile(r"<[^>]*>")


@dataclass
class Form:
    """A form as it stands on the page: where it is sent, and what it sends beside the button."""

    action: str
    is_pad: bool
    fields: list[tuple[str, str]] = field(default_factory=list)
    id: str = ""


@dataclass(frozen=True)
class Button:
    form: Form
    name: str
    value: str
    words: str
    is_for_later: bool  # only while there is no contact

    def post(self, **typed: str | list[str]) -> QueryDict:
        """What is sent when it is touched."""
        said = QueryDict(mutable=True)
        for name, value in [*self.form.fields, (self.name, self.value)]:
            if name and name not in typed and name != "csrfmiddlewaretoken":
                said.appendlist(name, value)
        for name, told in typed.items():
            said.setlist(name, told if isinstance(told, list) else [told])
        return said


class Page(HTMLParser):
    """What can be touched on a rendered screen, what stands there, and where the next cards go."""

    VOID = ("input", "img", "br", "link", "meta")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.buttons: list[Button] = []
        self.goes: list[str] = []
        self.target = self.script = self.ground = ""
        self._forms: dict[str, Form] = {}
        self._form: Form | None = None
        self._open: list[tuple[str, dict[str, str]]] = []
        self._button: dict[str, str] | None = None
        self._words: list[str] = []
        self._loose: list[tuple[str, dict[str, str], str, bool]] = []
        self.feed(DRAWINGS.sub("", PANELS.sub("", html)))
        for form, said, words, is_for_later in self._loose:
            self.buttons.append(
                Button(self._forms[form], said.get("name", ""), said.get("value", ""), words, is_for_later)
            )

    @property
    def step(self) -> str:
        return self.html.partition('id="step-now"')[2].partition("only-online")[2].partition(">")[2].partition("<")[0]

    @property
    def shown(self) -> str:
        """All that is written on the screen, panels and names for the ear too."""
        return " ".join([*NAMED.findall(self.html), TAGS.sub(" ", self.html)])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag not in self.VOID:
            self._open.append((tag, said))
        if tag == "main":
            self.target, self.script, self.ground = said["data-target"], said["data-script"], said["data-ground-is"]
        elif tag == "form":
            self._form = Form(said["action"], "data-pad" in said, id=said.get("id", ""))
            self._forms[self._form.id] = self._form
        elif tag == "input" and self._form is not None and "name" in said:
            if said.get("type") not in ("radio", "checkbox") or "checked" in said:
                self._form.fields.append((said["name"], said.get("value", "")))
        elif tag == "button":
            self._button, self._words = said, []
            if "data-goes" in said:
                self.goes.append(said["data-goes"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            self._end_button(self._button)
            self._button = None
        elif tag == "form":
            self._form = None
        if tag not in self.VOID and self._open:
            self._open.pop()

    def _end_button(self, said: dict[str, str]) -> None:
        if said.get("type", "submit") != "submit" or "disabled" in said:
            return
        words = " ".join("".join(self._words).split())
        form = said.get("form", "")
        if form:
            self._loose.append((form, said, words, self._is_for_later))
        elif self._form is not None:
            action = said.get("formaction")
            sent = replace(self._form, action=action) if action else self._form
            self.buttons.append(Button(sent, said.get("name", ""), said.get("value", ""), words, self._is_for_later))

    @property
    def _is_for_later(self) -> bool:
        return any("only-cut" in said.get("class", "") for _tag, said in self._open)

    def handle_data(self, data: str) -> None:
        if self._button is not None:
            self._words.append(data)


class PaperTablet:
    """One round of one sign at one tablet."""

    def __init__(self, terms: Terms, facts: list[Fact], *, language: str, boxes: int = 5) -> None:
        self.terms, self.facts, self.language = terms, facts, language
        limits = terms.limits
        sign = SignView(
            version=1,
            profile=terms.profile,
            options={},
            min_minor=limits.min_minor,
            max_minor=limits.max_minor,
            step_minor=limits.step_minor,
            effective_from=datetime(2026, 1, 1, tzinfo=UTC),
            terms_hash=terms.hash,
        )
        self.view = TabletView(
            code="PT-1",
            name="Paper",
            boxes=boxes,
            is_open=True,
            is_paused=False,
            is_watch_only=False,
            sign=sign,
            terms=terms,
            shoe_key="S-1",
            shoe_state="in_play",
            is_last_round=False,
            round_id=1,
            round_number=1,
            findings=(),
            before={},
            last_round_id=None,
            last_round_number=None,
            called_at=None,
        )
        self.keys: Iterator[int] = itertools.count(1)
        request = RequestFactory().get("/tablet")
        request.user = DEALER
        self.request = request

    @property
    def round(self) -> Round:
        return fold(self.terms, joins.facts(self.facts))

    def screen(self) -> Screen:
        view = on_felt(self.view, self.facts)
        found = tuple(one for one in self.round.findings() if one.level in ("stop", "act"))
        return Screen(replace(view, findings=found), Watch())

    def page(self) -> Page:
        shown = self.screen()
        context = {"view": shown.view, "screen": shown, "picture": shown.picture, "refused": "", "user": DEALER}
        with translation.override(self.language):
            return Page(render_to_string("tables/tablet_screen.html", context, request=self.request))

    @property
    def code(self) -> str:
        return self.screen().code

    @property
    def is_over(self) -> bool:
        return ending_of(self.round) is not None

    @property
    def mark(self) -> int:
        return len(self.facts)

    def tap(self, button: Button, **typed: str | list[str]) -> bool:
        """Whether the tap was taken; a request may be refused, a fact never is."""
        tap = taps.tap_of(button.post(key=str(next(self.keys)), **typed))
        kind = button.form.action.rstrip("/").rpartition("/")[2]
        if kind == "request":
            return self._ask(tap)
        if kind == "stakes":
            stakes = [Draft("stake", (place, minor, "main")) for place, minor in taps.stakes_of(tap).items()]
            return self._take([*stakes, Draft("said", ("0", "stakes_closed", None))])
        if kind == "entry":
            return self._take(taps.downs_of(tap) or [taps.entry_of(tap)])
        if kind == "correct":
            return self._take([taps.correction_of(tap, self.facts)])
        assert kind == "paid", kind
        due = self.screen().due
        meanwhile = [] if ("*", "as_shown") in due.permitted else due.pays
        return self._take([Draft("paid", tuple(pay[:3])) for pay in meanwhile] or [taps.paid_of(tap)])

    def _ask(self, tap: taps.Tap) -> bool:
        for wanted in taps.requests_of(tap):
            if self.round.allows(wanted) is not None:
                return False
            self._take([Draft("said", (wanted.slot, wanted.word, wanted.amount_minor))])
        return True

    def _take(self, drafts: list[Draft]) -> bool:
        now = max((fact[1] for fact in self.facts), default=0) + STEP_MS
        self.facts = [*self.facts, *to_facts(drafts, self.facts, now_ms=now, by=None)]
        return True


def fields(target: dict[str, Any], card: str) -> dict[str, str]:
    """What the pad sends for a card at a target, as the page fills it in."""
    return {"what": target["what"], "slot": target["slot"], "fact": target.get("fact", ""), "card": card}
