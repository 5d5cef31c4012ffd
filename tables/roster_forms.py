"""What is typed about people and their places."""

from django import forms
from django.utils.translation import gettext_lazy

from casino.models import Staff
from tables.models import Pit, Table
from tables.services.roster import Place

MOMENT = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]


class PlaceForm(forms.Form):
    """`place` is `table:BJ-12`, `pit:Pit 3`, or empty for anywhere."""

    place = forms.CharField(label=gettext_lazy("Place"), max_length=60, required=False)

    def clean_place(self) -> Place:
        kind, _colon, name = self.cleaned_data["place"].partition(":")
        table = Table.objects.filter(code=name).first() if kind == "table" else None
        pit = Pit.objects.filter(name=name).first() if kind == "pit" else None
        if kind and not (table or pit):
            raise forms.ValidationError(gettext_lazy("There is no such table or pit."))
        return Place(table, pit)


class DutyForm(PlaceForm):
    """Dealers for a shift."""

    day = forms.DateField(label=gettext_lazy("Gaming day"), input_formats=["%Y-%m-%d"])
    shift = forms.CharField(label=gettext_lazy("Shift"), max_length=40)
    dealers = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Dealers"), queryset=Staff.objects.filter(role="dealer"), required=False
    )


class AssignmentForm(PlaceForm):
    """A supervisor at a pit or a table, from when until when."""

    supervisor = forms.ModelChoiceField(
        label=gettext_lazy("Supervisor"), queryset=Staff.objects.filter(role="supervisor")
    )
    starts_at = forms.DateTimeField(label=gettext_lazy("From"), required=False, input_formats=MOMENT)
    ends_at = forms.DateTimeField(label=gettext_lazy("Until"), required=False, input_formats=MOMENT)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class RotationForm(forms.Form):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=0, max_value=24 * 60)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class HandOverForm(forms.Form):
    to = forms.ModelChoiceField(label=gettext_lazy("To"), queryset=Staff.objects.filter(role="supervisor"))
    note = forms.CharField(label=gettext_lazy("What else to know"), max_length=1000, required=False)


class NoteForm(forms.Form):
    note = forms.CharField(label=gettext_lazy("Reason"), max_length=1000, required=False)


class TabletForm(forms.Form):
    table = forms.ModelChoiceField(label=gettext_lazy("Table"), queryset=Table.objects.all(), to_field_name="code")
    name = forms.CharField(label=gettext_lazy("Name of the device"), max_length=80)


class OpeningForm(forms.Form):
    """A badge as its reader types it, or a dealer and a PIN."""

    badge = forms.CharField(max_length=80, required=False)
    dealer = forms.CharField(max_length=40, required=False)
    pin = forms.CharField(max_length=80, required=False)
