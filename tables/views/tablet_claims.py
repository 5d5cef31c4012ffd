"""The claims that the tablet lists: what happened, the clause in the dealer's language, and the choices as buttons."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from shoes.wording import card_sign
from tables import wording
from tables.queries.shapes import TabletView
from tables.rules import claims
from tables.rules.claims import Claim
from tables.rules.shapes import PictureCard
from tables.views.tablet_parts import Choice
from tables.views.tablet_words import slot_name
from tables.wording.speaking import pgettext


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim as a folded line. `form` says how its buttons are sent: choice, said, void, card or peeked."""

    rule: str
    title: str
    texts: list[str]
    form: str
    fact_id: int
    answers: list[Choice]


def of(view: TabletView) -> list[ClaimView]:
    """What may be claimed now; nothing where the sign is not known."""
    return [*[_claim(view, told) for told in view.claims], *_of_evening(view)] if view.sign else []


def _of_evening(view: TabletView) -> list[ClaimView]:
    """I-8: any player may demand the burn that was left out, while the round for which it was due is dealt."""
    evening = view.evening
    if evening is None or view.round_id is None or not any(finding.rule == "I-8" for finding in evening.findings):
        return []
    answers = [Choice(f"demanded:{place}", slot_name(place)) for place in evening.places]
    texts = wording.rule_texts("I-8", None, view.sign) if view.sign else []
    return [ClaimView("I-8", pgettext("claim", "A card should have been burned"), texts, "tell", 0, answers)]


def _claim(view: TabletView, told: Claim) -> ClaimView:
    texts = wording.rule_texts(told.rule, None, view.sign) if view.sign else []
    return ClaimView(
        rule=told.rule,
        title=wording.claim(told, _card(view, told.fact_id)),
        texts=texts,
        form=told.kind,
        fact_id=told.fact_id,
        answers=[
            Choice(_sent(told, at, option), wording.claim_answer(told, at, option)) for at, option in told.answers
        ],
    )


def _sent(told: Claim, at: str, option: str) -> str:
    if told.kind == claims.SAID:
        return f"{at}:{option}"
    if told.kind == claims.EXPOSED:
        return json.dumps([{"slot": "mouth", "what": "card", "face": "up", "name": wording.slot("mouth")}])
    return option


def _card(view: TabletView, number: int) -> str:
    """The card that a claim is about, where it lies open."""
    card = next((card for card in _cards(view) if card.fact_id == number), None)
    return card_sign(card.card) if card and card.face == "up" else ""


def _cards(view: TabletView) -> Iterator[PictureCard]:
    for box in view.picture.boxes if view.picture else ():
        for hand in box.hands:
            yield from hand.cards
