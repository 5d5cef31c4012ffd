"""The floor's furniture: pits, tables and their boxes, felts. An administrator's pages."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino.errors import Refused
from casino.permissions import StaffRequest, may
from tables.forms import asked
from tables.models import Layout, Pit, Table
from tables.queries import furniture as known
from tables.rules.profiles import GAMES
from tables.services import floor, tables
from tables.wording import floor as words

BOXES: Final = range(1, floor.MOST_BOXES + 1)


class PitForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Pit"), max_length=floor.LONGEST_PIT)


class TableForm(forms.Form):
    """A table: its code is given once."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80, required=False)
    pit = forms.CharField(label=gettext_lazy("Pit"), max_length=floor.LONGEST_PIT)
    boxes = forms.IntegerField(label=gettext_lazy("Boxes"))
    layout = forms.ModelChoiceField(label=gettext_lazy("Layout"), queryset=Layout.objects.all(), required=False)


class NewTableForm(TableForm):
    code = forms.CharField(label=gettext_lazy("Code"), max_length=16)


class LayoutForm(forms.Form):
    """A felt, and what is printed on it; what is left empty is not printed."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    game = forms.CharField(label=gettext_lazy("Game"), max_length=40)
    boxes = forms.IntegerField(label=gettext_lazy("Boxes"))
    natural_pays = forms.CharField(label=gettext_lazy("A natural pays"), max_length=9, required=False)
    insurance_pays = forms.CharField(label=gettext_lazy("Insurance pays"), max_length=9, required=False)
    dealer_policy = forms.CharField(label=gettext_lazy("The dealer"), max_length=20, required=False)


@may("tables.manage")
@require_GET
def page(request: StaffRequest) -> HttpResponse:
    """All pits with their tables, all felts, and the forms to add one."""
    return _page(request)


@may("tables.manage")
@require_POST
def add_pit(request: StaffRequest) -> HttpResponse:
    try:
        pit = floor.add_pit(asked(PitForm(request.POST))["name"], by=request.user)
    except Refused as refused:
        return _page(request, refused, "pit")
    return _done(request, _("Pit %s is there.") % pit)


@may("tables.manage")
@require_POST
def rename_pit(request: StaffRequest, pit_id: int) -> HttpResponse:
    pit = get_object_or_404(Pit, pk=pit_id)
    try:
        floor.rename_pit(pit, asked(PitForm(request.POST))["name"], by=request.user)
    except Refused as refused:
        return _page(request, refused, f"pit-{pit_id}")
    return _done(request, _("The pit is called %s.") % pit.name)


@may("tables.manage")
@require_POST
def add_table(request: StaffRequest) -> HttpResponse:
    try:
        said = asked(NewTableForm(request.POST))
        made = tables.add(said.pop("code"), **said, by=request.user)
    except Refused as refused:
        return _page(request, refused, "table")
    return _done(request, _("Table %s is on the floor; it opens once a sign hangs there.") % made)


@may("tables.manage")
@require_http_methods(["GET", "POST"])
def change_table(request: StaffRequest, code: str) -> HttpResponse:
    """Name, pit, boxes, felt; and taking a table off the floor or putting it back."""
    table = get_object_or_404(Table.objects.select_related("layout"), code=code)
    if request.method == "GET":
        return _table(request, table)
    try:
        said = asked(TableForm(request.POST))
        floor.change_table(table, **said, is_in_use=request.POST.get("in_use") == "1", by=request.user)
    except Refused as refused:
        return _table(request, table, refused)
    return _done(request, _("Table %s is as you said.") % table)


@may("tables.manage")
@require_POST
def add_layout(request: StaffRequest) -> HttpResponse:
    try:
        said = asked(LayoutForm(request.POST))
        printed = {name: said[name] for name in floor.PRINTED if said[name]}
        made = floor.add_layout(said["name"], game=said["game"], boxes=said["boxes"], printed=printed, by=request.user)
    except Refused as refused:
        return _page(request, refused, "layout")
    return _done(request, _("Layout %s can be put on tables.") % made)


def _page(request: StaffRequest, refused: Refused | None = None, about: str = "") -> HttpResponse:
    shown: dict[str, Any] = {"pits": known.pits(), "layouts": known.layouts(), "boxes": BOXES, "section": "floor"}
    shown |= {"games": [(name, words.game(name)) for name in GAMES], "refused": refused, "about": about}
    shown["policies"] = words.policies()
    shown["said"] = request.POST if refused else {}
    return render(request, "tables/table_floor.html", shown, status=refused.status if refused else 200)


def _table(request: StaffRequest, table: Table, refused: Refused | None = None) -> HttpResponse:
    shown: dict[str, Any] = {"table": table, "layouts": known.layouts(), "boxes": BOXES, "section": "floor"}
    shown |= {"pits": Pit.objects.all(), "refused": refused}
    return render(request, "tables/table_furnish.html", shown, status=refused.status if refused else 200)


def _done(request: StaffRequest, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("floor")


urlpatterns = [
    path("floor", page, name="floor"),
    path("floor/pits", add_pit, name="pit-add"),
    path("floor/pits/<int:pit_id>", rename_pit, name="pit-rename"),
    path("floor/tables", add_table, name="table-add"),
    path("floor/tables/<slug:code>", change_table, name="table-furnish"),
    path("floor/layouts", add_layout, name="layout-add"),
]
