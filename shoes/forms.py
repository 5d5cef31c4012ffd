"""What a supervisor types about a shoe. `form_for(step, data)` gives the form of a step; `carry_out` does the step."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.models import Role, Staff
from shoes import queries, services
from shoes.cards import format_card
from shoes.house_rules import Inspection
from shoes.models import Pack, ShoeKind, Step
from shoes.packs import composition


class LoadForm(forms.Form):
    """Packs from the store go into a new shoe."""

    packs = forms.ModelMultipleChoiceField(label=_("Packs"), queryset=Pack.objects.loadable().order_by("serial"))
    kind = forms.ChoiceField(label=_("Kind of shoe"), choices=ShoeKind.choices, initial=ShoeKind.SHOE)
    key = forms.RegexField(
        label=_("Shoe"), regex=r"^[A-Za-z0-9-]{1,20}$", required=False, help_text=_("Empty: the next number.")
    )

    def carry_out(self, *, by: Staff) -> str:
        asked = self.cleaned_data
        return services.load(asked["key"], list(asked["packs"]), by=by, kind=asked["kind"]).key


class StepForm(forms.Form):
    """A step that wants nothing typed."""

    step: Step
    request: HttpRequest | None = None

    def carry_out(self, key: str, *, by: Staff) -> None:
        PLAIN_STEPS[self.step](key, by=by)


class VerifyForm(StepForm):
    """The second person's word; and, where a rule pack asks for it, those of others, by name and PIN."""

    def __init__(self, *args: Any, asked: Inspection | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = asked.roles[:-1] if asked else ()
        self.asked = asked
        for nth, role in enumerate(self.others):
            people = Staff.objects.filter(role=role, is_active=True).exclude(pin="").order_by("name")
            is_needed = bool(asked and asked.clause.is_checked)
            named = forms.ModelChoiceField(
                people, label=_("Inspected by: %s") % Role(role).label.lower(), required=is_needed
            )
            self.fields[f"inspector-{nth}"] = named
            entry = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
            self.fields[f"pin-{nth}"] = forms.CharField(
                label=_("PIN of who inspected"), max_length=8, required=is_needed, widget=entry
            )

    def signed(self, request: HttpRequest | None) -> list[Staff]:
        """Who inspected, each by a PIN. Raises WrongPin."""
        found = []
        for nth in range(len(self.others)):
            named, pin = self.cleaned_data[f"inspector-{nth}"], self.cleaned_data[f"pin-{nth}"]
            if named is None:
                continue
            person = authenticate(request, username=named.username, pin_secret=pin)
            if not isinstance(person, Staff):
                raise services.WrongPin(named)
            found.append(person)
        return found

    def carry_out(self, key: str, *, by: Staff) -> None:
        services.verify(key, by=by, inspectors=self.signed(self.request))


class CutForm(StepForm):
    cut_by = forms.CharField(label=_("Who cut"), max_length=40, help_text=_("A box, or declined."))

    def carry_out(self, key: str, *, by: Staff) -> None:
        services.cut(key, by=by, cut_by=self.cleaned_data["cut_by"])


class StopCardForm(StepForm):
    from_bottom = forms.IntegerField(label=_("Cards behind the stop card"), min_value=0)

    def carry_out(self, key: str, *, by: Staff) -> None:
        services.place_stop_card(key, self.cleaned_data["from_bottom"], by=by)


class BurnForm(StepForm):
    burned = forms.IntegerField(label=_("Cards burned"), min_value=0)

    def carry_out(self, key: str, *, by: Staff) -> None:
        services.burn(key, self.cleaned_data["burned"], by=by)


class EndForm(StepForm):
    reason = forms.CharField(
        label=_("Reason"), max_length=200, required=False, help_text=_("Needed while the stop card is not out.")
    )

    def carry_out(self, key: str, *, by: Staff) -> None:
        services.end(key, by=by, reason=self.cleaned_data["reason"])


class CountForm(StepForm):
    """How many of each card lie in the packs: one number a card, none filled in beforehand."""

    def __init__(self, *args: Any, shoe: queries.ShoeState, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for card in composition(shoe.pack_kind, shoe.decks):
            self.fields[format_card(card)] = forms.IntegerField(label=format_card(card), min_value=0)
        self.fields["foreign"] = forms.CharField(
            label=_("Cards that belong to no such pack"), required=False, help_text=_("Such as QH 9S.")
        )

    def carry_out(self, key: str, *, by: Staff) -> None:
        counted = {card: number for card, number in self.cleaned_data.items() if card != "foreign"}
        for card in self.cleaned_data["foreign"].split():
            counted[card] = counted.get(card, 0) + 1
        services.count(key, counted, by=by)


PLAIN_STEPS: Final[Mapping[Step, Callable[..., None]]] = {
    Step.SHUFFLED: services.shuffle,
    Step.IN_PLAY: services.start,
    Step.STOP_OUT: services.stop_card_out,
}
ASKING_STEPS: Final[Mapping[Step, type[StepForm]]] = {
    Step.CUT: CutForm,
    Step.STOP_CARD: StopCardForm,
    Step.BURNED: BurnForm,
    Step.ENDED: EndForm,
}


def form_for(step: Step, shoe: queries.ShoeState, data: Mapping[str, Any] | None = None) -> StepForm:
    """The form of one of `shoe.next_steps`."""
    if step == Step.COUNTED:
        return CountForm(data, shoe=shoe)
    if step == Step.VERIFIED:
        return VerifyForm(data, asked=queries.inspection_of(shoe.key))
    form = ASKING_STEPS.get(step, StepForm)(data)
    form.step = step
    return form
