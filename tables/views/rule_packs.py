"""Rule packs: the list, one pack with every clause, its text, and a house's own uploaded."""

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.errors import Refused, wants_json
from casino.permissions import StaffRequest, may
from tables.forms import asked
from tables.queries import rule_packs as known
from tables.services import rule_packs
from tables.wording.rule_packs import pack_words


class UploadForm(forms.Form):
    """A house's own pack, and from when signs may name it."""

    file = forms.FileField(label=gettext_lazy("Text of the pack"), max_length=120)
    effective_from = forms.DateTimeField(label=gettext_lazy("In force from"), required=False)


@may("rounds.read")
@require_GET
def packs(request: StaffRequest) -> HttpResponse:
    """All packs: the house's own by version, and those of the project."""
    return render(request, "tables/rule_packs.html", _listed())


@may("packs.manage")
@require_POST
def upload(request: StaffRequest) -> HttpResponse:
    """Keep a version of a house's pack; what is wrong with it is said with its line."""
    try:
        said = asked(UploadForm(request.POST, request.FILES))
        file = said["file"]
        text = file.read(rule_packs.LARGEST_BYTES + 1)
        row = rule_packs.upload(text, file.name, by=request.user, effective_from=said["effective_from"])
    except Refused as refusal:
        if wants_json(request):
            raise
        shown = {**_listed(), "refusal": refusal, "effective_from": request.POST.get("effective_from", "")}
        return render(request, "tables/rule_packs.html", shown, status=refusal.status)
    return done(request, _("Rule pack %s is kept.") % row.key, "rule-pack", row.key)


@may("rounds.read")
@require_GET
def pack(request: StaffRequest, pack: str) -> HttpResponse:
    """One pack: every clause with its number, its dates, and whether anybody confirmed it."""
    row = known.pack_row(pack)
    if row is None:
        raise Http404
    shown: dict[str, Any] = {"row": row, "pack": row.pack, "words": pack_words(row.pack), "section": "packs"}
    if row.pack.version is not None:
        shown["older"] = known.tables_with_older(row.pack.name, row.pack.version) if row.state == "in_force" else []
    return render(request, "tables/rule_pack.html", shown)


@may("rounds.read")
@require_GET
def text(request: StaffRequest, pack: str) -> HttpResponse:
    """The text as it was uploaded, or as it comes with the project: to read, or to begin a pack of one's own with."""
    found = known.text_of(pack)
    if found is None:
        raise Http404
    answer = HttpResponse(found, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{pack}.toml"'
    return answer


def _listed() -> dict[str, Any]:
    own, built_in = known.pack_rows()
    return {"own": own, "built_in": built_in, "section": "packs"}
