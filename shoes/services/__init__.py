"""Everything that changes packs, shoes and the cards seen of them."""

from shoes.services.holds import hold, lift
from shoes.services.life import (
    burn,
    count,
    cut,
    end,
    load,
    place_stop_card,
    shuffle,
    start,
    stop_card_out,
    verify,
)
from shoes.services.packs import (
    AlreadyAnswered,
    PackHeld,
    SecondPersonNeeded,
    agree,
    ask,
    receive,
    receive_pack,
    refuse,
    retire,
)
from shoes.services.seen import discard, see, shuffle_again
from shoes.services.spreads import AlreadyLookedThrough, SpreadRefused, keep_spread, look_through
from shoes.services.steps import InspectionAsked, NoSuchShoe, PackRefused, PackTooOld, StepRefused, WrongPin
from shoes.services.tallies import sign_tally, tally

__all__ = [
    "AlreadyAnswered",
    "AlreadyLookedThrough",
    "InspectionAsked",
    "NoSuchShoe",
    "PackHeld",
    "PackRefused",
    "PackTooOld",
    "SecondPersonNeeded",
    "SpreadRefused",
    "StepRefused",
    "WrongPin",
    "agree",
    "ask",
    "burn",
    "count",
    "cut",
    "discard",
    "end",
    "hold",
    "keep_spread",
    "lift",
    "load",
    "look_through",
    "place_stop_card",
    "receive",
    "receive_pack",
    "refuse",
    "retire",
    "see",
    "shuffle",
    "shuffle_again",
    "sign_tally",
    "start",
    "stop_card_out",
    "tally",
    "verify",
]
