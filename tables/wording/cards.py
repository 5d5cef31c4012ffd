"""What about cards needs a person, in words."""

from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.translation import gettext as _

from shoes.house_rules import Clause
from tables.queries.card_shapes import CardAlert


def alert(found: CardAlert) -> tuple[str, str]:
    """What it is, and what is to be done."""
    if found.age is None:
        day = {"day": date(found.day, "j E")}
        return _("The packs of %(day)s are not counted and signed by two people") % day, _clause(found.clause)
    told = {"shoe": found.shoe_key, "until": date(found.age.until, "H:i"), "hours": found.age.limit.hours}
    clause = _clause(found.age.limit.clause)
    if found.age.level == "act":
        return _("Cards of shoe %(shoe)s are in play for more than %(hours)d h: replace them") % told, clause
    return _("Cards of shoe %(shoe)s are to be replaced by %(until)s") % told, clause


def address(found: CardAlert) -> str:
    """Where it is put right."""
    return reverse("shoe", args=[found.shoe_key]) if found.age else reverse("packs")


def _clause(clause: Clause | None) -> str:
    if clause is None:
        return ""
    said = f"{clause.pack}, {clause.number}."
    return said if clause.is_checked else f"{said} {_('Nobody has confirmed this clause.')}"
