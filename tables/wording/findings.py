"""Findings and verdicts: what happened, what was due instead, and what hangs on it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from casino.templatetags.screen import amount, odds
from shoes import wording as cards
from shoes.cards import CARDS
from tables.queries.shapes import EveningVerdictView, VerdictView
from tables.rules.shapes import Finding, Step
from tables.wording import banked, refusals, rule_pack_codes
from tables.wording.known import once_a_language
from tables.wording.limits import kind
from tables.wording.places import boxes, slot
from tables.wording.speaking import gettext as _
from tables.wording.speaking import of_profile, pgettext, target
from tables.wording.steps import step
from tables.wording.terms import pay_kind, word


@dataclass(frozen=True, slots=True)
class FindingWords:
    """`what` is the headline; `due` and `done` stand against each other; `hangs` explains the money; `until` asks."""

    what: str
    due: str = ""
    done: str = ""
    hangs: str = ""
    until: str = ""


def finding(finding: Finding) -> FindingWords:
    due = step(finding.due) if finding.due else None
    return FindingWords(
        what=what(finding),
        due=" ".join(part for part in (due.head, due.sum) if part) if due else "",
        done=_done(finding),
        hangs=_hangs(finding),
        until=_until(finding),
    )


def verdict(verdict: VerdictView) -> FindingWords:
    with of_profile(verdict.profile):
        return finding(verdict.finding)


def evening_finding(verdict: EveningVerdictView) -> FindingWords:
    with of_profile(verdict.profile):
        return finding(verdict.finding)


def what(finding: Finding) -> str:
    """The headline: what happened, at which box."""
    about = _About(finding)
    sentence = _sentences().get(finding.done)
    if sentence:
        return sentence % about
    if refusals.is_known(finding.done):
        why = refusals.why_not(finding.done, finding.args)
        said = finding.args.get("word")
        return f"{about['Slot']}, {word(said).lower()}: {why}" if said else f"{about['Slot']}: {why}"
    if finding.rule == "CENSUS":
        return cards.alarm(
            finding.done.removeprefix("census_"), *(finding.args.get(name, 0) for name in ("card", "seen", "held"))
        )
    return _("%(Slot)s: departure from %(rule)s") % {"Slot": about["Slot"], "rule": finding.rule}


def _done(finding: Finding) -> str:
    """What stands beside the cards in the panel: the total it was done on, or the sums."""
    args = finding.args
    if finding.done == "paid":
        return _paid(args["amount_minor"])
    if args.get("total") and args["total"] != "unknown":
        return _("on %(total)s") % {"total": said_total(args["total"])}
    if "amount_minor" in args:
        return amount(args["amount_minor"])
    return ""


def _hangs(finding: Finding) -> str:
    if finding.money_minor:
        if finding.money_minor > 0:
            return _("the house is short of it")
        return pgettext("money", "%(Slot)s is short of it") % _About(finding)
    if finding.factor:
        factor = odds(finding.factor) if ":" in finding.factor else finding.factor
        return _("%(factor)s times the stake, which nobody entered") % {"factor": factor}
    return ""


def _until(finding: Finding) -> str:
    if not finding.choices:
        return ""
    if finding.rule in ("I-6", "R-BJV-32"):
        return _("Before the next card the player of %(slot)s decides:") % _About(finding)
    if finding.rule in ("I-1", "I-2", "I-4", "I-5") and len(finding.choices) > 1:
        return _("The player of %(slot)s chooses:") % _About(finding)
    return _("You decide:")


class _About(dict[str, str]):
    """What a sentence may name of a finding, worded when it is named."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding

    def __missing__(self, name: str) -> str:
        said = self[name] = NAMED[name](self.finding)
        return said


def _kind(finding: Finding) -> str:
    kind = finding.args.get("pay_kind", "main")
    return f", {pay_kind(kind)}" if kind != "main" else ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _told(value: str | None) -> str:
    """What somebody said of a card: which it is, or that there is none."""
    return cards.card_name(value) if value in CARDS else pgettext("card", "no card")


def said_total(text: str) -> str:
    """`7/17` as soft 17."""
    soft, slash, high = text.partition("/")
    return _("soft %(total)s") % {"total": high} if slash else soft


def _paid(minor: int | None) -> str:
    """What was done with the chips of a hand."""
    if minor:
        return (_("paid %(sum)s") if minor > 0 else _("collected %(sum)s")) % {"sum": amount(abs(minor))}
    return _("stake left, nothing paid") if minor == 0 else amount(None)


