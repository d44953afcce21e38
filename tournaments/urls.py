"""Addresses of the tournaments: Italian paths, because people read them."""

from django.urls import path

from tournaments.addresses import entries as entry_urls
from tournaments.addresses import line_ups as line_up_urls
from tournaments.addresses import pairings as pairing_urls
from tournaments.addresses import publications as publication_urls
from tournaments.addresses import scores as score_urls
from tournaments.views import (
    adjustments,
    clock,
    desk,
    exports,
    imports,
    public,
    regulations,
    rounds,
    scores,
    screen,
    seat,
    setup,
)

TOURNAMENT = "tornei/<slug:slug>/"
DESK = TOURNAMENT + "direzione/"
ROUND = DESK + "turni/<int:number>/"
IMPORT = DESK + "coppie/importa/"
EXPORT = TOURNAMENT + "esporta/"
CELL = ROUND + "tavoli/<int:table>/smazzate/<int:board>/"

urlpatterns = [
    *score_urls.urlpatterns,
    *publication_urls.urlpatterns,
    *entry_urls.urlpatterns,
    *line_up_urls.urlpatterns,
    *pairing_urls.urlpatterns,
    path("", public.home, name="home"),
    path("nuovo-torneo/", setup.new_tournament, name="new_tournament"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path(TOURNAMENT + "turni/<int:number>/", public.round_tables, name="round_tables"),
    path(TOURNAMENT + "coppie/<int:number>/", public.pair, name="pair"),
    path(TOURNAMENT + "posto/", seat.seat, name="seat"),
    path(TOURNAMENT + "regole/", regulations.regulations, name="regulations"),
    path(TOURNAMENT + "schermo/", screen.screen, name="screen"),
    path(TOURNAMENT + "schermo/pannello/", screen.screen_panel, name="screen_panel"),
    path(DESK, desk.desk, name="desk"),
    path(DESK + "registro/", desk.log, name="log"),
    path(IMPORT, imports.import_entries, name="import_entries"),
    path(IMPORT + "modello.csv", imports.import_template, {"kind": "csv"}, name="export_template_csv"),
    path(IMPORT + "modello.xlsx", imports.import_template, {"kind": "xlsx"}, name="export_template_xlsx"),
    path(IMPORT + "<int:pk>/", imports.import_batch, name="import_batch"),
    path(IMPORT + "<int:pk>/colonne/", imports.import_columns, name="import_columns"),
    path(IMPORT + "<int:pk>/scarta/", imports.discard_batch, name="discard_import"),
    path(DESK + "incarichi/", setup.staff, name="staff"),
    path(DESK + "penalita/", adjustments.adjustments, name="adjustments"),
    path(DESK + "penalita/<int:pk>/annulla/", adjustments.cancel, name="cancel_adjustment"),
    path(DESK + "turni/nuovo/", rounds.new_round, name="new_round"),
    path(ROUND, scores.round_grid, name="round_grid"),
    path(ROUND + "stato/", rounds.advance, name="advance_round"),
    path(ROUND + "orologio/", clock.clock, name="clock"),
    path(ROUND + "orologio/tempo-in-piu/", clock.extra_time, name="extra_time"),
    path(CELL, scores.score, name="score"),
    path(CELL + "conferma/", scores.confirm, name="confirm_score"),
    path(EXPORT + "classifica.pdf", exports.standings, {"kind": "pdf"}, name="export_standings_pdf"),
    path(EXPORT + "classifica.xlsx", exports.standings, {"kind": "xlsx"}, name="export_standings_xlsx"),
    path(EXPORT + "torneo.xlsx", exports.workbook, name="export_workbook"),
    path(
        EXPORT + "turni/<int:number>/segnapunti-vuoti.pdf",
        exports.round_sheets,
        {"filled": False},
        name="export_blank_round_sheets",
    ),
    path(
        EXPORT + "turni/<int:number>/segnapunti.pdf",
        exports.round_sheets,
        {"filled": True},
        name="export_round_sheets",
    ),
    path(
        EXPORT + "turni/<int:number>/tavoli/<int:table>/segnapunti-vuoto.pdf",
        exports.table_sheets,
        {"filled": False},
        name="export_blank_table_sheet",
    ),
    path(
        EXPORT + "turni/<int:number>/tavoli/<int:table>/segnapunti.pdf",
        exports.table_sheets,
        {"filled": True},
        name="export_table_sheet",
    ),
]
