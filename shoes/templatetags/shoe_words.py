"""What a shoe's page says of its steps and alarms."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from shoes import wording
from shoes.models import PackKind, Step
from shoes.queries import AlarmLine, EventLine, PackLine, ShoeState

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
    if args.get("film"):
        words.append(_("cards of the film %(film)s, their order is not checked") % {"film": args["film"]})
    if args.get("reason"):
        words.append(args["reason"])
    if line.kind == Step.COUNTED:
        words.append(_count_text(args))
    return ", ".join(words)


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
def pack_kind(pack: PackLine) -> str:
    """What the pack holds."""
    return str(PackKind(pack.kind).label)


@register.filter
def mark_of(shoe: ShoeState) -> str:
    """Locked while its cards are told to nobody."""
    if shoe.is_in_play:
        return "locked"
    return "done" if shoe.has_ended else "calm"


def _count_text(args: dict[str, object]) -> str:
    if not args.get("missing") and not args.get("extra"):
        return _("every card is there")
    return ""
