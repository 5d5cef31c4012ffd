"""A round's facts as lines of a timeline."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tables.queries import sight
from tables.queries.shapes import FactView
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact
from tables.rules.shapes import Finding

QUIET = ("opened",)
"""Kinds that no screen shows: they say what the head of the page says."""


def steps_of(facts: Sequence[Fact], findings: Sequence[Finding], *, hidden: bool, face_down: bool) -> list[FactView]:
    """One line a fact in order of time. `hidden` keeps every card out, `face_down` only those that lie face down."""
    levels = {finding.fact_id: finding.level for finding in reversed(findings) if finding.fact_id}
    voided = {fact[SLOT] for fact in facts if fact[KIND] == "voided"}
    shown = sight.without_cards(facts) if hidden else sight.face_down_hidden(facts) if face_down else list(facts)
    return [
        FactView(
            number=fact[ID],
            at=datetime.fromtimestamp(fact[AT] / 1000, tz=UTC),
            kind=fact[KIND],
            source=fact[SOURCE],
            saw=fact[SAW],
            fact=fact,
            level=levels.get(fact[ID]),
            is_void=fact[ID] in voided,
        )
        for fact in sorted(shown, key=lambda fact: (fact[AT], fact[ID]))
        if fact[KIND] not in QUIET
    ]
