"""What screens and the API are given: plain values, already stripped of what their reader may not see."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal

from shoes.queries import CameraHealth
from shoes.queries.room import Room
from tables.queries.card_shapes import CardAlert
from tables.queries.chip_differences import DifferenceView
from tables.queries.misread_shapes import CameraMisreads, Misreads
from tables.queries.raises import RaiseView
from tables.queries.roster_shapes import RosterAlert
from tables.rules.ahead import Target
from tables.rules.claims import Claim
from tables.rules.facts import Fact
from tables.rules.several import Groups
from tables.rules.shapes import Due, Finding, Picture, Settlement, Step
from tables.rules.terms import Terms

State = Literal["calm", "look", "act", "stop", "lost", "watch", "closed"]
"""Of a tile: calm; the level of its worst open verdict; not following; watch only; closed."""


@dataclass(frozen=True, slots=True)
class SignView:
    version: int
    profile: str
    options: dict[str, Any]
    min_minor: int
    max_minor: int
    step_minor: int
    effective_from: datetime
    terms_hash: str
    pack: str = "originals"
    kinds: dict[str, dict[str, int]] = field(default_factory=dict)
    is_announced: bool = False  # of one that comes: whether the players were told


@dataclass(frozen=True, slots=True)
class HungSign:
    """A sign in the row of its table's signs."""

    sign: SignView
    by: str
    posted_at: datetime
    until: datetime | None  # None: until another one is posted
    state: str  # ahead in_force over never


@dataclass(frozen=True, slots=True)
class BankView:
    """A bank that a player holds, and what lies there; an amount of None is unknown."""

    place: str | None  # None: nobody holds it yet
    has_bank: bool  # the banker puts money up
    bank_minor: int | None
    pot: Literal["", "pot", "farm"]  # what lies in the middle
    pot_minor: int | None
    due: Step | None = None  # between rounds: the step that the evening asks for
    offer: tuple[str, ...] = ()  # to whom the bank is offered, in order


@dataclass(frozen=True, slots=True)
class ArcBox:
    """One dot of a tile's arc."""

    place: str
    is_in: bool
    is_due: bool
    level: str | None  # of an open verdict on this box
    is_bank: bool = False  # its player holds the bank


