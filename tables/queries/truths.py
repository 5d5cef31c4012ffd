"""The three truths of a round, fact by fact: observed, entered, ruled. None overwrites another (DESIGN 2)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tables.queries.shapes import TruthRow
from tables.rules import joins
from tables.rules.facts import ID, KIND, SLOT, SOURCE, Fact

Value = str | int | None
VALUE_AT: Final = {"card": 1, "stake": 1, "said": 1, "paid": 2}
"""Which field of a kind is the thing said; the field before tells what is spoken of."""
SOURCES: Final = ("ruled", "entered", "observed")
VOID: Final = "void"


@dataclass(slots=True)
class _Row:
    """A row being filled."""

    slot: str
    what: str
    nth: int
    told: dict[str, Value] = field(default_factory=dict)
    ids: list[int] = field(default_factory=list)


def truths_of(facts: Sequence[Fact]) -> list[TruthRow]:
    """What each source said of each card, stake, word and payment of the round, in order of arrival."""
    rows: dict[tuple[str, str, int], _Row] = {}
    row_of: dict[int, _Row] = {}
    nths: Counter[tuple[str, str, str]] = Counter()
    for fact in facts:
        source = _column(fact)
        if source is None:
            continue
        if fact[KIND] in VALUE_AT:
            _say(rows, row_of, nths, fact, source)
        elif fact[KIND] in ("turned", "corrected", "voided") and fact[SLOT] in row_of:
            _put_right(row_of[fact[SLOT]], fact, source)
    standing = {fact[ID]: fact for fact in joins.facts(facts)}
    return [_read(row, standing) for row in rows.values()]


def _column(fact: Fact) -> str | None:
    return fact[SOURCE] if fact[SOURCE] in SOURCES else None


def _say(
    rows: dict[tuple[str, str, int], _Row],
    row_of: dict[int, _Row],
    nths: Counter[tuple[str, str, str]],
    fact: Fact,
    source: str,
) -> None:
    """A fact of its own: the n-th of its kind that this source told of this slot."""
    what, slot = _what(fact), fact[SLOT]
    nths[source, what, slot] += 1
    nth = nths[source, what, slot]
    row = rows.setdefault((what, slot, nth), _Row(slot, what, nth))
    row.told[source] = fact[SLOT + VALUE_AT[fact[KIND]]]
    row.ids.append(fact[ID])
    row_of[fact[ID]] = row


def _what(fact: Fact) -> str:
    """`card`, `said`, or which stake or payment it is, such as `stake:insurance`."""
    if fact[KIND] == "stake":
        return "stake" if fact[SLOT + 2] == "main" else f"stake:{fact[SLOT + 2]}"
    if fact[KIND] == "paid":
        return "paid" if fact[SLOT + 1] in ("main", "as_shown") else f"paid:{fact[SLOT + 1]}"
    return str(fact[KIND])


def _put_right(row: _Row, fact: Fact, source: str) -> None:
    row.ids.append(fact[ID])
    if fact[KIND] == "turned":
        row.told[source] = fact[SLOT + 1]
    elif fact[KIND] == "voided":
        row.told[source] = VOID
    else:
        kind, *fields = fact[SLOT + 1]
        row.told[source] = fields[VALUE_AT[kind]] if kind in VALUE_AT else kind


def _read(row: _Row, standing: dict[int, Fact]) -> TruthRow:
    told = row.told
    return TruthRow(
        slot=row.slot,
        what=row.what,
        nth=row.nth,
        observed=told.get("observed"),
        entered=told.get("entered"),
        ruled=told.get("ruled"),
        stands=_stands(row, standing),
        differs=len(set(told.values())) > 1,
        fact_ids=tuple(row.ids),
    )


def _stands(row: _Row, standing: dict[int, Fact]) -> Literal["observed", "entered", "ruled", "none"]:
    """The source whose word the fold took; a ruling before an entry before a read that says the same."""
    fact = next((standing[number] for number in row.ids if number in standing), None)
    value: Value = VOID if fact is None else None
    if fact is not None and fact[KIND] in VALUE_AT:
        value = fact[SLOT + VALUE_AT[fact[KIND]]]
    for source in ("ruled", "entered", "observed"):
        if source in row.told and row.told[source] == value:
            return source
    turned = next((source for source in ("ruled", "entered", "observed") if source in row.told), None)
    return turned or "none"
