"""Rounds of every game are documents that an audit judges alike."""

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from tables import document
from tables.document import Head
from tables.rules import joins
from tables.rules.round import fold
from tests.rules.random_games import PRIVATE, any_round

SCHEMA = json.loads((Path(document.__file__).parent / "round.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", PRIVATE)
def test_a_round_audits_as_it_was_judged(game: str) -> None:
    for seed in range(12):
        terms, facts = any_round(seed, game)
        r = fold(terms, joins.facts(facts))
        places = facts[0][6]
        head = Head("PR-1", seed + 1, "S-1", "staff:1", 1, facts[0][1], facts[-1][1], places)
        text, sha256 = document.build(head, terms=terms, facts=facts, findings=r.findings(), settlement=r.settlement())
        judged = document.audit(text.encode(), stored_sha256=sha256)
        assert (judged.record, judged.why) == ("sound", ())
        assert list(judged.findings) == r.findings()
        jsonschema.validate(json.loads(text), SCHEMA)
