"""Addresses of the tournaments: Italian paths, because people read them."""

from django.urls import path

from tournaments.views import (
    adjustments,
    appeals,
    check_in,
    clock,
    desk,
    documents,
    entries,
    exports,
    hall_papers,
    imports,
    line_codes,
    line_ups,
    pairings,
    people,
    personal_data,
    prizes,
    proofs,
    public,
    publications,
    regulations,
    rounds,
    scores,
    screen,
    seat,
    setup,
    slips,
    stages,
    standings,
)

TOURNAMENT = "tornei/<slug:slug>/"
DESK = TOURNAMENT + "direzione/"
ROUND = DESK + "turni/<number:number>/"
TABLE = ROUND + "tavoli/<number:table>/"
CELL = TABLE + "smazzate/<number:board>/"
PAIRING = ROUND + "abbinamento/"
STAGE = DESK + "fasi/<number:stage>/"
ENTRY = DESK + "coppie/<number:number>/"
IMPORT = DESK + "coppie/importa/"
APPEAL = DESK + "reclami/<number:number>/"
PRIZE = DESK + "premi/<number:pk>/"
PROOF = TOURNAMENT + "turni/<number:number>/abbinamento/"
STANDINGS = TOURNAMENT + "classifica/"
ONE = STANDINGS + "<number:number>/"
EXPORT = TOURNAMENT + "esporta/"
PREPARED = EXPORT + "prepara/<slug:kind>/"

