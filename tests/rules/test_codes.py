"""Every code that the engine can answer with stands in `codes.py`, and nothing else does."""

import re
from pathlib import Path

import tables.rules
from tables.rules import codes

RULES = Path(str(tables.rules.__file__)).parent
SOURCE = {path.name: path.read_text(encoding="utf-8") for path in RULES.glob("*.py") if path.name != "codes.py"}
WORDS = {word for text in SOURCE.values() for word in re.findall(r'"([a-z][a-z0-9_]+)"', text)}


def test_every_listed_code_is_used() -> None:
    listed = {*codes.STEPS, *codes.DEPARTURES, *codes.REFUSALS}
    assert listed - WORDS == {"dealer_stands"} - WORDS


def test_every_departure_that_is_noted_is_listed() -> None:
    noted = {
        done
        for text in SOURCE.values()
        for done in re.findall(r'\.note\(\s*(?:"[^"]*"|[^"(),]+|rule), [^,]+, "([a-z0-9_]+)"', text)
    }
    assert len(noted) > 15
    assert noted <= {*codes.DEPARTURES, *codes.REFUSALS}


def test_every_refusal_is_listed() -> None:
    sources = "".join(SOURCE[name] for name in ("legal.py", "wishes.py", "stakes_late.py", "words.py"))
    sources += "".join(re.findall(r"return (?:None if .*? else )?\(?\"[RI]-.*", SOURCE["banker.py"]))
    told = set(re.findall(r'"(?:R-[A-Z0-9]+-\d+|I-\d+)", "([a-z_0-9]{2,})"', sources))
    assert len(told) > 40
    assert told <= set(codes.REFUSALS)
