"""What needs a person, in two lines."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import amount
from shoes import wording as shoe_words
from tables.queries.shapes import Alert, DisputeView, VerdictView
from tables.wording import cards, chips, clips, roster
from tables.wording.findings import choice, evening_finding
from tables.wording.findings import verdict as finding_words
from tables.wording.places import slot
from tables.wording.speaking import of_profile


@dataclass(frozen=True, slots=True)
class AlertWords:
    """`what` happened; `why` it matters, or what is asked."""

    what: str
    why: str = ""


def alert(alert: Alert) -> AlertWords:
    if alert.verdict:
        with of_profile(alert.verdict.profile):
            return AlertWords(finding_words(alert.verdict).what, _verdict_why(alert.verdict))
    if alert.evening:
        said = evening_finding(alert.evening)
        due = _("Due: %(due)s.") % {"due": said.due} if said.due else ""
        return AlertWords(said.what, " ".join(filter(None, (f"{alert.evening.rule}.", due))))
    if alert.dispute:
        what = pgettext("alert", "Dispute about %(slot)s") % {"slot": slot(alert.dispute.slot)}
        return AlertWords(what, " ".join(filter(None, (_until(alert.dispute), f"“{alert.dispute.words}”"))))
    if alert.call:
        return AlertWords(pgettext("alert", "%(name)s calls") % {"name": alert.call.by}, alert.call.reason)
    if alert.chips:
        return AlertWords(chips.difference(alert.chips), _("Say why on the table's page of chips."))
    if alert.roster:
        return AlertWords(*roster.alert(alert.roster))
    if alert.cards:
        return AlertWords(*cards.alert(alert.cards))
    if alert.room:
        return AlertWords(*clips.room(alert.room))
    if alert.stopped:
        return AlertWords(pgettext("alert", "Stopped: no card and no chip"), alert.stopped)
    if alert.camera:
        words = shoe_words.camera(alert.camera)
        what = words.head
        if alert.camera.name != alert.table_code:
            what = f"{alert.camera.name}: {words.head[:1].lower()}{words.head[1:]}"
        return AlertWords(what, " ".join([words.why, _("Cards are tapped meanwhile.")]))
    what = pgettext("alert", "Not following round %(number)s") % {"number": alert.round_number}
    return AlertWords(what, _("Dealing goes on. Only cards are checked until the next stakes."))


def _until(dispute: DisputeView) -> str:
    """By which day somebody has to rule."""
    if dispute.answer_by is None:
        return ""
    said = {"day": date_format(dispute.answer_by, "j E")}
    if dispute.is_overdue:
        return _("Overdue since %(day)s.") % said
    if dispute.state == "appealed":
        return _("Appealed: to be decided by %(day)s.") % said
    return _("To be answered by %(day)s.") % said


def _verdict_why(verdict: VerdictView) -> str:
    """Rule, money and how far the dealer knows."""
    clause = _("%(rule)s, round %(number)s.") % {"rule": verdict.rule, "number": verdict.round_number}
    parts = [clause, money_words(verdict) or _choice_words(verdict)]
    if verdict.is_over and len(list(filter(None, parts))) == 1:
        parts.append(_("The round is over: close the verdict."))
    if verdict.level == "watch":
        parts.append(_("Watch only: the dealer was not told."))
    if verdict.is_provisional:
        parts.append(_("Not yet confirmed by a second read."))
    return " ".join(part for part in parts if part)


def _choice_words(verdict: VerdictView) -> str:
    """What may be chosen, and by whom."""
    words = finding_words(verdict)
    offered = pgettext("between choices", " or ").join(choice(each).lower() for each in verdict.choices)
    return f"{words.until} {offered}." if words.until else ""


def money_words(verdict: VerdictView) -> str:
    """Who is short, and of how much; a factor where the stake is unknown."""
    if verdict.money_minor:
        name = slot(verdict.slot)
        about = {"sum": amount(abs(verdict.money_minor)), "Slot": name[:1].upper() + name[1:]}
        if verdict.money_minor < 0:
            return _("%(Slot)s is short of %(sum)s.") % about
        return _("The house is short of %(sum)s.") % about
    words = finding_words(verdict)
    return f"{words.hangs[:1].upper()}{words.hangs[1:]}." if words.hangs else ""