@dataclass(frozen=True, slots=True)
class ClosingView:
    outcome: str
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict by its key. Where `withheld`, the finding keeps rule, slot, level and money and tells no cards."""

    id: int
    key: str
    round_id: int
    round_number: int
    table_code: str
    rule: str
    level: str
    slot: str
    state: str  # new replaced withdrawn
    money_minor: int | None
    factor: str | None
    is_provisional: bool
    finding: Finding
    choices: tuple[str, ...]
    at: datetime
    because: int | None
    taken_by: str | None
    taken_at: datetime | None
    closing: ClosingView | None
    withheld: bool = False
    is_over: bool = False  # its round is over: nothing is left to choose
    profile: str = ""  # of the sign under which its round was opened

    @property
    def is_open(self) -> bool:
        return self.closing is None and self.state != "withdrawn"


@dataclass(frozen=True, slots=True)
class RulingView:
    decision: str
    clause: str
    reason: str
    refund_minor: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisputeView:
    id: int
    round_id: int
    round_number: int
    table_code: str
    slot: str
    words: str
    about_verdict_key: str
    raised_by: str
    at: datetime
    ruling: RulingView | None  # the one that stands
    may_rule: bool
    state: str = "open"  # open review ruled appealed closed
    answer_by: date | None = None
    is_overdue: bool = False

    @property
    def is_waiting(self) -> bool:
        """Whether somebody still has to rule."""
        return self.state in ("open", "review", "appealed")


@dataclass(frozen=True, slots=True)
class CallView:
    id: int
    table_code: str
    reason: str
    by: str
    at: datetime
    answered_by: str | None


@dataclass(frozen=True, slots=True)
class NoteView:
    id: int
    by: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Tile:
    """A table on the pit dashboard."""

    code: str
    name: str
    pit: str
    state: State
    sign: SignView | None
    step: Step | None
    because: VerdictView | None  # the worst open verdict, said under the step
    dealer: str | None
    dealer_since: datetime | None
    round_id: int | None
    round_number: int | None
    rounds_an_hour: int | None
    open_verdicts: int
    arc: tuple[ArcBox, ...]
    bank_is_due: bool
    is_last_round: bool
    is_paused: bool
    cameras: tuple[CameraHealth, ...] = ()
    bank: BankView | None = None  # None: the house holds it
    next_sign: SignView | None = None  # posted ahead
    stopped: str = ""  # why no card and no chip may move
    raised: int = 0  # boxes whose maximum is raised
    misreads: Misreads | None = None  # where a camera watches


@dataclass(frozen=True, slots=True)
class EveningVerdictView:
    """A finding of an evening by its key, as a supervisor takes it up. It tells no cards."""

    id: int
    key: str
    evening_id: int
    evening_number: int
    table_code: str
    rule: str
    level: str
    slot: str
    state: str  # new replaced withdrawn
    finding: Finding
    at: datetime
    because: int  # number of the event that brought it about
    closing: ClosingView | None
    profile: str = ""  # of the sign with which the evening began

    @property
    def is_open(self) -> bool:
        return self.closing is None and self.state != "withdrawn"


@dataclass(frozen=True, slots=True)
class EveningName:
    """Where an evening is read, and its number at the table."""

    id: int
    number: int


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """What a person told of an evening, for taking it back or putting it right. A card reads `None`."""

    number: int
    at: datetime
    kind: str
    fields: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class EveningView:
    """What lies around the rounds of a table whose bank players hold. It tells no cards."""

    number: int  # the table's evenings are counted from 1
    seen: int  # number of the last event; forms send it back; 0 before the first
    game: str
    due: Step
    bank: str | None  # None: nobody holds it
    places: tuple[str, ...]  # in order of play from the bank, as the next round opens; the banker is none of them
    seated: tuple[str, ...]  # everybody, in layout order, the banker too
    pot_minor: int | None  # None is unknown, here and below
    bank_minor: int | None
    offer: tuple[str, ...]  # to whom the bank is offered, in order
    refused: tuple[str, ...]
    bids: tuple[tuple[str, int], ...]
    entitled: str | None  # who has the right to the bank now
    is_auction: bool
    is_over: bool
    wishes: tuple[str, ...]  # who wants to cut, since the last shuffle
    asked: tuple[str, ...]  # who was offered the cut; "right" is the banker's neighbour on the right
    cutters: tuple[str, ...]  # who has cut; 0 is the banker
    findings: tuple[Finding, ...]  # open ones
    verdicts: tuple[EveningVerdictView, ...]  # the same, and those that were closed
    told: tuple[ToldEvent, ...]  # newest first


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing that needs a person."""

    kind: Literal[
        "verdict", "dispute", "call", "lost", "camera", "chips", "evening", "roster", "cards", "stopped", "room"
    ]
    level: str  # stop act look lost watch
    table_code: str
    round_id: int | None
    round_number: int | None
    since: datetime
    verdict: VerdictView | None = None
    dispute: DisputeView | None = None
    call: CallView | None = None
    camera: CameraHealth | None = None
    chips: DifferenceView | None = None
    evening: EveningVerdictView | None = None
    roster: RosterAlert | None = None
    cards: CardAlert | None = None
    room: Room | None = None
    stopped: str = ""  # why no card and no chip may move at the table
    taken_by: str | None = None
    taken_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class CardSeen:
    """What a camera saw of one card: `card` as it stands now, `said` what it was sure or unsure of, and the picture.

    `candidates` are the likeliest cards where it was unsure; `crop_sha256` is empty where no picture may be shown.
    """

    number: int
    slot: str
    card: str
    face: str
    camera: str
    at: datetime
    confidence: float | None
    candidates: tuple[tuple[str, float], ...]
    crop_sha256: str
    is_odd: bool = False
    is_gone: bool = False  # its picture was deleted when its days were over

    @property
    def is_unsure(self) -> bool:
        return self.face == "up" and ("?" in self.card or len(self.candidates) > 1)


