"""Tablets enrolled at a table and taken out, and dealers who open one. One function, one change, one journal entry."""

import secrets

from django.db import transaction
from django.utils import timezone

from casino import audit
from casino.errors import refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Table, Tablet, TabletEnd
from tables.queries import tables as known
from tables.queries import tablets
from tables.roster_refusals import Ended
from tables.services.roster import check_may_deal


@transaction.atomic
def enrol(table: Table, name: str, *, by: Staff) -> tuple[Tablet, str]:
    """A new tablet of `table` and its secret, which the device alone keeps."""
    secret = secrets.token_urlsafe(32)
    tablet = Tablet.objects.create(table=table, name=name, sha256=tablets.sha256(secret), by=by)
    audit.record(table.chain, by, "tablet.enrolled", about=f"tablet:{tablet.pk}", facts={"name": name})
    return tablet, secret


@transaction.atomic
def take_out(tablet: Tablet, *, by: Staff, reason: str) -> TabletEnd:
    """The device is a stranger from now on, lost or replaced."""
    with refused_if("tables_tabletend_tablet_id_key", Ended()):
        end = TabletEnd.objects.create(tablet=tablet, reason=reason, by=by)
    facts = {"name": tablet.name, "reason": reason}
    audit.record(tablet.table.chain, by, "tablet.taken_out", about=f"tablet:{tablet.pk}", facts=facts)
    return end


@transaction.atomic
def open_for(dealer: Staff, tablet: Tablet, *, way: str) -> None:
    """A dealer who showed a badge or a PIN is at the tablet of their table.

    Raises NotADealer, MayNotDeal, and DealerElsewhere for somebody who deals at another table.
    """
    if not dealer.may("tablet.use"):
        raise refusals.NotADealer(str(dealer))
    elsewhere = known.table_dealt_by(dealer)
    if elsewhere and elsewhere != tablet.table:
        raise refusals.DealerElsewhere(str(dealer), elsewhere.code)
    check_may_deal(dealer, tablet.table, timezone.now())
    facts = {"tablet": tablet.pk, "way": way}
    audit.record(tablet.table.chain, dealer, "tablet.opened", about=f"tablet:{tablet.pk}", facts=facts)
