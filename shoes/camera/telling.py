"""What a watch says: of cards that came to lie, turned, moved, came apart, or went."""

from typing import Final

import numpy as np

from shoes.camera import hands
from shoes.camera.cells import BARE, REST_MS, Cells, Part
from shoes.camera.evidence import LOOKED, Said, said
from shoes.camera.kinds import Image
from shoes.camera.layout import DISCARD, MOUTH
from shoes.camera.lying import EARLY, Card, Lying, covers
from shoes.camera.plane import NOWHERE, Calibration
from shoes.camera.poses import overlap
from shoes.camera.sights import Box, Lifted, Moved, Parted, Read, Sight, Turned

# Looks that it takes to say a card: both corners and no doubt, both corners, one corner.
HASTY_HITS, SURE_HITS, ONE_CORNER_HITS = 2, 3, 4
NO_DOUBT: Final = 0.99
ONE_CORNER_MS, BACK_MS, MOUTH_MS, UNSURE_MS, NOWHERE_MS = 400, 450, 600, 1000, 2000
TOGETHER_MS: Final = 1600
LIFTED_MS: Final = 700
REMOVED_MS: Final = 4000
FORGOTTEN_MS: Final = 5000
LATELY_MS: Final = 400
BARE_MS: Final = 300
# A known card that looks did not find so often is asked about again and again: light may hide for a while that it went.
LOST_LOOKS, ASK_MS = 2, 240
RING_MM: Final = (8.0, 24.0)
NEAR_MM: Final = 150.0
EDGE_MM: Final = 4.0
FEWEST_AROUND, AROUND = 20, 0.35
CROP_MM: Final = 6.0
ON_IT, ALL_OVER = 0.4, 0.75
WELL_THERE: Final = 0.9


