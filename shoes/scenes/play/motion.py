"""A script as motions: which card goes when from where to where, and where the hands are meanwhile."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from shoes.camera.layout import DISCARD, MOUTH, Layout
from shoes.scenes.play.flights import REACH_S, Flight, Plan, Track
from shoes.scenes.play.script import DEALER, Dealt, Happening, Lifted, Nudged, Parted, Reached, Script, Turned
from shoes.scenes.play.spots import Pose, Spots
from shoes.scenes.play.stakes import place_chips, spots_of, take_chips

SLIDE_S: Final = 0.48
TURN_S: Final = 0.36
NUDGE_S: Final = 0.24
GATHER_S: Final = 0.28
LINGER_S: Final = 0.12
CARRY_S: Final = 0.5
ON_S: Final = 1.3  # two hands lifted so soon one after the other are carried together
GRIP_MM: Final = 16.0  # the fingertips lie this far short of the middle of the card that they push


@dataclass(slots=True)
class Held:
    """A hand while the script is planned: its cards' numbers, where and how they lie."""

    cards: list[int] = field(default_factory=list)
    poses: list[Pose] = field(default_factory=list)
    ups: list[bool] = field(default_factory=list)

    @property
    def middle(self) -> Pose:
        x = float(np.mean([pose.x for pose in self.poses]))
        return Pose(x, float(np.mean([pose.y for pose in self.poses])), self.poses[-1].turn)


