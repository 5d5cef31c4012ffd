"""What a document states otherwise than its facts give. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.rules.shapes import Finding, Settlement


def differing(members: Mapping[str, Any], findings: Sequence[Finding], settlement: Settlement) -> list[str]:
    """What the document states otherwise than its facts give."""
    why = []
    stated = members["findings"]
    if len(stated) != len(findings) or any(
        row != finding.as_json() for row, finding in zip(stated, findings, strict=True)
    ):
        why += _differing_findings(stated, findings)
    if not _is_stated(members["settlement"], settlement):
        why += _differing_settlement(members["settlement"], settlement)
    return why


def _differing_findings(stated: Sequence[Any], findings: Sequence[Finding]) -> list[str]:
    ours = {"|".join(finding.key): finding.as_json() for finding in findings}
    theirs = {_key_of(row): row for row in stated}
    why = [f"findings: {key} is not stated" for key in ours if key not in theirs]
    why += [f"findings: {key} is stated, the facts do not give it" for key in theirs if key not in ours]
    why += [f"findings: {key} is stated otherwise" for key in ours if key in theirs and ours[key] != theirs[key]]
    return why or ["findings: they stand in another order"]


def _key_of(row: Any) -> str:
    key = row.get("key") if isinstance(row, dict) else None
    return "|".join(map(str, key)) if isinstance(key, list) else short(row)


def _is_stated(stated: Mapping[str, Any], settlement: Settlement) -> bool:
    """Whether a document's settlement is this one; without building JSON, since nearly always it is."""
    pays = stated.get("pays")
    return (
        stated.get("house_minor") == settlement.house_minor
        and stated.get("nets") == settlement.nets
        and stated.get("complete") is settlement.complete
        and isinstance(pays, list)
        and len(pays) == len(settlement.pays)
        and all(
            row
            == {"slot": pay.slot, "kind": pay.kind, "amount_minor": pay.amount_minor, "odds": pay.odds, "why": pay.why}
            for row, pay in zip(pays, settlement.pays, strict=True)
        )
    )


def _differing_settlement(stated: Mapping[str, Any], settlement: Settlement) -> list[str]:
    ours = settlement.as_json()
    return [
        f"settlement.{name}: {short(stated.get(name))} is stated, the facts give {short(value)}"
        for name, value in ours.items()
        if stated.get(name) != value
    ] or ["settlement: it has members that are not known"]


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
