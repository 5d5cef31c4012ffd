"""What is typed in the card room."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino.models import Staff
from shoes import queries, services
from shoes.models import PackKind, PackMove
from shoes.queries.book import PLACES
from shoes.serials import MOST, BadSerials, parse_serials
from shoes.services.packs import listed

NUMBERS: Final = gettext_lazy("P-0001..P-0012, or one after the other")


class SerialsField(forms.CharField):
    """Numbers of packs, cleaned to a list of them."""

    widget = forms.Textarea(attrs={"rows": 2, "spellcheck": "false"})

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return parse_serials(text) if text else []
        except BadSerials as wrong:
            raise forms.ValidationError(
                _("“%(wrong)s” names no packs; write numbers, or the first and the last, %(most)d at most.")
                % {"wrong": wrong.wrong, "most": MOST}
            ) from None


class ReceiveForm(forms.Form):
    """Sealed packs come in."""

    serials = SerialsField(label=gettext_lazy("Numbers on the seals"), help_text=NUMBERS)
    kind = forms.ChoiceField(label=gettext_lazy("Kind of pack"), choices=PackKind.choices)
    back = forms.CharField(label=gettext_lazy("Back"), max_length=40)
    words = forms.CharField(label=gettext_lazy("From whom, delivery note"), max_length=200, required=False)

    def carry_out(self, *, by: Staff) -> str:
        asked = self.cleaned_data
        move = services.receive(asked["serials"], asked["kind"], asked["back"], by=by, words=asked["words"])
        count = {"packs": listed(asked["serials"])}
        if move.signatures > 1:
            return _("Received: %(packs)s. A second person signs before they are in the store.") % count
        return _("In the store: %(packs)s.") % count


class ActForm(forms.Form):
    """What is to happen with packs."""

    ACTS = (
        ("issue", pgettext_lazy("pack act", "Issue to the floor")),
        ("return", pgettext_lazy("pack act", "Return to the store, unused")),
        ("retire", pgettext_lazy("pack act", "Retire")),
        ("destroy", pgettext_lazy("pack act", "Destroy")),
        ("hold", pgettext_lazy("pack act", "Hold for an investigation")),
    )
    act = forms.ChoiceField(label=gettext_lazy("What happens"), choices=ACTS, widget=forms.RadioSelect)
    serials = SerialsField(label=gettext_lazy("Numbers of the packs"), help_text=NUMBERS)
    words = forms.CharField(label=gettext_lazy("Where to, how, or why"), max_length=200, required=False)

    def carry_out(self, *, by: Staff) -> str:
        act, serials, words = (self.cleaned_data[name] for name in ("act", "serials", "words"))
        told = {"packs": listed(serials)}
        if act == "hold":
            services.hold(serials, words, by=by)
            return _("Held: %(packs)s. Somebody else than you lifts that.") % told
        if act == "retire":
            services.retire(serials, words, by=by)
            return _("Retired: %(packs)s.") % told
        services.ask(PackMove.Kind(act), serials, by=by, words=words)
        return _("Signed for: %(packs)s. A second person signs before they go.") % told


class CountForm(forms.Form):
    """The packs of a gaming day as somebody counted them: a line for each kind and back, nothing filled in."""

    reason = forms.CharField(
        label=gettext_lazy("Why the count is another than the book, or is done again"), max_length=400, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = queries.counted_now()
        for nth, line in enumerate(self.lines):
            for place in PLACES:
                label = f"{PackKind(line['kind']).label}, {line['back']}"
                self.fields[f"{place}-{nth}"] = forms.IntegerField(label=label, min_value=0, max_value=100_000)

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """A line's name and its three fields."""
        return [
            (str(self.fields[f"store-{nth}"].label), [self[f"{place}-{nth}"] for place in PLACES])
            for nth in range(len(self.lines))
        ]

    def counted(self) -> list[dict[str, Any]]:
        return [
            {
                "kind": line["kind"],
                "back": line["back"],
                **{place: self.cleaned_data[f"{place}-{nth}"] for place in PLACES},
            }
            for nth, line in enumerate(self.lines)
        ]
