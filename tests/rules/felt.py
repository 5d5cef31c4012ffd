"""A short way to write the facts of a round in a test.

Tokens, separated by spaces: `1=10` stake of ten on box 1 (`1=?` unknown; `0=50` the banker puts up fifty, `pot=5` lies
in the pot), `close` stakes closed, `1:KS` a card (`v` after it: face down, `x`: across), `0^TH` the last face-down card
of that slot is shown, `1!hit` a word (`1!insure=5` with an amount), `1$main=15` paid, `shown` paid as shown, `peek`,
`stop` the stop card, `parted/1`, `player/2+3` one player has boxes 2 and 3, `I-6>keep` a choice about the last card,
`closed`.
"""

from typing import Any

from tables.rules.facts import Fact
from tables.rules.round import Round, fold
from tables.rules.shapes import Finding
from tables.rules.terms import Terms, compile_terms

S17 = compile_terms("casino-s17")
H17 = compile_terms("casino-h17")


def facts(text: str, *, source: str = "entered", saw: str = "tablet") -> list[Fact]:
    rows: list[Fact] = []
    down: dict[str, list[int]] = {}
    last_card = 0
    for number, token in enumerate(text.split(), 1):
        body = _body(token, down, last_card)
        if body[0] == "card":
            last_card = number
            if body[3] == "down":
                down.setdefault(body[1], []).append(number)
        rows.append((number, number * 1000, body[0], source, saw, *body[1:]))
    return rows


def _body(token: str, down: dict[str, list[int]], last_card: int) -> tuple[Any, ...]:
    plain = {
        "close": ("said", "0", "stakes_closed", None),
        "shown": ("paid", "*", "as_shown", None),
        "peek": ("peeked", "0"),
        "stop": ("indicator", "mouth"),
        "closed": ("closed", "settled"),
    }
    if token in plain:
        return plain[token]
    if token.startswith("player/"):
        first, *others = token[7:].split("+")
        return ("player", first, tuple(others))
    if token.startswith("parted/"):
        return ("parted", token[7:])
    if ">" in token:
        rule, _, option = token.partition(">")
        return ("choice", rule, last_card, option.replace("_", " ") if option[-1] in "01" else option)
    if "^" in token:
        slot, _, card = token.partition("^")
        return ("turned", down[slot].pop(), card)
    if "!" in token:
        slot, _, word = token.partition("!")
        word, _, amount = word.partition("=")
        return ("said", slot, word, _minor(amount) if amount else None)
    if "$" in token:
        slot, _, rest = token.partition("$")
        kind, _, amount = rest.partition("=")
        return ("paid", slot, kind, _minor(amount))
    if "=" in token:
        slot, _, amount = token.partition("=")
        slot, _, kind = slot.partition("/")
        return ("stake", slot, _minor(amount), kind or "main")
    slot, _, card = token.partition(":")
    return ("card", slot, card[:2], "down" if "v" in card[2:] else "up", "across" if "x" in card[2:] else "along")


def _minor(text: str) -> int | None:
    return None if text == "?" else round(float(text) * 100)


def felt(text: str, terms: Terms = S17) -> Round:
    return fold(terms, facts(text))


def rules(text: str, terms: Terms = S17) -> list[tuple[str, str]]:
    """Rule and slot of every finding."""
    return [(finding.rule, finding.slot) for finding in felt(text, terms).findings()]


STAKES = "1=100 2=100 3=100 close "
DEAL = STAKES + "1:KS 2:9S 3:8C 0:6S 1:9D 2:9C 3:3H 0:??v "  # 19, 18, 11 against a six
PAT = "1!stand 2!stand 3:TDx "  # nineteen, eighteen, doubled to 21


def only(text: str, terms: Terms = S17) -> Finding:
    found = felt(text, terms).findings()
    assert len(found) == 1, found
    return found[0]
