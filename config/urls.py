"""Root of the URLs: each application brings its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
    path("", include("referee.urls")),
    path("admin/", admin.site.urls),
]