urlpatterns = [
    path("", public.home, name="home"),
    path("nuovo-torneo/", setup.new_tournament, name="new_tournament"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path(TOURNAMENT + "turni/<number:number>/", public.round_tables, name="round_tables"),
    path(TOURNAMENT + "coppie/<number:number>/", public.pair, name="pair"),
    path(TOURNAMENT + "posto/", seat.seat, name="seat"),
    path(TOURNAMENT + "regole/", regulations.regulations, name="regulations"),
    path(TOURNAMENT + "schermo/", screen.screen, name="screen"),
    path(TOURNAMENT + "schermo/pannello/", screen.screen_panel, name="screen_panel"),
    path(DESK, desk.desk, name="desk"),
    path(DESK + "registro/", desk.log, name="log"),
    path(IMPORT, imports.import_entries, name="import_entries"),
    path(IMPORT + "modello.csv", imports.import_template, {"kind": "csv"}, name="export_template_csv"),
    path(IMPORT + "modello.xlsx", imports.import_template, {"kind": "xlsx"}, name="export_template_xlsx"),
    path(IMPORT + "<number:pk>/", imports.import_batch, name="import_batch"),
    path(IMPORT + "<number:pk>/colonne/", imports.import_columns, name="import_columns"),
    path(IMPORT + "<number:pk>/scarta/", imports.discard_batch, name="discard_import"),
    path(DESK + "incarichi/", setup.staff, name="staff"),
    path(DESK + "penalita/", adjustments.adjustments, name="adjustments"),
    path(DESK + "penalita/<number:pk>/annulla/", adjustments.cancel, name="cancel_adjustment"),
    path(DESK + "turni/nuovo/", rounds.new_round, name="new_round"),
    path(ROUND, scores.round_grid, name="round_grid"),
    path(ROUND + "punteggi/", scores.typed_scores, name="typed_scores"),
    path(ROUND + "stato/", rounds.advance, name="advance_round"),
    path(ROUND + "orologio/", clock.clock, name="clock"),
    path(ROUND + "orologio/tempo-in-piu/", clock.extra_time, name="extra_time"),
    path(CELL, scores.score, name="score"),
    path(CELL + "conferma/", scores.confirm, name="confirm_score"),
    path(EXPORT + "classifica.pdf", exports.standings, {"kind": "pdf"}, name="export_standings_pdf"),
    path(EXPORT + "classifica.xlsx", exports.standings, {"kind": "xlsx"}, name="export_standings_xlsx"),
    path(EXPORT + "torneo.xlsx", exports.workbook, name="export_workbook"),
    path(PREPARED, documents.prepare, name="prepare_document"),
    path(PREPARED + "documento/", documents.prepared, name="export_prepared"),
    path(
        EXPORT + "turni/<number:number>/segnapunti-vuoti.pdf",
        exports.round_sheets,
        {"filled": False},
        name="export_blank_round_sheets",
    ),
    path(
        EXPORT + "turni/<number:number>/segnapunti.pdf",
        exports.round_sheets,
        {"filled": True},
        name="export_round_sheets",
    ),
    path(
        EXPORT + "turni/<number:number>/tavoli/<number:table>/segnapunti-vuoto.pdf",
        exports.table_sheets,
        {"filled": False},
        name="export_blank_table_sheet",
    ),
    path(
        EXPORT + "turni/<number:number>/tavoli/<number:table>/segnapunti.pdf",
        exports.table_sheets,
        {"filled": True},
        name="export_table_sheet",
    ),
    # entries, check-in, players and clubs
    path(DESK + "impostazioni/", setup.settings, name="settings"),
    path(DESK + "coppie/", entries.entries, name="entries"),
    path(ENTRY, entries.entry, name="entry"),
    path(ENTRY + "dati/", entries.change, name="change_entry"),
    path(ENTRY + "ritiro/", entries.leave, name="withdraw_entry"),
    path(ENTRY + "rientro/", entries.come_back, name="return_entry"),
    path(ENTRY + "sostituzione/", entries.substitution, name="substitute"),
    path(DESK + "giocatori/", entries.suggestions, name="player_suggestions"),
    path(DESK + "presenze/", check_in.presences, name="check_in"),
    path(DESK + "presenze/<number:number>/", check_in.mark, name="mark_present"),
    path(DESK + "presenze/chiusura/", check_in.close, name="close_check_in"),
    path(TOURNAMENT + "presenza/<str:token>/", check_in.by_code, name="check_in_code"),
    path("giocatori/", people.players, name="players"),
    path("giocatori/nuovo/", people.edit_player, name="new_player"),
    path("giocatori/<number:pk>/", people.player, name="player"),
    path("giocatori/<number:pk>/dati/", people.edit_player, name="edit_player"),
    path("giocatori/<number:pk>/dati-personali/", personal_data.export_player, name="export_player_data"),
    path("accesso/mio/dati-personali/", personal_data.export_mine, name="export_my_data"),
    path("circoli/", people.clubs, name="clubs"),
    path("circoli/nuovo/", people.edit_club, name="new_club"),
    path("circoli/<number:pk>/", people.club, name="club"),
    path("circoli/<number:pk>/dati/", people.edit_club, name="edit_club"),
    # line-ups of teams
    path(TOURNAMENT + "formazione/<str:token>/", line_ups.captain, name="captain_line_up"),
    path(ROUND + "formazioni/", line_ups.line_ups, name="line_ups"),
    path(ROUND + "formazioni/<number:entry>/", line_ups.line_up, name="line_up"),
    # stages and pairings
    path(TOURNAMENT + "calendario/", proofs.calendar, name="calendar"),
    path(PROOF, proofs.proof, name="pairing_proof"),
    path(PROOF + "<number:version>.json", proofs.record, name="pairing_record"),
    path(DESK + "fasi/", stages.stages, name="stages"),
    path(STAGE, stages.stage, name="stage"),
    path(STAGE + "gironi/", stages.start, name="start_stage"),
    path(DESK + "turni/prepara/", pairings.prepare, name="prepare_round"),
    path(PAIRING, pairings.pairing, name="pairing"),
    path(PAIRING + "cambia/", pairings.change, name="change_pairing"),
    path(PAIRING + "rifai/", pairings.redraw, name="redraw_round"),
    path(PAIRING + "ritira/", pairings.withdraw, name="withdraw_pairing"),
    path(TABLE + "passa/", pairings.knockout_winner, name="knockout_winner"),
    path(TABLE + "spareggio/", pairings.tie_break, name="tie_break"),
    path(EXPORT + "cartellini.pdf", hall_papers.tags, name="export_name_tags"),
    path(EXPORT + "turni/<number:number>/posti.pdf", hall_papers.seating, {"kind": "pdf"}, name="export_seating_pdf"),
    path(
        EXPORT + "turni/<number:number>/posti.xlsx", hall_papers.seating, {"kind": "xlsx"}, name="export_seating_xlsx"
    ),
    # published standings, appeals, prizes, the end
    path(STANDINGS, standings.standings, name="standings"),
    path(ONE, standings.publication, name="publication"),
    path(ONE + "righe.json", standings.publication_data, name="publication_data"),
    path(ONE + "coppie/<number:entry>/", standings.publication_line, name="publication_line"),
    path(ONE + "segnala/", standings.report_error, name="report_error"),
    path(TOURNAMENT + "premi/", prizes.prize_list, name="prize_list"),
    path(DESK + "classifiche/", publications.publications, name="publications"),
    path(DESK + "classifiche/esponi/", publications.publish, {"final": False}, name="publish_provisional"),
    path(DESK + "classifiche/definitiva/", publications.publish, {"final": True}, name="publish_final"),
    path(DESK + "segnalazioni/chiudi/", publications.close_all, name="close_reports"),
    path(DESK + "segnalazioni/<number:pk>/", publications.answer, name="answer_report"),
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
    path(EXPORT + "classifica/<number:number>.pdf", exports.publication, name="export_publication"),
    path(EXPORT + "premi.pdf", prizes.export, name="export_prizes"),
    # scores beside the grid
    path(TOURNAMENT + "tavolo/", line_codes.type_code, name="type_code"),
    path(TABLE + "codici/", line_codes.line_codes, name="line_codes"),
    path(TOURNAMENT + "tavolo/<str:key>/", slips.table_slip, name="table_slip"),
    path(TABLE + "punteggio-fissato/togli/", scores.take_back, name="take_back_match_score"),
]
