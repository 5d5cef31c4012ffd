"""What each game calls the person who holds the bank, put into sentences that games share. Pure."""

import re
from collections.abc import Mapping
from typing import Final

# Russian by case: nominative, genitive, dative, instrumental, prepositional.
_DEALER: Final = ("дилер", "дилера", "дилеру", "дилером", "дилере")
_BANKER: Final = ("банкомёт", "банкомёта", "банкомёту", "банкомётом", "банкомёте")
_WHO_DEALS: Final = ("сдающий", "сдающего", "сдающему", "сдающим", "сдающем")
_WHO_BANKS: Final = ("банкующий", "банкующего", "банкующему", "банкующим", "банкующем")
_FARMER: Final = ("фермер", "фермера", "фермеру", "фермером", "фермере")

HOLDERS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "blackjack-fixed-bank": ("dealer", _DEALER),
    "blackjack-variable-bank": ("banker", _BANKER),
    "pontoon": ("banker", _BANKER),
    "seven-and-a-half": ("banker", _WHO_DEALS),
    "sette-e-mezzo": ("dealer", _WHO_DEALS),
    "macao": ("banker", _BANKER),
    "fifteen": ("dealer", _WHO_DEALS),
    "farmer": ("farmer", _FARMER),
    "ten-and-a-half": ("banker", _WHO_DEALS),
    "ochko-36": ("banker", _WHO_BANKS),
    "ochko-two-deck": ("banker", _BANKER),
}
_ENGLISH: Final = re.compile(r"\b(dealer|banker)(?=s?\b)", re.IGNORECASE)
_RUSSIAN: Final = re.compile(rf"\b({'|'.join((*_DEALER, *_BANKER))})\b", re.IGNORECASE)
_CASE: Final = {form: case for forms in (_DEALER, _BANKER) for case, form in enumerate(forms)}


def spoken(text: str, game: str, lang: str) -> str:
    """`text` with the game's own word for whoever holds the bank."""
    english, russian = HOLDERS[game]
    if lang == "ru":
        return _RUSSIAN.sub(lambda found: _like(found[0], russian[_CASE[found[0].lower()]]), text)
    return _ENGLISH.sub(lambda found: _like(found[0], english), text)


def _like(said: str, word: str) -> str:
    return word.capitalize() if said[0].isupper() else word
