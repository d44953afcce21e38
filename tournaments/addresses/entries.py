"""Addresses of settings, entries, check-in, players and clubs."""

from django.urls import path

from tournaments.views import check_in, entries, people, setup

TOURNAMENT = "tornei/<slug:slug>/"
DESK = TOURNAMENT + "direzione/"
ENTRY = DESK + "coppie/<int:number>/"

urlpatterns = [
    path(DESK + "impostazioni/", setup.settings, name="settings"),
    path(DESK + "coppie/", entries.entries, name="entries"),
    path(ENTRY, entries.entry, name="entry"),
    path(ENTRY + "dati/", entries.change, name="change_entry"),
    path(ENTRY + "ritiro/", entries.leave, name="withdraw_entry"),
    path(ENTRY + "rientro/", entries.come_back, name="return_entry"),
    path(ENTRY + "sostituzione/", entries.substitution, name="substitute"),
    path(DESK + "giocatori/", entries.suggestions, name="player_suggestions"),
    path(DESK + "presenze/", check_in.presences, name="check_in"),
    path(DESK + "presenze/<int:number>/", check_in.mark, name="mark_present"),
    path(DESK + "presenze/chiusura/", check_in.close, name="close_check_in"),
    path(TOURNAMENT + "presenza/<str:token>/", check_in.by_code, name="check_in_code"),
    path("giocatori/", people.players, name="players"),
    path("giocatori/nuovo/", people.edit_player, name="new_player"),
    path("giocatori/<int:pk>/", people.player, name="player"),
    path("giocatori/<int:pk>/dati/", people.edit_player, name="edit_player"),
    path("circoli/", people.clubs, name="clubs"),
    path("circoli/nuovo/", people.edit_club, name="new_club"),
    path("circoli/<int:pk>/", people.club, name="club"),
    path("circoli/<int:pk>/dati/", people.edit_club, name="edit_club"),
]