@dataclass(frozen=True, slots=True)
class FactView:
    """One fact of a round's timeline. `fact` is its JSON row; a withheld card reads `None` there."""

    number: int
    at: datetime
    kind: str
    source: str
    saw: str
    fact: tuple[Any, ...]
    level: str | None  # of a finding that names this fact
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """The table page: what lies on the felt now, steps, verdicts, disputes, calls."""

    code: str
    name: str
    pit: str
    state: State
    boxes: int
    is_open: bool
    is_paused: bool
    is_watch_only: bool
    sign: SignView | None
    dealer: str | None
    dealer_since: datetime | None
    shoe_key: str | None
    shoe_in_play: bool
    round_id: int | None
    round_number: int | None
    opened_at: datetime | None
    is_running: bool  # False: the felt shows the last round, settled
    seen: int  # number of the last entry; forms send it back
    step: Step | None
    permitted: tuple[tuple[str, str], ...]  # (slot, word)
    picture: Picture | None
    steps: tuple[FactView, ...]
    verdicts: tuple[VerdictView, ...]  # of this round and open ones of earlier rounds, worst first
    disputes: tuple[DisputeView, ...]
    calls: tuple[CallView, ...]
    may: frozenset[str]
    cameras: tuple[CameraHealth, ...] = ()
    crops: tuple[CardSeen, ...] = ()  # of the round on the felt, in the order in which the cards came
    bank: BankView | None = None  # of the round on the felt, else of the evening; None: the house holds it
    next_sign: SignView | None = None  # posted ahead
    evening_verdicts: tuple[EveningVerdictView, ...] = ()  # open ones, worst first
    evening: EveningName | None = None  # the last one; None: the house holds the bank, or none has begun
    stopped: str = ""  # why no card and no chip may move
    raises: tuple[RaiseView, ...] = ()
    may_raise: bool = False  # the sign says that a maximum may be raised on request
    misreads: Misreads | None = None  # where a camera watches
    misread_by: tuple[CameraMisreads, ...] = ()

    @property
    def places(self) -> list[str]:
        return [str(place) for place in range(1, self.boxes + 1)]


@dataclass(frozen=True, slots=True)
class TabletView:
    """What the dealer's tablet needs. `number` is the running round's, or the next one's while none runs."""

    code: str
    name: str
    boxes: int
    is_open: bool
    is_paused: bool
    is_watch_only: bool
    sign: SignView | None
    terms: Terms | None
    shoe_key: str | None
    shoe_state: str  # of shoes.models.Step: in_play stop_out ended …; "" without a shoe
    is_last_round: bool
    round_id: int | None  # None: no round on the felt
    round_number: int
    findings: tuple[Finding, ...]  # stop and act, standing and open; none while watch only, nor provisional ones
    before: dict[str, int | None]  # main stakes of the last round by place, for "as before"
    last_round_id: int | None
    last_round_number: int | None
    called_at: datetime | None  # of the oldest call that nobody has answered
    stopped: str = ""  # why no card and no chip may move
    next_sign: SignView | None = None  # posted ahead, to be announced
    raises: tuple[RaiseView, ...] = ()
    evening: EveningView | None = None  # None: the house holds the bank
    bank: str | None = None  # the box whose player holds the bank; None: the house does, or nobody yet
    players: Groups = ()  # the boxes of each player who has several
    # of the round on the felt
    seen: int = 0  # number of the last entry; forms send it back
    picture: Picture | None = None
    due: Due | None = None
    entries: tuple[Fact, ...] = ()  # as they arrived, newest first: take back, correct
    settlement: Settlement | None = None
    ahead: tuple[Target, ...] = ()  # where the next cards go
    claims: tuple[Claim, ...] = ()  # what may be claimed now
    purchase: tuple[int, int | None] | None = None  # what a closed card may cost the hand that acts, least and most


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A line of the list of rounds."""

    id: int
    table_code: str
    number: int
    opened_at: datetime
    ended_at: datetime | None
    how: str | None
    dealer: str
    boxes: int | None
    staked_minor: int | None
    house_minor: int | None
    bank_total: str | None  # None while withheld or unknown
    withheld: bool  # the shoe is in play
    verdicts: tuple[VerdictView, ...]
    disputes: int
    differing: int | None
    unknown_cards: int | None
    revision: int | None
    bank: str | None = None  # the box that banked; None: the house did


@dataclass(frozen=True, slots=True)
class Facet:
    name: str  # table outcome rule truth reaudit
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class RoundsPage:
    rows: tuple[RoundRow, ...]
    facets: tuple[Facet, ...]
    found: int
    total: int  # of all rounds; for a sample, of those that it was drawn from
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A random sample that anybody draws again: the same seed takes the same of the rounds that had ended by then.

    `upto` is the number of the last ending that was there when it was drawn.
    """

    size: int
    seed: str
    upto: int


