"""What supervisors type. A form that is not right is refused with one sentence, and nothing is changed."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import money
from casino.errors import Refused
from casino.models import Staff
from tables.models import VerdictClosing


class Malformed(Refused):
    """A form that lacks something or says what cannot be."""

    code = "malformed"
    status = 422


def asked(form: forms.Form) -> dict[str, Any]:
    """What the form says. Raises Malformed with the first thing that is wrong."""
    if form.is_valid():
        return dict(form.cleaned_data)
    name, errors = next(iter(form.errors.items()))
    field = form.fields.get(name)
    label = (field.label if field else None) or name
    raise Malformed(_("%(field)s: %(error)s") % {"field": label, "error": errors[0]})


class MoneyField(forms.CharField):
    """A typed sum, as whole minor units."""

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        text = super().to_python(value)
        if not text:
            return None
        try:
            return money.parse(text)
        except money.NotMoney as wrong:
            raise ValidationError(str(wrong)) from None


class ClosingForm(forms.Form):
    """How a verdict ends."""

    outcome = forms.ChoiceField(label=gettext_lazy("Close the verdict as"), choices=VerdictClosing.Outcome.choices)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=1000, required=False)


class DisputeForm(forms.Form):
    """Somebody contests a hand or a verdict."""

    slot = forms.CharField(label=gettext_lazy("About"), max_length=8)
    words = forms.CharField(label=gettext_lazy("What is said"), max_length=1000)
    verdict = forms.IntegerField(label=gettext_lazy("Verdict"), required=False)


class DealerForm(forms.Form):
    """Who deals."""

    dealer = forms.ModelChoiceField(label=gettext_lazy("Dealer"), queryset=Staff.objects.filter(is_active=True))


class ReasonForm(forms.Form):
    """Why something is done that the journal keeps."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class RaiseForm(forms.Form):
    """A box's maximum raised because a player asks: for which box, how far, until when, and why."""

    place = forms.CharField(label=gettext_lazy("Box"), max_length=2)
    max_minor = MoneyField(label=gettext_lazy("Up to"))
    until = forms.TimeField(label=gettext_lazy("Until"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), max_length=80, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class ShoeForm(forms.Form):
    """From which shoe."""

    shoe = forms.CharField(label=gettext_lazy("Shoe"), max_length=32)
