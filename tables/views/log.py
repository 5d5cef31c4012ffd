"""The auditor's list of rounds, and one round replayed step by step with its three truths and its proof."""

import csv
import secrets
from collections.abc import Iterator
from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino import audit
from casino.answers import done
from casino.permissions import StaffRequest, may
from tables import queries, refusals
from tables.models import Round, RoundDocument
from tables.queries import proof, records
from tables.queries.shapes import RoundRow, RoundsFilter, RoundsPage, RoundView
from tables.services import notes
from tables.views.clips import evidence_shown
from tables.views.filters import SAMPLED, FilterForm
from tables.views.log_words import Facets, Pages, csv_head, csv_row, pills, ticks, without

EXPORTED_ROWS = 100_000
SAMPLE_SIZE = 20


@may("rounds.read")
@require_GET
def log(request: StaffRequest) -> HttpResponse:
    """Rounds newest first, narrowed by facets, days, dealer and what was typed."""
    form = FilterForm(request.GET)
    if not form.is_valid():
        return render(request, "tables/log.html", {"form": form, "section": "log"}, status=422)
    if form.hash_sought():
        return _by_hash(request, form)
    page = queries.rounds_list(form.filter(), request.user)
    return render(request, "tables/log.html", _shown(request, form, page))


def _shown(request: StaffRequest, form: FilterForm, page: RoundsPage) -> dict[str, object]:
    return {
        "form": form,
        "page": page,
        "facets": Facets(page.facets, request.GET),
        "pills": pills(form, request.GET),
        "pages": Pages(page, request.GET),
        "query": request.GET.urlencode(),
        "section": "log",
    }


def _by_hash(request: StaffRequest, form: FilterForm) -> HttpResponse:
    """The round whose document has this hash; the list, saying so, where there is none or more than one."""
    rounds = RoundDocument.objects.filter(sha256__startswith=form.hash_sought()).values_list("round_id", flat=True)
    found = set(rounds[:20])
    if len(found) == 1:
        return redirect("log-round", found.pop())
    form.add_error("find", _("No single document has a hash that begins so; write more of it."))
    return render(request, "tables/log.html", {"form": form, "section": "log"}, status=422)


@may("rounds.read")
@require_GET
def log_round(request: StaffRequest, round_id: int) -> HttpResponse:
    """One round, at `?step=n`, by default its end."""
    found = get_object_or_404(Round.objects.select_related("table", "sign"), pk=round_id)
    view = queries.round_view(found, request.user, step=_step(request.GET.get("step")))
    shown = {"round": view, "section": "log", "ticks": ticks(view)}
    if request.GET.get("part") == "replay":
        return render(request, "tables/log_replay.html", shown)
    return render(request, "tables/log_round.html", shown | _proofs(found, view) | evidence_shown(found, request.user))


def _step(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise refusals.BadEntry(_("“%s” is no step; write a whole number from 0.") % text)
    return int(text)


def _proofs(found: Round, view: RoundView) -> dict[str, object]:
    numbers = [entry.number for entry in view.proof]
    return {
        "chain": proof.chain_proof(found.table.chain, numbers),
        "checkpoint": proof.checkpoint_proof(found.table.chain, numbers),
        "judged": proof.document_proof(found),
    }


@may("rounds.export")
@require_GET
def export(request: StaffRequest) -> HttpResponse:
    """The rounds of the filter as CSV, newest first; no cards, and nothing that the list would not show."""
    form = FilterForm(request.GET)
    if not form.is_valid():
        return render(request, "tables/log.html", {"form": form, "section": "log"}, status=422)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="rounds.csv"'
    writer = csv.writer(response)
    writer.writerow(csv_head())
    writer.writerows(csv_row(row) for row in _all_rows(form.filter(), request))
    told = {"filter": request.GET.urlencode()}
    audit.record(audit.HOUSE, request.user, "rounds.exported", about="rounds", facts=told)
    return response


def _all_rows(wanted: RoundsFilter, request: StaffRequest) -> Iterator[RoundRow]:
    number, pages, sent = 1, 1, 0
    while number <= pages and sent < EXPORTED_ROWS:
        page = queries.rounds_list(replace(wanted, page=number), request.user)
        pages, number, sent = page.pages, number + 1, sent + len(page.rows)
        yield from page.rows


@may("rounds.export")
@require_POST
def sample(request: StaffRequest) -> HttpResponse:
    """Draw some of the rounds found, by chance. The journal keeps seed and filter: nobody draws until it suits them."""
    form = FilterForm(request.GET)
    if not form.is_valid():
        return render(request, "tables/log.html", {"form": form, "section": "log"}, status=422)
    drawn = without(request.GET, *SAMPLED)
    drawn["sample"], drawn["seed"] = str(SAMPLE_SIZE), f"{secrets.randbelow(10**6):06}"
    drawn["upto"] = str(records.last_ending())
    told = {"filter": drawn.urlencode()}
    audit.record(audit.HOUSE, request.user, "rounds.sampled", about="rounds", facts=told)
    return redirect(f"{reverse('log')}?{drawn.urlencode()}")


@may("rounds.note")
@require_POST
def note(request: StaffRequest, round_id: int) -> HttpResponse:
    """An auditor's remark, a row of their own."""
    notes.add(get_object_or_404(Round, pk=round_id), request.POST.get("text", "")[:2000], by=request.user)
    return done(request, _("The note was added."), "log-round", round_id)


@may("rounds.read")
@require_GET
def document(request: StaffRequest, round_id: int) -> HttpResponse:
    """The latest revision, or `?revision=n`, byte for byte as it was hashed. Not while the shoe is in play."""
    found = get_object_or_404(Round.objects.select_related("table", "sign"), pk=round_id)
    if queries.round_view(found, request.user).shoe_in_play:
        raise refusals.ShoeInPlay
    kept = RoundDocument.objects.filter(round=found).order_by("-revision")
    wanted = _step(request.GET.get("revision"))
    written = get_object_or_404(kept, revision=wanted) if wanted else kept.first()
    if written is None:
        raise refusals.RoundNotOver(found.number)
    response = HttpResponse(written.text, content_type="application/json; charset=utf-8")
    name = f"{found.table.code}-{found.number}-r{written.revision}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


urlpatterns: list[URLPattern] = [
    path("log", log, name="log"),
    path("log/export.csv", export, name="log-export"),
    path("log/sample", sample, name="log-sample"),
    path("log/<int:round_id>", log_round, name="log-round"),
    path("log/<int:round_id>/notes", note, name="log-note"),
    path("log/<int:round_id>/document", document, name="log-document"),
]
