"""A report is one table: what it is about, columns with kinds, rows, sums, notes, and gaps that are named. Pure.

It holds codes and figures and no sentence, so that it can be read in any language and has one text to be hashed.
A cell is a figure or a code; `None` is *unknown*, which is never 0; an empty text says nothing (an opener of a month).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

Cell = str | int | None
Row = tuple[Cell, ...]
Kind = Literal["text", "word", "reasons", "rule", "money", "count", "share", "per_thousand", "day", "moment"]
"""What a column holds: `word` a code of the column's own, `reasons` codes with a blank between, `rule` game:rule,
`money` minor units, `share` hundredths of a percent, `per_thousand` millionths, `day` an ISO date, `moment` ms UTC."""

FIGURES: Final = frozenset({"money", "count", "share", "per_thousand"})
FORMAT: Final = "report/1"


@dataclass(frozen=True, slots=True)
class Column:
    code: str
    kind: Kind

    @property
    def is_figure(self) -> bool:
        return self.kind in FIGURES


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence by its code, with what it is filled with."""

    code: str
    about: Mapping[str, Cell]

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "about": dict(self.about)}


@dataclass(frozen=True, slots=True)
class TableValue:
    """One report: `report` is its kind, `about` what it was asked for."""

    report: str
    about: Mapping[str, Cell]
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    notes: tuple[Said, ...] = ()
    gaps: tuple[Said, ...] = ()

    def __post_init__(self) -> None:
        for row in (*self.rows, *self.totals):
            if len(row) != len(self.columns):
                raise ValueError(f"A row of {len(row)} cells in a table of {len(self.columns)} columns: {row}")

    def column(self, code: str) -> tuple[Cell, ...]:
        """What the rows hold in one column."""
        at = [column.code for column in self.columns].index(code)
        return tuple(row[at] for row in self.rows)

    def as_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "report": self.report,
            "about": dict(self.about),
            "columns": [[column.code, column.kind] for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "totals": [list(row) for row in self.totals],
            "notes": [said.as_json() for said in self.notes],
            "gaps": [said.as_json() for said in self.gaps],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(
            report=told["report"],
            about=told["about"],
            columns=tuple(Column(code, kind) for code, kind in told["columns"]),
            rows=tuple(tuple(row) for row in told["rows"]),
            totals=tuple(tuple(row) for row in told["totals"]),
            notes=tuple(Said(**said) for said in told["notes"]),
            gaps=tuple(Said(**said) for said in told["gaps"]),
        )
