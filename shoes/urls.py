"""Addresses of the cards."""

from django.urls import include, path

from shoes import camera_views, pack_views, spread_views, views

urlpatterns = [
    path("api/", include("shoes.api")),
    path("shoes", views.shoes, name="shoes"),
    path("shoes/load", views.load, name="shoe-load"),
    *pack_views.urlpatterns,
    *spread_views.urlpatterns,
    path("shoes/<slug:key>", views.shoe, name="shoe"),
    path("shoes/<slug:key>/<slug:step>", views.do_step, name="shoe-step"),
    path("cameras", camera_views.cameras, name="cameras"),
    path("cameras/<slug:name>", camera_views.camera, name="camera"),
    path("cameras/<slug:name>/versions", camera_views.calibrate, name="camera-calibrate"),
    path("cameras/<slug:name>/check", camera_views.check, name="camera-check"),
    path("cameras/<slug:name>/still.jpg", camera_views.still, name="camera-still"),
]
