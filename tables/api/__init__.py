"""The REST API of the game: parse, call, answer. /api/schema describes it; every refusal is a problem (RFC 9457)."""

from tables.api import (
    chips,
    disputes,
    evenings,
    evidence,
    floor,
    furniture,
    people,
    players,
    raises,
    reports,
    reviews,
    rounds,
    rule_packs,
    slips,
    verdicts,
)

urlpatterns = [
    *floor.urlpatterns,
    *rounds.urlpatterns,
    *evenings.urlpatterns,
    *verdicts.urlpatterns,
    *disputes.urlpatterns,
    *evidence.urlpatterns,
    *furniture.urlpatterns,
    *chips.urlpatterns,
    *slips.urlpatterns,
    *rule_packs.urlpatterns,
    *raises.urlpatterns,
    *people.urlpatterns,
    *players.urlpatterns,
    *reviews.urlpatterns,
    *reports.urlpatterns,
]
