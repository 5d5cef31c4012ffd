"""Forms by which a report is asked for."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import Table
from tables.queries import reports as known


class DayInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(attrs={"class": "field"}, format="%Y-%m-%d")


class SpanForm(forms.Form):
    """The days that a report tells of."""

    since = forms.DateField(label=pgettext_lazy("report", "First day"), widget=DayInput())
    until = forms.DateField(label=pgettext_lazy("report", "Last day"), widget=DayInput())

    def __init__(self, *args: Any, **said: Any) -> None:
        super().__init__(*args, **said)
        for name in ("since", "until"):
            self.fields[name].initial = house_day()


class TablesForm(SpanForm):
    tables = forms.MultipleChoiceField(label=_("Tables; all where none is chosen"), required=False)

    def __init__(self, *args: Any, **said: Any) -> None:
        super().__init__(*args, **said)
        codes = Table.objects.order_by("code").values_list("code", flat=True)
        _offer(self.fields["tables"], [(code, code) for code in codes])


class DealersForm(SpanForm):
    dealers = forms.MultipleChoiceField(label=_("Dealers; all where none is chosen"), required=False)

    def __init__(self, *args: Any, **said: Any) -> None:
        super().__init__(*args, **said)
        people = Staff.objects.filter(role="dealer").order_by("name", "pk")
        _offer(self.fields["dealers"], [(str(one.pk), str(one)) for one in people])

    def clean_dealers(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data["dealers"]]


class SlipsForm(forms.Form):
    year = forms.TypedChoiceField(label=pgettext_lazy("report", "Year"), coerce=int)
    every = forms.BooleanField(label=_("Every slip, not only what is void, under way or missing"), required=False)

    def __init__(self, *args: Any, **said: Any) -> None:
        super().__init__(*args, **said)
        _offer(self.fields["year"], [(str(year), str(year)) for year in known.years_of_slips()])
        self.fields["year"].widget.attrs["class"] = "field"


def _offer(field: forms.Field, choices: list[tuple[str, str]]) -> None:
    """Give a field what may be chosen now."""
    assert isinstance(field, forms.ChoiceField)  # noqa: S101  (of the classes above)
    field.choices = choices
    if isinstance(field, forms.MultipleChoiceField):
        field.widget.attrs |= {"class": "field", "size": min(5, max(2, len(choices)))}


FORMS: Final[dict[str, type[forms.Form]]] = {"tables": TablesForm, "dealers": DealersForm, "slips": SlipsForm}
