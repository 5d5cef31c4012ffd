"""The opening spread of packs, read by a camera: kept as a test of the camera, and of the packs."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import refused_if
from casino.gaming_day import house_day
from casino.live import tell
from casino.models import Staff
from shoes import evidence, misprints, queries, spreads
from shoes.camera.spread import Laid
from shoes.models import Camera, Pack, PackState, ShoePack, Spread, SpreadAnswer, SpreadPack, Step
from shoes.packs import MOST_DECKS
from shoes.services.holds import hold
from shoes.services.packs import listed
from shoes.services.steps import PACKS_LOCK, PackRefused, lock

BEFORE_PLAY = (Step.LOADED, Step.VERIFIED)


class SpreadRefused(PackRefused):
    """No spread of these packs can be read so."""

    code = "spread-refused"
    status = 422


class AlreadyLookedThrough(PackRefused):
    code = "spread-answered"

    def __init__(self) -> None:
        super().__init__(_("Somebody has looked this spread through already; reload the page to see who."))


@transaction.atomic
def keep_spread(
    camera: Camera, serials: Sequence[str], laid: Sequence[Laid], *, picture: bytes, pictures: int, by: Staff
) -> Spread:
    """Keep what `camera` read of these packs, and on which picture. Raises SpreadRefused; nothing is kept then."""
    lock(PACKS_LOCK)
    packs = packs_to_spread(serials)
    kind, reads = packs[0].kind, [card.card for card in laid]
    _check_reads(kind, len(packs), reads)
    found = spreads.compare(spreads.held(kind, len(packs)), reads)
    misprinted = misprints.misprints(kind, laid, found)
    spread = Spread.objects.create(
        camera=camera,
        by=by,
        pack_kind=kind,
        gaming_day=house_day(),
        calibration=queries.calibration_version(camera),
        pictures=pictures,
        picture_sha256=evidence.store(picture),
        reads=[[card.card, round(1000 * card.confidence), list(card.box)] for card in laid],
        misprinted=[[one.belongs, one.shows, one.why, one.box and list(one.box)] for one in misprinted],
        **vars(found),
    )
    SpreadPack.objects.bulk_create(SpreadPack(spread=spread, pack=pack) for pack in packs)
    _record(spread, by, "spread.read", {"packs": sorted(serials), "picture_sha256": spread.picture_sha256})
    return spread


@transaction.atomic
def look_through(
    spread: Spread, *, missing: Sequence[str], extra: Sequence[str], misprinted: Sequence[str] = (), by: Staff
) -> SpreadAnswer:
    """Say what the packs really lack, or have too many, a card each time; packs that are not whole are held.

    misprinted  which of the spread's misprints are so, each by the card that it should be; its two cards are then
                neither missing nor too many.
    """
    reads = [card for card, _permille, _box in spread.reads]
    packs = list(spread.packs.order_by("serial"))
    hidden = in_shoes(packs)
    if hidden:
        raise SpreadRefused(_("Pack %(serial)s is in play; nothing of it is said now.") % {"serial": listed(hidden)})
    so = [one for one in spread.misprinted if one[0] in misprinted]
    shown = [(belongs, shows) for belongs, shows, why, _box in so if why != misprints.CORNERS]
    missing = _less(missing, [belongs for belongs, _shows in shown])
    extra = _less(extra, [shows for _belongs, shows in shown])
    truth = spreads.held(
        spread.pack_kind,
        len(packs),
        missing=[*missing, *(belongs for belongs, _shows in shown)],
        extra=[*extra, *(shows for _belongs, shows in shown)],
    )
    found = spreads.compare(truth, reads)
    with refused_if("shoes_spreadanswer_spread_id_key", AlreadyLookedThrough()):
        answer = SpreadAnswer.objects.create(
            spread=spread,
            by=by,
            expected=found.expected,
            right=found.right,
            wrong=found.wrong,
            missing=_pairs(missing),
            extra=_pairs(extra),
            misprinted=so,
        )
    serials = [pack.serial for pack in packs]
    if not answer.is_as_printed:
        hold(serials, _held_for(answer), by=by)
    facts = {"packs": serials, "right": found.right, "wrong": found.wrong, "expected": found.expected}
    _record(spread, by, "spread.looked_through", {**facts, "is_whole": answer.is_as_printed})
    return answer


def _held_for(answer: SpreadAnswer) -> str:
    if not answer.misprinted:
        return _("opening spread: cards missing or too many")
    if not (answer.missing or answer.extra):
        return _("opening spread: misprinted cards")
    return _("opening spread: misprinted cards, and cards missing or too many")


def _less(cards: Sequence[str], told: Sequence[str]) -> list[str]:
    """The cards without those told otherwise."""
    return sorted((Counter(cards) - Counter(told)).elements())


def packs_to_spread(serials: Sequence[str]) -> list[Pack]:
    """The packs, if they may lie spread before a camera. Raises SpreadRefused."""
    if not 1 <= len(set(serials)) == len(serials) <= MOST_DECKS:
        raise SpreadRefused(_("Name the packs that lie spread: 1 to %(most)d, each once.") % {"most": MOST_DECKS})
    packs = list(Pack.objects.filter(serial__in=serials).order_by("serial"))
    unknown = sorted(set(serials) - {pack.serial for pack in packs})
    if unknown:
        raise SpreadRefused(_("There is no pack %(serial)s.") % {"serial": listed(unknown)})
    if len({pack.kind for pack in packs}) > 1:
        raise SpreadRefused(_("The packs of one spread are all of one kind; these are not."))
    dealt = in_shoes(packs)
    if dealt:
        raise SpreadRefused(
            _("Pack %(serial)s is in a shoe that is shuffled or in play; a spread is read before that, or after it.")
            % {"serial": listed(dealt)}
        )
    gone = PackState.RETIRED, PackState.DESTROYED
    away = Pack.objects.at(*gone).filter(pk__in=[pack.pk for pack in packs]).values_list("serial", flat=True)
    if away:
        raise SpreadRefused(_("Pack %(serial)s is out of use; name another.") % {"serial": listed(sorted(away))})
    return packs


def in_shoes(packs: Sequence[Pack]) -> list[str]:
    """Which of the packs are in a shoe that has been shuffled and is not counted yet: nothing of them is shown."""
    loaded = Pack.objects.at(PackState.LOADED).filter(pk__in=[pack.pk for pack in packs])
    newest = ShoePack.objects.filter(pack__in=loaded).order_by("pack", "-pk").distinct("pack")
    rows = list(newest.select_related("shoe", "pack"))
    states = queries.states_of([row.shoe for row in rows])
    hidden = [row.pack.serial for row, shoe in zip(rows, states, strict=True) if shoe.state not in BEFORE_PLAY]
    return sorted(hidden)


def _check_reads(kind: str, packs: int, reads: Sequence[str]) -> None:
    expected = spreads.held(kind, packs).total()
    if spreads.is_of_another_kind(kind, reads):
        raise SpreadRefused(_("Other cards lie there than those packs hold; look which packs they are."))
    if len(reads) < spreads.FEWEST * expected:
        raise SpreadRefused(
            _(
                "%(read)d of %(expected)d cards are to be seen; spread all of them so that each shows a corner, take "
                "hands away, and read again."
            )
            % {"read": len(reads), "expected": expected}
        )
    if len(reads) > spreads.MOST * expected:
        raise SpreadRefused(
            _("%(read)d cards lie there, and those packs hold %(expected)d; name all packs that lie spread.")
            % {"read": len(reads), "expected": expected}
        )


def _pairs(cards: Sequence[str]) -> list[list[Any]]:
    return [[card, cards.count(card)] for card in sorted(set(cards))]


def _record(spread: Spread, by: Staff, what: str, facts: dict[str, Any]) -> None:
    """In the house's journal without the names of cards: the packs may come into play."""
    figures = {"expected": spread.expected, "right": spread.right, "wrong": spread.wrong, "unsure": spread.unsure}
    about = f"camera:{spread.camera.name}"
    audit.record(audit.HOUSE, by, what, about=about, facts={"spread": spread.pk, **figures, **facts})
    tell("camera", camera=spread.camera.name)
    tell("packs")
