"""Addresses of the line-ups of teams."""

from django.urls import path

from tournaments.views import line_ups

ROUND = "tornei/<slug:slug>/direzione/turni/<int:number>/"

urlpatterns = [
    path("tornei/<slug:slug>/formazione/<str:token>/", line_ups.captain, name="captain_line_up"),
    path(ROUND + "formazioni/", line_ups.line_ups, name="line_ups"),
    path(ROUND + "formazioni/<int:entry>/", line_ups.line_up, name="line_up"),
]
