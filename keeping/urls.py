"""Addresses: Italian paths, because people read them."""

from django.urls import path

from keeping.documents import views as documents
from keeping.erasing import views as erasing
from keeping.personal_data import views as personal_data
from keeping.practice import views as practice
from tournaments.urls import DESK, EXPORT

PREPARED = EXPORT + "prepara/<slug:kind>/"

urlpatterns = [
    path(DESK + "butta/", practice.throw, name="throw_away"),
    path(EXPORT + "classifica.pdf", documents.standings, {"kind": "pdf"}, name="export_standings_pdf"),
    path(EXPORT + "classifica.xlsx", documents.standings, {"kind": "xlsx"}, name="export_standings_xlsx"),
    path(EXPORT + "torneo.xlsx", documents.workbook, name="export_workbook"),
    path(PREPARED, documents.prepare, name="prepare_document"),
    path(PREPARED + "documento/", documents.prepared, name="export_prepared"),
    path(
        EXPORT + "turni/<number:number>/segnapunti-vuoti.pdf",
        documents.round_sheets,
        {"filled": False},
        name="export_blank_round_sheets",
    ),
    path(
        EXPORT + "turni/<number:number>/segnapunti-vuoti-due-per-foglio.pdf",
        documents.round_sheets,
        {"filled": False, "two_a_page": True},
        name="export_blank_round_sheets_in_two",
    ),
    path(
        EXPORT + "turni/<number:number>/segnapunti.pdf",
        documents.round_sheets,
        {"filled": True},
        name="export_round_sheets",
    ),
    path(
        EXPORT + "turni/<number:number>/tavoli/<number:table>/segnapunti-vuoto.pdf",
        documents.table_sheets,
        {"filled": False},
        name="export_blank_table_sheet",
    ),
    path(
        EXPORT + "turni/<number:number>/tavoli/<number:table>/segnapunti.pdf",
        documents.table_sheets,
        {"filled": True},
        name="export_table_sheet",
    ),
    path("giocatori/<number:pk>/dati-personali/", personal_data.export_player, name="export_player_data"),
    path("accesso/mio/dati-personali/", personal_data.export_mine, name="export_my_data"),
    path("giocatori/<number:pk>/cancella/", erasing.erase_player, name="erase_player"),
    path("giocatori/<number:pk>/vincolo/", erasing.hold_player, name="hold_player"),
    path("giocatori/<number:pk>/vincolo/togli/", erasing.lift_hold_of_player, name="lift_hold_of_player"),
    path(DESK + "oscura/", erasing.black_out_words, name="black_out"),
    path(EXPORT + "classifica/<number:number>.pdf", documents.publication, name="export_publication"),
    path("giocatori/<number:pk>/unisci/", personal_data.merge, name="merge_player"),
    path("giocatori/<number:pk>/separa/", personal_data.part, name="part_player"),
]
