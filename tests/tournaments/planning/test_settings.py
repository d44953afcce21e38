"""The settings of a tournament: changed until it matters, with what stood there before in the log."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from people.accounts.models import User
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.asking import DESK, queries_of, send, source, text
from tests.factories import acting
from tournaments.planning.actions import change_tournament
from tournaments.setup.models import Tournament
from tournaments.setup.rules import locked_settings, settings_digest
from tournaments.staff.log_words import words_of_line

SETTINGS = "/tornei/coppa-libeccio/direzione/impostazioni/"


@pytest.fixture
def burraco(dora: User) -> Tournament:
    """Dora's: burraco of two deals, with the figures of the code, nobody entered."""
    made = factories.make_burraco("coppa-libeccio", round_minutes=25, bye_vp=14, bye_mp=305, warnings_per_vp=3)
    factories.give_role(dora, made, Role.DIRECTOR)
    return made


@pytest.fixture
def director(burraco: Tournament, dora: User, client_of) -> Client:
    return client_of(dora)


def change(tournament: Tournament, by: User, **settings: object) -> Tournament:
    return change_tournament(by=acting(by), tournament=tournament, seen=settings_digest(tournament), **settings)


def typed(tournament: Tournament, **changes: object) -> dict[str, object]:
    """The form as it stands, with changes."""
    names = ("name", "place", "slug", "lot_seed", "contest", "separe", "rulebook", "boards_per_round", "game")
    figures = ("round_minutes", "bye_vp", "bye_mp", "warnings_per_vp")
    now = {name: getattr(tournament, name) for name in (*names, *figures)}
    more = {"federation": tournament.federation_id, "starts_on": "2026-11-14", "is_public": "on"}
    return now | more | {"seen": settings_digest(tournament)} | changes


def test_change_is_logged_with_what_stood_before(burraco: Tournament, dora: User) -> None:
    changed = change(burraco, dora, place="Lecce", separe="con-separe")
    assert (changed.place, changed.separe) == ("Lecce", "con-separe")
    line = LogEntry.objects.get(tournament=burraco)
    assert line.data["changes"] == {"place": ["Bari", "Lecce"], "separe": ["senza-separe", "con-separe"]}
    assert words_of_line(line).figures == "luogo: Bari → Lecce, separé: senza-separe → con-separe"


def test_figures_of_the_code_follow_the_deals(burraco: Tournament, dora: User) -> None:
    changed = change(burraco, dora, boards_per_round=4)
    assert (changed.round_minutes, changed.bye_vp, changed.bye_mp) == (42, 13, 505)


def test_figures_of_ones_own_stay(burraco: Tournament, dora: User) -> None:
    burraco = change(burraco, dora, bye_vp=11, round_minutes=24)
    changed = change(burraco, dora, boards_per_round=2, name="Altro nome")
    assert (changed.round_minutes, changed.bye_vp) == (24, 11)
    with pytest.raises(Refused, match=r"art. 6"):
        change(changed, dora, boards_per_round=4)


def test_options_are_locked_once_tables_are_shown(burraco: Tournament, dora: User) -> None:
    one, two = factories.make_entries(burraco, 2)
    round = factories.make_round(burraco, 1, [(one, two)], state="draft")
    assert set(locked_settings(burraco)) == {"contest", "boards_per_round", "lot_seed"}
    assert change(burraco, dora, separe="con-separe").separe == "con-separe"
    round.state = "published"
    round.save()
    for settings in (
        {"separe": "senza-separe"},
        {"boards_per_round": 3},
        {"lot_seed": "altro"},
        {"warnings_per_vp": 0},
    ):
        with pytest.raises(Refused, match="I tavoli sono stati esposti"):
            change(Tournament.objects.get(pk=burraco.pk), dora, **settings)
    assert change(Tournament.objects.get(pk=burraco.pk), dora, place="Lecce").place == "Lecce"


def test_contest_is_locked_by_the_first_entry(burraco: Tournament, dora: User) -> None:
    assert change(burraco, dora, contest="teams").vp_scale == "burraco-teams"
    factories.make_entry(burraco, 1)
    with pytest.raises(Refused, match="Ci sono già delle iscrizioni"):
        change(Tournament.objects.get(pk=burraco.pk), dora, contest="pairs")


