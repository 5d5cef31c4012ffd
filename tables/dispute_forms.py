"""What people type about disputes. A form that is not right is refused with one sentence, and nothing is changed."""

from django import forms
from django.utils.translation import gettext_lazy

from tables.forms import DisputeForm, MoneyField
from tables.models import Dispute, Ruling
from tables.queries.disputes import DEADLINES, STATES, DisputesFilter


class RaiseForm(DisputeForm):
    """Somebody contests a hand, at the table or by a letter that came on a day."""

    came = forms.ChoiceField(label=gettext_lazy("How it came"), choices=Dispute.Came.choices, required=False)
    received_on = forms.DateField(label=gettext_lazy("Letter received on"), required=False)
    reference = forms.CharField(label=gettext_lazy("Where the letter lies"), max_length=80, required=False)


class RulingForm(forms.Form):
    """The decision on a dispute."""

    decision = forms.ChoiceField(label=gettext_lazy("Ruling"), choices=Ruling.Decision.choices)
    clause = forms.CharField(label=gettext_lazy("Clause"), max_length=40)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=1000)
    refund_minor = MoneyField(label=gettext_lazy("Moves to the box"))
    paid_from = forms.ChoiceField(label=gettext_lazy("Paid"), choices=Ruling.Source.choices, required=False)


class AppealForm(forms.Form):
    """Why a ruling is not accepted."""

    words = forms.CharField(label=gettext_lazy("Why the ruling is not accepted"), max_length=1000)


class CloseForm(forms.Form):
    """A remark on closing, if there is one."""

    words = forms.CharField(label=gettext_lazy("Remark"), max_length=1000, required=False)


class HoldForm(forms.Form):
    """Why evidence is held, and until when: all of the round, or one picture by its SHA-256."""

    picture = forms.RegexField(label=gettext_lazy("What"), regex=r"^[0-9a-f]{64}\Z", required=False)
    why = forms.CharField(label=gettext_lazy("Why"), max_length=400)
    until = forms.DateField(label=gettext_lazy("Until"), required=False)


class LiftForm(forms.Form):
    """Why evidence need not be held any more."""

    why = forms.CharField(label=gettext_lazy("Why"), max_length=400)


class DisputesForm(forms.Form):
    """How the list is narrowed."""

    state = forms.ChoiceField(choices=[("", ""), *((code, code) for code in STATES)], required=False)
    deadline = forms.ChoiceField(choices=[("", ""), *((code, code) for code in DEADLINES)], required=False)
    table = forms.CharField(max_length=16, required=False)
    before = forms.IntegerField(min_value=1, max_value=2**62, required=False)

    def filter(self) -> DisputesFilter:
        said = self.cleaned_data
        return DisputesFilter(said["state"], said["table"], said["deadline"], said["before"])
