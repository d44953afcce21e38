"""Addresses of arbitration: Italian paths, because people read them."""

from django.urls import path

from referee.arbitral_scores import views as scores
from referee.cards import views as cards
from referee.code_browser import views as code
from referee.consultations import views as consultations
from referee.home import views as home
from referee.incidents import views as incidents
from referee.orders import views as orders
from referee.proposals import views as proposals
from referee.rulings import export_views as exports
from referee.rulings import public_views as public_rulings
from referee.rulings import views as rulings
from referee.tools import views as tools
from referee.wizard import departure_views as departure
from referee.wizard import views as cases

TOURNAMENT = "tornei/<slug:slug>/"
TABLE = TOURNAMENT + "turni/<number:number>/tavoli/<number:table>/"
INCIDENT = TOURNAMENT + "direzione/turni/<number:number>/tavoli/<number:table>/ritardo/"
CASE = TOURNAMENT + "casi/<number:number>/"
RULING = TOURNAMENT + "provvedimenti/<number:number>/"
EXPORT = TOURNAMENT + "esporta/"
CODE = "codice/<slug:code>/"

urlpatterns = [
    path(TOURNAMENT + "arbitraggio/", home.arbiter_home, name="arbiter_home"),
    path(TOURNAMENT + "arbitraggio/decido-io/", home.decide_alone, name="decide_alone"),
    path(TABLE, home.table, name="table"),
    path(INCIDENT, incidents.incident, name="incident"),
    path(INCIDENT + "score-ritrovato/", incidents.sheet_found, name="sheet_found"),
    path(TABLE + "anomalia/", cases.new_case, name="new_case"),
    path(CASE, cases.case, name="case"),
    path(CASE + "conferma/", cases.decide_case, name="decide_case"),
    path(CASE + "diversamente/", departure.depart_from, name="depart_case"),
    path(CASE + "consultazione/", consultations.consultation, name="consultation"),
    path(CASE + "consultazione/parere/", consultations.opinion, name="give_opinion"),
    path(CASE + "finale/", cards.card_ending, name="card_ending"),
    path(CASE + "passata/", cards.board_play, name="board_play"),
    path(CASE + "proposta/", proposals.proposal, name="proposal"),
    path(CASE + "proposta/conferma/", proposals.confirm, name="confirm_ruling"),
    path(CASE + "proposta/rimanda/", proposals.give_back, name="return_ruling"),
    path(CASE + "precedenti/", cases.precedents_of, name="precedents"),
    path(CASE + "scarta/", cases.discard, name="discard_case"),
    path(CASE + "tavolo/", cases.move, name="move_case"),
    path(CASE + "punteggio-arbitrale/", scores.arbitral_score, name="arbitral_score"),
    path(CASE + "punteggio-arbitrale/risultati/", scores.late_results, name="late_results"),
    path(TOURNAMENT + "riserve/<number:pk>/fai-valere/", orders.invoke, name="invoke_reservation"),
    path(TOURNAMENT + "riserve/<number:pk>/decade/", orders.lapse, name="lapse_reservation"),
    path(TOURNAMENT + "ordini/<number:pk>/fine/", orders.end, name="end_order"),
    path(TOURNAMENT + "provvedimenti/", rulings.rulings, name="rulings"),
    path(RULING, rulings.ruling, name="ruling"),
    path(RULING + "cifre/", public_rulings.public_ruling, name="public_ruling"),
    path(RULING + "versioni/<number:version>/", rulings.ruling, name="ruling_version"),
    path(RULING + "revisione/", rulings.revise, name="revise_ruling"),
    path(RULING + "partite-scambiate/", rulings.credit, name="credit_swapped"),
    path(RULING + "annulla/", rulings.annul, name="annul_ruling"),
    path(TOURNAMENT + "direzione/reclami/<number:number>/cambia/", rulings.change, name="change_by_appeal"),
    path("codice/", code.all_codes, name="codes"),
    path("codice/<slug:code>.pdf", code.export, name="export_code"),
    path(CODE, code.code, name="code"),
    path(CODE + "articoli/<number:number>/", code.article, name="article"),
    path(CODE + "anomalie/<slug:procedure>/", code.procedure, name="procedure"),
    path("strumenti/", tools.tools, name="tools"),
    path("strumenti/<slug:tool>/", tools.tool, name="tool"),
    path("giochi/", tools.games, name="games"),
    path("giochi/<slug:game>/", tools.game, name="game"),
    path(EXPORT + "provvedimenti.pdf", exports.rulings, {"kind": "pdf"}, name="export_rulings_pdf"),
    path(EXPORT + "provvedimenti.xlsx", exports.rulings, {"kind": "xlsx"}, name="export_rulings_xlsx"),
    path(EXPORT + "provvedimenti/<number:number>.pdf", exports.ruling, name="export_ruling"),
    path(EXPORT + "provvedimenti/<number:number>/<number:version>.pdf", exports.ruling, name="export_ruling_version"),
    path(EXPORT + "provvedimenti/<number:number>/scelte/<number:choice>.pdf", exports.choice, name="export_choice"),
    path(EXPORT + "casi/<number:number>/foglietto.pdf", exports.faculty, name="export_faculty"),
    path(EXPORT + "rapporto.pdf", exports.report, name="export_report"),
    path(EXPORT + "torneo-e-provvedimenti.xlsx", exports.workbook, name="export_whole_tournament"),
]