def test_nothing_changes_after_the_end(burraco: Tournament, dora: User) -> None:
    Tournament.objects.filter(pk=burraco.pk).update(ending="concluded", ended_at=factories.NOON)
    with pytest.raises(Refused, match="Il torneo è finito"):
        change(Tournament.objects.get(pk=burraco.pk), dora, place="Lecce")


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({}, "Non è cambiato niente"),
        ({"boards_per_round": 5}, "2, 3 o 4 smazzate"),
        ({"lot_seed": "!!"}, "lettere o cifre"),
        ({"rulebook": "fitres-tressette"}, "un altro gioco"),
        ({"rulebook": "mai-visto"}, "non c’è in questa installazione"),
        ({"name": ""}, "nome"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    burraco: Tournament, dora: User, settings: dict[str, object], why: str
) -> None:
    with pytest.raises(Refused) as refused:
        change(burraco, dora, **settings)
    assert why in " ".join(refused.value.messages)


def test_settings_changed_meanwhile_are_not_overwritten(burraco: Tournament, dora: User) -> None:
    seen = settings_digest(burraco)
    change(burraco, dora, place="Lecce")
    with pytest.raises(Refused, match="Intanto Dora Pace ha scritto: luogo Lecce"):
        change_tournament(by=acting(dora), tournament=burraco, seen=seen, place="Taranto")


def test_only_the_director_changes_settings(burraco: Tournament, carla: User) -> None:
    factories.give_role(carla, burraco, Role.CHIEF_ARBITER)
    with pytest.raises(PermissionDenied):
        change(burraco, carla, place="Lecce")


# ---- the page ---------------------------------------------------------------


def test_settings_by_page(director: Client, burraco: Tournament) -> None:
    assert 'value="Bari"' in source(director.get(SETTINGS))
    assert send(director, SETTINGS, **typed(burraco, place="Lecce")).url == SETTINGS
    assert "Impostazioni salvate." in text(director.get(SETTINGS))
    assert Tournament.objects.get(pk=burraco.pk).place == "Lecce"


def test_refused_settings_keep_what_was_typed(director: Client, burraco: Tournament) -> None:
    answer = send(director, SETTINGS, **typed(burraco, place="Lecce", boards_per_round=4, round_minutes=50))
    assert answer.status_code == 422
    assert "(art. 6)" in text(answer)
    assert 'value="Lecce"' in source(answer)
    assert Tournament.objects.get(pk=burraco.pk).place == "Bari"


def test_locked_settings_are_shown_with_why_and_cannot_be_forged(director: Client, burraco: Tournament) -> None:
    one, two = factories.make_entries(burraco, 2)
    factories.make_round(burraco, 1, [(one, two)], state="published")
    assert "I tavoli sono stati esposti: si gioca come annunciato." in text(director.get(SETTINGS))
    send(director, SETTINGS, **typed(burraco, place="Lecce", separe="con-separe"))
    changed = Tournament.objects.get(pk=burraco.pk)
    assert (changed.place, changed.separe) == ("Lecce", "senza-separe")


@pytest.mark.long
def test_settings_cost_few_queries(director: Client, burraco: Tournament) -> None:
    before = queries_of(director, SETTINGS)
    factories.make_entries(burraco, 12)
    assert queries_of(director, SETTINGS) <= before + 1 < 14


def test_settings_of_tressette(dora: User, client_of, tournament: Tournament) -> None:
    page = client_of(dora).get(DESK + "impostazioni/")
    assert "I tavoli sono stati esposti" in text(page)
    assert 'name="forma"' in source(page)


def test_no_single_arbiter_while_a_chief_is_in_office(burraco, dora, giulia):
    factories.give_role(giulia, burraco, Role.CHIEF_ARBITER)
    with pytest.raises(Refused, match="Giulia Marchi è capo arbitro"):
        change(burraco, dora, single_arbiter=True)
    burraco.memberships.filter(user=giulia).update(role=Role.ARBITER)
    assert change(burraco, dora, single_arbiter=True).single_arbiter is True


def test_who_names_a_chief_beside_a_single_arbiter_is_told_that_it_ends(burraco, director, giulia):
    Tournament.objects.filter(pk=burraco.pk).update(single_arbiter=True)
    path = "/tornei/coppa-libeccio/direzione/incarichi/"
    for role, told_so in (("arbiter", False), ("chief_arbiter", True)):
        seen = {"seen": Tournament.objects.get(pk=burraco.pk).data_version}
        assert send(director, path, user="giulia", role=role, **seen).status_code == 302
        assert ("con un capo arbitro in carica non vale più" in text(director.get(path))) is told_so
