"""The re-audit of an ended shoe's rounds."""

from collections import Counter
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit, live
from casino.errors import Refused, refused_if
from shoes import queries
from tables import document
from tables.models import Reaudit, Round, RoundDocument
from tables.queries import rule_packs
from tables.rules.terms import ENGINE


class ShoeNotEnded(Refused):
    code = "shoe-not-ended"
    status = 409

    def __init__(self, key: str) -> None:
        super().__init__(_("Shoe {shoe} has not ended; its rounds are audited again when it has.").format(shoe=key))


class _Known(Refused):
    """Another worker was first; its row stands."""


def record(shoe_key: str) -> Reaudit:
    """Judge the shoe's documents anew and keep the result. The second time it answers as the first."""
    known = Reaudit.objects.filter(shoe_key=shoe_key).first()
    if known:
        return known
    if not queries.has_ended(shoe_key):
        raise ShoeNotEnded(shoe_key)
    counts, detail = _judge(shoe_key)
    try:
        return _keep(shoe_key, counts, detail)
    except _Known:
        return Reaudit.objects.get(shoe_key=shoe_key)


def missed() -> list[str]:
    """Shoes that were dealt from and have ended, and were not audited again."""
    dealt = Round.objects.exclude(shoe_key__in=Reaudit.objects.values("shoe_key")).order_by()
    return sorted(queries.are_ended(dealt.values_list("shoe_key", flat=True).distinct()))


def _judge(shoe_key: str) -> tuple[Counter[str], list[dict[str, Any]]]:
    counts: Counter[str] = Counter()
    detail: list[dict[str, Any]] = []
    texts = (
        RoundDocument.objects.latest_revisions()
        .filter(round__shoe_key=shoe_key)
        .order_by("round_id")
        .values_list("round_id", "round__sign__pack", "text", "sha256")
    )
    for round_id, pack, text, sha256 in texts.iterator(chunk_size=500):
        rule_packs.load(pack)
        judgement = document.audit(text.encode(), stored_sha256=sha256)
        counts[judgement.record] += 1
        if judgement.record != document.SOUND:
            detail.append({"round": round_id, "record": judgement.record, "why": list(judgement.why)})
    return counts, detail


@transaction.atomic
def _keep(shoe_key: str, counts: Counter[str], detail: list[dict[str, Any]]) -> Reaudit:
    with refused_if("tables_reaudit_shoe_key_key", _Known()):
        row = Reaudit.objects.create(
            shoe_key=shoe_key,
            rounds=counts.total(),
            ok=counts[document.SOUND],
            judged_otherwise=counts[document.JUDGED_OTHERWISE],
            damaged=counts[document.DAMAGED],
            detail=detail,
            engine=ENGINE,
        )
    facts = {"rounds": row.rounds, "ok": row.ok, "judged_otherwise": row.judged_otherwise, "damaged": row.damaged}
    audit.record(audit.HOUSE, "celery", "shoe.reaudited", about=f"shoe:{shoe_key}", facts=facts | {"engine": ENGINE})
    live.tell("shoe", shoe=shoe_key)
    return row
