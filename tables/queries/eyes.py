"""Where two cameras say of one card what cannot both be: somebody looks at the picture; neither wins in silence."""

from collections.abc import Iterable, Sequence
from typing import Final

from shoes.cards import CARDS
from tables.rules import joins
from tables.rules.aligned import cards_agree, eye_of
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE, Fact
from tables.rules.mouth import MOUTH, SETTLED_MS
from tables.rules.righted import head_of
from tables.rules.shapes import Finding

SOURCES_DIFFER: Final = "SOURCES"
"""The rule that findings of a difference name; its text stands with the alarms of the census."""
Told = dict[str, str]
"""What each eye says of a card."""


def cameras_differ(facts: Sequence[Fact]) -> list[Finding]:
    """A finding for each card that lies open and that two cameras read otherwise, unless a person has said what it is.

    A read at the shoe's mouth that contradicts a person who entered the card is one as well.
    """
    seen = [fact for fact in facts if fact[SOURCE] == "observed" and fact[KIND] in ("card", "turned", "corrected")]
    if len({eye_of(fact) for fact in seen}) < 2:
        return []
    joined, drawn = joins.numbers(facts), joins.read_at_mouth(facts)
    told = _told(seen, {number: head_of(joined, number) for number in (fact[ID] for fact in facts)})
    last = max(fact[AT] for fact in facts)
    standing = joins.facts(facts)
    turned = {fact[SLOT]: fact for fact in standing if fact[KIND] == "turned"}
    found = []
    for card in (fact for fact in standing if fact[KIND] == "card"):
        said = turned.get(card[ID], card)
        eyes = told.get(card[ID], {})
        if card[ID] in drawn and last - said[AT] >= SETTLED_MS:
            eyes = {**eyes, MOUTH: drawn[card[ID]][SLOT + 1]}
        if said[SOURCE] == "observed":
            found += _differing(card, list(eyes.values()), "cameras_differ", ("one", "other"))
        elif set(eyes) == {MOUTH}:
            found += _differing(card, [eyes[MOUTH], said[SLOT + 1]], "sources_differ", ("observed", "entered"))
    return found


def _told(seen: Iterable[Fact], heads: dict[int, int]) -> dict[int, Told]:
    """By the number of each card: what each eye says of it, its surest word."""
    told: dict[int, Told] = {}
    for fact in seen:
        if fact[KIND] == "card" and fact[SLOT] == MOUTH:
            continue
        about: int = fact[ID]
        value = fact[SLOT + 1]
        if fact[KIND] == "turned":
            about = fact[SLOT]
        elif fact[KIND] == "corrected":
            kind, *fields = value
            about, value = (fields[0] if kind == "turned" else fact[SLOT]), fields[1]
        eyes = told.setdefault(heads.get(about, about), {})
        eye = eye_of(fact)
        if fact[KIND] != "card" or eye not in eyes or CARDS[value] < CARDS[eyes[eye]]:
            eyes[eye] = value
    return told


def _differing(card: Fact, words: list[str], done: str, names: tuple[str, str]) -> list[Finding]:
    """The finding of the first two words that cannot both be."""
    for number, one in enumerate(words):
        other = next((word for word in words[number + 1 :] if not cards_agree(one, word)), None)
        if other is not None:
            return [
                Finding(
                    key=(SOURCES_DIFFER, card[SLOT], str(card[ID])),
                    rule=SOURCES_DIFFER,
                    option=None,
                    slot=card[SLOT],
                    level="look",
                    due=None,
                    done=done,
                    args=dict(zip(names, (one, other), strict=True)),
                    fact_id=card[ID],
                    evidence=(card[ID],),
                )
            ]
    return []
