"""Addresses of the game."""

from django.urls import include, path

from tables.views import disputes, evidence, log, pit, table, tablet

urlpatterns = [
    path("api/", include("tables.api")),
    path("", pit.home, name="home"),
    path("pit", pit.pit, name="pit"),
    path("calls/<int:call_id>/answer", pit.answer_call, name="call-answer"),
    path("tables/<slug:code>", table.table, name="table"),
    path("tables/<slug:code>/open", table.open_table, name="table-open"),
    path("tables/<slug:code>/close", table.close_table, name="table-close"),
    path("tables/<slug:code>/relieve", table.relieve, name="table-relieve"),
    path("tables/<slug:code>/shoe", table.change_shoe, name="table-shoe"),
    path("tables/<slug:code>/pause", table.pause, name="table-pause"),
    path("tables/<slug:code>/resume", table.resume, name="table-resume"),
    path("tables/<slug:code>/watch", table.watch, name="table-watch"),
    path("tables/<slug:code>/sign", table.post_sign, name="sign-post"),
    path("tables/<slug:code>/verdicts/<int:verdict_id>/take", disputes.take, name="verdict-take"),
    path("tables/<slug:code>/verdicts/<int:verdict_id>/choose", disputes.choose, name="verdict-choose"),
    path("tables/<slug:code>/verdicts/<int:verdict_id>/close", disputes.close, name="verdict-close"),
    path("rounds/<int:round_id>/disputes", disputes.raise_on, name="dispute-raise"),
    path("disputes/<int:dispute_id>/rule", disputes.rule, name="dispute-rule"),
    path("evidence/<slug:sha256>.jpg", evidence.crop, name="evidence"),
    *tablet.urlpatterns,
    *log.urlpatterns,
]
