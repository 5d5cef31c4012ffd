"""A round's steps as a row of stations: what is done, what was odd, what is due, what comes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from django.utils.translation import ngettext

from casino.templatetags.screen import amount
from tables.queries.shapes import FactView, TableView
from tables.rules.shapes import Picture, PictureBox
from tables.wording import terms
from tables.wording.places import place
from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext
from tables.wording.steps import fact, step

BANK = "0"
MARKS = {"done": "done", "due": "act", "to": "calm", "stop": "stop", "act": "act", "look": "look"}
OFFERS = ("insure", "decline_insurance", "even_money", "decline_even_money")
CLOSINGS = ("stakes_closed", "as_before")
SILENT = ("opened", "closed", "gap")


@dataclass(frozen=True, slots=True)
class Station:
    """One station of the row. `state` is done, odd, due or to; `mark` its shape."""

    state: str
    mark: str
    head: str
    what: str = ""
    at: datetime | None = None
    source: str = ""


@dataclass(slots=True)
class _Group:
    key: str
    facts: list[FactView] = field(default_factory=list)


def timeline(table: TableView) -> list[Station]:
    """The stations of the round on the felt; where a player banks, nobody there is the dealer."""
    found = _stations(table)
    if table.bank is None:
        return found
    dealer, bank = pgettext("step", "Dealer"), pgettext("step", "Bank")
    return [replace(one, head=bank) if one.head == dealer else one for one in found]


def _stations(table: TableView) -> list[Station]:
    done = [_station(group, table.picture) for group in _groups(table.steps)]
    if not table.is_running or table.step is None or table.step.code == "round_over":
        return done
    due = step(table.step)
    stops = table.step.code == "no_card"
    now = Station("due", "stop" if stops else "act", due.head, due.sum or due.why, source=pgettext("time", "now"))
    return [*done, now, *_to_come(table.picture, table.step.slot)]


def _groups(facts: Iterable[FactView]) -> Iterator[_Group]:
    """Neighbouring facts that are one step; whatever broke a rule stands alone."""
    shown = [fact for fact in facts if fact.kind not in SILENT]
    keys = _keys(shown)
    for key, members in groupby(zip(keys, shown, strict=True), key=lambda pair: pair[0]):
        yield _Group(key, [fact for _key, fact in members])


def _keys(facts: list[FactView]) -> list[str]:
    is_dealing, keys = True, []
    for each in facts:
        key = _key(each, is_dealing=is_dealing)
        is_dealing = is_dealing and key in ("stakes", "deal")
        keys.append(f"odd:{each.number}" if each.level else key)
    return keys


def _key(each: FactView, *, is_dealing: bool) -> str:
    at = str(each.fact[5]) if len(each.fact) > 5 else ""
    if (each.kind == "stake" and each.fact[7] == "main") or (each.kind == "said" and each.fact[6] in CLOSINGS):
        return "stakes"
    if each.kind == "card" and is_dealing:
        return "deal"
    if each.kind == "peeked" or (each.kind == "said" and each.fact[6] in OFFERS):
        return "offer"
    if each.kind == "stake" and each.fact[7] == "insurance":
        return "offer"
    if each.kind == "paid":
        return "pay"
    if each.kind == "lifted":
        return "cleared"
    if each.kind == "turned" or (each.kind == "card" and at == BANK):
        return "dealer"
    if each.kind in ("card", "said", "stake", "parted"):
        return f"box:{at.partition('.')[0]}"
    return f"{each.kind}:{each.number}"


def _station(group: _Group, picture: Picture | None) -> Station:
    first, last = group.facts[0], group.facts[-1]
    name, _colon, _which = group.key.partition(":")
    if name == "odd":
        words = fact(first.fact, is_short=True)
        level = first.level or "look"
        return Station(f"odd {level}", MARKS[level], words.head, words.what, first.at, _sources(group))
    head, what = {
        "stakes": _stakes_words,
        "deal": _deal_words,
        "offer": _offer_words,
        "pay": _pay_words,
        "cleared": _cleared_words,
        "dealer": _dealer_words,
        "box": _box_words,
    }.get(name, _other_words)(group, picture)
    return Station("done", "done", head, what, last.at, _sources(group))


def _sources(group: _Group) -> str:
    return ", ".join(dict.fromkeys(terms.source(each.source) for each in group.facts))


def _stakes_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    boxes = [each for each in group.facts if each.kind == "stake" and each.fact[5] not in (BANK, "pot")]
    placed = [each.fact[6] for each in boxes if each.fact[6] != 0]
    words = ngettext("%(count)d box", "%(count)d boxes", len(placed)) % {"count": len(placed)}
    total = amount(None if None in placed else sum(placed))
    return pgettext("step", "Stakes"), f"{words}, {total}" if placed else words


def _deal_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    count = len(group.facts)
    return pgettext("step", "Deal"), ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def _offer_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    insured = [
        each for each in group.facts if each.kind == "stake" or (each.kind == "said" and each.fact[6] == "insure")
    ]
    is_peek = any(each.kind == "peeked" for each in group.facts)
    head = pgettext("step", "Peek") if is_peek and not insured else pgettext("step", "Insurance")
    what = ngettext("%(count)d box", "%(count)d boxes", len(insured)) % {"count": len(insured)} if insured else ""
    return head, what


def _pay_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    count = len(group.facts)
    if any(each.fact[5] == "*" for each in group.facts):
        return pgettext("step", "Paid"), _("all as shown")
    return pgettext("step", "Paid"), ngettext("%(count)d payment", "%(count)d payments", count) % {"count": count}


def _cleared_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    count = len(group.facts)
    return pgettext("step", "Cleared"), ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def _dealer_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    return pgettext("step", "Dealer"), terms.total(picture.dealer.total) if picture else ""


def _box_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    box = group.key.partition(":")[2]
    said = [each.fact[6] for each in group.facts if each.kind == "said"]
    kinds = {each.fact[7] for each in group.facts if each.kind == "stake"}
    verb = (
        "split" if "split" in kinds or "split" in said else "double" if "double" in kinds else said[-1] if said else ""
    )
    heads = {
        "split": pgettext("step", "Box %(place)s splits"),
        "double": pgettext("step", "Box %(place)s doubles"),
        "stand": pgettext("step", "Box %(place)s stands"),
        "hit": pgettext("step", "Box %(place)s hits"),
        "surrender": pgettext("step", "Box %(place)s surrenders"),
    }
    head = heads.get(verb, pgettext("step", "Box %(place)s")) % {"place": box}
    found = _box(picture, box)
    totals = [terms.total(hand.total) for hand in found.hands if hand.cards] if found else []
    totals = totals[:1] if len(set(totals)) == 1 else totals
    return head, pgettext("totals", " and ").join(totals)


def _other_words(group: _Group, picture: Picture | None) -> tuple[str, str]:
    words = fact(group.facts[-1].fact)
    return words.head, words.what


def _to_come(picture: Picture | None, due_slot: str | None) -> list[Station]:
    """Boxes that still wait, then the dealer, then the payments."""
    if picture is None or picture.phase in ("dealer", "settle", "over", "lost", "stakes"):
        return []
    acting = (due_slot or "").partition(".")[0]
    waiting = [box for box in picture.boxes if box.place != acting and _still_acts(box)]
    heads = [pgettext("step", "Box %(place)s acts") % {"place": place(box.place)} for box in waiting]
    heads += [pgettext("step", "Dealer"), pgettext("step", "Pay and take")]
    return [Station("to", "calm", head) for head in heads]


def _still_acts(box: PictureBox) -> bool:
    return any(hand.status in ("waits", "acting") for hand in box.hands)


def _box(picture: Picture | None, name: str) -> PictureBox | None:
    return next((box for box in picture.boxes if box.place == name), None) if picture else None
