"""What a tap on the tablet says, read into drafts and requests. Raises BadEntry or BadMoney with one clear sentence."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from casino.money import NotMoney, parse
from tables import refusals
from tables.rules import joins
from tables.rules.evening import Event
from tables.rules.facts import ID, KIND, SLOT, SOURCE, Fact
from tables.rules.shapes import Request
from tables.services.drafts import Draft

BACK = "back"
UNREAD = "??"
FACE = SLOT + 2
LONGEST_KEY = 60
SUMS = ("put_up", "counted")
"""Events whose buttons carry a sum."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap: its key, and when it was made if it could not be delivered at once."""

    key: str
    round_id: int | None
    is_late: bool
    at_ms: int | None
    said: QueryDict

    def draft(self, kind: str, *fields: Any) -> Draft:
        return Draft(kind, fields, self.at_ms)


def tap_of(post: QueryDict) -> Tap:
    """A tap that comes late keeps its own time; one that comes at once has the server's."""
    key = post.get("key", "")
    if not 0 < len(key) <= LONGEST_KEY or "#" in key:
        known = {"most": LONGEST_KEY}
        raise refusals.BadEntry(_("A tap needs a key of its own, of 1 to %(most)d characters without “#”.") % known)
    is_late = post.get("late") == "1"
    return Tap(key, _number(post, "round"), is_late, _number(post, "at") if is_late else None, post)


def entry_of(tap: Tap) -> Draft:
    """What has happened: a card, a turned card, a stake found, a choice, a look, the stop card."""
    readers: dict[str, Callable[[Tap], Draft]] = {
        "card": _card,
        "turned": _turned,
        "stake": lambda tap: tap.draft("stake", _slot(tap), money_of(tap.said.get("amount", "")), "main"),
        "choice": _choice,
        "peeked": lambda tap: tap.draft("peeked", "0"),
        "indicator": lambda tap: tap.draft("indicator", "mouth"),
        "said": _said,
    }
    what = tap.said.get("what", "")
    if what not in readers:
        known = {"what": what, "known": ", ".join(readers)}
        raise refusals.BadEntry(_("“%(what)s” is no entry; there are %(known)s.") % known)
    return readers[what](tap)


def downs_of(tap: Tap) -> list[Draft]:
    """`downs=1,2,0`: cards that lie face down, one each, in the order of the deal. Empty where the tap is none."""
    slots = tap.said.get("downs", "")
    return [tap.draft("card", slot, UNREAD, "down", "along") for slot in slots.split(",")] if slots else []


def events_of(tap: Tap) -> list[Event]:
    """What happened around rounds: `tell=asked:4;cut:3`. What was typed or ticked is named: `bid:bidder:amount`."""
    told = tap.said.get("tell", "")
    if not told:
        raise refusals.BadEntry(_("Nothing was told; touch what happened."))
    return [_event(tap, one.split(":")) for one in told.split(";")]


def _event(tap: Tap, parts: list[str]) -> Event:
    typed: dict[str, Callable[[], Any]] = {
        "amount": lambda: money_of(tap.said.get("amount", "")),
        "places": lambda: tuple(tap.said.getlist("place")),
        "bidder": lambda: tap.said.get("bidder", ""),
        "card": lambda: tap.said.get("card", ""),
        "cards": lambda: tap.said.get("cards", ""),
        "event": lambda: _number(tap.said, "event") or 0,
        "count": lambda: _counted(tap),
        "reason": lambda: tap.said.get("reason", ""),
    }
    kind, *fields = parts
    return (kind, *(typed[field]() if field in typed else _field(kind, field) for field in fields))


def _counted(tap: Tap) -> int:
    """How many cards lie before the bookmark, as typed."""
    many = _number(tap.said, "count")
    if not many:
        raise refusals.BadEntry(_("Write how many cards lie before the bookmark, such as 20."))
    return many


def _field(kind: str, text: str) -> str | int:
    """A sum in minor units where the event has one; else a box, which is told by its text."""
    return int(text) if kind in SUMS and _is_number(text) else text


def requests_of(tap: Tap) -> list[Request]:
    """What is asked for: `said=3:double` (several with commas), `word=stand` with `slot=3`, or a sum in `pay`."""
    pay, word = tap.said.get("pay"), tap.said.get("word")
    if pay:
        slot, _colon, word = pay.partition(":")
        return [Request(slot, word, money_of(tap.said.get("amount", "")))]
    if word:
        return [Request(_slot(tap), word)]
    return [_request(text) for text in tap.said.get("said", "").split(",")]


def told(tap: Tap, asked: Request) -> Draft:
    """What would have been asked for, and comes late: it has happened."""
    if asked.word == "onlooker":
        return tap.draft("stake", asked.slot, asked.amount_minor, "onlooker")
    return tap.draft("said", asked.slot, asked.word, asked.amount_minor)


def number_of(tap: Tap, name: str) -> int:
    return _number(tap.said, name) or 0


def stakes_of(tap: Tap) -> dict[str, int]:
    """`stake=3:5000`, once a box."""
    found = {}
    for text in tap.said.getlist("stake"):
        place, _colon, minor = text.partition(":")
        if not (_is_number(place) and _is_number(minor)):
            wrong = {"text": text}
            raise refusals.BadEntry(_("“%(text)s” is no stake; write box:minor units, such as 3:5000.") % wrong)
        found[place] = int(minor)
    return found