@dataclass(frozen=True, slots=True)
class RoundsFilter:
    """What the list of rounds is narrowed to; empty means all."""

    tables: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()  # the five of a closing, or "open"
    rules: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()  # differs ruled unknown
    dealer_id: int | None = None
    shoe_key: str = ""
    since: datetime | None = None
    until: datetime | None = None
    number: int | None = None
    sample: Sample | None = None
    page: int = 1


@dataclass(frozen=True, slots=True)
class TruthRow:
    """One fact by its three truths; `stands` names the column that holds. None is not told, an int is money."""

    slot: str
    what: str  # card said stake paid, or stake:insurance, paid:surrender …
    nth: int  # the n-th card or word of the slot, from 1
    observed: str | int | None
    entered: str | int | None
    ruled: str | int | None
    stands: Literal["observed", "entered", "ruled", "none"]
    differs: bool
    fact_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DocumentView:
    revision: int
    sha256: str
    previous_sha256: str
    engine: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ProofEntry:
    """An entry of the journal about this round."""

    number: int
    at: datetime
    what: str
    by: str
    hash: str


@dataclass(frozen=True, slots=True)
class RoundView:
    """The round page: replayed to `step`, with the three truths."""

    id: int
    table_code: str
    number: int
    dealer: str
    shoe_key: str
    shoe_in_play: bool
    withheld: bool
    opened_at: datetime
    ended_at: datetime | None
    how: str | None
    sign: SignView
    step: int  # 0 (nothing yet) .. len(steps)
    steps: tuple[FactView, ...]
    picture: Picture | None  # after `step` facts; None while withheld
    due: Step | None  # what was due after `step` facts
    settlement: Settlement | None  # None while withheld
    truths: tuple[TruthRow, ...]
    verdicts: tuple[VerdictView, ...]
    disputes: tuple[DisputeView, ...]
    notes: tuple[NoteView, ...]
    documents: tuple[DocumentView, ...]
    proof: tuple[ProofEntry, ...]
    reaudit: str | None  # ok judged_otherwise damaged, once the shoe was re-audited
    previous_id: int | None
    next_id: int | None
    may: frozenset[str]
    crops: tuple[CardSeen, ...] = ()  # none while withheld
    bank: BankView | None = None  # None: the house held it
    boxes: int = 0  # of the table
    evening: EveningName | None = None  # in which it was dealt; None: the house held the bank


@dataclass(frozen=True, slots=True)
class DealerRecord:
    """A dealer's rounds and the verdicts that were upheld against them; no other outcome counts."""

    dealer: str
    rounds: int
    upheld: int
    by_rule: dict[str, int]
    money_minor: int
