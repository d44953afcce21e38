"""Addresses of the tournaments: Italian paths, because people read them."""

from django.urls import path

from tournaments.adjustments import views as adjustments
from tournaments.admissions import views as admissions
from tournaments.appeals import views as appeals
from tournaments.attendance import views as check_in
from tournaments.calls import views as calls
from tournaments.clock import views as clock
from tournaments.deals import views as deals
from tournaments.desk import views as desk
from tournaments.documents import views as documents
from tournaments.draw import proof_views as proofs
from tournaments.draw import views as pairings
from tournaments.entries import views as entries
from tournaments.entry_lists import views as imports
from tournaments.erasing import views as erasing
from tournaments.fees import views as fees
from tournaments.grid import confirmation_views as confirming
from tournaments.grid import score_views as scores
from tournaments.grid import views as grid
from tournaments.invitations import views as invitations
from tournaments.kept_apart import views as kept_apart
from tournaments.line_codes import views as line_codes
from tournaments.line_ups import views as line_ups
from tournaments.listing import views as listing
from tournaments.merging import views as merging
from tournaments.personal_data import views as personal_data
from tournaments.players import views as people
from tournaments.prizes import views as prizes
from tournaments.publication import views as publications
from tournaments.rounds import views as rounds
from tournaments.screens import views as screen
from tournaments.seats import views as seats
from tournaments.setup import views as setup
from tournaments.sittings import views as sittings
from tournaments.slips import views as slips
from tournaments.stages import views as stages
from tournaments.standings import views as standings

TOURNAMENT = "tornei/<slug:slug>/"
DESK = TOURNAMENT + "direzione/"
ROUND = DESK + "turni/<number:number>/"
TABLE = ROUND + "tavoli/<number:table>/"
CELL = TABLE + "smazzate/<number:board>/"
PAIRING = ROUND + "abbinamento/"
STAGE = DESK + "fasi/<number:stage>/"
ENTRY = DESK + "coppie/<number:number>/"
IMPORT = DESK + "coppie/importa/"
REGISTER = "giocatori/importa/"
APPEAL = DESK + "reclami/<number:number>/"
PRIZE = DESK + "premi/<number:pk>/"
SITTING = DESK + "tornate/<number:number>/"
PROOF = TOURNAMENT + "turni/<number:number>/abbinamento/"
STANDINGS = TOURNAMENT + "classifica/"
ONE = STANDINGS + "<number:number>/"
EXPORT = TOURNAMENT + "esporta/"
PREPARED = EXPORT + "prepara/<slug:kind>/"

