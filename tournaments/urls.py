"""Addresses: Italian paths, because people read them."""

from django.urls import path

from hall.grid import views as rounds
from tournaments.adjustments import views as adjustments
from tournaments.admissions import views as admissions
from tournaments.appeals import views as appeals
from tournaments.attendance import views as check_in
from tournaments.deals import views as deals
from tournaments.draw import proof_views as proofs
from tournaments.draw import views as pairings
from tournaments.entries import views as entries
from tournaments.entry_lists import views as imports
from tournaments.fees import views as fees
from tournaments.invitations import views as invitations
from tournaments.kept_apart import views as kept_apart
from tournaments.line_ups import views as line_ups
from tournaments.participation import views as people
from tournaments.prizes import views as prizes
from tournaments.publication import views as publications
from tournaments.setup import views as setup
from tournaments.sittings import views as sittings
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
SITTING = DESK + "tornate/<number:number>/"
PROOF = TOURNAMENT + "turni/<number:number>/abbinamento/"
STANDINGS = TOURNAMENT + "classifica/"
ONE = STANDINGS + "<number:number>/"
EXPORT = TOURNAMENT + "esporta/"

APPEAL = DESK + "reclami/<number:number>/"
PRIZE = DESK + "premi/<number:pk>/"

urlpatterns = [
    path("nuovo-torneo/", setup.new_tournament, name="new_tournament"),
    path(TOURNAMENT + "regole/", setup.regulations, name="regulations"),
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
    path(ROUND + "stato/", rounds.advance, name="advance_round"),
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
    path(REGISTER, imports.import_register, name="import_register"),
    path(REGISTER + "<number:pk>/", imports.import_batch, name="register_import_batch"),
    path(REGISTER + "<number:pk>/righe/", imports.import_mend, name="register_import_mend"),
    path(REGISTER + "<number:pk>/colonne/", imports.import_columns, name="register_import_columns"),
    path(REGISTER + "<number:pk>/scarta/", imports.discard_batch, name="register_discard_import"),
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
    # published standings, appeals, prizes, the end
    path(STANDINGS, standings.standings, name="standings"),
    path(ONE, standings.publication, name="publication"),
    path(ONE + "righe.json", standings.publication_data, name="publication_data"),
    path(ONE + "nomi.json", standings.publication_names, name="publication_names"),
    path(ONE + "coppie/<number:entry>/", standings.publication_line, name="publication_line"),
    path(ONE + "segnala/", standings.report_error, name="report_error"),
    path(DESK + "quote/", fees.fees, name="fees"),
    path(DESK + "quote/<number:number>/", fees.payment, name="payment"),
    path(EXPORT + "quote.pdf", fees.export, name="export_fees"),
    # tables of three and five
    path(TOURNAMENT + "tornate/", sittings.sittings, name="sittings"),
    path(DESK + "tornate/", sittings.desk_sittings, name="desk_sittings"),
    path(SITTING + "ritiro/", sittings.withdraw, name="withdraw_sitting"),
    path(SITTING + "tavoli/<number:table>/", sittings.score, name="sitting_score"),
    path(EXPORT + "tornate.pdf", sittings.export, {"kind": "pdf"}, name="export_sittings_pdf"),
    path(EXPORT + "tornate.xlsx", sittings.export, {"kind": "xlsx"}, name="export_sittings_xlsx"),
    path(EXPORT + "tornate/<number:number>/segnapunti.pdf", sittings.sheets, name="export_sitting_sheets"),
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
    path(DESK + "premi/", prizes.prizes, name="prizes"),
    path(PRIZE, prizes.prize, name="prize"),
    path(PRIZE + "togli/", prizes.remove, name="remove_prize"),
    path(DESK + "fine/", prizes.ending, name="ending"),
    path(DESK + "fine/conclusione/", prizes.conclude, name="conclude"),
    path(DESK + "fine/interruzione/", prizes.interrupt, name="interrupt"),
    path(DESK + "verifica/", prizes.verification, name="verification"),
    path(EXPORT + "premi.pdf", prizes.export, name="export_prizes"),
    path("giocatori/", people.players, name="players"),
    path("giocatori/nuovo/", people.edit_player, name="new_player"),
    path("giocatori/<number:pk>/", people.player, name="player"),
    path("giocatori/<number:pk>/dati/", people.edit_player, name="edit_player"),
    path("circoli/", people.clubs, name="clubs"),
    path("circoli/nuovo/", people.edit_club, name="new_club"),
    path("circoli/<number:pk>/", people.club, name="club"),
    path("circoli/<number:pk>/dati/", people.edit_club, name="edit_club"),
]
