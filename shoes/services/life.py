"""A shoe's life: every step once, in its order and by the right people (R-BJF-4 to R-BJF-10, R-BJF-34)."""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from casino.models import Role, Staff
from shoes import queries
from shoes.cards import UNKNOWN, Card, NotACard, format_card, is_known, parse_card
from shoes.census import Difference, compare_count
from shoes.house_rules import CardAge, Inspection
from shoes.models import Pack, PackState, Shoe, ShoeEvent, ShoeKind, ShoePack, Step
from shoes.packs import MOST_DECKS, composition
from shoes.services.holds import hold
from shoes.services.packs import check_held, move_packs
from shoes.services.seen import raise_alarms, see
from shoes.services.steps import (
    PACKS_LOCK,
    InspectionAsked,
    PackRefused,
    PackTooOld,
    StepRefused,
    lock,
    ready_for,
    write,
)
from shoes.signals import shoe_ended


@transaction.atomic
def load(
    key: str,
    packs: Sequence[Pack],
    *,
    by: Staff,
    kind: str = ShoeKind.SHOE,
    chain: str = "house",
    film: str = "",
) -> Shoe:
    """Put `packs` into a new shoe; `chain` is the journal that its life is written to.

    `film` names the film whose cards the shoe stands for: they come in the same order whenever it is shown, so the
    census leaves their order out. That is written down with the shoe and shown on its page.
    """
    key = key or queries.next_key()
    serials = sorted(pack.serial for pack in packs)
    if not 1 <= len(set(serials)) == len(serials) <= MOST_DECKS:
        raise PackRefused(_("A shoe takes 1 to %(most)d different packs.") % {"most": MOST_DECKS})
    lock(PACKS_LOCK)
    stored = list(Pack.objects.filter(serial__in=serials))
    check_held(stored)
    free = set(Pack.objects.loadable().filter(serial__in=serials).values_list("serial", flat=True))
    for serial in serials:
        if serial not in free:
            raise PackRefused(
                _("Pack %(serial)s is neither on the floor nor in the store; load one that is.") % {"serial": serial}
            )
    if len({pack.kind for pack in stored}) != 1:
        raise PackRefused(_("The packs of one shoe are all of one kind; these are not."))
    _check_age(stored, kind)
    if Shoe.objects.filter(key=key).exists():
        raise StepRefused(_("There is a shoe %(key)s already; give this one another key.") % {"key": key})
    now = timezone.now()
    shoe = Shoe.objects.create(
        key=key,
        kind=kind,
        pack_kind=stored[0].kind,
        decks=len(stored),
        chain=chain,
        opened_at=now,
    )
    ShoePack.objects.bulk_create(ShoePack(shoe=shoe, pack=pack) for pack in stored)
    move_packs(stored, PackState.LOADED, key, by)
    write(shoe, Step.LOADED, by, {"packs": serials, **({"film": film} if film else {})})
    return shoe


@transaction.atomic
def verify(key: str, *, by: Staff, inspectors: Sequence[Staff] = ()) -> None:
    """A second person has looked the packs through: every card of every pack is there.

    Where a rule pack asks for the signatures of others under new packs, `inspectors` are who gave them.
    """
    shoe = ready_for(key, Step.VERIFIED)
    if ShoeEvent.objects.filter(shoe=shoe, kind=Step.LOADED, by=by).exists():
        raise StepRefused(
            _("%(who)s loaded shoe %(key)s; somebody else must verify its packs.") % {"who": by, "key": key}
        )
    asked = queries.inspection_of(key)
    if asked is not None and asked.clause.is_checked:
        _check_signed(asked, [*inspectors, by])
    facts: dict[str, object] = {}
    if inspectors:
        facts["inspected"] = [{"by": one.signature, "name": one.name, "role": one.role} for one in inspectors]
        facts["clause"] = f"{asked.clause.pack}, {asked.clause.number}" if asked else ""
    write(shoe, Step.VERIFIED, by, facts)


def _check_signed(asked: Inspection, signed: Sequence[Staff]) -> None:
    """One person of each role that the clause names, nobody twice."""
    roles = sorted(asked.roles)
    if len({one.pk for one in signed}) == len(signed) and sorted(one.role for one in signed) == roles:
        return
    raise InspectionAsked(
        _("New packs are looked through by %(roles)s (%(clause)s): each signs, nobody twice.")
        % {
            "roles": ", ".join(str(Role(role).label) for role in asked.roles),
            "clause": f"{asked.clause.pack}, {asked.clause.number}",
        }
    )


def _check_age(packs: Sequence[Pack], kind: str) -> None:
    """Packs whose time in play is over go into no shoe again, where a confirmed clause says how long that is."""
    rules = queries.house_rules()
    limit = (rules.age_by_hand if kind == ShoeKind.HAND else None) or rules.age
    if limit is None or not limit.clause.is_checked:
        return
    now = timezone.now()
    for serial, since in queries.packs_in_play_since(packs).items():
        if CardAge(since, limit, now).level == "act":
            raise PackTooOld(
                _("Pack %(serial)s is in play since %(since)s; %(clause)s allows %(hours)d h. Retire it, load another.")
                % {
                    "serial": serial,
                    "since": date_format(timezone.localtime(since), "j E H:i"),
                    "clause": f"{limit.clause.pack}, {limit.clause.number}",
                    "hours": limit.hours,
                }
            )


