"""How much room files take, as people say it."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def bytes_words(number: int) -> str:
    """In whole or tenths of gigabytes, below one of megabytes; a gigabyte is 1,000,000,000 bytes, as disks count."""
    if number >= 1_000_000_000:
        return _("%(size)s GB") % {"size": _tenths(number / 1e9)}
    return _("%(size)s MB") % {"size": _tenths(number / 1e6)}


def _tenths(value: float) -> str:
    return number_format(value, 0 if round(value, 1) == int(value) else 1)