def paid_of(tap: Tap) -> Draft:
    """All as shown, or one payment otherwise: what was given beside the stake, or taken."""
    if tap.said.get("as_shown"):
        return tap.draft("paid", "*", "as_shown", None)
    slot, _colon, kind = tap.said.get("pay", "").partition(":")
    way = tap.said.get("way", "paid")
    minor = 0 if way == "push" else money_of(tap.said.get("amount", ""))
    return tap.draft("paid", slot, kind or "main", -minor if way == "taken" else minor)


def correction_of(tap: Tap, facts: Sequence[Fact]) -> Draft:
    """Void what was entered or seen in this round, or say what it is; always with a reason.

    A card is named by its number, however often it was corrected. Face down, what it shows means that it was turned.
    """
    number = _number(tap.said, "fact")
    old = _standing(facts, number)
    if old is None:
        wrong = {"number": number}
        raise refusals.BadEntry(_("There is no entry %(number)s in this round; choose one of those shown.") % wrong)
    reason = tap.said.get("reason", "").strip()
    if not reason:
        raise refusals.ReasonMissing
    if tap.said.get("do") == "void":
        return tap.draft("voided", old[ID], reason)
    return _righted_card(tap, old, facts, reason) or tap.draft("corrected", old[ID], _righted(tap, old), reason)


def _standing(facts: Sequence[Fact], number: int | None) -> Fact | None:
    """The fact as it stands now, if it is one that people or cameras told."""
    told = next((fact for fact in facts if fact[ID] == number and fact[SOURCE] in ("entered", "observed")), None)
    standing = joins.facts(facts) if told else []
    return next((fact for fact in standing if fact[ID] == number), told)


def _righted_card(tap: Tap, old: Fact, facts: Sequence[Fact], reason: str) -> Draft | None:
    """What a touched card shows, where its turning tells that: it was turned, turned up another, or was not turned."""
    card = tap.said.get("card")
    if old[KIND] != "card" or old[FACE] != "down" or not card or "on_felt" not in tap.said:
        return None
    turned = next((fact for fact in joins.facts(facts) if fact[KIND] == "turned" and fact[SLOT] == old[ID]), None)
    if turned is None:
        return None if card == BACK else tap.draft("turned", old[ID], card)
    if card == BACK:
        return tap.draft("voided", turned[ID], reason)
    return tap.draft("corrected", turned[ID], ("turned", old[ID], card), reason)


def money_of(text: str) -> int:
    """A typed sum in minor units, from 0. Raises BadMoney."""
    try:
        minor = parse(text)
    except NotMoney:
        raise refusals.BadMoney(text, 2) from None
    if minor < 0:
        raise refusals.BadMoney(text, 2)
    return minor


def _righted(tap: Tap, old: Fact) -> tuple[Any, ...]:
    fields: list[Any] = list(old[SLOT:])
    card, place = tap.said.get("card"), tap.said.get("place")
    if place and old[KIND] == "card":
        fields[0] = _place(place)
    elif card and old[KIND] == "card":
        fields[1], fields[2] = (UNREAD, "down") if card == BACK else (card, "up")
    elif card and card != BACK and old[KIND] == "turned":
        fields[1] = card
    elif tap.said.get("do") == "amount" and old[KIND] in ("stake", "paid", "said"):
        nth = 1 if old[KIND] == "stake" else 2
        minor = money_of(tap.said.get("amount", ""))
        fields[nth] = -minor if old[KIND] == "paid" and (fields[nth] or 0) < 0 else minor
    else:
        raise refusals.BadEntry(_("This entry is no such thing; take it back and enter what is right."))
    return (old[KIND], *fields)


def _place(text: str) -> str:
    """A box, a hand of a box, or the dealer."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9])?", text, re.ASCII):
        wrong = {"text": text}
        raise refusals.BadEntry(
            _("“%(text)s” is no place at a table; write a box such as 3, or 0 for the dealer.") % wrong
        )
    return text


def _card(tap: Tap) -> Draft:
    card, lie = tap.said.get("card", ""), tap.said.get("lie") or "along"
    if card == BACK:
        return tap.draft("card", _slot(tap), UNREAD, "down", lie)
    return tap.draft("card", _slot(tap), card, "up", lie)


def _turned(tap: Tap) -> Draft:
    card = tap.said.get("card", "")
    if card == BACK:
        raise refusals.BadEntry(_("The card was turned over; enter what it shows."))
    return tap.draft("turned", _number(tap.said, "fact"), card)


def _said(tap: Tap) -> Draft:
    """A word that happened and is not asked for: what somebody claims, or looked at."""
    asked = _request(tap.said.get("said", ""))
    return tap.draft("said", asked.slot, asked.word, asked.amount_minor)


def _choice(tap: Tap) -> Draft:
    return tap.draft("choice", tap.said.get("irregularity", ""), _number(tap.said, "fact"), tap.said.get("option", ""))


def _request(text: str) -> Request:
    slot, word, minor = [*text.split(":"), "", ""][:3]
    if not slot or not word or (minor and not _is_number(minor)):
        wrong = {"text": text}
        raise refusals.BadEntry(_("“%(text)s” is no request; write box:word, such as 3:stand.") % wrong)
    return Request(slot, word, int(minor) if minor else None)


def _slot(tap: Tap) -> str:
    slot = tap.said.get("slot", "")
    if not slot:
        raise refusals.BadEntry(_("Touch where it lies first: a box or the dealer."))
    return slot


def _number(said: Mapping[str, Any], name: str) -> int | None:
    text = said.get(name) or ""
    if not text:
        return None
    if not _is_number(text):
        wrong = {"name": name, "text": text}
        raise refusals.BadEntry(_("%(name)s is “%(text)s”; it must be a whole number.") % wrong)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16
