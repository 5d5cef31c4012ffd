"""What a shoe's page says of its steps and alarms."""

from typing import Any

from django import template
from django.template.defaultfilters import date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino.models import Role
from shoes import wording
from shoes.census import Result
from shoes.house_rules import CardAge, Inspection
from shoes.models import PackKind, Step
from shoes.queries import AlarmLine, EventLine, PackLine, ShoeState, ShoeView
from shoes.queries.book import BookLine

register = template.Library()


@register.filter
def alarm_text(line: AlarmLine) -> str:
    return wording.alarm(line.kind, line.card, line.seen, line.held)


@register.filter
def event_text(line: EventLine) -> str:
    """What was done beside the step's name: who cut, how many cards, why."""
    args, words = line.args, []
    if "cut_by" in args:
        words.append(_("by %s") % args["cut_by"])
    if "from_bottom" in args:
        count = args["from_bottom"]
        words.append(ngettext("%(count)d card behind it", "%(count)d cards behind it", count) % {"count": count})
    if "burned" in args:
        words.append(ngettext("%(count)d card", "%(count)d cards", args["burned"]) % {"count": args["burned"]})
    if args.get("packs"):
        words.append(", ".join(args["packs"]))
    if args.get("inspected"):
        names = ", ".join(one["name"] for one in args["inspected"])
        words.append(_("inspected by %(names)s (%(clause)s)") % {"names": names, "clause": args["clause"]})
    if args.get("film"):
        words.append(_("cards of the film %(film)s, their order is not checked") % {"film": args["film"]})
    if args.get("reason"):
        words.append(args["reason"])
    if line.kind == Step.COUNTED:
        words.append(_count_text(args))
    return ", ".join(words)


@register.filter
def inspection_text(asked: Inspection) -> str:
    """Who looks new packs through, by which clause."""
    told = {
        "roles": ", ".join(str(Role(role).label).lower() for role in asked.roles),
        "clause": f"{asked.clause.pack}, {asked.clause.number}",
    }
    said = _("New packs are looked through and signed by: %(roles)s (%(clause)s).") % told
    return said if asked.clause.is_checked else f"{said} {_('Nobody has confirmed this clause.')}"


@register.filter
def step_verb(step: Step) -> str:
    """What the button of a step says."""
    verbs = {
        Step.VERIFIED: _("Verify the packs"),
        Step.SHUFFLED: _("Shuffle"),
        Step.CUT: _("Cut"),
        Step.STOP_CARD: _("Place the stop card"),
        Step.BURNED: _("Burn"),
        Step.IN_PLAY: _("Bring into play"),
        Step.STOP_OUT: _("The stop card is out"),
        Step.ENDED: _("End the shoe"),
        Step.COUNTED: _("Enter the count"),
    }
    return str(verbs.get(step, step.label))


@register.filter
def pack_kind(pack: PackLine | BookLine) -> str:
    """What the pack holds."""
    return str(PackKind(pack.kind).label)


@register.filter
def mark_of(shoe: ShoeState) -> str:
    """Locked while its cards are told to nobody."""
    if shoe.is_in_play:
        return "locked"
    return "done" if shoe.has_ended else "calm"


@register.filter
def age_text(age: CardAge) -> str:
    """How long its cards may stay in play, and why."""
    told = {
        "since": date(age.since, "j E H:i"),
        "until": date(age.until, "j E H:i"),
        "hours": age.limit.hours,
        "clause": f"{age.limit.clause.pack}, {age.limit.clause.number}",
    }
    if age.level == "act":
        return _("In play since %(since)s, over %(hours)d h: replace the packs (%(clause)s).") % told
    if age.level == "look":
        return _("In play since %(since)s: replace the packs by %(until)s (%(clause)s).") % told
    return _("In play since %(since)s; the packs may stay until %(until)s (%(clause)s).") % told


@register.filter
def census_text(census: Result) -> str:
    """What was seen of an ended shoe."""
    told = {"seen": census.seen, "held": census.held, "unsure": census.unsure, "undealt": census.undealt}
    words = [_("%(seen)d of %(held)d cards came, %(unsure)d of them unread; %(undealt)d stayed undealt.") % told]
    if census.surplus:
        words.append(_("More than the shoe held: %(cards)s.") % {"cards": wording.card_list(census.surplus)})
    else:
        words.append(_("None came more often than the shoe held it."))
    return " ".join(words)


@register.filter
def count_text(view: ShoeView) -> str:
    """What the closing count gave."""
    counted = next((event for event in view.events if event.kind == Step.COUNTED), None)
    if counted is None:
        return _("The closing count is due.")
    missing, extra = counted.args["missing"], counted.args["extra"]
    said = [_("missing: %(cards)s") % {"cards": _with_numbers(missing)}] if missing else []
    said += [_("too many: %(cards)s") % {"cards": _with_numbers(extra)}] if extra else []
    what = "; ".join(said) or _("every card is there")
    return _("Closing count by %(name)s: %(what)s.") % {"name": counted.by, "what": what}


def _with_numbers(cards: list[list[Any]]) -> str:
    return ", ".join(f"{wording.card_name(card)} ×\u00a0{count}" for card, count in cards)


def _count_text(args: dict[str, object]) -> str:
    if not args.get("missing") and not args.get("extra"):
        return _("every card is there")
    return ""
