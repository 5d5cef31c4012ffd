"""The auditor's list of evenings, and one event by event with its findings and its proof."""

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from casino.permissions import StaffRequest, may
from tables.models import Evening, Table
from tables.queries import proof
from tables.queries.evening_pages import EveningPage, evening_page, evenings_list
from tables.views.log_words import Pages


class EveningsForm(forms.Form):
    """GET parameters of /log/evenings."""

    table = forms.MultipleChoiceField(label=_("Table"), required=False)
    page = forms.IntegerField(label=_("Page"), min_value=1, max_value=10**6, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        choices = [(code, code) for code in Table.objects.values_list("code", flat=True)]
        self.fields["table"].choices = choices  # type: ignore[attr-defined]  # of a choice field


@may("rounds.read")
@require_GET
def evenings(request: StaffRequest) -> HttpResponse:
    """Evenings newest first, of all tables or of some."""
    form = EveningsForm(request.GET)
    if not form.is_valid():
        return render(request, "tables/log_evenings.html", {"form": form, "section": "log"}, status=422)
    page = evenings_list(form.cleaned_data["table"], form.cleaned_data["page"] or 1)
    shown = {"form": form, "page": page, "pages": Pages(page, request.GET), "section": "log"}
    return render(request, "tables/log_evenings.html", shown | {"chosen": form.cleaned_data["table"]})


@may("rounds.read")
@require_GET
def evening(request: StaffRequest, evening_id: int) -> HttpResponse:
    """One evening from its first event to its last."""
    found = get_object_or_404(Evening.objects.select_related("table", "sign", "end"), pk=evening_id)
    view = evening_page(found)
    shown = {"evening": view, "proof": view.proof, "code": view.table_code, "section": "log"}
    return render(request, "tables/log_evening.html", shown | _proofs(found, view))


def _proofs(found: Evening, view: EveningPage) -> dict[str, object]:
    numbers = [entry.number for entry in view.proof]
    return {
        "chain": proof.chain_proof(found.table.chain, numbers),
        "checkpoint": proof.checkpoint_proof(found.table.chain, numbers),
        "judged": proof.evening_proof(found),
    }


urlpatterns: list[URLPattern] = [
    path("log/evenings", evenings, name="log-evenings"),
    path("log/evenings/<int:evening_id>", evening, name="log-evening"),
]
