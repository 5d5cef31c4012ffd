"""Disputes for templates: codes in, sentences out."""

from django import template
from django.utils.translation import gettext as _

from casino.gaming_day import house_day
from tables.queries.disputes import DEADLINES, STATES, DisputePage, StepView
from tables.queries.shapes import CardSeen, RoundView
from tables.wording import disputes as words

register = template.Library()

register.filter("dispute_state", words.state)
register.filter("dispute_mark", words.mark)
register.filter("deadline_word", words.deadline)
register.filter("refund_source", words.source)
register.filter("moved_words", words.moved)
register.filter("answer_by_words", words.answer_by)
register.filter("appeal_by_words", words.appeal_by)
register.filter("came_late_words", words.came_late)
register.filter("next_round_words", words.next_round)
register.filter("no_return_words", words.no_return)
register.filter("proposal_words", words.proposal)


@register.filter
def dispute_class(code: str) -> str:
    """The loudness of a state: what waits for a person speaks up."""
    return {"open": "act", "appealed": "act", "review": "look"}.get(code, "off")


@register.filter
def dispute_step(step: StepView) -> str:
    return words.step(step.kind, is_appeal=step.ruling is not None and step.ruling.stage > 1)


@register.filter
def round_slots(view: RoundView) -> list[str]:
    """What a dispute may be about: the hands that were played (every box while they are withheld), the dealer."""
    if view.picture is None:
        return [*(str(place) for place in range(1, view.boxes + 1)), "0"]
    played = [hand.slot for box in view.picture.boxes for hand in box.hands if hand.cards or hand.stake_minor]
    return [*played, "0"]


@register.filter
def crops_about(page: DisputePage) -> list[CardSeen]:
    """The pictures of the contested box and of the bank, in the order of the cards."""
    place = page.slot.partition(".")[0]
    near = [one for one in page.round.crops if one.slot.partition(".")[0] in (place, "0")]
    return [one for one in near if one.crop_sha256]


@register.filter
def crops_held_singly(page: DisputePage) -> list[CardSeen]:
    """The pictures of the round, each of which may be held by itself; none while its cards are told to nobody."""
    return [] if page.round.withheld else [one for one in page.round.crops if one.crop_sha256]


@register.filter
def first_clause(page: DisputePage) -> str:
    """What stands in the field of the clause to begin with."""
    if page.proposals:
        return words.proposal(page.proposals[0]).clause[:40]
    return page.about_rule


@register.filter
def first_refund(page: DisputePage) -> int:
    """What the contested box is short of, as far as it is known: the sum to begin with."""
    place = page.slot.partition(".")[0]
    short = [one.finding.money_minor or 0 for one in page.proposals if one.finding.slot.partition(".")[0] == place]
    return sum(-minor for minor in short if minor < 0)


@register.filter
def why_not_words(code: str) -> str:
    """Why a supervisor does not decide this one."""
    return {
        "dealt": _("You dealt this hand: another supervisor decides."),
        "ruled": _("You made the first ruling: another supervisor decides on the appeal."),
    }[code]


@register.simple_tag
def today() -> str:
    """The house's day, as a field of a day wants it."""
    return house_day().isoformat()


@register.simple_tag
def dispute_states() -> tuple[str, ...]:
    return STATES


@register.simple_tag
def dispute_deadlines() -> tuple[str, ...]:
    return DEADLINES
