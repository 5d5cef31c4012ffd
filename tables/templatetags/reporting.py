"""How lists and pages of reports are written."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import get_language_info

from tables.models import Report
from tables.report_files.printed import Printed
from tables.wording import reports as words

register = template.Library()


@register.filter
def report_about(report: Report) -> str:
    """The days or the year that were asked for."""
    return words.span(report.parameters)


@register.filter
def with_id(field: BoundField, kind: str) -> SafeString:
    """The control under an id of its own: several forms of a page have a first day."""
    return field.as_widget(attrs={"id": f"{kind}-{field.name}"})


@register.filter
def heads(printed: Printed) -> list[tuple[str, bool]]:
    """The heads of the columns, and which stand at the right."""
    return [(name, how == "r") for name, how in zip(printed.head, printed.align, strict=True)]


@register.filter
def own_language(code: str) -> str:
    """A language by its own name: русский."""
    name: str = get_language_info(code)["name_local"]
    return name[:1].upper() + name[1:]