@transaction.atomic
def shuffle(key: str, *, by: Staff) -> None:
    """Shuffle the packs; may be done again at any moment before the shoe is in play."""
    write(ready_for(key, Step.SHUFFLED), Step.SHUFFLED, by, {})


@transaction.atomic
def cut(key: str, *, by: Staff, cut_by: str) -> None:
    """The cut was offered, and `cut_by` (a player's box, or `declined`) put the cut card in."""
    write(ready_for(key, Step.CUT), Step.CUT, by, {"cut_by": cut_by})


@transaction.atomic
def place_stop_card(key: str, from_bottom: int, *, by: Staff) -> None:
    """Put the stop card so many cards from the bottom; 0 where the house deals to the last card."""
    shoe = ready_for(key, Step.STOP_CARD)
    size = sum(composition(shoe.pack_kind, shoe.decks).values())
    if not 0 <= from_bottom < size:
        raise StepRefused(
            _("The stop card goes 0 to %(most)d cards from the bottom of this shoe.") % {"most": size - 1}
        )
    write(shoe, Step.STOP_CARD, by, {"from_bottom": from_bottom})


@transaction.atomic
def burn(key: str, cards: int, *, by: Staff) -> None:
    """Put the top cards aside unseen; 0 where the house burns none. The census counts them as unknown."""
    shoe = ready_for(key, Step.BURNED)
    if not 0 <= cards < sum(composition(shoe.pack_kind, shoe.decks).values()):
        raise StepRefused(_("So many cards cannot be burned; the shoe does not hold them."))
    write(shoe, Step.BURNED, by, {"burned": cards})


@transaction.atomic
def start(key: str, *, by: Staff) -> None:
    """The shoe comes into play."""
    shoe = ready_for(key, Step.IN_PLAY)
    write(shoe, Step.IN_PLAY, by, {})
    burned = ShoeEvent.objects.filter(shoe=shoe, kind=Step.BURNED).order_by("-pk").first()
    aside = burned.facts["burned"] if burned else 0
    see(key, [(f"burn:{number}", format_card(UNKNOWN)) for number in range(1, aside + 1)], at=timezone.now())


@transaction.atomic
def stop_card_out(key: str, *, by: Staff | None) -> None:
    """The stop card came: the round under way is the last of this shoe."""
    write(ready_for(key, Step.STOP_OUT), Step.STOP_OUT, by, {})


@transaction.atomic
def end(key: str, *, by: Staff | None, reason: str = "") -> ShoeEvent:
    """Take the shoe out of play. Before its stop card is out that wants a `reason`."""
    shoe = ready_for(key, Step.ENDED)
    if not reason and shoe.kind != ShoeKind.CSM and not queries.is_last_round(key):
        raise StepRefused(_("The stop card of shoe %(key)s is not out; say why it ends early.") % {"key": key})
    passage = queries.passage_of(shoe)  # as the cards lie now: what came before was shuffled since
    cards = queries.effective_cards(shoe).filter(number__gt=passage.after)
    dealt = [card for card in cards.values_list("card", flat=True) if card]
    rounds = ShoeEvent.objects.filter(shoe=shoe, kind=Step.DISCARDED, pk__gt=passage.event).order_by("pk")
    discarded = [card for row in rounds for card in row.facts["cards"].split()]
    facts = {
        "dealt": " ".join(dealt),
        "discarded": " ".join(discarded),
        "reason": reason,
    }
    event = write(shoe, Step.ENDED, by, facts)
    shoe_ended.send(sender=None, shoe_key=key)
    return event


@transaction.atomic
def count(key: str, counted: Mapping[str, int] | Iterable[str], *, by: Staff) -> Difference:
    """The closing count: every card of every pack was looked at. Names what is missing and what is too many.

    Complete packs are ready for the next shoe; others are withdrawn, and held until somebody has looked into it.
    """
    shoe = ready_for(key, Step.COUNTED)
    difference = compare_count(composition(shoe.pack_kind, shoe.decks), _counted(counted))
    facts = {
        "missing": list(map(list, difference.missing)),
        "extra": list(map(list, difference.extra)),
    }
    write(shoe, Step.COUNTED, by, facts)
    packs = list(shoe.packs.all())
    lock(PACKS_LOCK)
    if difference.is_none:
        move_packs(packs, PackState.ISSUED, key, by)
    else:
        why = _("closing count of %(key)s") % {"key": key}
        move_packs(packs, PackState.WITHDRAWN, why, by)
        hold([pack.serial for pack in packs], why, by=by)
    raise_alarms(shoe, difference.alarms(), timezone.now())
    return difference


def _counted(counted: Mapping[str, int] | Iterable[str]) -> dict[Card, int]:
    pairs = counted.items() if isinstance(counted, Mapping) else ((card, 1) for card in counted)
    total: dict[Card, int] = {}
    for text, number in pairs:
        try:
            card = parse_card(text)
        except NotACard as wrong:
            raise StepRefused(str(wrong)) from None
        if number < 0 or not is_known(card):
            raise StepRefused(_("A closing count names every card with its suit and how many there are."))
        total[card] = total.get(card, 0) + number
    return total
