"""Findings: the notes of the fold, the stakes and the payments, judged when asked. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tables.rules import bank, boxes, choices, posted, settle, several, stakes_late
from tables.rules.facts import ID, SAW, SOURCE, Fact
from tables.rules.hands import BUST, IN, STOOD, Box, Hand
from tables.rules.phases import STAKES
from tables.rules.shapes import Finding, Pay, Step

if TYPE_CHECKING:
    from tables.rules.round import Note, Round

# Where the rule is no irregularity of the pack: what it asks of people.
LEVELS = {
    "R-BJF-13": "stop",
    "R-BJV-32": "stop",
    "R-BJF-16": "look",
    "R-BJF-25": "look",
    "R-GEN-10": "look",
    "R-GEN-11": "look",
}


def findings(r: Round) -> list[Finding]:
    """All departures so far, in the order in which they were met."""
    # Strays that fit no reading are why a round is not followed, and then no findings.
    found = [_of_note(r, note) for note in r.notes if r.followed or note.done != boxes.STRAY]
    if r.phase == STAKES or r.is_void:
        return found
    within, step = r.terms.within, r.terms.payable_step
    for box in r.boxes:
        stake = box.stake
        if stake and (stake not in within or stake % step) and box.state == IN:
            _stake(r, box, stake, found)
    if r.terms.is_by_kind:
        found += [posted.finding(r, each, _level(r, "I-17", each[3])) for each in posted.findings(r)]
    if r.players:
        found += [several.finding(r, each, _level(r, each.rule, each.done)) for each in several.findings(r)]
    if r.terms.is_free:
        _stakes_of_private_game(r, found)
    if r.paid and r.followed:
        _payments(r, found)
    if r.stand is not None and r.followed and bank.stood_against_a_hand(r):
        found.append(_stood(r, r.stand))
    if r.banking or r.shown_at or r.closed is not None:
        _concealed(r, found)
    return found


def violations(r: Round) -> list[str]:
    """The irregularity ids that a case lists, in order of detection."""
    return [f.rule for f in findings(r) if f.rule in LISTED]


LISTED = ("I-1", "I-2", "I-3", "I-4", "I-5", "I-6", "I-7", "I-18", "I-20", "I-22", "I-24")


def _level(r: Round, rule: str, done: str = "") -> str:
    entry = choices.proposal(r, rule, done)
    return LEVELS.get(rule, "act") if entry is None or entry.level is None else entry.level


def _level_of_note(r: Round, note: Note) -> str:
    """As the pack says; but where a player chooses, play stops only until the choice was made or lapsed."""
    is_open = r.ask is not None and r.ask.fact_id == note.fact_id
    level = _level(r, note.rule, note.situation or note.done)
    return "act" if level == "stop" and note.rule in ("I-2", "I-3", "I-4", "I-5", "I-6") and not is_open else level


def is_unconfirmed(r: Round) -> bool:
    """Whether the last fact is one read that nothing has confirmed: no second camera, no tap, no later fact."""
    last: Fact | None = r.last_fact
    return last is not None and last[SOURCE] == "observed" and "+" not in last[SAW]


def _is_provisional(r: Round, fact_id: int) -> bool:
    """Whether it rests on such a read."""
    last: Fact | None = r.last_fact
    return last is not None and last[ID] == fact_id and is_unconfirmed(r)


def _of_note(r: Round, note: Note) -> Finding:
    evidence = tuple(dict.fromkeys(i for i in note.evidence if i))
    rests_on = note.fact_id or (evidence[-1] if evidence else 0)
    rule = r.terms.game.cites.get(note.rule, note.rule)
    return Finding(
        key=(rule, *note.key[1:]),
        rule=rule,
        option=note.option,
        slot=note.slot,
        level=_level_of_note(r, note),
        due=None if note.due is None else Step(*note.due),
        done=note.done,
        args=note.args,
        fact_id=note.fact_id or None,
        provisional=_is_provisional(r, rests_on),
        choices=note.choices if note.rule[0] == "I" else choices.codes(r, note.rule, note.situation or note.done),
        evidence=evidence,
    )


def _stake(r: Round, box: Box, stake: int, found: list[Finding]) -> None:
    """I-17: a stake outside the limits stood at the first card; and one whose natural cannot be paid (OPTIONS 1b)."""
    terms = r.terms
    limits = terms.limits
    highest = limits.max_of(box.place)
    if stake > highest or stake < limits.min_minor:
        is_over = stake > highest
        found.append(
            _about_stake(
                r,
                box,
                "I-17",
                "stake_over_maximum" if is_over else "stake_below_minimum",
                {"amount_minor": stake, "max_minor": highest, "min_minor": limits.min_minor},
            )
        )
    elif stake % terms.payable_step:
        found.append(_about_stake(r, box, "R-BJF-25", "stake_not_payable", {"amount_minor": stake}))


def _stakes_of_private_game(r: Round, found: list[Finding]) -> None:
    """R-FAR-7: another ante; R-O36-9..11, R-O2D-5, I-21: a stake above what the bank allows, in order of the stakes."""
    rule = "I-21" if r.terms.compels_stake else "R-O2D-5"
    staked = sorted((box for box in r.boxes if box.state == IN and box.stake), key=lambda box: box.stake_id)
    ante = r.terms.ante_minor
    for index, box in enumerate(staked):
        stake = box.stake or 0
        cap = stakes_late.cap_of(r, [other.stake or 0 for other in staked[:index]], len(staked) - index - 1)
        if ante and stake != ante:
            found.append(_about_stake(r, box, "R-FAR-7", "wrong_ante", {"amount_minor": stake, "right_minor": ante}))
        elif cap is not None and stake > cap:
            found.append(_about_stake(r, box, rule, "stake_over_bank", {"amount_minor": stake, "max_minor": cap}))


def _about_stake(r: Round, box: Box, rule: str, done: str, args: dict[str, Any]) -> Finding:
    return Finding(
        key=(rule, box.place, str(box.stake_id)),
        rule=rule,
        option="natural_rounding" if rule == "R-BJF-25" else None,
        slot=box.place,
        level=_level(r, rule, done),
        due=Step("return_stake", box.place, box.stake),
        done=done,
        args=args,
        fact_id=box.stake_id,
        provisional=_is_provisional(r, box.stake_id),
        choices=choices.codes(r, rule, done),
    )


def _payments(r: Round, found: list[Finding]) -> None:
    """What was entered as paid against what was due; only where both are known."""
    paid: dict[tuple[str, bool], list[Fact]] = {}
    for fact in r.paid:
        if fact[6] != "as_shown":
            paid.setdefault((fact[5], fact[6] == "insurance"), []).append(fact)
    if not paid:
        return
    due: dict[tuple[str, bool], list[Pay]] = {}
    for pay in settle.all_pays(r):
        due.setdefault((pay.slot, pay.kind == "insurance"), []).append(pay)
    for key, facts in paid.items():
        pays = due.get(key, [])
        if len(facts) == len(pays) == 1 and facts[0][7] == pays[0].amount_minor:
            continue  # as nearly always
        finding = _payment(r, key[0], facts, pays)
        if finding is not None:
            found.append(finding)


def _payment(r: Round, slot: str, facts: list[Fact], pays: list[Pay]) -> Finding | None:
    fact = facts[-1]
    amounts = [each[7] for each in facts]
    if None in amounts:
        return None
    amount = sum(amounts)
    if not pays:
        if amount == 0:
            return None
        step, rule, money, factor = Step("no_card"), "R-BJF-13", amount, None
    else:
        first = pays[0]
        rule, factor = first.why, first.odds
        owed = [pay.amount_minor for pay in pays]
        right = sum(each for each in owed if each is not None)
        if None in owed:
            if not _is_wrong_side(r, slot, amount):
                return None
            step, money = Step("pay", slot, None, factor, {"pay_kind": first.kind}), None
        elif amount == right:
            return None
        else:
            step, money = pay_step(slot, right, first), amount - right
    said = choices.proposal(r, rule, "paid") if choices.names(r, rule, "paid") else None
    return Finding(
        key=(rule, slot, str(fact[ID])),
        rule=rule,
        option="natural_pays" if rule == "R-BJF-25" else None,
        slot=slot,
        level=said.level or "act" if said else "act",
        due=step,
        done="paid",
        args={"amount_minor": amount, "pay_kind": fact[6]},
        money_minor=money,
        factor=factor,
        fact_id=fact[ID],
        provisional=_is_provisional(r, fact[ID]),
        choices=tuple(choice.code for choice in said.choices) if said else (),
        evidence=_cards_of(r, slot),
    )


def _is_wrong_side(r: Round, slot: str, amount: int) -> bool:
    """A stake nobody knows: still wrong if a lost hand was paid or a won one was not."""
    hand = r.hands.get(slot)
    if hand is None:
        return False
    num = settle.worth(r, hand, settle.final_total(r)).num
    return num is not None and ((num < 0 and amount > 0) or (num > 0 and amount <= 0))


def pay_step(slot: str, amount: int, pay: Pay) -> Step:
    detail = {"pay_kind": pay.kind, "why": pay.why}
    if amount == 0:
        return Step("return_stake", slot, 0, None, detail)
    if amount < 0:
        return Step("collect", slot, -amount, None, detail)
    return Step("pay", slot, amount, pay.odds, detail)


def _cards_of(r: Round, slot: str) -> tuple[int, ...]:
    hand: Hand | None = r.hands.get(slot)
    ids = [*(hand.ids if hand is not None else ()), *r.dealer.ids]
    return tuple(i for i in ids if i)


def _stood(r: Round, stand: bank.Stand) -> Finding:
    return Finding(
        key=("I-16", "0", "missing:dealer_draws"),
        rule="I-16",
        option=stand.option,
        slot="0",
        level=_level(r, "I-16", "bank_stood"),
        due=Step("dealer_draws", "0"),
        done="bank_stood",
        args={"total": stand.total, "by": stand.by},
        provisional=_is_provisional(r, stand.by),
        choices=choices.codes(r, "I-16", "bank_stood", without="void_extra"),
        evidence=stand.evidence,
    )


def _concealed(r: Round, found: list[Finding]) -> None:
    """I-7: a hand stood above 21 and said nothing; seen when it is shown."""
    rule = r.terms.game.concealed
    if r.terms.game.hides_busts or BUST in r.terms.live:  # R-FIF-6, R-FAR-12, R-O2D-17: nobody has to tell
        return
    for hand in r.order:
        if hand.state != STOOD or not hand.is_surely_over or hand.unknown or hand.is_kept:
            continue
        if hand.hidden and r.closed is None:
            continue
        how = str(r.terms.options["bust_penalty"])
        found.append(
            Finding(
                key=(rule, hand.slot, str(hand.ids[-1])),
                rule=rule,
                option="bust_penalty" if "bust_penalty" in r.terms.game.options else None,
                slot=hand.slot,
                level=_level(r, rule),
                due=Step("collect", hand.slot, None, None, {"pay_kind": "penalty", "penalty": how}),
                done="stood_above_21",
                args={"total": hand.text},
                fact_id=hand.ids[-1] or None,
                choices=choices.codes(r, rule),
                evidence=tuple(i for i in hand.ids if i),
            )
        )
