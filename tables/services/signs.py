"""What becomes of a posted sign: the notice it needs, its announcement, and the moment at which it comes into force."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Sign, SignAnnounced, SignInForce, Table
from tables.queries import rule_packs
from tables.queries import tables as known
from tables.rules.limit_changes import Notice, notice_of
from tables.rules.pack import Pack
from tables.rules.shapes import Limits
from tables.services import notices
from tables.services.drafts import check_writer
from tables.wording import limits as words

MISSED_WITHIN: Final = timedelta(days=1)
CLOCKS_APART: Final = timedelta(seconds=5)


class AnnouncedAlready(Refused):
    code = "sign-announced"
    status = 409

    def __init__(self) -> None:
        super().__init__(_("This sign was announced already."))


def notice_for(table: Table, limits: Limits, *, at: datetime | None = None) -> Notice | None:
    """The notice that a sign with these limits needs now, by the pack of the sign that hangs; None: it needs none.

    A clause that nobody has confirmed binds nobody.
    """
    sign = known.sign_of(table)
    if sign is None:
        return None
    now = at or timezone.now()
    pack: Pack = rule_packs.pack_of(sign)
    found = notice_of(
        pack, known.limits_of(sign), limits, is_played=known.is_played(table), at_ms=int(now.timestamp() * 1000)
    )
    return found if found and found.checked else None


def earliest(notice: Notice | None, *, at: datetime | None = None) -> datetime:
    """When a sign posted now may come into force: a whole minute, so that it can be written on the sign."""
    now = at or timezone.now()
    if notice is None:
        return now
    whole = now.replace(second=0, microsecond=0)
    return whole + timedelta(minutes=notice.minutes + (whole < now))


def check_notice(table: Table, limits: Limits, *, effective_from: datetime) -> None:
    """Raises NoticeAsked where the sign would come into force too soon."""
    notice = notice_for(table, limits)
    if notice is not None and effective_from < timezone.now() + timedelta(minutes=notice.minutes) - CLOCKS_APART:
        raise refusals.NoticeAsked(words.notice_asked(notice, earliest(notice)))


@transaction.atomic
def announce(sign: Sign, *, by: Staff) -> SignAnnounced:
    """The dealer has told the players what the next sign says and when. Raises AnnouncedAlready."""
    check_writer(by, [], known.state_of(sign.table), table_code=sign.table.code)
    with refused_if("tables_signannounced_sign_id_key", AnnouncedAlready()):
        row = SignAnnounced.objects.create(sign=sign, by=by)
    facts = {"version": sign.version, "effective_from": sign.effective_from.isoformat()}
    audit.record(sign.table.chain, by, "sign.announced", about=f"sign:{sign.pk}", facts=facts)
    notices.tell(sign.table)
    return row


def tell_in_force() -> list[str]:
    """Tell the screens of tables where a sign that was posted ahead has come into force; each once."""
    now = timezone.now()
    due = Sign.objects.filter(
        effective_from__range=(now - MISSED_WITHIN, now), effective_from__gt=F("posted_at"), came=None
    )
    return [sign.table.code for sign in due.select_related("table").order_by("effective_from", "pk") if _came(sign)]


@transaction.atomic
def _came(sign: Sign) -> bool:
    _row, is_new = SignInForce.objects.get_or_create(sign=sign)
    if is_new:
        facts = {"version": sign.version, "effective_from": sign.effective_from.isoformat()}
        audit.record(sign.table.chain, None, "sign.in_force", about=f"sign:{sign.pk}", facts=facts)
        notices.tell(sign.table)
    return is_new
