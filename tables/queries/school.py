"""School records: a dealer's own, and those of others for who reviews them."""

from django.db.models import QuerySet

from casino.models import Staff
from tables.models import SchoolRecord

MOST = 60
TREND = 10


def records_of(staff: Staff) -> QuerySet[SchoolRecord]:
    """The newest first, without what was dealt in them."""
    return SchoolRecord.objects.filter(trainee=staff).defer("body").select_related("trainee")[:MOST]


def records_of_others(staff: Staff, *, dealer: str = "") -> QuerySet[SchoolRecord]:
    found = SchoolRecord.objects.exclude(trainee=staff).defer("body").select_related("trainee")
    return (found.filter(trainee__username=dealer) if dealer else found)[:MOST]


def trainees() -> QuerySet[Staff]:
    """Everybody who has a record."""
    return Staff.objects.filter(pk__in=SchoolRecord.objects.values("trainee")).order_by("username")


def earlier(record: SchoolRecord) -> QuerySet[SchoolRecord]:
    """Earlier sessions of the same trainee at the same game, the newest first; the last ten."""
    found = SchoolRecord.objects.filter(trainee=record.trainee, game=record.game, pk__lt=record.pk)
    return found.defer("body")[:TREND]
