"""What the tablet offers to be said: decisions, offers to every box, answers to the banker's demand, hands shown."""

import json
from dataclasses import dataclass
from typing import Final

from casino.templatetags.screen import stake
from tables import wording
from tables.queries.shapes import TabletView
from tables.rules.ahead import DEALS, Target
from tables.rules.facts import BANK
from tables.rules.shapes import Due, Picture, PictureBox, PictureHand
from tables.rules.stakes_late import ANSWERS, TIMES
from tables.views.tablet_camera import CARDS_TELL
from tables.views.tablet_parts import Choice, place_of, shown
from tables.views.tablet_words import is_answered, slot_name
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext

ORDER: Final = (
    "stand",
    "hit",
    "double",
    "triple",
    "split",
    "buy",
    "claim",
    "burn",
    "surrender",
    "insure",
    "even_money",
)
OFFERED: Final = ("even_money", "insure", "decline_insurance", "surrender", *ANSWERS)
ASKED_FOR: Final = {"offer_insurance", "offer_even_money", "offer_surrender"}


@dataclass(frozen=True, slots=True)
class Show:
    """A button that sends the next cards elsewhere: to the hand that is shown, or to the mouth of the shoe."""

    label: str
    script: str


@dataclass(frozen=True)
class Said:
    """The words of one step."""

    view: TabletView
    due: Due

    @property
    def code(self) -> str:
        return self.due.step.code

    @property
    def is_answered(self) -> bool:
        """Players answer the banker's demand to double."""
        return is_answered(self.due)

    # ---- one hand's decisions

    @property
    def decisions(self) -> list[Choice]:
        """Equal buttons: the words permitted to the hand that acts, then what anybody else may say now."""
        if self.code in (*DEALS, "peek"):
            return [self._named_word(slot, word) for slot, word in self.due.permitted]
        slot = self.due.step.slot or ""
        mine = [word for at, word in self.due.permitted if at == slot and not self._is_told_otherwise(slot, word)]
        if self._may_be_bust:
            mine.append("bust")
        mine.sort(key=lambda word: ORDER.index(word) if word in ORDER else len(ORDER))
        others = [(at, word) for at, word in self.due.permitted if at != slot]
        return [choice for word in mine for choice in self._words(slot, word)] + [
            self._named_word(*one) for one in others
        ]

    @staticmethod
    def _is_told_otherwise(slot: str, word: str) -> bool:
        """A banker's draw is told by its card alone."""
        return slot == BANK and word == "hit"

    def _words(self, slot: str, word: str) -> list[Choice]:
        if word != "buy" or self.view.purchase is None:
            return [Choice(f"{slot}:{word}", wording.word(word))]
        sums = [minor for minor in dict.fromkeys(self.view.purchase) if minor]
        label = pgettext("word", "Buy for %(sum)s")
        return [Choice(f"{slot}:buy:{minor}", label % {"sum": stake(minor)}) for minor in sums]

    def _named_word(self, slot: str, word: str) -> Choice:
        return Choice(f"{slot}:{word}", f"{slot_name(slot, is_free=self.is_free)}: {wording.word(word)}")

    @property
    def is_free(self) -> bool:
        return self.view.terms is not None and self.view.terms.is_free

    @property
    def unseen(self) -> list[Choice]:
        """The words that no open card tells."""
        return [choice for choice in self.decisions if choice.value.split(":")[1] not in CARDS_TELL]

    # ---- hands that lie closed

    @property
    def _acting(self) -> PictureHand | None:
        return _hand(self.view.picture, self.due.step.slot) if self.code == "box_acts" else None

    @property
    def _may_be_bust(self) -> bool:
        """A closed hand with more cards than were dealt may say that it is over, where that has to be said."""
        hand, terms = self._acting, self.view.terms
        if hand is None or terms is None or terms.game.hides_busts or not _down(hand):
            return False
        return len(hand.cards) > terms.deal.count("boxes")

    @property
    def shows(self) -> list[Show]:
        """Closed hands that may be shown now: the one that acts; where naturals are told at once, every one."""
        terms, picture = self.view.terms, self.view.picture
        if picture is None or terms is None or terms.game.hides_busts or self.code != "box_acts":
            return []
        acting = self._acting
        hands = [hand for box in picture.boxes for hand in box.hands if _down(hand)]
        if not terms.game.shows_naturals:
            hands = [hand for hand in hands if acting and hand.slot == acting.slot]
        return [self._show(hand, is_acting=bool(acting and hand.slot == acting.slot)) for hand in hands]

    def _show(self, hand: PictureHand, *, is_acting: bool) -> Show:
        label = pgettext("tablet", "Shows its cards")
        script = [self._turned(hand.slot, number) for number in _down(hand)]
        return Show(label if is_acting else f"{slot_name(hand.slot)}: {label.lower()}", json.dumps(script))

    @staticmethod
    def _turned(slot: str, number: int) -> Target:
        name = _("%(place)s, the card face down") % {"place": slot_name(slot)}
        return {"slot": slot, "what": "turned", "fact": str(number), "face": "up", "name": name}

    # ---- offers to every box

    def offers(self, box: PictureBox) -> list[Choice]:
        """What the box may be asked: insurance, even money, surrender, or whether it doubles."""
        found = []
        for slot, word in self.due.permitted:
            if place_of(slot) != box.place or word not in OFFERED:
                continue
            if word in ANSWERS:
                found.append(Choice(f"{slot}:{word}", _answer(word, box.stake_minor)))
                continue
            most = self.most_insured(box) if word == "insure" else None
            label = wording.word(word) + (f" {stake(most)}" if most else "")
            found.append(Choice(f"{slot}:{word}:{most}" if most else f"{slot}:{word}", label))
        return found

    @property
    def nobody_else(self) -> list[Choice]:
        """One tap for all that have not answered, and whatever else ends the offers."""
        if self.is_answered:
            left = dict.fromkeys(slot for slot, word in self.due.permitted if word in ANSWERS)
            said = ",".join(f"{slot}:accept" for slot in left)
            return [Choice(said, pgettext("offer", "All others double"))]
        names = {"decline_insurance": pgettext("offer", "Nobody else"), "peek": pgettext("offer", "Nobody else")}
        return [
            Choice(f"{slot}:{word}", names.get(word, wording.word(word)))
            for slot, word in self.due.permitted
            if slot == BANK
        ]

    def most_insured(self, box: PictureBox) -> int | None:
        """The most that the sign lets the box insure for."""
        step = self.due.step
        if step.amount_minor is not None and step.slot == box.place:
            return step.amount_minor
        return box.stake_minor // 2 if box.stake_minor else None

    @property
    def sums(self) -> list[Choice]:
        """What may be said with a sum of its own: insurance for another amount, a card bought for one."""
        picture = self.view.picture
        if picture is None:
            return []
        if self.view.purchase is not None:
            slot = self.due.step.slot or ""
            return [Choice(f"{slot}:buy", slot_name(slot), shown(self.view.purchase[1]))]
        slots = [slot for slot, word in self.due.permitted if word == "insure"]
        boxes = [box for box in picture.boxes if box.place in slots]
        return [Choice(f"{box.place}:insure", slot_name(box.place), shown(self.most_insured(box))) for box in boxes]


def _answer(word: str, minor: int | None) -> str:
    """An answer to the demand, with the stake that it makes."""
    if word == "refuse":
        return pgettext("offer", "Refuses")
    label = pgettext("offer", "Doubles") if word == "accept" else pgettext("offer", "Doubles again")
    return f"{label} {stake(minor * TIMES[word])}" if minor else label


def _hand(picture: Picture | None, slot: str | None) -> PictureHand | None:
    if picture is None:
        return None
    return next((hand for box in picture.boxes for hand in box.hands if hand.slot == slot), None)


def _down(hand: PictureHand) -> list[int]:
    """The cards of a hand that lie face down and were entered."""
    return [card.fact_id for card in hand.cards if card.face == "down" and card.fact_id and not card.is_void]
