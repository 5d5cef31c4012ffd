"""Addresses. The other apps are named by dotted string only; what they have comes after the house's own pages."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from casino import views
from casino.live.views import live

urlpatterns: list[URLPattern | URLResolver] = [
    path("login", views.log_in, name="login"),
    path("logout", views.log_out, name="logout"),
    path("language", views.language, name="language"),
    path("theme", views.theme, name="theme"),
    path("live", live, name="live"),
    *(path("", include(f"{app}.urls")) for app in ("shoes", "tables") if find_spec(f"{app}.urls")),
]
