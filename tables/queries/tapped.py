"""What taps are about: the round on the felt, the round of a key, and where the next cards go."""

from tables.models import Entry, Round, Table
from tables.queries import felt
from tables.queries.tables import terms_of
from tables.rules import facts as make
from tables.rules import joins
from tables.rules.facts import AT, BANK, ID, KIND, SLOT, Fact
from tables.rules.shapes import Pay, Step
from tables.rules.terms import Terms

MOST_AHEAD = 24
DEALS = {"deal_card": "up", "deal_dealer_up": "up", "deal_hole": "down"}
TURNS = ("turn_hole", "peek", "show_hand")
ONE_CARD = ("deal_to", "dealer_draws", "box_acts")


def running(table: Table) -> Round | None:
    """The round on the felt."""
    return Round.objects.running().filter(table=table).select_related("table", "sign").order_by("-number").first()


def round_of_key(table: Table, key: str) -> Round | None:
    """The round in which a tap of this key was taken; the tap was delivered once more."""
    entry = Entry.objects.filter(table=table, key=f"{key}#0").select_related("round__table", "round__sign").first()
    return entry.round if entry else None


def facts_of_running(table: Table) -> list[Fact]:
    """What was entered and observed of the round on the felt."""
    now = running(table)
    return felt.facts_of(now) if now else []


def paid_meanwhile(table: Table) -> list[Pay]:
    """What is due to be paid while others still play: naturals before the draws. Empty where all is paid at once."""
    now = running(table)
    if now is None:
        return []
    due = felt.fold_of(now, felt.facts_of(now)).due()
    return [] if ("*", "as_shown") in due.permitted else list(due.pays)


def next_cards(table: Table) -> list[dict[str, str]]:
    """Where the cards go from here, as the engine says: the whole rest of the deal, else the one card due.

    The deal is asked for by dealing unknown cards on paper: what they are does not change where the next one goes.
    """
    now = running(table)
    if now is None:
        return []
    facts = felt.facts_of(now)
    return _script(now, facts)


def _script(now: Round, facts: list[Fact]) -> list[dict[str, str]]:
    terms = terms_of(now.sign, now.table.boxes)
    ahead: list[dict[str, str]] = []
    for _nth in range(MOST_AHEAD):
        step = felt.fold_of(now, facts).due().step
        if step.code not in DEALS:
            return ahead or _one(step, facts, terms)
        target = _target(step, face=_face(step, facts, terms))
        ahead.append(target)
        facts = [*facts, _unknown(facts, target)]
    return ahead


def _one(step: Step, facts: list[Fact], terms: Terms) -> list[dict[str, str]]:
    """A card that lies face down and is to be turned, or the one card that the step asks for."""
    if step.code in TURNS:
        down = _face_down(facts, step.slot or BANK)
        return [{"slot": step.slot or BANK, "what": "turned", "fact": str(down), "face": "up"}] if down else []
    if step.code in ONE_CARD:
        is_double = step.detail.get("why") == "double"
        return [_target(step, face=str(terms.options["double_card_face"]) if is_double else "up")]
    return []


def _face_down(facts: list[Fact], slot: str) -> int | None:
    """The number of the first card there that nobody has turned yet, or taken back."""
    facts = joins.facts(facts)
    turned = {fact[SLOT] for fact in facts if fact[KIND] == "turned"}
    down = (fact[ID] for fact in facts if fact[KIND] == "card" and fact[SLOT] == slot and fact[SLOT + 2] == "down")
    return next((number for number in down if number not in turned), None)


def _target(step: Step, *, face: str) -> dict[str, str]:
    return {"slot": step.slot or BANK, "what": "card", "face": face, "lie": str(step.detail.get("lie", "along"))}


def _face(step: Step, facts: list[Fact], terms: Terms) -> str:
    """How the card is dealt: the dealer's as the step says, a player's first or second as the deal mode has it."""
    if step.code != "deal_card":
        return str(step.detail.get("face") or DEALS[step.code])
    nth = sum(1 for fact in facts if fact[KIND] == "card" and fact[SLOT] == step.slot)
    return "up" if terms.players_up[min(nth, 1)] else "down"


def _unknown(facts: list[Fact], target: dict[str, str]) -> Fact:
    number = max((fact[ID] for fact in facts), default=0) + 1
    at = max((fact[AT] for fact in facts), default=0) + 1
    return make.card(number, at, "entered", "tablet", slot=target["slot"], card="??", face=target["face"])
