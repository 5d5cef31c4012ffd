"""Signs: the form that makes one, those that hung at a table, and each as it hangs."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from casino import roles
from casino.errors import Refused
from casino.permissions import StaffRequest, may
from tables import queries, sign_form
from tables.models import Sign, Table
from tables.queries import signs as hung
from tables.queries.rule_packs import postable
from tables.refusals import IllegalSign
from tables.rules.options import IllegalOption
from tables.rules.profiles import game_of
from tables.rules.terms import Terms
from tables.rules.text import LANGUAGES, posting
from tables.services import floor, rule_packs, tables
from tables.services import signs as posting_rules
from tables.sign_form import Draft
from tables.wording import limits as limit_words
from tables.wording import sign_form as words
from tables.wording.illegal import illegal

FIRST: Final = "casino-s17"  # where a table has no sign yet


@may("sign.post")
@require_http_methods(["GET", "POST"])
def form(request: StaffRequest, code: str) -> HttpResponse:
    """Choose game, profile, options, limits and time; see the sign; post it."""
    table = get_object_or_404(Table, code=code)
    try:
        return _posted(request, table) if request.method == "POST" else _page(request, table, _begun(request, table))
    except IllegalOption as wrong:  # a profile that nobody has
        raise IllegalSign(illegal(wrong)) from None


@may(roles.SIGNED_IN)
@require_GET
def all_signs(request: StaffRequest, code: str) -> HttpResponse:
    """Every sign of a table: who posted it when, and from when until when it was in force."""
    table = get_object_or_404(Table, code=code)
    return render(request, "tables/signs.html", {"table": table, "signs": hung.signs_of(table), **_where(request)})


@may(roles.SIGNED_IN)
@require_GET
def sign(request: StaffRequest, code: str, version: int) -> HttpResponse:
    """A sign as it hangs, in the reader's language or the one asked for with `in`."""
    found = get_object_or_404(Sign.objects.select_related("table", "by"), table__code=code, version=version)
    asked = request.GET.get("in", "")
    lang = asked if asked in LANGUAGES else _language()
    shown = {
        "table": found.table,
        "sign": hung.view_of(found),
        "rules": posting.posted(queries.terms_of(found), lang),
        "languages": LANGUAGES,
        **_where(request),
    }
    return render(request, "tables/sign.html", shown)


def _begun(request: HttpRequest, table: Table) -> Draft:
    """The form to begin with: of the profile that the address names, else like the newest sign."""
    seen = queries.newest_version(table)
    newest = Sign.objects.filter(table=table, version=seen).first()
    like = sign_form.of_sign(newest, seen=seen) if newest else None
    asked = request.GET.get("profile")
    return like if like and asked in (None, like.profile) else sign_form.fresh(asked or FIRST, seen=seen, like=like)


def _posted(request: StaffRequest, table: Table) -> HttpResponse:
    draft = sign_form.read(request.POST)
    if profile := request.POST.get("to"):
        return _page(request, table, sign_form.fresh(profile, seen=draft.seen, like=draft))
    if request.POST.get("do") != "post":
        return _page(request, table, draft)
    try:
        return _post(request, table, draft)
    except Refused as refusal:
        now = queries.newest_version(table) if refusal.code == "sign-overtaken" else draft.seen
        return _page(request, table, draft, refusal, seen=now)


def _post(request: StaffRequest, table: Table, draft: Draft) -> HttpResponse:
    at = sign_form.effective_from(draft)
    if draft.when == sign_form.NOTICE:
        notice = posting_rules.notice_for(table, sign_form.limits(draft))
        at = posting_rules.earliest(notice) if notice else None
    made = tables.post_sign(
        table,
        draft.profile,
        limits=sign_form.limits(draft),
        options=sign_form.options(draft),
        pack=draft.pack,
        effective_from=at,
        seen=draft.seen,
        by=request.user,
    )
    messages.success(request, _("Sign %s is posted.") % made.version)
    return redirect("sign", table.code, made.version)


def _page(
    request: StaffRequest, table: Table, draft: Draft, refusal: Refused | None = None, *, seen: int | None = None
) -> HttpResponse:
    """The form with what it would make, or why that cannot be; for a script only that."""
    shown = _looked_at(table, draft) | {"table": table, "draft": draft, "seen": draft.seen if seen is None else seen}
    shown |= {"themes": words.themes(draft, shown["wrong"]), "refusal": refusal, "section": "pit"}
    shown["kinds"] = words.kinds(draft)
    if getattr(request, "htmx", False):
        return render(request, "tables/_sign_changes.html", shown)
    shown["games"] = words.games(draft.profile)
    shown["packs"] = postable(draft.profile)
    return render(request, "tables/sign_form.html", shown, status=refusal.status if refusal else 200)


def _looked_at(table: Table, draft: Draft) -> dict[str, Any]:
    """The sign that the form would make in each language, or the sentence why there is none."""
    nothing: dict[str, Any] = {"wrong": (), "why": "", "previews": (), "limits": None, "notice": ""}
    try:
        terms = _checked(table, draft)
    except IllegalOption as wrong:
        return nothing | {"wrong": wrong.options, "why": illegal(wrong)}
    except Refused as wrong:
        return nothing | {"why": str(wrong)}
    notice = posting_rules.notice_for(table, terms.limits)
    said = limit_words.notice_asked(notice, posting_rules.earliest(notice)) if notice else ""
    return nothing | {"previews": _previews(terms), "limits": terms.limits.as_json(), "notice": said}


def _checked(table: Table, draft: Draft) -> Terms:
    """What the sign would be. Raises IllegalOption, Refused: for what is no sum, no time, or against its rule pack."""
    at = sign_form.effective_from(draft) or timezone.now()
    pack = rule_packs.chosen(draft.pack, game_of(draft.profile).name, at=at)
    terms = sign_form.terms(draft, table.boxes)
    rule_packs.check_sign(pack, terms, at=at)
    floor.check_layout(table, terms)
    return terms


def _previews(terms: Terms) -> list[posting.PostedRules]:
    """In every language, the reader's first."""
    first = _language()
    return [posting.posted(terms, lang) for lang in sorted(LANGUAGES, key=lambda lang: lang != first)]


def _where(request: StaffRequest) -> dict[str, str]:
    """Which part of the site people of this kind come from."""
    return {"section": "pit" if request.user.may("pit.see") else "log"}


def _language() -> str:
    lang = (get_language() or "en").partition("-")[0]
    return lang if lang in LANGUAGES else LANGUAGES[0]


urlpatterns = [
    path("tables/<slug:code>/sign", form, name="sign-form"),
    path("tables/<slug:code>/signs", all_signs, name="signs"),
    path("tables/<slug:code>/signs/<int:version>", sign, name="sign"),
]
