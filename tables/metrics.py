"""What monitoring may know of the floor: how many tables, rounds, verdicts, disputes. No cards, money or people."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Count
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from casino import metrics
from tables.models import Dispute, Round, Table, Verdict, VerdictClosing
from tables.queries import tables as known


@metrics.source
def tables() -> Iterable[Metric]:
    told = GaugeMetricFamily("seventeen_tables", "Tables by what they are.", labels=["state"])
    states = known.states_of(list(Table.objects.all())).values()
    paused = sum(state.is_open and state.is_paused for state in states)
    opened = sum(state.is_open for state in states)
    for name, number in (("open", opened - paused), ("paused", paused), ("closed", len(states) - opened)):
        told.add_metric([name], number)
    yield told


@metrics.source
def rounds() -> Iterable[Metric]:
    """Rounds of a table are numbered without a gap, so that the newest of each say how many there are."""
    newest = Round.objects.newest().values_list("pk", "number")
    numbers = dict(newest)
    running = Round.objects.running().filter(pk__in=numbers).count()
    yield CounterMetricFamily("seventeen_rounds", "Rounds dealt since the record began.", value=sum(numbers.values()))
    yield GaugeMetricFamily("seventeen_rounds_running", "Rounds on the felt.", value=running)


@metrics.source
def verdicts() -> Iterable[Metric]:
    waiting = GaugeMetricFamily(
        "seventeen_verdicts_open", "Verdicts that nobody has closed.", labels=["level", "state"]
    )
    levels = Verdict.objects.open().values_list("level", "taken")
    found = Counter((level, "new" if taken is None else "taken") for level, taken in levels)
    for level in Verdict.Level.values:
        for state in ("new", "taken"):
            waiting.add_metric([level, state], found[level, state])
    closed = CounterMetricFamily("seventeen_verdicts_closed", "Verdicts by how they were closed.", labels=["outcome"])
    numbers = dict(VerdictClosing.objects.values_list("outcome").annotate(Count("pk")))
    for outcome in VerdictClosing.Outcome.values:
        closed.add_metric([outcome], numbers.get(outcome, 0))
    yield waiting
    yield closed


@metrics.source
def disputes() -> Iterable[Metric]:
    yield GaugeMetricFamily(
        "seventeen_disputes_open", "Disputes without a ruling.", value=Dispute.objects.open().count()
    )