class Telling:
    """Decides what is said, and when."""

    def __init__(self, calibration: Calibration, cells: Cells, lying: Lying) -> None:
        self._calibration = calibration
        self._cells = cells
        self._lying = lying
        self._at_ms = 0
        self._numbers = 0
        self._removed: dict[str, list[int]] = {}
        self._sights: list[Sight] = []

    def tell(self, frame: Image, at_ms: int) -> list[Sight]:
        """What can be said with this frame."""
        self._at_ms, self._sights = at_ms, []
        self._find_gone()
        self._say(frame)
        return self._sights

    def _find_gone(self) -> None:
        """Cards whose place shows the felt, the topmost first."""
        for card in sorted(self._lying.cards, key=lambda card: -card.layer):
            if card.gone_ms is not None and self._is_changed_since(card, card.gone_ms):
                card.gone_ms, card.bare_ms = None, -1.0
            if card.gone_ms is not None or card.visible is None:
                continue
            if card.number is None:
                if self._is_mistaken(card):
                    self._lying.remove(card)
                continue
            if self._is_bare(card):
                card.gone_ms = self._left_ms(card, card.visible)
                self._lying.uncover(card.pose)

    def _left_ms(self, card: Card, part: Part) -> int:
        """When a card left its place: not long before the place changed last, since a sleeve may look like the felt."""
        changed = int(np.percentile(part.of(self._cells.changed), EARLY))
        return max(self._lying.rested(part, max(card.rest_ms, card.seen_ms)), changed - LATELY_MS)

    def _is_mistaken(self, card: Card) -> bool:
        """Whether what was taken for a card is none or not at rest; a hand may pass over one that was seen well."""
        is_well_seen = card.evidence.corners > 1 and card.hits >= HASTY_HITS
        if self._is_moving(card) and not is_well_seen and not self._is_turned(card):
            return True
        return card.missed >= 3 or self._at_ms - card.seen_ms > FORGOTTEN_MS or self._is_bare(card)

    def _is_turned(self, card: Card) -> bool:
        """Whether a face was seen where a known card lies face down: a sleeve may pass over both."""
        is_there = card.face == "up" and card.hits >= HASTY_HITS and card.evidence.there >= WELL_THERE
        return is_there and any(o.face == "down" and overlap(card.pose, o.pose) > ON_IT for o in self._known())

    def _is_moving(self, card: Card) -> bool:
        part = card.visible
        return part is not None and len(part) > 0 and float((part.of(self._cells.quiet) < 2).mean()) > 0.5

    def _is_bare(self, card: Card) -> bool:
        """Whether the felt shows where a card lay, as far as no other card lies there."""
        cells, part = self._cells, card.visible
        if part is None:
            return False
        is_news = part.of(cells.changed).max(initial=-1.0) > card.bare_ms
        is_lost = card.missed >= LOST_LOOKS and self._at_ms - card.asked_ms >= ASK_MS
        if not (is_news or is_lost):
            return False
        for other in self._lying.cards:
            if other is not card and other.number and other.gone_ms is None and overlap(card.pose, other.pose) > 0:
                alone = part.without(cells.inside(other.pose.outline(2)))
                part = alone if len(alone) >= 15 else part
        changed = part.of(cells.changed)
        if len(part) < 12 or (changed <= cells.at_ms - BARE_MS).mean() < 0.6:
            return False
        if is_lost:
            card.asked_ms = self._at_ms
            if part.of(cells.cloth_seen()).mean() > BARE:
                return True
        if changed.max() <= card.bare_ms:
            return False
        card.bare_ms = float(np.sort(changed[changed <= cells.at_ms - BARE_MS])[-1:].sum())
        return cells.bare(part) > BARE and not self._is_beside_change(card)

    def _is_changed_since(self, card: Card, gone_ms: int) -> bool:
        """Whether a place that was bare changed again: what lay over it may have looked like the felt."""
        changed = self._cells.inside(card.pose.outline(-EDGE_MM)).of(self._cells.changed)
        return bool(len(changed) and (changed > gone_ms + BARE_MS).mean() > AROUND)

    def _is_beside_change(self, card: Card) -> bool:
        """Whether the felt round a card's place looks other than it did: then something lies over all of it."""
        near, far = RING_MM
        ring = self._cells.inside(card.pose.outline(far)).without(self._cells.inside(card.pose.outline(near)))
        for other in self._lying.cards:
            if other is not card and other.pose.away(card.pose) < NEAR_MM:
                ring = ring.without(self._cells.inside(other.pose.outline(near)))
        return len(ring) >= FEWEST_AROUND and float(ring.of(self._cells.differs).mean()) > AROUND

    def _say(self, frame: Image) -> None:
        for card in sorted(self._lying.cards, key=lambda card: card.rest_ms):
            if card not in self._lying.cards:
                continue
            if card.number is None:
                self._say_new(card, frame)
            elif card.face == "up" and card.said and not card.said.is_sure:
                better = said(card.evidence)
                if better.is_sure or (card.said.card == "??" and better.card != "??"):
                    card.said = better
                    self._sights.append(self._read(card, frame))
        self._say_lifted()

    def _say_new(self, card: Card, frame: Image) -> None:
        rest = self._at_ms - card.rest_ms
        area = self._calibration.area_at((card.pose.x, card.pose.y))
        if area and area.kind == DISCARD:
            self._lying.remove(card)
            return
        if card.face == "down":
            is_laid = area is not None and area.kind != MOUTH
            if card.hits < SURE_HITS or rest < BACK_MS or (card.was_lying and not is_laid):
                return
            words = Said("??", round(card.surety, 3))
        else:
            words = said(card.evidence)
            is_ready = words.is_sure and self._is_seen_well(card, words, rest)
            is_card = card.evidence.there >= LOOKED.index
            if not is_ready and (rest < UNSURE_MS or card.hits < SURE_HITS or not is_card):
                return
        if self._is_doubtful(card) and rest < UNSURE_MS:
            return
        before = self.same_card(card)
        if before is None and card.evidence.corners == 1 and self._is_echo(card):
            return
        if before is None and area is None and not self._lies_on(card) and rest < NOWHERE_MS:
            return
        if before is None and area is not None and area.kind == MOUTH and rest < MOUTH_MS:
            return
        card.said = words
        if before is not None:
            self._go_on(before, card, frame)
            return
        self._numbers += 1
        card.number = self._numbers
        card.hand = hands.hand_for(card.pose, self._known(but=card), self._calibration)
        card.lie = hands.lie_of(card.pose, self._calibration.area(card.hand))
        self._lying.uncover(card.pose)
        self._sights.append(self._read(card, frame))

    def _is_seen_well(self, card: Card, words: Said, rest_ms: int) -> bool:
        if card.evidence.corners == 1:
            return card.hits >= ONE_CORNER_HITS and rest_ms >= ONE_CORNER_MS
        return card.hits >= (HASTY_HITS if words.confidence >= NO_DOUBT else SURE_HITS)

    def _known(self, *, but: Card | None = None) -> list[Card]:
        return [c for c in self._lying.cards if c.number is not None and c.gone_ms is None and c is not but]

    def _lies_on(self, card: Card) -> bool:
        return any(overlap(card.pose, other.pose) > 0.08 for other in self._known(but=card))

    def _is_doubtful(self, card: Card) -> bool:
        """Whether a card near by is just leaving its place, so that this may be that one."""
        cells = self._cells
        for other in self._known(but=card):
            if other.pose.away(card.pose) > 300 or other.visible is None or len(other.visible) < 8:
                continue
            if other.missed == 1:
                return True
            part = other.visible
            is_changed = part.of(cells.differs).mean() > 0.4
            is_lately = is_changed and part.of(cells.changed).max() > card.rest_ms - TOGETHER_MS
            if is_lately and part.of(cells.settled).mean() < 0.6:
                return True
        return False

    def _is_echo(self, card: Card) -> bool:
        """Whether one corner alone says once more what a card under it says, or would cover one that is still seen."""
        for other in self._known(but=card):
            if other.face == "up" and overlap(card.pose, other.pose) > 0.3 and other.evidence.could_be(card.evidence):
                return True
            corners = self._lying.corners(other)
            for number, seen_ms in other.corner_ms.items():
                is_later = number < len(corners) and seen_ms > card.rest_ms + REST_MS
                if is_later and covers(card.pose, corners[number]):
                    return True
        return False

    def same_card(self, card: Card) -> Card | None:
        """The known card that this one is, elsewhere or turned over now: by place and time, never by what it says."""
        found = []
        for other in self._lying.cards:
            if other.number is None or other is card:
                continue
            if other.face == "down" and card.face == "up" and overlap(card.pose, other.pose) > ON_IT:
                return other
            if self._is_misplaced(other, card):
                return other
            if not other.is_loose or not -TOGETHER_MS <= card.rest_ms - self._last_there_ms(other) <= TOGETHER_MS:
                continue
            is_nudge = overlap(card.pose, other.pose) > 0.5
            if other.face == card.face == "up" and not other.evidence.could_be(card.evidence):
                continue
            if (other.face, card.face) == ("up", "down") and not is_nudge:
                continue
            if other.gone_ms is None and not is_nudge and other.missed < 2:
                continue
            found.append((card.pose.away(other.pose), other))
        found = [pair for pair in found if pair[0] < 350]
        return min(found, key=lambda pair: pair[0])[1] if found else None

    def _last_there_ms(self, loose: Card) -> int:
        """Until when a card that may have left its place was there: one that is known is seldom looked at."""
        if loose.gone_ms is not None:
            return loose.gone_ms
        part = loose.visible
        return max(loose.seen_ms, self._left_ms(loose, part)) if part is not None and len(part) else loose.seen_ms

    def _is_misplaced(self, known: Card, card: Card) -> bool:
        """Whether a card that is known by one corner alone, and so by its turn, lies where this one was found."""
        is_one = known.face == card.face == "up" and known.evidence.corners == 1 and known.gone_ms is None
        return is_one and overlap(known.pose, card.pose) > ALL_OVER and known.evidence.could_be(card.evidence)

    def _go_on(self, known: Card, new: Card, frame: Image) -> None:
        """A known card goes on as what was taken for a new one."""
        was, was_hand, was_face = known.pose, known.hand, known.face
        self._lying.remove(new)
        self._lying.lay(known, new.pose)
        if new.face == "up":
            known.evidence = new.evidence if was_face == "down" else known.evidence
            if was_face == "up":
                known.evidence.join(new.evidence)
            known.face = "up"
        known.hits, known.seen_ms = max(known.hits, new.hits), self._at_ms
        others = [card for card in self._known(but=known) if card.hand == was_hand]
        area = self._calibration.area_at((known.pose.x, known.pose.y))
        place = area.place if area else NOWHERE
        if place == hands.box_of(was_hand) and area is not None and area.kind == hands.BOX:
            if hands.is_parted(known, was, others):
                named = [card.hand for card in self._lying.cards if card.number is not None]
                known.hand = hands.next_hand(place, [*named, *self._removed])
                crop, box = self._cut(frame, [known])
                self._sights.append(Parted(was_hand, known.hand, (known.number or 0,), new.rest_ms, box, crop))
        elif place != hands.box_of(was_hand) and not self._lies_on(known):
            known.hand = hands.hand_for(known.pose, self._known(but=known), self._calibration)
            self._sights.append(Moved(known.number or 0, new.rest_ms, known.hand, was_hand))
        known.lie = hands.lie_of(known.pose, self._calibration.area(known.hand))
        known.rest_ms = new.rest_ms
        if was_face == "down" and known.face == "up":
            known.said = said(known.evidence)
            crop, box = self._cut(frame, [known])
            self._sights.append(
                Turned(
                    known.number or 0, new.rest_ms, known.hand, known.said.card, known.said.confidence,
                    known.said.candidates, box, crop,
                )
            )  # fmt: skip

    def _say_lifted(self) -> None:
        for hand in {card.hand for card in self._lying.cards if card.number is not None}:
            mine = [card for card in self._lying.cards if card.number is not None and card.hand == hand]
            gone = [card for card in mine if card.gone_ms is not None]
            if len(gone) == len(mine):
                last = max(card.gone_ms or 0 for card in gone)
                if self._at_ms - last < LIFTED_MS or any(self._may_reappear(card) for card in gone):
                    continue
                reads = sorted([*self._removed.pop(hand, []), *(card.number or 0 for card in gone)])
                for card in gone:
                    self._lying.remove(card)
                self._sights.append(Lifted(hand, tuple(reads), last))
                continue
            for card in gone:
                if self._at_ms - (card.gone_ms or 0) > REMOVED_MS:
                    self._removed.setdefault(hand, []).append(card.number or 0)
                    self._lying.remove(card)

    def _may_reappear(self, gone: Card) -> bool:
        return any(
            card.number is None
            and card.pose.away(gone.pose) < 350
            and abs(card.rest_ms - (gone.gone_ms or 0)) < TOGETHER_MS
            for card in self._lying.cards
        )

    def _read(self, card: Card, frame: Image) -> Read:
        crop, box = self._cut(frame, [card])
        words = card.said or Said("??", 0.0)
        return Read(
            card.number or 0, card.rest_ms, card.hand, words.card, card.face, card.lie, words.confidence,
            words.candidates, (card.pose.x, card.pose.y), box, crop, card.was_lying,
        )  # fmt: skip

    def _cut(self, frame: Image, cards: list[Card]) -> tuple[Image, Box]:
        points = np.concatenate([self._calibration.to_picture(card.pose.outline(CROP_MM)) for card in cards])
        h, w = frame.shape[:2]
        x0, y0 = np.clip(np.floor(points.min(0)).astype(int), 0, (w - 1, h - 1))
        x1, y1 = np.clip(np.ceil(points.max(0)).astype(int), (x0 + 1, y0 + 1), (w, h))
        box = (int(x0), int(y0), int(x1), int(y1))
        return frame[box[1] : box[3], box[0] : box[2]].copy(), box