def _owed(due: Step) -> str:
    """What should have been done with them."""
    if due.code == "pay":
        return amount(due.amount_minor) if due.amount_minor is not None else odds(due.odds or "1:1")
    if due.code == "collect":
        return _("to be collected")
    return _("a push") if due.code == "return_stake" else _("nothing")


NAMED: Final[dict[str, Callable[[Finding], str]]] = {
    "slot": lambda finding: slot(finding.slot),
    "Slot": lambda finding: _upper(slot(finding.slot)),
    "kind": _kind,
    "total": lambda finding: said_total(str(finding.args.get("total", ""))),
    "amount": lambda finding: amount(finding.args.get("amount_minor")),
    "max": lambda finding: amount(finding.args.get("max_minor")),
    "min": lambda finding: amount(finding.args.get("min_minor")),
    "step": lambda finding: amount(finding.args.get("step_minor")),
    "returned": lambda finding: amount(finding.args.get("returned_minor")),
    "boxes": lambda finding: boxes(finding.args.get("boxes", ())),
    "most": lambda finding: str(finding.args.get("most", "")),
    "bet": lambda finding: kind(str(finding.args.get("kind", ""))),
    "paid": lambda finding: _paid(finding.args.get("amount_minor")) if finding.done == "paid" else "",
    "target": lambda _finding: target(),
    "due": lambda finding: _owed(finding.due) if finding.due else "",
    "observed": lambda finding: _told(finding.args.get("observed")),
    "one": lambda finding: _told(finding.args.get("one")),
    "other": lambda finding: _told(finding.args.get("other")),
    "entered": lambda finding: _told(finding.args.get("entered")),
}


@once_a_language
def _sentences() -> dict[str, str]:
    return {**_deal(), **_turn(), **_bank(), **_stakes(), **banked.findings()}


def _deal() -> dict[str, str]:
    return {
        "shuffle_irregular": pgettext("finding", "The cards were not shuffled as the house rules say"),
        "cut_irregular": pgettext("finding", "The cards were not cut as the house rules say"),
        "round_after_stop_card": pgettext("finding", "A round was begun after the stop card"),
        "hole_card_up": pgettext("finding", "The dealer’s second card lies face up"),
        "bank_passed_over": pgettext("finding", "The dealer was passed over in the deal"),
        "passed_over": pgettext("finding", "%(Slot)s was passed over in the deal"),
        "second_card_missing": pgettext("finding", "%(Slot)s got no second card"),
        "two_cards_in_one_round": pgettext("finding", "%(Slot)s got two cards in one round of dealing"),
        "card_exposed": pgettext("finding", "The next card, for %(slot)s, lies face up"),
        "card_without_stake": pgettext("finding", "A card lies in %(slot)s, which has no stake"),
        "stray_card": pgettext("finding", "A card lies where none belongs: %(slot)s"),
        "card_after_end": pgettext("finding", "A card was dealt after the round had ended"),
        "discard_claimed": pgettext("finding", "%(Slot)s claims a discarded card"),
        "sources_differ": pgettext("finding", "%(Slot)s: the camera saw %(observed)s, the tablet says %(entered)s"),
        "cameras_differ": pgettext("finding", "%(Slot)s: one camera read %(one)s, another %(other)s"),
    }


def _turn() -> dict[str, str]:
    return {
        "card_unasked": pgettext("finding", "%(Slot)s was given a card it did not ask for"),
        "card_after_stand": pgettext("finding", "%(Slot)s was given a card after it stood"),
        "card_after_bust": pgettext("finding", "%(Slot)s was given a card after it was bust"),
        "card_after_surrender": pgettext("finding", "%(Slot)s was given a card after it surrendered"),
        "card_on_21": pgettext("finding", "%(Slot)s was given a card on a total that takes no more"),
        "card_on_doubled": pgettext("finding", "%(Slot)s was given a card after its double"),
        "card_out_of_turn": pgettext("finding", "%(Slot)s was given a card when its turn was over"),
        "bust_told_late": pgettext("finding", "%(Slot)s told its bust late"),
        "stood_above_21": pgettext("finding", "%(Slot)s stood above %(target)s"),
        "looked_at_double": pgettext("finding", "%(Slot)s looked at its closed double card"),
        "looked_at_next_hand": pgettext("finding", "%(Slot)s looked at its next hand"),
    }


