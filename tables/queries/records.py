"""The list of rounds with its filters and counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet, Sum, Value
from django.db.models.functions import MD5, Cast, Concat
from django.utils.translation import gettext as _

from shoes.queries import are_ended
from tables import refusals
from tables.models import Dispute, Reaudit, Round, RoundClose, RoundDocument, Ruling, Verdict, VerdictClosing
from tables.queries import banks, sight
from tables.queries import verdicts as judged
from tables.queries.shapes import Facet, RoundRow, RoundsFilter, RoundsPage, Sample, VerdictView

PAGE: Final = 50
OPEN: Final = "open"
TRUTHS: Final = ("differs", "ruled", "unknown")


def rounds_list(wanted: RoundsFilter, reader: sight.Reader) -> RoundsPage:
    """One page of rounds, newest first, and how many each filter value would leave. A fixed number of queries."""
    fitting = narrowed(wanted)
    found = _drawn(fitting, wanted.sample) if wanted.sample else fitting
    number = found.count()
    pages = max(1, -(-number // PAGE))
    page = min(max(1, wanted.page), pages)
    shown = list(
        found.select_related("table", "dealer", "close").order_by("-opened_at", "-pk")[(page - 1) * PAGE : page * PAGE]
    )
    return RoundsPage(
        rows=tuple(rows_of(shown, reader)),
        facets=tuple(_facets(wanted)),
        found=number,
        total=_ended_by(fitting, wanted.sample).count() if wanted.sample else Round.objects.count(),
        page=page,
        pages=pages,
    )


def last_ending() -> int:
    """The number of the newest ending; a sample is drawn from the rounds up to it."""
    return RoundClose.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _ended_by(rounds: QuerySet[Round], sample: Sample) -> QuerySet[Round]:
    return rounds.filter(close__pk__lte=sample.upto)


def _drawn(rounds: QuerySet[Round], sample: Sample) -> QuerySet[Round]:
    """Those whose number hashes lowest together with the seed: no round can be preferred, any drawing be repeated."""
    lot = MD5(Concat(Value(f"{sample.seed}:"), Cast("pk", CharField())))
    taken = _ended_by(rounds, sample).annotate(lot=lot).order_by("lot").values("pk")[: sample.size]
    return Round.objects.filter(pk__in=taken)


def documents_of(wanted: RoundsFilter) -> Iterator[str]:
    """Every revision of the documents of the rounds found, oldest first; none of a shoe that has not ended."""
    found = narrowed(wanted)
    ended = are_ended(found.order_by().values_list("shoe_key", flat=True).distinct())
    rows = RoundDocument.objects.filter(round__in=found.filter(shoe_key__in=ended)).order_by("round_id", "revision")
    yield from rows.values_list("text", flat=True).iterator(chunk_size=500)


def rows_of(rounds: list[Round], reader: sight.Reader) -> list[RoundRow]:
    hidden = sight.withheld(rounds, reader)
    documents = {row.round_id: row for row in RoundDocument.objects.latest_revisions().filter(round__in=rounds)}
    verdicts: dict[int, list[VerdictView]] = defaultdict(list)
    standing = Verdict.objects.standing().filter(round__in=rounds).select_related("round__table").order_by("pk")
    for view in judged.verdict_views(list(standing), hidden=hidden):
        verdicts[view.round_id].append(view)
    disputes = Counter(Dispute.objects.filter(round__in=rounds).values_list("round_id", flat=True))
    held = banks.holders(rounds)
    return [
        _row(
            one,
            documents.get(one.pk),
            verdicts[one.pk],
            disputes[one.pk],
            bank=held[one.pk],
            is_hidden=one.pk in hidden,
        )
        for one in rounds
    ]


def _row(
    round: Round,
    document: RoundDocument | None,
    verdicts: list[VerdictView],
    disputes: int,
    *,
    bank: str | None,
    is_hidden: bool,
) -> RoundRow:
    close = getattr(round, "close", None)
    return RoundRow(
        id=round.pk,
        table_code=round.table.code,
        number=round.number,
        opened_at=round.opened_at,
        ended_at=close.at if close else None,
        how=close.how if close else None,
        dealer=str(round.dealer),
        boxes=document.boxes if document else None,
        staked_minor=document.staked_minor if document else None,
        house_minor=document.house_minor if document else None,
        bank_total=document.bank_total if document and not is_hidden else None,
        withheld=is_hidden,
        verdicts=tuple(judged.worst_first(verdicts)),
        disputes=disputes,
        differing=document.differing if document else None,
        unknown_cards=document.unknown_cards if document and not is_hidden else None,
        revision=document.revision if document else None,
        bank=bank,
    )


def narrowed(wanted: RoundsFilter) -> QuerySet[Round]:
    seed = (wanted.sample.seed,) if wanted.sample else ()
    texts = (wanted.shoe_key, *seed, *wanted.tables, *wanted.rules, *wanted.outcomes, *wanted.truths)
    if any("\x00" in text for text in texts):
        raise refusals.BadFilter(_("A filter holds no NUL characters; write plain text."))
    rounds = Round.objects.all()
    if wanted.tables:
        rounds = rounds.filter(table__code__in=wanted.tables)
    if wanted.dealer_id is not None:
        rounds = rounds.filter(dealer=wanted.dealer_id)
    if wanted.shoe_key:
        rounds = rounds.filter(shoe_key=wanted.shoe_key)
    if wanted.since:
        rounds = rounds.filter(opened_at__gte=wanted.since)
    if wanted.until:
        rounds = rounds.filter(opened_at__lt=wanted.until)
    if wanted.number is not None:
        rounds = rounds.filter(number=wanted.number)
    if wanted.rules:
        rounds = rounds.filter(Exists(_of_round(Verdict.objects.standing()).filter(rule__in=wanted.rules)))
    if wanted.outcomes:
        rounds = rounds.filter(_any_outcome(wanted.outcomes))
    if wanted.truths:
        rounds = rounds.filter(_any_truth(wanted.truths))
    return rounds


def _any_outcome(outcomes: tuple[str, ...]) -> Q:
    condition = Q(Exists(_of_round(VerdictClosing.objects.filter(outcome__in=outcomes))))
    if OPEN in outcomes:
        condition |= Q(Exists(_of_round(Verdict.objects.open())))
    return condition


def _any_truth(truths: tuple[str, ...]) -> Q:
    latest = _of_round(RoundDocument.objects.latest_revisions())
    conditions = {
        "differs": Q(Exists(latest.filter(differing__gt=0))),
        "ruled": Q(Exists(Ruling.objects.filter(dispute__round=OuterRef("pk")))),
        "unknown": Q(Exists(latest.filter(unknown_cards__gt=0))),
    }
    condition = Q(pk__in=())
    for truth in truths:
        condition |= conditions.get(truth, Q(pk__in=()))
    return condition


def _of_round(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(round=OuterRef("pk"))


def _facets(wanted: RoundsFilter) -> list[Facet]:
    """For each group of values, how many rounds each would leave with the other groups as they are."""
    by_table = narrowed(replace(wanted, tables=())).order_by().values_list("table__code").annotate(n=Count("pk"))
    facets = [Facet("table", code, n) for code, n in sorted(by_table)]
    others = narrowed(replace(wanted, outcomes=()))
    closings = VerdictClosing.objects.filter(round__in=others)
    outcomes = dict(closings.order_by().values_list("outcome").annotate(n=Count("round", distinct=True)))
    facets += [Facet("outcome", value, outcomes.get(value, 0)) for value in VerdictClosing.Outcome.values]
    facets.append(Facet("outcome", OPEN, others.filter(Exists(_of_round(Verdict.objects.open()))).count()))
    standing = Verdict.objects.standing().filter(round__in=narrowed(replace(wanted, rules=())))
    rules = standing.order_by().values_list("rule").annotate(n=Count("round", distinct=True))
    facets += [Facet("rule", rule, n) for rule, n in sorted(rules, key=lambda row: (-row[1], row[0]))]
    others = narrowed(replace(wanted, truths=()))
    facets += [Facet("truth", truth, others.filter(_any_truth((truth,))).count()) for truth in TRUTHS]
    return facets + _reaudited()


def _reaudited() -> list[Facet]:
    """Over all shoes: rounds that a later engine judged otherwise, and damaged records, apart."""
    sums = Reaudit.objects.aggregate(otherwise=Sum("judged_otherwise"), damaged=Sum("damaged"))
    return [
        Facet("reaudit", "judged_otherwise", sums["otherwise"] or 0),
        Facet("reaudit", "damaged", sums["damaged"] or 0),
    ]
