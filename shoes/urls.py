"""Addresses of the cards."""

from django.urls import path

from shoes import views

urlpatterns = [
    path("shoes", views.shoes, name="shoes"),
    path("shoes/load", views.load, name="shoe-load"),
    path("packs", views.receive, name="pack-receive"),
    path("shoes/<slug:key>", views.shoe, name="shoe"),
    path("shoes/<slug:key>/<slug:step>", views.do_step, name="shoe-step"),
]
