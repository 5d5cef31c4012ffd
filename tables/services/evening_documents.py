"""An evening's document, revision by revision."""

from datetime import datetime

from django.utils import timezone

from tables import evening_document
from tables.evening_document import RoundName
from tables.models import EveningDocument, EveningEnd, RoundDocument
from tables.queries.evenings import Standing
from tables.rules.facts import KIND, SLOT
from tables.rules.happenings import standing
from tables.rules.terms import ENGINE


def write(found: Standing, ended: EveningEnd) -> EveningDocument:
    """Append the next revision; it names the hash of the one before, and the latest document of each round."""
    evening = found.begun
    last = EveningDocument.objects.filter(evening=evening).order_by("-revision").first()
    head = evening_document.Head(
        table=evening.table.code,
        evening=evening.number,
        sign_version=evening.sign.version,
        began_at=_ms(evening.began_at),
        ended_at=_ms(ended.at),
        why=ended.why,
        revision=last.revision + 1 if last else 1,
        previous_sha256=last.sha256 if last else None,
    )
    text, sha256 = evening_document.build(
        head, terms=found.terms, rows=found.rows, fold=found.fold, rounds=rounds_of(found)
    )
    return EveningDocument.objects.create(
        evening=evening,
        revision=head.revision,
        text=text,
        sha256=sha256,
        previous_sha256=head.previous_sha256 or "",
        engine=ENGINE,
        at=timezone.now(),
    )


def rounds_of(found: Standing) -> list[RoundName]:
    """The documents of the evening's rounds in the order in which they were opened."""
    numbers = [row[SLOT] for row in standing(found.rows) if row[KIND] == "opened"]
    documents = RoundDocument.objects.latest_revisions().filter(
        round__table=found.begun.table_id, round__number__in=numbers
    )
    kept = {row[0]: RoundName(*row) for row in documents.values_list("round__number", "revision", "sha256")}
    return [kept[number] for number in numbers if number in kept]


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
