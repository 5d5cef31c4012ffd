"""What a rule pack lets a sign post. Pure."""

from typing import Any, NamedTuple

from tables.rules.options import Value
from tables.rules.pack import Pack, SignTerm
from tables.rules.terms import Terms


class Departure(NamedTuple):
    """An option of a sign that a clause of its pack does not allow."""

    option: str
    value: Value
    term: SignTerm


def departures(pack: Pack, terms: Terms, at_ms: int | None = None) -> list[Departure]:
    """Where a sign goes against the clauses of `pack` in force at `at_ms`."""
    return [
        Departure(term.option, terms.options[term.option], term)
        for term in pack.sign
        if term.holds_at(at_ms)
        and all(_posted(terms, name) in values for name, values in term.when.items())
        and terms.options[term.option] not in term.allow
    ]


def _posted(terms: Terms, name: str) -> Any:
    return terms.boxes if name == "boxes" else terms.options[name]
