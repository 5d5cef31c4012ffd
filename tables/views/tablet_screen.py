"""What the tablet draws of a `TabletView`: which ground, the boxes, the buttons, where the next card goes."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from uuid import uuid4

from django.utils.formats import number_format

from tables import wording
from tables.queries.shapes import TabletView
from tables.queries.tablet import PAY_STEPS
from tables.queries.tablet_camera import Watch
from tables.rules.ahead import DEALS, Target
from tables.rules.facts import BANK, ID, KIND, SLOT
from tables.rules.shapes import Due, Picture, Step
from tables.views import tablet_around, tablet_claims, tablet_right, tablet_words
from tables.views.tablet_around import Around
from tables.views.tablet_camera import Camera, Touched
from tables.views.tablet_claims import ClaimView
from tables.views.tablet_evening import Between
from tables.views.tablet_onlookers import Onlookers
from tables.views.tablet_parts import (
    Box,
    Choice,
    Stop,
    Warned,
    absent_box,
    box_of,
    card_place,
    note_of,
    pay_name,
    place_of,
    shown,
    touched_in,
)
from tables.views.tablet_players import Players
from tables.views.tablet_said import Said, Show
from tables.views.tablet_stakes import Stakes
from tables.views.tablet_words import slot_name
from tables.wording.speaking import gettext as _

CARD_STEPS = (
    *DEALS,
    "deal_on",
    "deal_to",
    "turn_hole",
    "show_hand",
    "dealer_draws",
    "dealer_stands",
    "banker_acts",
    "box_acts",
    "peek",
)
LEVELS = ("stop", "act", "look")


@dataclass(frozen=True)
class Screen:
    """All that the templates ask for."""

    view: TabletView
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
        if self.view.stopped:
            return "halted"
        if self.between is not None:
            return "evening"
        if self.picture is None or not self.picture.followed:
            return "stakes"
        if self.code == "no_card":
            return "stop"
        if self.code.startswith("offer_") or self.said.is_answered:
            return "offer"
        if self.code in PAY_STEPS:
            return "pay"
        return "cards" if self.code in CARD_STEPS else "stakes"

    @cached_property
    def words(self) -> wording.Words:
        return self.between.words if self.between and not self.view.stopped else tablet_words.words(self.view, self.due)

    @cached_property
    def between(self) -> Between | None:
        """What is due around the rounds, before the next one can begin."""
        return Between.of(self.view)

    @cached_property
    def said(self) -> Said:
        return Said(self.view, self.due)

    @cached_property
    def stakes(self) -> Stakes:
        return Stakes(self.view)

    @property
    def is_free(self) -> bool:
        """A player holds the bank."""
        return self.said.is_free

    @property
    def pack(self) -> str:
        """Which cards the pad offers."""
        return str(self.view.terms.options["pack"]) if self.view.terms else "fr52"

    @property
    def wild(self) -> str:
        """The card that may count as any other; marked on the pad."""
        return str(self.view.terms.options.get("wild_card", "none")) if self.view.terms else "none"

    @property
    def bank_name(self) -> str:
        return slot_name(BANK, is_free=self.is_free)

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
        is_dealt = self.picture is not None and self.picture.phase not in ("stakes", "deal")
        return note_of(self.picture.dealer) if self.picture and is_dealt else ""

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
    def named(self) -> list[Target]:
        return [{**card, "name": self._place_of(card)} for card in self.view.ahead]

    def _place_of(self, card: Target) -> str:
        name = card_place(card, is_free=self.is_free)
        if card["slot"] == BANK and self.code in DEALS and self._option("banker_card") == "bottom_open":
            return _("%(place)s, from the bottom") % {"place": name}
        return name

    def _option(self, name: str) -> str:
        return str(self.view.terms.options.get(name, "")) if self.view.terms else ""

    @property
    def wants_cover(self) -> bool:
        """R-O36-23: the card that the banker laid over the pack lies open and has not been told."""
        if self._option("cover_card") != "out_of_play" or self.picture is None or not self.picture.dealer.cards:
            return False
        gone = {fact[SLOT] for fact in self.view.entries if fact[KIND] == "voided"}
        told = [fact for fact in self.view.entries if fact[KIND] == "card" and fact[SLOT] == "burn"]
        return all(fact[ID] in gone for fact in told)

    @property
    def target(self) -> Target | None:
        return self.named[0] if self.view.ahead else None

    @property
    def target_json(self) -> str:
        return json.dumps(self.target) if self.target else ""

    @property
    def script_json(self) -> str:
        return json.dumps(self.named)

    @property
    def downs(self) -> list[str]:
        """The run of closed cards that the deal begins with from here: one tap says that all of them lie."""
        found: list[str] = []
        for card in self.view.ahead:
            if card["what"] != "card" or card["face"] != "down":
                break
            found.append(card["slot"])
        return found if len(found) > 1 else []

    # ---- boxes

    @property
    def places(self) -> list[str]:
        return [str(place) for place in range(1, self.view.boxes + 1)]

    @cached_property
    def boxes(self) -> list[Box]:
        """In layout order; the banker's own, and those where nobody sits, beside the boxes in play."""
        in_play = {box.place: box for box in self.picture.boxes} if self.picture else {}
        found = []
        for place in self.places:
            if place in in_play:
                offers = self.said.offers(in_play[place]) if self.ground == "offer" else []
                found.append(box_of(in_play[place], self.due, offers, self.watch, is_staked=self.is_staked))
            elif self.picture:
                found.append(absent_box(place, self.due, bank=self.view.bank, bank_minor=self.stakes.bank_minor))
        return found

    @property
    def is_staked(self) -> bool:
        """Where stakes come after the first card: whether the time for them has come."""
        is_late = self.view.terms is not None and self.view.terms.bets_late
        return not is_late or self.picture is None or any(box.stake_minor is not None for box in self.picture.boxes)

    # ---- what may be said

    @property
    def decisions(self) -> list[Choice]:
        return self.said.nobody_else if self.ground == "offer" else self.said.decisions

    @property
    def unseen_decisions(self) -> list[Choice]:
        return self.said.unseen if self.cards_tell else self.decisions

    @property
    def shows(self) -> list[Show]:
        return self.said.shows if self.ground == "cards" else []

    @property
    def sums(self) -> list[Choice]:
        """What may be said with a sum of its own."""
        return self.said.sums if self.ground in ("offer", "cards") else []

    @cached_property
    def onlookers(self) -> Onlookers | None:
        return Onlookers.of(self.view)

    @cached_property
    def players(self) -> Players | None:
        return Players.of(self.view)

    @property
    def is_purchase(self) -> bool:
        return self.view.purchase is not None

    @cached_property
    def around(self) -> Around | None:
        """Players and bank, between rounds."""
        return tablet_around.of(self.view)

    @cached_property
    def claims(self) -> list[ClaimView]:
        return tablet_claims.of(self.view)

    @property
    def payable(self) -> list[Choice]:
        pays = [
            Choice(f"{pay.slot}:{pay.kind}", pay_name(pay), shown(pay.amount_minor, signed=True))
            for pay in self.due.pays
        ]
        named = {choice.value for choice in pays}
        others = [Choice(f"{slot['slot']}:main", slot["name"]) for slot in self.slots if slot["slot"] != BANK]
        return pays + [other for other in others if other.value not in named] if self.ground == "pay" else []

    @property
    def usual_words(self) -> list[Choice]:
        return [Choice(word, wording.word(word)) for word in ("stand", "hit", "double", "split", "surrender")]

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
        clauses = wording.rule_texts(detail["rule"], None, self.view.sign) if self.view.sign else []
        return Stop(detail["rule"], detail["fact_id"], text, choices, tuple(clauses))

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
            if place != self.view.bank:
                slots += [slot for slot in hands if place_of(slot) == place] or [place]
        return [{"slot": slot, "name": slot_name(slot, is_free=self.is_free)} for slot in (*slots, BANK)]
