"""Pages of shoes and packs: the list, the life of one shoe, and its next step."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.permissions import StaffRequest, may
from shoes import queries
from shoes.forms import LoadForm, form_for
from shoes.models import Step


@may("rounds.read")
@require_GET
def shoes(request: StaffRequest) -> HttpResponse:
    """All shoes, newest first; where packs are, and a shoe to load for those who manage them."""
    return render(request, "shoes/shoes.html", _list_page(request))


@may("shoe.manage")
@require_POST
def load(request: StaffRequest) -> HttpResponse:
    """Put packs into a new shoe."""
    form = LoadForm(request.POST)
    if not form.is_valid():
        return render(request, "shoes/shoes.html", _list_page(request) | {"load_form": form}, status=422)
    key = form.carry_out(by=request.user)
    messages.success(request, _("Shoe %s is loaded; somebody else verifies its packs.") % key)
    return redirect("shoe", key)


@may("rounds.read")
@require_GET
def shoe(request: StaffRequest, key: str) -> HttpResponse:
    """The life of one shoe; its cards only once it has ended."""
    view = _view(key)
    page = "shoes/_shoe.html" if "part" in request.GET else "shoes/shoe.html"
    return render(request, page, _shoe_page(request, view))


@may("shoe.manage")
@sensitive_post_parameters()
@require_POST
def do_step(request: StaffRequest, key: str, step: str) -> HttpResponse:
    """One step of a shoe's life."""
    view = _view(key)
    if step not in Step.values:
        raise Http404(step)
    form = form_for(Step(step), view.shoe, request.POST)
    form.request = request
    if not form.is_valid():
        return render(request, "shoes/shoe.html", _shoe_page(request, view) | {"wrong": (step, form)}, status=422)
    form.carry_out(key, by=request.user)
    messages.success(request, _("Done: %s.") % Step(step).label)
    return redirect("shoe", key)


def _view(key: str) -> queries.ShoeView:
    view = queries.shoe_view(key)
    if view is None:
        raise Http404(key)
    return view


def _list_page(request: StaffRequest) -> dict[str, object]:
    page: dict[str, object] = {"shoes": queries.shoes_list(), "counts": queries.packs_count(), "section": "shoes"}
    return page | {"load_form": LoadForm()} if request.user.may("shoe.manage") else page


def _shoe_page(request: StaffRequest, view: queries.ShoeView) -> dict[str, object]:
    steps = view.shoe.next_steps if request.user.may("shoe.manage") else ()
    forms = [(step, form_for(step, view.shoe)) for step in steps]
    age = queries.age_of(view.shoe.key)
    return {"view": view, "shoe": view.shoe, "forms": forms, "age": age, "section": "shoes"}
