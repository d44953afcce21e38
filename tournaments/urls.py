"""Addresses: Italian paths, because people read them."""

from django.urls import path

from tournaments.appeals import views as appeals
from tournaments.check_in import views as check_in
from tournaments.draw import views as draw
from tournaments.entries import views as entries
from tournaments.entry_lists import views as entry_lists
from tournaments.planning import views as planning
from tournaments.publication import public_views as public
from tournaments.publication import views as publication
from tournaments.rounds import views as rounds
from tournaments.staff import views as staff
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
    path("si-comincia/", planning.first_tournament, name="first_tournament"),
    path("si-comincia/prova/", planning.practice_tournament, name="practice_tournament"),
    path("nuovo-torneo/", planning.new_tournament, name="new_tournament"),
    path(TOURNAMENT + "regole/", planning.regulations, name="regulations"),
    path(IMPORT, entry_lists.import_entries, name="import_entries"),
    path(IMPORT + "modello.csv", entry_lists.import_template, {"kind": "csv"}, name="export_template_csv"),
    path(IMPORT + "modello.xlsx", entry_lists.import_template, {"kind": "xlsx"}, name="export_template_xlsx"),
    path(IMPORT + "<number:pk>/", entry_lists.import_batch, name="import_batch"),
    path(IMPORT + "<number:pk>/righe/", entry_lists.import_mend, name="import_mend"),
    path(IMPORT + "<number:pk>/colonne/", entry_lists.import_columns, name="import_columns"),
    path(IMPORT + "<number:pk>/scarta/", entry_lists.discard_batch, name="discard_import"),
    path(DESK + "incarichi/", staff.staff, name="staff"),
    path(DESK + "incarichi/togli/", staff.end, name="end_task"),
    path(DESK + "incarichi/annulla/", staff.cancel, name="cancel_link"),
    path(DESK + "incarichi/stacca/", staff.unlink, name="unlink_player"),
    path(DESK + "incarichi/invito/", staff.make_invitation, name="invite"),
    path(DESK + "incarichi/password/", staff.make_reset, name="offer_reset"),
    path(DESK + "penalita/", appeals.adjustments, name="adjustments"),
    path(DESK + "penalita/<number:pk>/annulla/", appeals.cancel, name="cancel_adjustment"),
    # the deals of a duplicate tournament
    path(TOURNAMENT + "smazzate/", rounds.deals, name="deals"),
    path(TOURNAMENT + "smazzate/<number:number>/", rounds.deal, name="deal"),
    path(
        TOURNAMENT + "smazzate/giocate.pdf", rounds.export_hand_records, {"kind": "pdf"}, name="export_hand_records_pdf"
    ),
    path(
        TOURNAMENT + "smazzate/giocate.xlsx",
        rounds.export_hand_records,
        {"kind": "xlsx"},
        name="export_hand_records_xlsx",
    ),
    path(
        TOURNAMENT + "smazzate/giocate.txt", rounds.export_hand_records, {"kind": "txt"}, name="export_hand_records_txt"
    ),
    path(DESK + "smazzate/", rounds.desk_deals, name="desk_deals"),
    path(DESK + "smazzate/mazzi/", rounds.pack_papers, name="pack_papers"),
    # entries, check-in, players and clubs
    path(DESK + "impostazioni/", planning.settings, name="settings"),
    path(DESK + "copia/", planning.copy, name="copy_tournament"),
    path(DESK + "coppie/", entries.entries, name="entries"),
    path(ENTRY, entries.entry, name="entry"),
    path(ENTRY + "dati/", entries.change, name="change_entry"),
    path(ENTRY + "ritiro/", check_in.leave, name="withdraw_entry"),
    path(ENTRY + "togli/", check_in.remove, name="remove_entry"),
    path(ENTRY + "rientro/", check_in.come_back, name="return_entry"),
    path(ENTRY + "sostituzione/", entries.substitution, name="substitute"),
    path(ENTRY + "ammetti/<number:pk>/", entries.admit_player, name="admit"),
    path(ENTRY + "ammissioni/<number:pk>/ritira/", entries.withdraw, name="withdraw_admission"),
    path(DESK + "giocatori/", entries.suggestions, name="player_suggestions"),
    path(DESK + "presenze/", check_in.presences, name="check_in"),
    path(DESK + "presenze/<number:number>/", check_in.mark, name="mark_present"),
    path(DESK + "presenze/tutti/", check_in.mark_all, name="mark_all_present"),
    path(DESK + "presenze/chiusura/", check_in.close, name="close_check_in"),
    path(TOURNAMENT + "presenza/<str:token>/", check_in.by_code, name="check_in_code"),
    path(REGISTER, entry_lists.import_register, name="import_register"),
    path(REGISTER + "<number:pk>/", entry_lists.import_batch, name="register_import_batch"),
    path(REGISTER + "<number:pk>/righe/", entry_lists.import_mend, name="register_import_mend"),
    path(REGISTER + "<number:pk>/colonne/", entry_lists.import_columns, name="register_import_columns"),
    path(REGISTER + "<number:pk>/scarta/", entry_lists.discard_batch, name="register_discard_import"),
    # line-ups of teams
    path(TOURNAMENT + "formazione/<str:token>/", check_in.captain, name="captain_line_up"),
    path(ROUND + "formazioni/", check_in.line_ups, name="line_ups"),
    path(ROUND + "formazioni/<number:entry>/", check_in.line_up, name="line_up"),
    # stages and pairings
    path(TOURNAMENT + "calendario/", public.calendar, name="calendar"),
    path(PROOF, public.proof, name="pairing_proof"),
    path(PROOF + "<number:version>.json", public.record, name="pairing_record"),
    path(DESK + "fasi/", planning.stages, name="stages"),
    path(STAGE, planning.stage, name="stage"),
    path(STAGE + "gironi/", planning.start, name="start_stage"),
    path(DESK + "separate/", draw.kept_apart, name="kept_apart"),
    path(DESK + "separate/<number:pk>/togli/", draw.lift, name="lift_kept_apart"),
    path(DESK + "turni/prepara/", draw.prepare, name="prepare_round"),
    path(PAIRING, draw.pairing, name="pairing"),
    path(PAIRING + "cambia/", draw.change, name="change_pairing"),
    path(PAIRING + "rifai/", draw.redraw, name="redraw_round"),
    path(PAIRING + "ritira/", draw.withdraw, name="withdraw_pairing"),
    path(PAIRING + "scarta/", draw.discard, name="discard_pairing"),
    path(TABLE + "passa/", standings.knockout_winner, name="knockout_winner"),
    path(TABLE + "spareggio/", standings.tie_break, name="tie_break"),
    # published standings, appeals, prizes, the end
    path(STANDINGS, public.standings, name="standings"),
    path(ONE, public.publication, name="publication"),
    path(ONE + "righe.json", public.publication_data, name="publication_data"),
    path(ONE + "nomi.json", public.publication_names, name="publication_names"),
    path(ONE + "coppie/<number:entry>/", public.publication_line, name="publication_line"),
    path(ONE + "segnala/", public.report_error, name="report_error"),
    path(DESK + "quote/", check_in.fees, name="fees"),
    path(DESK + "quote/<number:number>/", check_in.payment, name="payment"),
    path(EXPORT + "quote.pdf", check_in.export, name="export_fees"),
    # tables of three and five
    path(TOURNAMENT + "tornate/", standings.sittings, name="sittings"),
    path(DESK + "tornate/", standings.desk_sittings, name="desk_sittings"),
    path(SITTING + "ritiro/", standings.withdraw, name="withdraw_sitting"),
    path(SITTING + "tavoli/<number:table>/", standings.score, name="sitting_score"),
    path(EXPORT + "tornate.pdf", standings.export, {"kind": "pdf"}, name="export_sittings_pdf"),
    path(EXPORT + "tornate.xlsx", standings.export, {"kind": "xlsx"}, name="export_sittings_xlsx"),
    path(EXPORT + "tornate/<number:number>/segnapunti.pdf", standings.sheets, name="export_sitting_sheets"),
    path(TOURNAMENT + "premi/", publication.prize_list, name="prize_list"),
    path(DESK + "classifiche/", publication.publications, name="publications"),
    path(DESK + "classifiche/esponi/", publication.publish, {"final": False}, name="publish_provisional"),
    path(DESK + "classifiche/definitiva/", publication.publish, {"final": True}, name="publish_final"),
    path(DESK + "segnalazioni/chiudi/", publication.close_all, name="close_reports"),
    path(DESK + "segnalazioni/<number:pk>/", publication.answer, name="answer_report"),
    path(DESK + "reclami/", appeals.appeals, name="appeals"),
    path(APPEAL, appeals.appeal, name="appeal"),
    path(APPEAL + "decisione/", appeals.decide, name="decide_appeal"),
    path(APPEAL + "ritiro/", appeals.withdraw, name="withdraw_appeal"),
    path(APPEAL + "giuria/", appeals.judge, name="name_judge"),
    path(APPEAL + "giuria/lascia/", appeals.release, name="release_judge"),
    path(APPEAL + "dichiarazioni/", appeals.note, name="note_on_appeal"),
    path(APPEAL + "deposito/", appeals.deposit, name="settle_deposit"),
    path(DESK + "premi/", publication.prizes, name="prizes"),
    path(PRIZE, publication.prize, name="prize"),
    path(PRIZE + "togli/", publication.remove, name="remove_prize"),
    path(DESK + "fine/", publication.ending, name="ending"),
    path(DESK + "fine/conclusione/", publication.conclude, name="conclude"),
    path(DESK + "fine/interruzione/", publication.interrupt, name="interrupt"),
    path(DESK + "verifica/", publication.verification, name="verification"),
    path(EXPORT + "premi.pdf", publication.export, name="export_prizes"),
    path("giocatori/", entry_lists.players, name="players"),
    path("giocatori/nuovo/", entry_lists.edit_player, name="new_player"),
    path("giocatori/<number:pk>/", entry_lists.player, name="player"),
    path("giocatori/<number:pk>/dati/", entry_lists.edit_player, name="edit_player"),
    path("circoli/", entry_lists.clubs, name="clubs"),
    path("circoli/nuovo/", entry_lists.edit_club, name="new_club"),
    path("circoli/<number:pk>/", entry_lists.club, name="club"),
    path("circoli/<number:pk>/dati/", entry_lists.edit_club, name="edit_club"),
]
