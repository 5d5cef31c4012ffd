"""Wording for templates: codes in, sentences out (tables/wording.py says which)."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from casino.templatetags.screen import age
from shoes.wording import card_name
from tables import wording
from tables.queries.card_shapes import CardAlert
from tables.queries.roster_shapes import RosterAlert
from tables.queries.shapes import (
    Alert,
    CardSeen,
    DisputeView,
    EveningVerdictView,
    FactView,
    SignView,
    TableView,
    Tile,
    VerdictView,
)
from tables.queries.tables import FreeShoe
from tables.rules.shapes import Step
from tables.wording import cards, floor, limits, rule_packs, table_day
from tables.wording.packs import packs

register = template.Library()

register.filter("step_words", wording.step)
register.filter("sign_short", wording.sign_short)
register.filter("sign_long", wording.sign_long)
register.filter("profile_name", wording.profile_name)
register.filter("kind_limits", limits.kind_limits)
register.filter("raised_words", limits.raised)
register.filter("day_line", table_day.happening)
register.filter("felt_print", floor.printed)
register.filter("felt_game", floor.game_of)
register.filter("bank_words", wording.bank)
register.filter("holder_word", wording.holder)
register.filter("status_word", wording.status)
register.filter("source_word", wording.source)
register.filter("outcome_word", wording.outcome)
register.filter("slot_name", wording.slot)
register.filter("decision_word", wording.decision)
register.filter("choice_name", wording.choice)
register.filter("timeline", wording.timeline)
register.filter("evening_end", wording.evening_end)
register.filter("happened", wording.happened)


@register.filter
def fact_words(entry: FactView) -> wording.FactWords:
    return wording.fact(entry.fact)


@register.filter
def table_words(table: TableView) -> wording.Words:
    """What the table page says largest."""
    if not table.is_open:
        return wording.Words("")
    if table.stopped:
        return wording.Words(_("Stopped"), table.stopped)
    if table.is_paused and not table.is_running:
        return wording.Words(_("Paused"))
    return wording.step(table.step or Step("take_stakes"))


@register.filter
def sign_change(sign: SignView, before: SignView | None) -> str:
    """What a sign that comes says, as short as the tablet asks: the limits alone where the rules stay."""
    if before is None or sign.profile != before.profile or wording.options(sign) != wording.options(before):
        return wording.sign_short(sign)
    kinds = limits.kind_limits(sign.kinds) if sign.kinds != before.kinds else []
    return "; ".join([limits.span(sign), *kinds])


@register.filter
def age_of(moment: Any) -> str:
    """How long ago, as the page goes on counting it."""
    return age((timezone.now() - moment).total_seconds())


@register.filter
def tile_words(tile: Tile) -> wording.Words:
    """The next step of a table; under it the worst verdict, where there is one."""
    words = wording.step(tile.step or Step("take_stakes"))
    if tile.stopped:
        return wording.Words(_("Stopped"), tile.stopped)
    if tile.is_paused:
        return wording.Words(_("Paused"))
    if tile.because and not words.why:
        return wording.Words(words.head, wording.verdict(tile.because).what, words.sum)
    if tile.is_last_round and not words.why:
        return wording.Words(words.head, _("Last round of the shoe"), words.sum)
    return words


@register.filter
def verdict_words(verdict: VerdictView) -> wording.VerdictWords:
    return wording.verdict(verdict)


@register.filter
def evening_words(verdict: EveningVerdictView) -> wording.VerdictWords:
    return wording.evening_finding(verdict)


@register.filter
def alert_words(alert: Alert) -> wording.AlertWords:
    return wording.alert(alert)


@register.filter
def alert_id(alert: Alert) -> str:
    """An id that stays the same while the alert does."""
    about = alert.verdict or alert.evening or alert.dispute or alert.call or alert.chips
    if alert.camera:
        return f"alert-camera-{alert.camera.name}"
    if alert.cards:
        return f"alert-cards-{slugify(alert.cards.shoe_key or str(alert.cards.day))}"
    if alert.roster:
        return f"alert-{alert.roster.kind}-{slugify(f'{alert.table_code} {alert.roster.name}')}"
    return f"alert-{alert.kind}-{about.id}" if about else f"alert-{alert.kind}-{alert.round_id}"


@register.filter
def cards_address(found: CardAlert) -> str:
    """Where something about cards is put right."""
    return cards.address(found)


@register.filter
def roster_address(found: RosterAlert) -> str:
    """Where something about people is put right."""
    if found.kind == "hand_over":
        return reverse("hand-over", args=[found.number])
    if found.kind in ("unwatched", "too_many"):
        return reverse("roster")
    return reverse("table", args=[found.table_code])


@register.filter
def take_url(alert: Alert) -> str:
    """Where a person says that they have it; empty where there is nothing to take."""
    if alert.kind == "verdict" and alert.verdict:
        return reverse("verdict-take", args=[alert.table_code, alert.verdict.id])
    if alert.kind == "call" and alert.call:
        return reverse("call-answer", args=[alert.call.id])
    return ""


@register.filter
def verdict_anchor(verdict: VerdictView) -> str:
    """The key of a verdict, fit for an id: it stays while rows replace one another."""
    return slugify(verdict.key.replace("|", "-"))


@register.filter
def evidence(verdict: VerdictView, table: TableView) -> list[tuple[str, bool]]:
    """The open cards that a finding rests on, and whether each is the one that was not due."""
    if verdict.round_id != table.round_id:
        return []
    numbers, broke = set(verdict.finding.evidence), verdict.finding.fact_id
    told = [(e.fact[5] if e.kind == "turned" else e.number, e) for e in table.steps if e.kind in ("card", "turned")]
    cards = [(e.fact[6], number == broke) for number, e in told if number in numbers]
    return [(card, is_odd) for card, is_odd in cards if card and card != "??"]


@register.filter
def evidence_crops(verdict: VerdictView, table: TableView) -> list[CardSeen]:
    """The pictures of the cards that a finding rests on."""
    if verdict.withheld or verdict.round_id != table.round_id:
        return []
    numbers = {*verdict.finding.evidence, verdict.finding.fact_id}
    return [one for one in table.crops if one.number in numbers and one.crop_sha256]


@register.filter
def unsure_of(crops: Sequence[CardSeen]) -> list[CardSeen]:
    return [one for one in crops if one.is_unsure]


@register.filter
def card_words(one: CardSeen) -> str:
    """The card in words, as far as it may be told."""
    return _("face down") if one.face == "down" else card_name(one.card)


@register.filter
def clause_of(dispute: DisputeView) -> str:
    """The clause of the verdict that is contested, to begin with."""
    return dispute.about_verdict_key.partition("|")[0]


@register.filter
def unsigned(minor: int) -> int:
    return abs(minor)


@register.filter
def choice_word(option: str, verdict: VerdictView) -> str:
    return wording.choice(option)


@register.filter
def rule_title(verdict: VerdictView, sign: SignView | None) -> str:
    return wording.rule_title(_clause(verdict), sign) if sign else ""


@register.filter
def rule_texts(verdict: VerdictView | EveningVerdictView, sign: SignView | None) -> list[str]:
    """The rule as the posted options make it."""
    found = verdict.finding
    return wording.rule_texts(_clause(verdict), found.option, sign, rule_packs.narrowed(found)) if sign else []


def _clause(verdict: VerdictView | EveningVerdictView) -> str:
    """The clause with words; an alarm of the census has its own."""
    return verdict.finding.done.replace("census_", "CENSUS:") if verdict.rule == "CENSUS" else verdict.rule


@register.filter
def slots(table: TableView) -> list[str]:
    """What a dispute may be about: every box and hand that was played, and the dealer."""
    if table.picture is None:
        return []
    return [hand.slot for box in table.picture.boxes for hand in box.hands if hand.cards or hand.stake_minor] + ["0"]


@register.filter
def from_when(sign: SignView) -> str:
    """From when a sign holds: the time, with the day unless it is today."""
    at, now = timezone.localtime(sign.effective_from), timezone.localtime()
    return date(at, "H:i") if at.date() == now.date() else date(at, _("j M H:i"))


@register.filter
def packs_of(shoe: FreeShoe) -> str:
    """Which packs a shoe holds."""
    return packs(shoe.pack_kind, shoe.decks)


@register.filter
def packs_needed(sign: SignView | None) -> str:
    """Which packs the sign is played with."""
    if sign is None:
        return ""
    options = wording.options(sign)
    return packs(str(options["pack"]), int(options["decks"]))
