"""Guards: who may reach a view. Every view carries `.permission`; tests read it from the URL patterns."""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, TypeVar, cast

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino import roles
from casino.errors import NotAllowed, answer, wants_json
from casino.models import Staff

if TYPE_CHECKING:
    from rest_framework.views import APIView

View = TypeVar("View", bound=Callable[..., Any])


class StaffRequest(HttpRequest):
    """A request of somebody who is logged in; only for annotation."""

    user: Staff  # the guard lets no AnonymousUser in


def may(permission: str) -> Callable[[View], View]:
    """Let only people with `permission` reach the view, plain or async; others are sent to log in, or get 403."""
    if permission not in roles.ASKABLE:
        raise ValueError(f"{permission!r} is no permission; casino/roles.py lists them.")

    def guard(view: View) -> View:
        if iscoroutinefunction(view):

            @wraps(view)
            async def guarded_async(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
                refusal = await sync_to_async(refusal_for)(request, permission)
                return refusal or await view(request, *args, **kwargs)

            guarded: Any = guarded_async
        else:

            @wraps(view)
            def guarded_plain(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
                return refusal_for(request, permission) or view(request, *args, **kwargs)

            guarded = guarded_plain
        guarded.permission = permission
        return cast("View", guarded)

    return guard


def refusal_for(request: HttpRequest, permission: str) -> HttpResponse | None:
    """The answer for somebody who may not, or None for somebody who may."""
    if permission == roles.PUBLIC:
        return None
    user = request.user
    if not user.is_authenticated:
        if wants_json(request):
            return answer(request, NotAllowed(_("Log in first."), code="log-in-first", status=401))
        return redirect_to_login(request.get_full_path(), resolve_url(settings.LOGIN_URL))
    if permission == roles.SIGNED_IN or user.may(permission):
        return None
    return answer(request, NotAllowed(_("Your role does not include this; ask a supervisor or an administrator.")))


class Nobody(BasePermission):
    """The default of the API: a view that names no permission is closed."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False


class SignedIn(BasePermission):
    """Any person or machine that has an account."""

    permission = roles.SIGNED_IN

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return bool(request.user and request.user.is_authenticated)


class _May(BasePermission):
    permission: str

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return bool(request.user.is_authenticated and request.user.may(self.permission))


def May(permission: str) -> type[BasePermission]:  # noqa: N802  (reads as a class in `permission_classes`)
    """A REST framework permission class: `permission_classes = [May("rounds.read")]`."""
    if permission not in roles.PERMISSIONS:
        raise ValueError(f"{permission!r} is no permission; casino/roles.py lists them.")
    return type("May", (_May,), {"permission": permission})
