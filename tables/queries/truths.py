"""The three truths of a round, fact by fact: observed, entered, ruled. None overwrites another (DESIGN 2)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from shoes.cards import CARDS
from tables.queries.eyes import SOURCES_DIFFER, cameras_differ
from tables.queries.shapes import TruthRow
from tables.rules import joins
from tables.rules.aligned import cards_agree
from tables.rules.facts import ID, KIND, SLOT, SOURCE, Fact
from tables.rules.mouth import MOUTH
from tables.rules.righted import head_of
from tables.rules.shapes import Finding

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
    rows: dict[int, _Row] = {}
    nths: Counter[tuple[str, str]] = Counter()
    joined = joins.numbers(facts)
    for fact in facts:
        source = _column(fact)
        if source is None or _is_drawn(fact):
            continue
        if fact[KIND] in VALUE_AT:
            _say(rows, nths, fact, head_of(joined, fact[ID]))
        elif fact[KIND] in ("turned", "corrected", "voided"):
            row = rows.get(head_of(joined, _about(fact)))
            if row is not None:
                _put_right(row, fact, source)
    standing = {fact[ID]: fact for fact in joins.facts(facts)}
    return [_read(row, standing) for row in rows.values()]


def differences(facts: Sequence[Fact]) -> list[Finding]:
    """Where two who saw one card say of it what cannot both be: somebody looks at the picture (DESIGN 2)."""
    if not any(fact[SOURCE] == "observed" for fact in facts):
        return []
    told = [
        Finding(
            key=(SOURCES_DIFFER, row.slot, str(min(row.fact_ids))),
            rule=SOURCES_DIFFER,
            option=None,
            slot=row.slot,
            level="look",
            due=None,
            done="sources_differ",
            args={"observed": row.observed, "entered": row.entered},
            fact_id=min(row.fact_ids),
            evidence=tuple(sorted(row.fact_ids)),
        )
        for row in truths_of(facts)
        if row.what == "card" and row.ruled is None and _differ([row.observed, row.entered])
    ]
    known = {finding.key for finding in told}
    return [*told, *(finding for finding in cameras_differ(facts) if finding.key not in known)]


def _about(fact: Fact) -> int:
    """The fact that it turns, corrects or takes back; of a card that was turned, the card's."""
    is_turned = fact[KIND] == "corrected" and fact[SLOT + 1][0] == "turned"
    number: int = fact[SLOT + 1][1] if is_turned else fact[SLOT]
    return number


def _is_drawn(fact: Fact) -> bool:
    """A card read at the shoe's mouth is told of where it lies."""
    return bool(fact[KIND] == "card" and fact[SLOT] == MOUTH and fact[SOURCE] == "observed")


def _column(fact: Fact) -> str | None:
    return fact[SOURCE] if fact[SOURCE] in SOURCES else None


def _say(rows: dict[int, _Row], nths: Counter[tuple[str, str]], fact: Fact, number: int) -> None:
    """What a fact says of its thing; `number` is that of the fact that all who told of it make."""
    row = rows.get(number)
    if row is None:
        what, slot = _what(fact), fact[SLOT]
        nths[what, slot] += 1
        row = rows[number] = _Row(slot, what, nths[what, slot])
    value, before = fact[SLOT + VALUE_AT[fact[KIND]]], row.told.get(fact[SOURCE])
    is_surer = fact[KIND] != "card" or before is None or CARDS[value] < CARDS[str(before)]
    row.told[fact[SOURCE]] = value if is_surer else before
    row.ids.append(fact[ID])


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
        row.told[source] = fields[VALUE_AT.get(kind, 1)] if kind in (*VALUE_AT, "turned") else kind


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
        differs=_differ(list(told.values())),
        fact_ids=tuple(row.ids),
    )


def _differ(values: list[Value]) -> bool:
    """Whether two sources said what cannot both be; an unsure card may be the one that another source names."""
    told = [value for value in values if value is not None]
    return any(one != other and not _may_be_one(one, other) for one in told for other in told)


def _may_be_one(one: Value, other: Value) -> bool:
    return isinstance(one, str) and isinstance(other, str) and {one, other} <= CARDS.keys() and cards_agree(one, other)


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
