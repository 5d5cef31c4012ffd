"""What every file of a report says of itself: which report it is, who asked, when it was made, and its hash."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class About:
    """`sha256` is that of the stored result, so that files of every form and language name the same."""

    number: int
    by: str
    made_at: datetime
    sha256: str

    @property
    def words(self) -> str:
        made = date_format(localtime(self.made_at), _("j M Y, H:i"))
        return _("Report %(number)s, asked for by %(by)s, made %(made)s") % {
            "number": self.number,
            "by": self.by,
            "made": made,
        }

    @property
    def proof(self) -> str:
        return _("SHA-256 of the result: %(sha256)s") % {"sha256": self.sha256}
