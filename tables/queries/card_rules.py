"""What the rule packs that tables are posted under ask of cards: receipt, age, reconciliation."""

from datetime import datetime

from django.utils import timezone

from shoes.house_rules import AgeLimit, CardAge, CardRules, Clause, Inspection, Receipt
from shoes.models import Shoe, ShoeKind
from shoes.queries import in_use_since
from tables.models import Sign, Table
from tables.queries import tables as known
from tables.queries.rule_packs import load
from tables.rules.floor_terms import card_hours, signature_order
from tables.rules.pack import FloorTerm, Pack


def house_card_rules(at: datetime | None = None) -> CardRules:
    """The strictest of what the signs in force ask; packs lie in one store for all tables."""
    at_ms = _ms(at)
    packs = [load(key) for key in sorted({sign.pack for sign in Sign.objects.in_effect()})]
    receipts = [receipt for pack in packs if (receipt := _receipt(pack, at_ms))]
    daily = [clause for pack in packs if (clause := _daily(pack, at_ms))]
    inspections = [asked for pack in packs if (asked := _inspection(pack, at_ms))]
    return CardRules(
        receipt=max(receipts, key=lambda one: (one.people, one.is_other_role), default=None),
        age=_shortest(packs, at_ms, ShoeKind.SHOE),
        age_by_hand=_shortest(packs, at_ms, ShoeKind.HAND),
        reconciled_daily=daily[0] if daily else None,
        inspection=max(inspections, key=lambda one: len(one.roles), default=None),
    )


def card_rules_of(shoe_key: str, at: datetime | None = None) -> CardRules | None:
    """What holds for the shoe at the table where it stands; None if it stands at none."""
    table = known.table_of_shoe(shoe_key)
    shoe = Shoe.objects.filter(key=shoe_key).first()
    if table is None or shoe is None:
        return None
    sign = Sign.objects.in_effect().filter(table=table).first()
    limit = _age_limit(load(sign.pack), _ms(at), kind=shoe.kind) if sign else None
    return CardRules(age=limit)


def card_ages(at: datetime | None = None) -> list[tuple[str, str, CardAge]]:
    """(table, shoe, age) of every shoe at an open table whose rule pack sets a limit. A fixed number of queries."""
    moment = at or timezone.now()
    standing = _open_shoes()
    signs = {sign.table_id: sign for sign in Sign.objects.in_effect()}
    limits = {key: (table, pack) for table, key in standing if (pack := _pack_with_age(signs.get(table.pk), moment))}
    if not limits:
        return []
    kinds = dict(Shoe.objects.filter(key__in=limits).values_list("key", "kind"))
    found = []
    for key, since in in_use_since(limits).items():
        table, pack = limits[key]
        limit = _age_limit(pack, _ms(moment), kind=kinds[key])
        if limit:
            found.append((table.code, key, CardAge(since, limit, moment)))
    return sorted(found, key=lambda one: one[0])


def _open_shoes() -> list[tuple[Table, str]]:
    tables = list(Table.objects.all())
    states = known.states_of(tables)
    return [(table, key) for table in tables if states[table.pk].is_open and (key := states[table.pk].shoe_key)]


def _pack_with_age(sign: Sign | None, at: datetime) -> Pack | None:
    pack = load(sign.pack) if sign else None
    return pack if pack and pack.term("card_age", _ms(at)) else None


def _age_limit(pack: Pack, at_ms: int, *, kind: str) -> AgeLimit | None:
    """The longest that cards may be in play; of cards dealt from the hand, where the clause speaks of such."""
    term = pack.term("card_age", at_ms)
    is_by_hand = kind == ShoeKind.HAND
    hours = (card_hours(pack, at_ms, is_by_hand=True) if is_by_hand else None) or card_hours(pack, at_ms)
    return AgeLimit(hours, _clause(pack, term)) if term and hours else None


def _shortest(packs: list[Pack], at_ms: int, kind: str) -> AgeLimit | None:
    found = [limit for pack in packs if (limit := _age_limit(pack, at_ms, kind=kind))]
    return min(found, key=lambda limit: limit.hours, default=None)


def _inspection(pack: Pack, at_ms: int) -> Inspection | None:
    """Who looks new packs through; one person may not be two of them. A manager is a supervisor of this house."""
    asked = signature_order(pack, "inspection", at_ms)
    if asked is None:
        return None
    roles = tuple("supervisor" if role == "manager" else role for role in asked.order)
    return Inspection(roles, Clause(pack.key, asked.clause, asked.checked))


def _receipt(pack: Pack, at_ms: int) -> Receipt | None:
    term = pack.term("card_receipt", at_ms)
    if term is None:
        return None
    return Receipt(term.values["people"], term.values["different_departments"], _clause(pack, term))


def _daily(pack: Pack, at_ms: int) -> Clause | None:
    """A clause that asks for reconciliation every day; one that asks for it less often is met by that too."""
    term = pack.term("card_reconciliation", at_ms)
    return _clause(pack, term) if term else None


def _clause(pack: Pack, term: FloorTerm) -> Clause:
    return Clause(pack.key, term.clause, term.checked)


def _ms(at: datetime | None) -> int:
    return int((at or timezone.now()).timestamp() * 1000)
