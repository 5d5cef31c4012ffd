"""Which boxes one player plays: told by the dealer, kept for the rounds that follow, put to the one that runs."""

from collections.abc import Sequence

from django.db import transaction

from casino import audit
from casino.models import Staff
from tables import refusals
from tables.models import BoxesTold, Round, Table
from tables.queries import felt
from tables.queries import tables as known
from tables.queries.players import groups_at
from tables.queries.raises import raised_at
from tables.rules import several
from tables.rules.terms import Terms
from tables.services import notices, rounds
from tables.services.drafts import Draft, check_key, check_writer
from tables.services.entries import now_ms
from tables.services.tables import lock
from tables.wording import refusal as refusal_sentence
from tables.wording.speaking import of_game


@transaction.atomic
def tell(table: Table, places: Sequence[str], *, by: Staff, key: str) -> several.Groups:
    """One player plays these boxes, and no others; a single box is its own player's again.

    Before the first card it is asked for: raises RequestRefused where the sign or its pack does not allow it. Once
    cards lie it has happened: it is taken, and the engine finds what is wrong with it. Told twice, it is told once.
    """
    lock(table)
    state = known.state_of(table)
    check_writer(by, [], state, table_code=table.code)
    check_key(key)
    wrong = [place for place in places if place not in table.places]
    if not places or wrong:
        raise refusals.NoSuchBox(wrong[0] if wrong else "", table.boxes)
    if not state.is_open:
        raise refusals.TableClosed(table.code)
    before = groups_at(table)
    groups = several.regrouped(before, places)
    if groups == before:
        return groups
    round = Round.objects.running().filter(table=table).select_related("table", "sign").first()
    has_cards = round is not None and felt.has_cards(felt.facts_of(round))
    terms = _terms(table, round)
    if not has_cards and terms is not None and len(places) > 1:
        _check(terms, places)
    told = BoxesTold.objects.create(table=table, groups=[list(group) for group in groups], by=by)
    audit.record(table.chain, by, "boxes.told", about=f"table:{table.code}", facts={"groups": told.groups})
    if round is not None:
        first, *others = sorted(set(places), key=int)
        rounds.take(round, [Draft("player", (first, tuple(others)))], by=by, key=key)
    else:
        notices.tell(table)
    return groups


def _terms(table: Table, round: Round | None) -> Terms | None:
    if round is not None:
        return known.terms_of_round(round)
    sign = known.sign_of(table)
    return known.terms_of(sign, raised_at(table, sign)) if sign else None


def _check(terms: Terms, places: Sequence[str]) -> None:
    refused = several.refusal(terms, places, now_ms())
    if refused is None:
        return
    with of_game(terms.game.name):
        sentence = refusal_sentence(refused)
    raise refusals.RequestRefused(sentence, rule=refused.rule, reason=refused.code, values=refused.args)
