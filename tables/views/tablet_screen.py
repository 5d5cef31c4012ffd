"""What the tablet draws of a `TabletView`: which ground, the boxes, the buttons, where the next card goes."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from uuid import uuid4

from django.utils.formats import number_format
from django.utils.translation import pgettext

from casino.templatetags.screen import stake
from tables import wording
from tables.queries.shapes import TabletView
from tables.queries.tablet_camera import Watch
from tables.rules.shapes import Due, Picture, PictureBox, Step
from tables.templatetags.felt import CHIPS_MINOR
from tables.views import tablet_right, tablet_words
from tables.views.tablet_camera import CARDS_TELL, Camera, Touched
from tables.views.tablet_parts import (
    Box,
    Choice,
    Stop,
    Warned,
    box_of,
    card_place,
    note_of,
    pay_name,
    place_of,
    shown,
    touched_in,
)
from tables.views.tablet_words import slot_name

DEALS = ("deal_card", "deal_dealer_up", "deal_hole")
CARD_STEPS = (
    *DEALS,
    "deal_on",
    "deal_to",
    "turn_hole",
    "show_hand",
    "dealer_draws",
    "dealer_stands",
    "box_acts",
    "peek",
)
PAY_STEPS = ("pay", "collect", "return_stake")
ORDER = ("stand", "hit", "double", "triple", "split", "surrender", "insure", "even_money")
OFFERED = ("even_money", "insure", "decline_insurance", "surrender")
LEVELS = ("stop", "act", "look")


@dataclass(frozen=True)
class Screen:
    """All that the templates ask for."""

    view: TabletView
    script: list[dict[str, str]]
    watch: Watch
    key: str = field(default_factory=lambda: uuid4().hex)

    @property
    def picture(self) -> Picture | None:
        return self.view.picture

    @property
    def due(self) -> Due:
        return self.view.due or Due(Step("take_stakes"), (), "")

    @property
    def code(self) -> str:
        return self.due.step.code

    @property
    def is_followed(self) -> bool:
        return self.picture is None or self.picture.followed

    @property
    def ground(self) -> str:
        if self.picture is None or not self.picture.followed:
            return "stakes"
        if self.code == "no_card":
            return "stop"
        if self.code.startswith("offer_"):
            return "offer"
        if self.code in PAY_STEPS:
            return "pay"
        return "cards" if self.code in CARD_STEPS else "stakes"

    @cached_property
    def words(self) -> wording.Words:
        return tablet_words.words(self.view, self.due)

    @property
    def shows_bank(self) -> bool:
        return self.ground in ("cards", "offer", "stop") and bool(self.picture and self.picture.dealer.cards)

    @property
    def shows_low_bank(self) -> bool:
        """While paying, the dealer's cards lie under the sum, to be put right where a camera misread one."""
        return self.ground == "pay" and bool(self.dealer_cards)

    @property
    def size(self) -> str:
        return tablet_words.size(self.words.head, self.words.sum, is_beside_bank=self.shows_bank)

    @property
    def point(self) -> str:
        return number_format(1.5, decimal_pos=1)[1]

    @property
    def bank_total(self) -> str:
        return wording.total(self.picture.dealer.total) if self.picture else ""

    @property
    def bank_note(self) -> str:
        return note_of(self.picture.dealer) if self.picture else ""

    # ---- the camera

    @property
    def has_camera(self) -> bool:
        return bool(self.watch.state)

    @property
    def follows(self) -> bool:
        """Cards come by themselves: no pad is offered unless it is asked for."""
        return self.watch.follows and self.is_followed

    @cached_property
    def camera(self) -> Camera:
        return Camera(self.watch, self.picture if self.is_followed else None, is_watch_only=self.view.is_watch_only)

    @cached_property
    def dealer_cards(self) -> tuple[Touched, ...]:
        return touched_in(self.picture.dealer, self.watch) if self.picture else ()

    @property
    def cards_tell(self) -> bool:
        """Players' cards lie open: what a box does is told by the next card (deal modes c and d)."""
        return self.view.terms is not None and self.view.terms.players_up == (True, True)

    @property
    def wants_stakes(self) -> bool:
        """Cards came, and nobody has told the stakes."""
        return self.follows and not self.watch.is_staked and self.ground != "stakes"

    # ---- where the next card goes

    @property
    def named(self) -> list[dict[str, str]]:
        return [{**card, "name": card_place(card)} for card in self.script]

    @property
    def target(self) -> dict[str, str] | None:
        return self.named[0] if self.script else None

    @property
    def target_json(self) -> str:
        return json.dumps(self.target) if self.target else ""

    @property
    def script_json(self) -> str:
        return json.dumps(self.named)

    # ---- boxes

    @property
    def places(self) -> list[str]:
        return [str(place) for place in range(1, self.view.boxes + 1)]

    @cached_property
    def boxes(self) -> list[Box]:
        boxes = sorted(self.picture.boxes, key=lambda box: int(box.place)) if self.picture else []
        return [box_of(box, self.due, self._offers(box), self.watch) for box in boxes]

    # ---- what may be said

    @property
    def decisions(self) -> list[Choice]:
        """Equal buttons: the words permitted to the hand that acts, or to everybody left at an offer."""
        if self.ground == "offer":
            return self._nobody()
        if self.code in (*DEALS, "peek"):
            return [self._named_word(slot, word) for slot, word in self.due.permitted]
        slot = self.due.step.slot
        mine = [word for at, word in self.due.permitted if at == slot]
        mine.sort(key=lambda word: ORDER.index(word) if word in ORDER else len(ORDER))
        others = [(at, word) for at, word in self.due.permitted if at != slot]
        return [Choice(f"{slot}:{word}", wording.word(word)) for word in mine] + [
            self._named_word(*one) for one in others
        ]

    @property
    def unseen_decisions(self) -> list[Choice]:
        """The words that no card tells."""
        if not self.cards_tell:
            return self.decisions
        return [choice for choice in self.decisions if choice.value.split(":")[1] not in CARDS_TELL]

    def _named_word(self, slot: str, word: str) -> Choice:
        return Choice(f"{slot}:{word}", f"{slot_name(slot)}: {wording.word(word)}")

    def _offers(self, box: PictureBox) -> list[Choice]:
        if self.ground != "offer":
            return []
        found = []
        for slot, word in self.due.permitted:
            if place_of(slot) != box.place or word not in OFFERED:
                continue
            most = self.most_insured(box) if word == "insure" else None
            label = wording.word(word) + (f" {stake(most)}" if most else "")
            found.append(Choice(f"{slot}:{word}:{most}" if most else f"{slot}:{word}", label))
        return found

    def _nobody(self) -> list[Choice]:
        """One tap for all that have not answered, and whatever else ends the offers."""
        names = {"decline_insurance": pgettext("offer", "Nobody else"), "peek": pgettext("offer", "Nobody else")}
        return [Choice(f"{slot}:{word}", names.get(word, word)) for slot, word in self.due.permitted if slot == "0"]

    def most_insured(self, box: PictureBox) -> int | None:
        """The most that the sign lets the box insure for."""
        step = self.due.step
        if step.amount_minor is not None and step.slot == box.place:
            return step.amount_minor
        return box.stake_minor // 2 if box.stake_minor else None

    @property
    def insurable(self) -> list[Choice]:
        if self.ground != "offer" or not self.picture:
            return []
        slots = [slot for slot, word in self.due.permitted if word == "insure"]
        boxes = [box for box in self.picture.boxes if box.place in slots]
        return [Choice(f"{box.place}:insure", slot_name(box.place), shown(self.most_insured(box))) for box in boxes]

    @property
    def payable(self) -> list[Choice]:
        pays = [
            Choice(f"{pay.slot}:{pay.kind}", pay_name(pay), shown(pay.amount_minor, signed=True))
            for pay in self.due.pays
        ]
        named = {choice.value for choice in pays}
        others = [Choice(f"{slot['slot']}:main", slot["name"]) for slot in self.slots if slot["slot"] != "0"]
        return pays + [other for other in others if other.value not in named] if self.ground == "pay" else []

    @property
    def usual_words(self) -> list[Choice]:
        return [Choice(word, wording.word(word)) for word in ("stand", "hit", "double", "split", "surrender")]

    # ---- stakes

    @property
    def chips(self) -> list[int]:
        """The chips in the rack that the limits can use, lowest first."""
        sign = self.view.sign
        if sign is None:
            return []
        fit = [chip for chip in CHIPS_MINOR if chip <= sign.max_minor and chip * 5 >= sign.min_minor]
        whole = [chip for chip in fit if chip % sign.step_minor == 0] if sign.step_minor else fit
        return sorted(whole or fit)[-5:]

    @property
    def before(self) -> bool:
        return any(self.view.before.values())

    # ---- departures, and what can be put right

    @property
    def warned(self) -> Warned | None:
        """The worst of what was found in this round; nothing while the table is watch only."""
        worst = min(self.view.findings, key=lambda finding: LEVELS.index(finding.level), default=None)
        return Warned(worst.level, worst.rule, wording.finding(worst).what) if worst else None

    @property
    def level(self) -> str:
        return self.warned.level if self.warned else ""

    @property
    def stop(self) -> Stop | None:
        """What somebody must choose before the next card."""
        detail = self.due.step.detail
        if self.code != "no_card" or not detail.get("fact_id"):
            return None
        finding = next((one for one in self.view.findings if one.fact_id == detail["fact_id"]), None)
        text = wording.finding(finding).what if finding else ""
        choices = tuple(Choice(choice, wording.choice(choice)) for choice in detail["choices"])
        return Stop(detail["rule"], detail["fact_id"], text, choices)

    @property
    def entries(self) -> list[Choice]:
        return tablet_right.entries(self.view, is_camera_followed=self.follows)

    @property
    def reasons(self) -> list[Choice]:
        return tablet_right.reasons()

    @property
    def disputable(self) -> list[Choice]:
        return tablet_right.disputable(self.view)

    @property
    def grounds(self) -> list[Choice]:
        return tablet_right.grounds()

    @cached_property
    def slots(self) -> list[dict[str, str]]:
        """Everywhere a card may lie, the dealer last."""
        hands = [hand.slot for box in self.boxes for hand in box.hands]
        slots: list[str] = []
        for place in self.places:
            slots += [slot for slot in hands if place_of(slot) == place] or [place]
        return [{"slot": slot, "name": slot_name(slot)} for slot in (*slots, "0")]
