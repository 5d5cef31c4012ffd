"""The rules that hold for the house's cards, asked of whoever knows them."""

from django.utils import timezone

from shoes.house_rules import NO_RULES, CardAge, CardRules, Inspection
from shoes.models import Pack
from shoes.queries.packs import in_use_since, packs_in_play_since
from shoes.signals import card_rules_asked


def house_rules() -> CardRules:
    """What holds for packs that lie at no table: the strictest of what any posted sign asks."""
    return _asked("")


def rules_of(shoe_key: str) -> CardRules:
    """What holds for a shoe where it stands; no rule for one that stands at no table."""
    return _asked(shoe_key)


def age_of(shoe_key: str) -> CardAge | None:
    """The age of a shoe's cards, where a pack of rules sets a limit to it."""
    limit = rules_of(shoe_key).age
    since = in_use_since([shoe_key]).get(shoe_key) if limit else None
    return CardAge(since, limit, timezone.now()) if limit and since else None


def inspection_of(shoe_key: str) -> Inspection | None:
    """Who signs for a shoe's packs before they are verified: of new ones, where a pack of rules says so."""
    asked = house_rules().inspection
    if asked is None:
        return None
    packs = list(Pack.objects.filter(shoes__key=shoe_key))
    return asked if len(packs_in_play_since(packs)) < len(packs) else None


def _asked(shoe_key: str) -> CardRules:
    answers: list[object] = [answer for _who, answer in card_rules_asked.send(sender=None, shoe_key=shoe_key)]
    return next((answer for answer in answers if isinstance(answer, CardRules)), NO_RULES)