urlpatterns = [
    path("", listing.home, name="home"),
    path("nuovo-torneo/", setup.new_tournament, name="new_tournament"),
    path(TOURNAMENT, listing.tournament, name="tournament"),
    path(TOURNAMENT + "turni/<number:number>/", listing.round_tables, name="round_tables"),
    path(TOURNAMENT + "coppie/<number:number>/", listing.pair, name="pair"),
    path(TOURNAMENT + "posto/", seats.seat, name="seat"),
    path(TOURNAMENT + "regole/", setup.regulations, name="regulations"),
    path(TOURNAMENT + "schermo/", screen.screen, name="screen"),
    path(TOURNAMENT + "schermo/pannello/", screen.screen_panel, name="screen_panel"),
    path(DESK, desk.desk, name="desk"),
    path(TOURNAMENT + "collegamento/", desk.linked, name="linked"),
    path(TOURNAMENT + "vai/", desk.go_to, name="go_to"),
    path(DESK + "registro/", desk.log, name="log"),
    path(IMPORT, imports.import_entries, name="import_entries"),
    path(IMPORT + "modello.csv", imports.import_template, {"kind": "csv"}, name="export_template_csv"),
    path(IMPORT + "modello.xlsx", imports.import_template, {"kind": "xlsx"}, name="export_template_xlsx"),
    path(IMPORT + "<number:pk>/", imports.import_batch, name="import_batch"),
    path(IMPORT + "<number:pk>/righe/", imports.import_mend, name="import_mend"),
    path(IMPORT + "<number:pk>/colonne/", imports.import_columns, name="import_columns"),
    path(IMPORT + "<number:pk>/scarta/", imports.discard_batch, name="discard_import"),
    path(DESK + "incarichi/", setup.staff, name="staff"),
    path(DESK + "incarichi/togli/", setup.end, name="end_task"),
    path(DESK + "incarichi/annulla/", invitations.cancel, name="cancel_link"),
    path(DESK + "incarichi/stacca/", setup.unlink, name="unlink_player"),
    path(DESK + "incarichi/invito/", invitations.make_invitation, name="invite"),
    path(DESK + "incarichi/password/", invitations.make_reset, name="offer_reset"),
    path(DESK + "penalita/", adjustments.adjustments, name="adjustments"),
    path(DESK + "penalita/<number:pk>/annulla/", adjustments.cancel, name="cancel_adjustment"),
    path(DESK + "turni/nuovo/", rounds.new_round, name="new_round"),
    path(ROUND, grid.round_grid, name="round_grid"),
    path(ROUND + "punteggi/", scores.typed_scores, name="typed_scores"),
    path(ROUND + "conferma/", confirming.confirm_tables, name="confirm_tables"),
    path(ROUND + "stato/", rounds.advance, name="advance_round"),
    path(ROUND + "orologio/", clock.clock, name="clock"),
    path(ROUND + "orologio/tempo-in-piu/", clock.extra_time, name="extra_time"),
    path(TABLE + "conferma/", confirming.confirm_table, name="confirm_table"),
    path(CELL, scores.score, name="score"),
    path(CELL + "conferma/", scores.confirm, name="confirm_score"),
    path(CELL + "annulla/", scores.undo, name="undo_score"),
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
    # the deals of a duplicate tournament
    path(TOURNAMENT + "smazzate/", deals.deals, name="deals"),
    path(TOURNAMENT + "smazzate/<number:number>/", deals.deal, name="deal"),
    path(
        TOURNAMENT + "smazzate/giocate.pdf", deals.export_hand_records, {"kind": "pdf"}, name="export_hand_records_pdf"
    ),
    path(
        TOURNAMENT + "smazzate/giocate.xlsx",
        deals.export_hand_records,
        {"kind": "xlsx"},
        name="export_hand_records_xlsx",
    ),
    path(
        TOURNAMENT + "smazzate/giocate.txt", deals.export_hand_records, {"kind": "txt"}, name="export_hand_records_txt"
    ),
    path(DESK + "smazzate/", deals.desk_deals, name="desk_deals"),
    path(DESK + "smazzate/mazzi/", deals.pack_papers, name="pack_papers"),
    # entries, check-in, players and clubs
    path(DESK + "impostazioni/", setup.settings, name="settings"),
    path(DESK + "copia/", setup.copy, name="copy_tournament"),
    path(DESK + "coppie/", entries.entries, name="entries"),
    path(ENTRY, entries.entry, name="entry"),
    path(ENTRY + "dati/", entries.change, name="change_entry"),
    path(ENTRY + "ritiro/", entries.leave, name="withdraw_entry"),
    path(ENTRY + "rientro/", entries.come_back, name="return_entry"),
    path(ENTRY + "sostituzione/", entries.substitution, name="substitute"),
    path(ENTRY + "ammetti/<number:pk>/", admissions.admit_player, name="admit"),
    path(ENTRY + "ammissioni/<number:pk>/ritira/", admissions.withdraw, name="withdraw_admission"),
    path(DESK + "giocatori/", entries.suggestions, name="player_suggestions"),
    path(DESK + "presenze/", check_in.presences, name="check_in"),
    path(DESK + "presenze/<number:number>/", check_in.mark, name="mark_present"),
    path(DESK + "presenze/chiusura/", check_in.close, name="close_check_in"),
    path(TOURNAMENT + "presenza/<str:token>/", check_in.by_code, name="check_in_code"),
    path("giocatori/", people.players, name="players"),
    path(REGISTER, imports.import_register, name="import_register"),
    path(REGISTER + "<number:pk>/", imports.import_batch, name="register_import_batch"),
    path(REGISTER + "<number:pk>/righe/", imports.import_mend, name="register_import_mend"),
    path(REGISTER + "<number:pk>/colonne/", imports.import_columns, name="register_import_columns"),
    path(REGISTER + "<number:pk>/scarta/", imports.discard_batch, name="register_discard_import"),
    path("giocatori/nuovo/", people.edit_player, name="new_player"),
    path("giocatori/<number:pk>/", people.player, name="player"),
    path("giocatori/<number:pk>/dati/", people.edit_player, name="edit_player"),
    path("giocatori/<number:pk>/unisci/", merging.merge, name="merge_player"),
    path("giocatori/<number:pk>/separa/", merging.part, name="part_player"),
    path("giocatori/<number:pk>/dati-personali/", personal_data.export_player, name="export_player_data"),
    path("accesso/mio/dati-personali/", personal_data.export_mine, name="export_my_data"),
    path("giocatori/<number:pk>/cancella/", erasing.erase_player, name="erase_player"),
    path("giocatori/<number:pk>/vincolo/", erasing.hold_player, name="hold_player"),
    path("giocatori/<number:pk>/vincolo/togli/", erasing.lift_hold_of_player, name="lift_hold_of_player"),
    path(DESK + "oscura/", erasing.black_out_words, name="black_out"),
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
    path(DESK + "separate/", kept_apart.kept_apart, name="kept_apart"),
    path(DESK + "separate/<number:pk>/togli/", kept_apart.lift, name="lift_kept_apart"),
    path(DESK + "turni/prepara/", pairings.prepare, name="prepare_round"),
    path(PAIRING, pairings.pairing, name="pairing"),
    path(PAIRING + "cambia/", pairings.change, name="change_pairing"),
    path(PAIRING + "rifai/", pairings.redraw, name="redraw_round"),
    path(PAIRING + "ritira/", pairings.withdraw, name="withdraw_pairing"),
    path(PAIRING + "scarta/", pairings.discard, name="discard_pairing"),
    path(TABLE + "passa/", pairings.knockout_winner, name="knockout_winner"),
    path(TABLE + "spareggio/", pairings.tie_break, name="tie_break"),
    path(EXPORT + "cartellini.pdf", seats.tags, name="export_name_tags"),
    path(EXPORT + "turni/<number:number>/posti.pdf", seats.seating, {"kind": "pdf"}, name="export_seating_pdf"),
    path(EXPORT + "turni/<number:number>/posti.xlsx", seats.seating, {"kind": "xlsx"}, name="export_seating_xlsx"),
    # published standings, appeals, prizes, the end
    path(STANDINGS, standings.standings, name="standings"),
    path(ONE, standings.publication, name="publication"),
    path(ONE + "righe.json", standings.publication_data, name="publication_data"),
    path(ONE + "nomi.json", standings.publication_names, name="publication_names"),
    path(ONE + "coppie/<number:entry>/", standings.publication_line, name="publication_line"),
    path(ONE + "segnala/", standings.report_error, name="report_error"),
    path(TOURNAMENT + "turni.ics", listing.rounds_calendar, name="rounds_calendar"),
    path(TOURNAMENT + "pubblicazioni.atom", listing.publications_feed, name="publications_feed"),
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
    path(APPEAL + "giuria/", appeals.judge, name="name_judge"),
    path(APPEAL + "giuria/lascia/", appeals.release, name="release_judge"),
    path(APPEAL + "dichiarazioni/", appeals.note, name="note_on_appeal"),
    path(APPEAL + "deposito/", appeals.deposit, name="settle_deposit"),
    path(DESK + "quote/", fees.fees, name="fees"),
    path(DESK + "quote/<number:number>/", fees.payment, name="payment"),
    path(DESK + "premi/", prizes.prizes, name="prizes"),
    path(PRIZE, prizes.prize, name="prize"),
    path(PRIZE + "togli/", prizes.remove, name="remove_prize"),
    path(DESK + "fine/", prizes.ending, name="ending"),
    path(DESK + "fine/conclusione/", prizes.conclude, name="conclude"),
    path(DESK + "fine/interruzione/", prizes.interrupt, name="interrupt"),
    path(DESK + "verifica/", prizes.verification, name="verification"),
    path(EXPORT + "classifica/<number:number>.pdf", documents.publication, name="export_publication"),
    path(EXPORT + "quote.pdf", fees.export, name="export_fees"),
    path(EXPORT + "premi.pdf", prizes.export, name="export_prizes"),
    # tables of three and five
    path(TOURNAMENT + "tornate/", sittings.sittings, name="sittings"),
    path(DESK + "tornate/", sittings.desk_sittings, name="desk_sittings"),
    path(SITTING + "ritiro/", sittings.withdraw, name="withdraw_sitting"),
    path(SITTING + "tavoli/<number:table>/", sittings.score, name="sitting_score"),
    path(EXPORT + "tornate.pdf", sittings.export, {"kind": "pdf"}, name="export_sittings_pdf"),
    path(EXPORT + "tornate.xlsx", sittings.export, {"kind": "xlsx"}, name="export_sittings_xlsx"),
    path(EXPORT + "tornate/<number:number>/segnapunti.pdf", sittings.sheets, name="export_sitting_sheets"),
    # scores beside the grid
    path(TOURNAMENT + "tavolo/", line_codes.type_code, name="type_code"),
    path(TABLE + "codici/", line_codes.line_codes, name="line_codes"),
    path(TOURNAMENT + "tavolo/<str:key>/", slips.table_slip, name="table_slip"),
    # calls for the arbiter
    path(TOURNAMENT + "tavolo/<str:key>/chiamata/", calls.table_call, name="table_call"),
    path(TABLE + "chiamata/", calls.call_from_desk, name="call_from_desk"),
    path(TOURNAMENT + "chiamate/", calls.calls, name="calls"),
    path(TOURNAMENT + "chiamate/<number:pk>/", calls.step, name="call_step"),
    path(DESK + "chiamate/", calls.direct, name="direct_calls"),
    path(TABLE + "punteggio-fissato/togli/", scores.take_back, name="take_back_match_score"),
]
