"""What a document states otherwise than its facts give. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.lines import short
from tables.rules.shapes import Finding


def differing_findings(stated: Sequence[Any], findings: Sequence[Finding]) -> list[str]:
    if not stated and not findings:
        return []
    given = [finding.as_json() for finding in findings]
    if given == stated:
        return []
    ours = {"|".join(row["key"]): row for row in given}
    theirs = {_key_of(row): row for row in stated}
    why = [f"findings: {key} is not stated" for key in ours if key not in theirs]
    why += [f"findings: {key} is stated, the facts do not give it" for key in theirs if key not in ours]
    why += [f"findings: {key} is stated otherwise" for key in ours if key in theirs and ours[key] != theirs[key]]
    return why or ["findings: they stand in another order"]


def _key_of(row: Any) -> str:
    key = row.get("key") if isinstance(row, dict) else None
    return "|".join(map(str, key)) if isinstance(key, list) else short(row)


def differing_settlement(stated: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """Of two settlements that are not the same."""
    return [
        f"settlement.{name}: {short(stated.get(name))} is stated, the facts give {short(value)}"
        for name, value in given.items()
        if stated.get(name) != value
    ] or ["settlement: it has members that are not known, or numbers that are not whole"]
