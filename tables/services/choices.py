"""Where a rule leaves a choice: what the one who may choose has chosen is entered, as a fact that was ruled."""

from django.utils.translation import gettext as _

from casino.errors import Refused
from casino.models import Staff
from tables.models import Verdict
from tables.rules.shapes import Finding
from tables.services import rounds
from tables.services.drafts import Draft


class NoSuchChoice(Refused):
    """The finding offers other choices, or none."""

    code = "no-such-choice"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("This choice is not offered; reload the page to see which are."))


def choose(verdict: Verdict, option: str, *, by: Staff) -> None:
    """Enter the choice in the verdict's round. Raises NoSuchChoice."""
    finding = Finding.from_json(verdict.finding)
    about = finding.fact_id or next(iter(finding.evidence), None)  # of what is missing: the card that showed it
    if option not in finding.choices or about is None:
        raise NoSuchChoice
    draft = Draft("choice", (finding.rule, about, option), source="ruled")
    rounds.take(verdict.round, [draft], by=by, key=f"choice:{verdict.pk}")
