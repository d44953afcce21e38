"""Addresses: Italian paths, because people read them."""

from django.urls import path

from hall.calls import views as calls
from hall.clock import views as clock
from hall.desk import views as desk
from hall.grid import score_views as scores
from hall.grid import views as grid
from hall.line_codes import views as line_codes
from hall.listing import views as listing
from hall.seats import views as seats
from hall.slips import views as slips
from tournaments.urls import CELL, DESK, EXPORT, ROUND, TABLE, TOURNAMENT

urlpatterns = [
    path(TOURNAMENT + "posto/", seats.seat, name="seat"),
    path(TOURNAMENT + "schermo/", clock.screen, name="screen"),
    path(TOURNAMENT + "schermo/pannello/", clock.screen_panel, name="screen_panel"),
    path(DESK, desk.desk, name="desk"),
    path(TOURNAMENT + "collegamento/", desk.linked, name="linked"),
    path(TOURNAMENT + "vai/", desk.go_to, name="go_to"),
    path(DESK + "registro/", desk.log, name="log"),
    path(DESK + "atti/", desk.my_acts, name="my_acts"),
    path(DESK + "turni/nuovo/", grid.new_round, name="new_round"),
    path(ROUND, grid.round_grid, name="round_grid"),
    path(ROUND + "una-mano/", grid.one_hand, name="one_hand"),
    path(ROUND + "stato/", grid.advance, name="advance_round"),
    path(ROUND + "riapri/", grid.reopen, name="reopen_round"),
    path(ROUND + "punteggi/", scores.typed_scores, name="typed_scores"),
    path(ROUND + "conferma/", grid.confirm_tables, name="confirm_tables"),
    path(ROUND + "orologio/", clock.clock, name="clock"),
    path(ROUND + "orologio/tempo-in-piu/", clock.extra_time, name="extra_time"),
    path(TABLE + "conferma/", grid.confirm_table, name="confirm_table"),
    path(CELL, scores.score, name="score"),
    path(CELL + "conferma/", scores.confirm, name="confirm_score"),
    path(CELL + "annulla/", scores.undo, name="undo_score"),
    path(EXPORT + "cartellini.pdf", seats.tags, name="export_name_tags"),
    path(EXPORT + "turni/<number:number>/posti.pdf", seats.seating, {"kind": "pdf"}, name="export_seating_pdf"),
    path(EXPORT + "turni/<number:number>/posti.xlsx", seats.seating, {"kind": "xlsx"}, name="export_seating_xlsx"),
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
    path("", listing.home, name="home"),
    path(TOURNAMENT, listing.tournament, name="tournament"),
    path(TOURNAMENT + "turni/<number:number>/", listing.round_tables, name="round_tables"),
    path(TOURNAMENT + "coppie/<number:number>/", listing.pair, name="pair"),
    path(TOURNAMENT + "turni.ics", listing.rounds_calendar, name="rounds_calendar"),
    path(TOURNAMENT + "pubblicazioni.atom", listing.publications_feed, name="publications_feed"),
]
