"""Addresses. The other apps are named by dotted string only; what they have comes after the house's own pages."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from casino import account_views, staff_views, views
from casino.health import views as health
from casino.health.scrape import MetricsView
from casino.live.views import live

handler400 = "casino.errors.bad_request"
handler404 = "casino.errors.not_found"
handler500 = "casino.outages.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("login", views.log_in, name="login"),
    path("login/code", account_views.ask_code, name="second-factor"),
    path("login/authenticator", account_views.set_up, name="second-factor-new"),
    path("logout", views.log_out, name="logout"),
    path("account", account_views.account, name="account"),
    path("account/password", account_views.own_password, name="own-password"),
    path("account/pin", account_views.own_pin, name="own-pin"),
    path("account/codes", account_views.own_codes, name="own-codes"),
    path("staff", staff_views.staff, name="staff"),
    path("staff/new", staff_views.enrol, name="enrol"),
    path("staff/<int:staff_id>", staff_views.person, name="person"),
    *(
        path(f"staff/<int:staff_id>/{kind}", staff_views.set_secret, {"kind": kind}, name=f"person-{kind}")
        for kind in ("password", "pin", "badge")
    ),
    path("staff/<int:staff_id>/second-factor", staff_views.reset_factor, name="person-second-factor"),
    path("staff/<int:staff_id>/let-go", staff_views.let_go, name="let-go"),
    path("staff/<int:staff_id>/take-back", staff_views.take_back, name="take-back"),
    path("language", views.language, name="language"),
    path("theme", views.theme, name="theme"),
    path("live", live, name="live"),
    path("api/", include("casino.api")),
    path("healthz", health.healthz, name="healthz"),
    path("healthz/ready", health.ready, name="healthz-ready"),
    path("healthz/live", health.live, name="healthz-live"),
    path("installation", health.installation, name="installation"),
    path("metrics", MetricsView.as_view(), name="metrics"),
    *(path("", include(f"{app}.urls")) for app in ("shoes", "tables") if find_spec(f"{app}.urls")),
]
