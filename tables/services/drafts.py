"""What somebody wants to enter, before it has a number; and its making into facts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from casino.errors import NotAllowed
from casino.models import ServiceToken, Staff
from tables import refusals
from tables.document import canonical
from tables.queries.tables import TableState
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE, BadFact, Fact, parse

SLACK_MS: Final = 2_000
"""How far the clock of a tablet or camera may be off."""
NAMES_A_FACT: Final = {"turned": 0, "choice": 1, "corrected": 0, "voided": 0, "inserted": 0}
"""At which field a kind names another fact."""
NUL: Final = b"\\u0000"
TABLES_OWN: Final = ("opened", "closed")
Writer = Staff | ServiceToken | None
"""Who enters: a person, a machine's account, or None for the table's own program (demo, bench)."""


class Draft(NamedTuple):
    """One fact to be: kind and fields as in `tables.rules.facts`; `at_ms` None is now.

    `saw` is heard only from the table's own program: people and machines are named by who they are.
    """

    kind: str
    fields: tuple[Any, ...]
    at_ms: int | None = None
    source: str = "entered"
    saw: str = ""


def check_writer(by: Writer, drafts: Sequence[Draft], state: TableState, *, table_code: str) -> None:
    """Who may say what: the dealer of the open table enters, a camera observes, a supervisor rules.

    Raises NotYourTable, NotAllowed or SourceNotYours.
    """
    if by is None:
        return
    sources = {draft.source for draft in drafts}
    if isinstance(by, ServiceToken):
        _check_machine(by, sources, table_code)
    elif state.dealer is not None and by.pk == state.dealer.pk:
        _check_sources(sources, {"entered"})
    elif by.may("dispute.rule"):
        _check_sources(sources, {"ruled"})
    else:
        raise refusals.NotYourTable(table_code)


def _check_machine(by: ServiceToken, sources: set[str], table_code: str) -> None:
    """A camera's account names its table, and a letter where a table has several: `camera:BJ-12a`."""
    if not by.may("observations.post"):
        raise NotAllowed(_("This token may not post observations."))
    name = by.about.partition(":")[2]
    letter = name.removeprefix(table_code)
    if not name.startswith(table_code) or (letter and not letter.isalpha()):
        raise refusals.NotYourTable(table_code)
    _check_sources(sources, {"observed"})


def _check_sources(sources: set[str], allowed: set[str]) -> None:
    for source in sorted(sources - allowed):
        raise refusals.SourceNotYours(source)


def to_facts(drafts: Sequence[Draft], before: Sequence[Fact], *, now_ms: int, by: Writer) -> list[Fact]:
    """Numbered facts that follow those entered `before`.

    Raises BadEntry for what is no fact or names an entry that is not there, FutureEntry for a time more than 2 s ahead,
    PastEntry for an observation or a correction dated before the round began.
    """
    if not drafts:
        raise refusals.BadEntry(_("Nothing was entered; send at least one entry."))
    known = {fact[ID]: fact for fact in before}
    began_ms = min((fact[AT] for fact in before), default=now_ms)
    tapped_ms = max((fact[AT] for fact in before if fact[SOURCE] == "entered"), default=began_ms)
    first = max(known, default=0) + 1
    facts: list[Fact] = []
    for number, draft in enumerate(drafts, start=first):
        at = now_ms if draft.at_ms is None else draft.at_ms
        if draft.source == "entered" and type(at) is int:
            # A tablet delivers in order: a tap is never older than the taps before it, whatever the tablet's clock.
            at = tapped_ms = max(at, tapped_ms)
        at = _in_time(at, began_ms, now_ms)
        fact = _to_fact(draft, number, at, by)
        if fact[KIND] == "inserted":
            _in_time(fact[SLOT + 1], began_ms, now_ms)
        if fact[KIND] in NAMES_A_FACT:
            _check_named(fact, known)
        known[number] = fact
        facts.append(fact)
    return facts


def _to_fact(draft: Draft, number: int, at: int, by: Writer) -> Fact:
    if draft.kind in TABLES_OWN:
        raise refusals.BadEntry(_("That a round opened or closed is said by the table itself, never entered."))
    row = [number, at, draft.kind, draft.source, _saw(draft, by), *draft.fields]
    try:
        fact = parse(row, "entry")
    except BadFact as wrong:
        raise refusals.BadEntry(str(wrong)) from None
    if NUL in canonical(fact):
        raise refusals.BadEntry(_("An entry holds no NUL characters; write plain text."))
    return fact


def _in_time(at: object, began_ms: int, now_ms: int) -> int:
    """The time, or the round's beginning where a clock that is a little slow puts it just before."""
    if type(at) is not int:
        raise refusals.BadEntry(_("The time of an entry is milliseconds since 1970 (UTC), a whole number."))
    if at > now_ms + SLACK_MS:
        raise refusals.FutureEntry(at - now_ms)
    if at < began_ms - SLACK_MS:
        raise refusals.PastEntry(began_ms - at)
    return max(at, began_ms)


def _check_named(fact: Fact, known: Mapping[int, Fact]) -> None:
    """What an entry turns, corrects, takes back or decides is an entry of this round, and not the table's own."""
    named = fact[SLOT + NAMES_A_FACT[fact[KIND]]]
    target = known.get(named)
    if target is None and not (fact[KIND] == "inserted" and named == 0):
        raise refusals.BadEntry(_("There is no entry {number} in this round.").format(number=named))
    if target is not None and fact[KIND] != "inserted" and target[SOURCE] == "table":
        raise refusals.BadEntry(_("Entry {number} is the table's own; it stays.").format(number=named))
    if target is not None and fact[KIND] == "turned" and not _is_card(target):
        raise refusals.BadEntry(_("Entry {number} is no card; only a card is turned.").format(number=named))


def _is_card(fact: Fact) -> bool:
    return "card" in (fact[KIND], fact[SLOT + 2][0] if fact[KIND] == "inserted" else "")


def _saw(draft: Draft, by: Writer) -> str:
    """Who or what says so: never what the sender calls itself, since two different eyes confirm each other."""
    if by is None:
        return draft.saw or ("tablet" if draft.source == "entered" else "table")
    if isinstance(by, ServiceToken):
        return by.about or by.signature
    return "tablet" if draft.source == "entered" else by.signature


def check_key(key: str) -> None:
    """A key names one request of one screen or camera. Raises BadEntry."""
    if not 0 < len(key) <= 60 or "#" in key:
        raise refusals.BadEntry(_("The key of an entry is 1 to 60 characters without “#”, such as a UUID."))


def renumbered(fact: Fact, shift: int) -> Fact:
    """The fact with its own number and those of the facts that it names moved up."""
    number, at, kind, source, saw, *fields = fact
    if kind in NAMES_A_FACT:
        place = NAMES_A_FACT[kind]
        fields[place] += shift if fields[place] else 0
    return (number + shift, at, kind, source, saw, *fields)
