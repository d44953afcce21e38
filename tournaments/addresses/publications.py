"""Addresses of published standings, appeals, prizes and the end of a tournament."""

from django.urls import path

from tournaments.views import appeals, exports, prizes, publications, standings

TOURNAMENT = "tornei/<slug:slug>/"
STANDINGS = TOURNAMENT + "classifica/"
ONE = STANDINGS + "<int:number>/"
DESK = TOURNAMENT + "direzione/"
APPEAL = DESK + "reclami/<int:number>/"
PRIZE = DESK + "premi/<int:pk>/"
EXPORT = TOURNAMENT + "esporta/"

urlpatterns = [
    path(STANDINGS, standings.standings, name="standings"),
    path(ONE, standings.publication, name="publication"),
    path(ONE + "righe.json", standings.publication_data, name="publication_data"),
    path(ONE + "coppie/<int:entry>/", standings.publication_line, name="publication_line"),
    path(ONE + "segnala/", standings.report_error, name="report_error"),
    path(TOURNAMENT + "premi/", prizes.prize_list, name="prize_list"),
    path(DESK + "classifiche/", publications.publications, name="publications"),
    path(DESK + "classifiche/esponi/", publications.publish, {"final": False}, name="publish_provisional"),
    path(DESK + "classifiche/definitiva/", publications.publish, {"final": True}, name="publish_final"),
    path(DESK + "segnalazioni/<int:pk>/", publications.answer, name="answer_report"),
    path(DESK + "reclami/", appeals.appeals, name="appeals"),
    path(APPEAL, appeals.appeal, name="appeal"),
    path(APPEAL + "decisione/", appeals.decide, name="decide_appeal"),
    path(APPEAL + "ritiro/", appeals.withdraw, name="withdraw_appeal"),
    path(DESK + "premi/", prizes.prizes, name="prizes"),
    path(PRIZE, prizes.prize, name="prize"),
    path(PRIZE + "togli/", prizes.remove, name="remove_prize"),
    path(DESK + "fine/", prizes.ending, name="ending"),
    path(DESK + "fine/conclusione/", prizes.conclude, name="conclude"),
    path(DESK + "fine/interruzione/", prizes.interrupt, name="interrupt"),
    path(DESK + "verifica/", prizes.verification, name="verification"),
    path(EXPORT + "classifica/<int:number>.pdf", exports.publication, name="export_publication"),
    path(EXPORT + "premi.pdf", prizes.export, name="export_prizes"),
]