class Planner:
    """Turns a script's happenings into motions, one after another."""

    def __init__(self, layout: Layout, rng: np.random.Generator) -> None:
        self.layout = layout
        self.plan = Plan()
        middle = layout.plane[0] / 2
        self.dealer = Track(0, (middle - 120, -420.0), (middle - 60, -190.0))
        self.plan.tracks.append(self.dealer)
        self._spots = Spots(layout, rng)
        self._hands: dict[str, Held] = {}
        mouth, discard = self.middle(MOUTH), self.middle(DISCARD)
        self._mouth = Pose(mouth[0] - 52, mouth[1] + 66, 35.0)
        self._discard = Pose(discard[0], discard[1], 0.0)
        self._last = -9.0
        self._in_hand = 0  # how many cards the dealer carries

    def take(self, move: Happening, following: Happening | None) -> None:
        match move:
            case Dealt():
                self._deal(move)
            case Turned():
                self._turn(move)
            case Parted():
                self._part(move)
            case Nudged():
                self._nudge(move)
            case Reached():
                self._reach(move)
            case Lifted():
                self._lift(move, following)
        if not isinstance(move, Reached) or move.place == DEALER:
            self._last = move.at

    def middle(self, place: str) -> tuple[float, float]:
        area = next(area for area in self.layout.areas if area.place == place)
        x, y = area.polygon.mean(0)
        return float(x), float(y)

    def guest(self, box: str) -> Track:
        """A new errand of the guest at a box."""
        x, _ = self.middle(box)
        width, depth = self.layout.plane
        track = Track(int(box), (width / 2 + (x - width / 2) * 1.15, depth + 520), (x, depth + 260))
        self.plan.tracks.append(track)
        return track

    def _deal(self, move: Dealt) -> None:
        pose = self._spots.next(move.place, lie=move.lie)
        number, is_up = len(self.plan.cards), move.face == "up"
        self.plan.cards.append(move.card)
        start = max(move.at - SLIDE_S, (self._last + move.at) / 2 + 0.02)
        self._push(Flight(number, start, move.at, self._mouth, pose, height=22.0, was_up=False, is_up=is_up))
        held = self._hands.setdefault(move.place, Held())
        held.cards.append(number)
        held.poses.append(pose)
        held.ups.append(is_up)
        line: dict[str, Any] = {"at": move.at, "place": move.place, "card": move.card if is_up else "??"}
        if not is_up:
            line["face"] = "down"
        if move.lie != "along":
            line["lie"] = move.lie
        self.plan.truth.append(line)

    def _turn(self, move: Turned) -> None:
        held = self._hands[move.place]
        number, pose = held.cards[move.nth], held.poses[move.nth]
        self._push(Flight(number, move.at - TURN_S, move.at, pose, pose, height=30.0, was_up=False, is_up=True))
        held.ups[move.nth] = True
        self.plan.truth.append({"at": move.at, "place": move.place, "turned": self.plan.cards[number]})

    def _part(self, move: Parted) -> None:
        held = self._hands[move.place]
        pose = self._spots.part(move.place, move.new)
        number, origin, is_up = held.cards.pop(1), held.poses.pop(1), held.ups.pop(1)
        self._push(Flight(number, move.at - SLIDE_S, move.at, origin, pose, height=6.0, was_up=is_up, is_up=is_up))
        self._hands[move.new] = Held([number], [pose], [is_up])
        self.plan.truth.append({"at": move.at, "parted": move.place, "hand": move.new})

    def _nudge(self, move: Nudged) -> None:
        held = self._hands[move.place]
        number, origin, is_up = held.cards[move.nth], held.poses[move.nth], held.ups[move.nth]
        side = 1 if number % 2 else -1
        pose = origin.moved(3.0 * side, 2.0, 2.5 * side)
        self._push(Flight(number, move.at - NUDGE_S, move.at, origin, pose, was_up=is_up, is_up=is_up))
        held.poses[move.nth] = pose

    def _push(self, flight: Flight) -> None:
        """A card goes its way under the dealer's fingers, which stay a moment and leave."""
        self.plan.flights.append(flight)
        self.dealer.come(flight.start)
        self.dealer.add(flight.start, self._grip(flight.origin), 18.0)
        for share in (0.3, 0.5, 0.7) if flight.height else ():
            at = flight.start + share * (flight.end - flight.start)
            self.dealer.add(at, self._grip(flight.pose(at)), 18.0 + flight.height)
        self.dealer.add(flight.end, self._grip(flight.goal), 12.0)
        self.dealer.add(flight.end + LINGER_S, self._grip(flight.goal, 40.0), 25.0)

    def _grip(self, pose: Pose, short_mm: float = GRIP_MM) -> tuple[float, float]:
        """Where the fingertips are when they hold a card: a little towards the shoulder."""
        return self.dealer.beyond((pose.x, pose.y), -short_mm)

    def _reach(self, move: Reached) -> None:
        """A hand lies over the cards of a place: the dealer's over his own, a guest's over those of a box."""
        held = self._hands.get(move.place)
        box = move.place.partition(".")[0]
        x, y = (held.middle.x, held.middle.y) if held else self.middle(box)
        track = self.dealer if move.place == DEALER else self.guest(box)
        track.come(move.at)
        track.add(move.at, (x, y + 8))
        track.add(move.at + move.seconds, (x + 6, y + 3))
        if move.place != DEALER:
            track.leave()

    def _lift(self, move: Lifted, following: Happening | None) -> None:
        """The cards go together under the hand, then with it to the next hand that is lifted, or to the discard."""
        held, gathered = self._hands[move.place], self._hands.pop(move.place).middle
        self._spots.clear(move.place)
        start = max(move.at - GATHER_S, (self._last + move.at) / 2)
        for nth, (number, pose) in enumerate(zip(held.cards, held.poses, strict=True)):
            goal, up, is_top = gathered.moved(nth * 1.5, -nth * 1.5), held.ups[nth], nth == len(held.cards) - 1
            self.plan.flights.append(
                Flight(number, start, move.at, pose, goal, height=8.0, was_up=up, is_up=up, is_gone=not is_top)
            )
        self.dealer.come(start)
        self.dealer.add(start, self._grip(held.poses[0]), 15.0)
        self.dealer.add(move.at, self._grip(gathered), 18.0)
        self._in_hand += len(held.cards)
        self.plan.truth.append({"at": move.at, "lifted": move.place})
        goes_on = isinstance(following, Lifted) and following.at - move.at < ON_S
        if goes_on and following is not None:
            self._carry(held, gathered, (move.at, following.at), self._hands[following.place].middle)
            return
        end = move.at + CARRY_S
        self.dealer.add(end, self._grip(self._discard), 40.0)
        self.dealer.add(end + 0.1, self._grip(self._discard, 50.0), 40.0)
        self._carry(held, gathered, (move.at, end), self._discard, piled=self._in_hand)
        self._in_hand = 0

    def _carry(self, held: Held, origin: Pose, when: tuple[float, float], goal: Pose, *, piled: int = 0) -> None:
        up = held.ups[-1]
        self.plan.flights.append(
            Flight(
                held.cards[-1], *when, origin, goal, height=40.0, was_up=up, is_up=up, is_gone=True, held=GRIP_MM,
                piled=piled,
            )
        )  # fmt: skip


def planned(script: Script, layout: Layout, rng: np.random.Generator) -> Plan:
    """The motions of a whole script; the truth in the order of its times."""
    planner = Planner(layout, rng)
    plan, moves, spots = planner.plan, script.moves, spots_of(layout)
    for number, move in enumerate(moves):
        before = moves[number - 1] if number else None
        after = before.at if before else 0.0
        if isinstance(move, Dealt) and (before is None or isinstance(before, Lifted)):
            place_chips(plan, planner.guest, moves[number:], spots=spots, after=after, rng=rng)
        if isinstance(move, Lifted) and not isinstance(before, Lifted):
            take_chips(plan, spots=spots, after=after, until=move.at - REACH_S)
        planner.take(move, moves[number + 1] if number + 1 < len(moves) else None)
    planner.dealer.leave()
    plan.truth.sort(key=lambda line: float(line["at"]))
    plan.chips.sort(key=lambda chips: chips.at)
    return plan
