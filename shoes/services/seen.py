"""The census of a shoe in play: cards seen, cards gathered, and what they give away."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction

from casino import audit
from casino.live import tell
from casino.models import Staff
from shoes import queries
from shoes.cards import CARDS
from shoes.census import Alarm, Census, order_alarms
from shoes.models import Shoe, ShoeCard, ShoeEvent, ShoeKind, Step
from shoes.packs import composition
from shoes.services.steps import find
from shoes.signals import alarm_raised

ORDER_EVERY: Final = 12
"""The order is judged once in so many cards; the window of the census is longer."""


class Lying(NamedTuple):
    """A card as the census knows it; a whole model of each would be most of the time that a card takes."""

    pk: int
    number: int
    about: str
    card: str


@transaction.atomic(savepoint=False)  # part of what the table records, or nothing
def see(key: str, cards: Sequence[tuple[str, str]], *, at: datetime, is_shuffled_there: bool = False) -> list[Alarm]:
    """Tell the census of cards: `(about, card)`. The same `about` again is a better reading, an empty card takes it
    back. What happened is never refused; what the shoe cannot hold is an alarm, once each.

    `is_shuffled_there`: its cards go round, shuffled at the table (`shuffle_again`); they are counted since then."""
    shoe = find(key)
    before = [Lying(*row) for row in queries.effective_cards(shoe).values_list(*Lying._fields)]
    news = _news(shoe, before, dict(cards), at)
    if not news:
        return []
    ShoeCard.objects.bulk_create(news)
    if shoe.kind == ShoeKind.CSM:
        return []
    passage = queries.passage_of(shoe) if is_shuffled_there else queries.Passage()
    lying = {row.number: (row.about, row.card) for row in before}
    lying |= {row.number: (row.about, row.card) for row in news}
    dealt = [
        CARDS[card]
        for number, (about, card) in lying.items()
        if card and (number > passage.after or about in passage.kept)
    ]
    alarms = Census(composition(shoe.pack_kind, shoe.decks)).see_all(dealt)
    if len(dealt) // ORDER_EVERY > len(before) // ORDER_EVERY and not queries.is_of_film(shoe):
        alarms += order_alarms(dealt, queries.old_orders(shoe))
    return raise_alarms(shoe, alarms, at, after=passage.event)


@transaction.atomic(savepoint=False)
def shuffle_again(key: str, *, kept: Collection[str] = (), by: Staff | None, at: datetime) -> None:
    """The cards of a shoe in play were shuffled at the table, but for those that lay in hands (`kept`, by `about`)."""
    shoe = find(key)
    last = queries.effective_cards(shoe).last()
    facts = {"after": last.number if last else 0, "kept": sorted(kept)}
    ShoeEvent.objects.create(shoe=shoe, kind=Step.RESHUFFLED, at=at, by=by, facts=facts)


@transaction.atomic(savepoint=False)
def discard(key: str, *, about: str, cards: Sequence[str], at: datetime) -> None:
    """The cards of one round went into the discard tray, in this order."""
    facts = {"about": about, "cards": " ".join(cards)}
    ShoeEvent.objects.create(shoe=find(key), kind=Step.DISCARDED, at=at, facts=facts)


def raise_alarms(shoe: Shoe, alarms: list[Alarm], at: datetime, *, after: int = 0) -> list[Alarm]:
    """Journal and tell each alarm that this shoe has not raised before, since its event `after`."""
    if not alarms:
        return []
    old = ShoeEvent.objects.filter(shoe=shoe, kind=Step.ALARM, pk__gt=after).values_list("facts", flat=True)
    raised = {(facts["kind"], facts["card"]) for facts in old}
    new = list({(alarm.kind, alarm.card): alarm for alarm in reversed(alarms)}.values())[::-1]
    new = [alarm for alarm in new if (alarm.kind, alarm.card) not in raised]
    for alarm in new:
        facts = asdict(alarm)
        ShoeEvent.objects.create(shoe=shoe, kind=Step.ALARM, at=at, facts=facts)
        audit.record(shoe.chain, "census", "shoe.alarm", about=f"shoe:{shoe.key}", facts=facts)
        alarm_raised.send(sender=None, shoe_key=shoe.key, alarm=alarm, at=at)
    if new:
        tell("shoe", shoe=shoe.key)
    return new


def _news(shoe: Shoe, before: Sequence[Lying], cards: dict[str, str], at: datetime) -> list[ShoeCard]:
    """Rows to add: better readings at their old number, then new cards in the order in which they came."""
    known = {row.about: row for row in before}
    last = max((row.number for row in before), default=0)
    better = [
        ShoeCard(shoe=shoe, number=known[about].number, card=card, about=about, at=at, replaces_id=known[about].pk)
        for about, card in cards.items()
        if about in known and known[about].card != card
    ]
    fresh = [(about, card) for about, card in cards.items() if about not in known]
    return better + [
        ShoeCard(shoe=shoe, number=last + place, card=card, about=about, at=at)
        for place, (about, card) in enumerate(fresh, start=1)
    ]