def _bank() -> dict[str, str]:
    return {
        "bank_drew": pgettext("finding", "The dealer drew on %(total)s"),
        "bank_stood": pgettext("finding", "The dealer stood on %(total)s"),
        "bank_drew_against_nobody": pgettext("finding", "The dealer drew with no hand left against the bank"),
        "natural_undeclared": pgettext("finding", "The dealer’s natural was not declared"),
        "peeked_without_right": pgettext("finding", "The dealer looked at the hole card without the right to"),
    }


def _stakes() -> dict[str, str]:
    return {
        "stake_over_maximum": pgettext("finding", "%(Slot)s: stake %(amount)s, the highest is %(max)s"),
        "stake_below_minimum": pgettext("finding", "%(Slot)s: stake %(amount)s, the lowest is %(min)s"),
        "stake_not_payable": pgettext("finding", "%(Slot)s: a natural on %(amount)s cannot be paid exactly"),
        "stake_after_first_card": pgettext("finding", "%(Slot)s: stake changed after the first card"),
        "stake_off_layout": pgettext("finding", "A stake lies outside the boxes"),
        "kind_over_maximum": pgettext("finding", "%(Slot)s: %(bet)s %(amount)s, the highest is %(max)s"),
        "kind_below_minimum": pgettext("finding", "%(Slot)s: %(bet)s %(amount)s, the lowest is %(min)s"),
        "kind_not_in_steps": pgettext("finding", "%(Slot)s: %(bet)s %(amount)s, steps of %(step)s"),
        "box_over_maximum": pgettext("finding", "%(Slot)s: more than %(max)s in all, %(returned)s goes back"),
        "onlooker_stake": pgettext("finding", "An onlooker staked on %(slot)s"),
        "several_boxes": pgettext("finding", "One player plays %(boxes)s; the sign allows one box"),
        "too_many_boxes": pgettext("finding", "One player plays %(boxes)s; %(most)s are the most"),
        "boxes_apart": pgettext("finding", "One player plays %(boxes)s, which are not beside each other"),
        "below_several_minimum": pgettext(
            "finding", "%(Slot)s: stake %(amount)s; who plays several boxes stakes at least %(min)s on each"
        ),
        "bought": pgettext("finding", "%(Slot)s bought a closed card"),
        "paid": pgettext("finding", "%(Slot)s%(kind)s: %(paid)s, due: %(due)s"),
    }


def choice(code: str) -> str:
    """What a person may choose where the rules leave it to them."""
    name, _space, index = code.partition(" ")
    words = {
        "keep": pgettext("choice", "Keeps it"),
        "refuse": pgettext("choice", "Refuses it"),
        "accept": pgettext("choice", "Accepts it"),
        "claim_top": pgettext("choice", "Claims the top card"),
        "sit_out": pgettext("choice", "Sits the round out"),
        "discard": pgettext("choice", "Gives back card %(number)s"),
        "two_hands": pgettext("choice", "Plays two hands"),
        "draw": pgettext("choice", "The dealer draws"),
        "void_extra": pgettext("choice", "The extra card is void"),
        "void_round": pgettext("choice", "The round is void"),
        "return_stake": pgettext("choice", "The stake goes back"),
        "refuse_claim": pgettext("choice", "The claim is refused"),
        "pay_double": pgettext("choice", "Pays double"),
        "demand": pgettext("choice", "Demands it"),
        "log": pgettext("choice", "Noted, play goes on"),
        "lose": pgettext("choice", "Loses once"),
        "ordinary_21": pgettext("choice", "Counts as an ordinary 21"),
        "announce": pgettext("choice", "Announced in time"),
        "repeat": pgettext("choice", "Shuffle and cut again"),
        "correct": pgettext("choice", "Corrected before the next deal"),
        "reshuffle": pgettext("choice", "Shuffle again"),
        **banked.choices(),
        **rule_pack_codes.choices(),
    }
    if name == "keep" and index:
        return pgettext("choice", "Keeps card %(number)s") % {"number": int(index) + 1}
    said = words.get(name) or name.replace("_", " ")  # a house's own pack may have choices of its own
    if "%(box)s" in said:
        return said % {"box": index} if index else pgettext("choice", "The player withdraws")
    return said % {"number": int(index) + 1} if "%(number)s" in said and index else said
