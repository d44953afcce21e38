"""Addresses of stages and pairings."""

from django.urls import path

from tournaments.views import pairings, proofs, seating, stages

TOURNAMENT = "tornei/<slug:slug>/"
DESK = TOURNAMENT + "direzione/"
STAGE = DESK + "fasi/<int:stage>/"
PAIRING = DESK + "turni/<int:number>/abbinamento/"
PROOF = TOURNAMENT + "turni/<int:number>/abbinamento/"
EXPORT = TOURNAMENT + "esporta/"

urlpatterns = [
    path(TOURNAMENT + "calendario/", proofs.calendar, name="calendar"),
    path(PROOF, proofs.proof, name="pairing_proof"),
    path(PROOF + "<int:version>.json", proofs.record, name="pairing_record"),
    path(DESK + "fasi/", stages.stages, name="stages"),
    path(STAGE, stages.stage, name="stage"),
    path(STAGE + "gironi/", stages.start, name="start_stage"),
    path(DESK + "turni/prepara/", pairings.prepare, name="prepare_round"),
    path(PAIRING, pairings.pairing, name="pairing"),
    path(PAIRING + "cambia/", pairings.change, name="change_pairing"),
    path(PAIRING + "rifai/", pairings.redraw, name="redraw_round"),
    path(PAIRING + "ritira/", pairings.withdraw, name="withdraw_pairing"),
    path(DESK + "turni/<int:number>/tavoli/<int:table>/passa/", pairings.knockout_winner, name="knockout_winner"),
    path(EXPORT + "cartellini.pdf", seating.tags, name="export_name_tags"),
    path(EXPORT + "turni/<int:number>/posti.pdf", seating.seating, {"kind": "pdf"}, name="export_seating_pdf"),
    path(EXPORT + "turni/<int:number>/posti.xlsx", seating.seating, {"kind": "xlsx"}, name="export_seating_xlsx"),
]
