"""Everything that changes packs, shoes and the cards seen of them."""

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
from shoes.services.packs import receive_pack
from shoes.services.seen import discard, see, shuffle_again
from shoes.services.steps import NoSuchShoe, PackRefused, StepRefused

__all__ = [
    "NoSuchShoe",
    "PackRefused",
    "StepRefused",
    "burn",
    "count",
    "cut",
    "discard",
    "end",
    "load",
    "place_stop_card",
    "receive_pack",
    "see",
    "shuffle",
    "shuffle_again",
    "start",
    "stop_card_out",
    "verify",
]
