"""Addresses of scores beside the grid: what a table's QR opens, and the scores fixed for whole matches."""

from django.urls import path

from tournaments.views import scores, slips

TOURNAMENT = "tornei/<slug:slug>/"
TABLE = TOURNAMENT + "direzione/turni/<int:number>/tavoli/<int:table>/"

urlpatterns = [
    path(TOURNAMENT + "tavolo/<str:key>/", slips.table_slip, name="table_slip"),
    path(TABLE + "punteggio-fissato/togli/", scores.take_back, name="take_back_match_score"),
]
