"""A card that one eye missed while it lay face down, and saw once it was turned: it is no second card. Pure."""

from collections.abc import Iterable, Sequence

from tables.rules.aligned import CARD, CLASH_MS, FACE, cards_agree, eye_of, saw
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact


def seen_when_turned(rows: Sequence[Fact], into: dict[int, int]) -> list[Fact]:
    """The rows without such cards; `into` is told which card each of them is."""
    cards = {row[ID]: row for row in rows if row[KIND] == "card"}
    fresh: dict[int, Fact] = {}
    for row in rows:
        if row[KIND] != "turned" or row[SLOT] not in cards or cards[row[SLOT]][FACE] != "down":
            continue
        for late in _missed(row, cards[row[SLOT]], cards.values()):
            into[late[ID]] = row[SLOT]
            del cards[late[ID]]
            fresh[row[ID]] = _told_too(fresh.get(row[ID], row), late)
    return [fresh.get(row[ID], row) for row in rows if row[KIND] != "card" or row[ID] in cards]


def _missed(turned: Fact, down: Fact, cards: Iterable[Fact]) -> list[Fact]:
    """What eyes that saw no card of the hand face down read face up when it was turned: one card of each."""
    hand = [card for card in cards if card[SLOT] == down[SLOT]]
    knowing = {eye_of(turned), *(eye_of(card) for card in hand if card[FACE] == "down")}
    found: dict[str, Fact] = {}
    for card in sorted(hand, key=lambda card: -_apart(card, turned)):
        is_read = card[SOURCE] == "observed" and card[FACE] == "up" and eye_of(card) not in knowing
        if is_read and _apart(card, turned) <= CLASH_MS and cards_agree(card[CARD], turned[CARD]):
            found[eye_of(card)] = card  # the nearest is the last
    return list(found.values())


def _apart(card: Fact, turned: Fact) -> int:
    return int(abs(card[AT] - turned[AT]))


def _told_too(turned: Fact, late: Fact) -> Fact:
    """The turning as the other eye tells it too, which may have read the card better."""
    card = min(turned[CARD], late[CARD], key=lambda text: text.count("?"))
    return (*turned[:SAW], saw(turned[SAW], late[SAW]), turned[SLOT], card)
