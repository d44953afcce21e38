"""Two people who change or decide the same: the second sees what the first wrote, loses no word, overwrites nothing."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import NOON, acting, make_stage
from tests.shown_forms import forms_of
from tests.tournaments.pages import source, text
from tournaments.actions.appeals import file_appeal
from tournaments.actions.people import save_club
from tournaments.actions.prizes import set_prize
from tournaments.actions.publications import publish_provisional, report_error
from tournaments.models import (
    Appeal,
    Board,
    Club,
    ErrorReport,
    KnockoutWinner,
    Prize,
    Round,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.permissions import Role

PRIZE = {"group": None, "category": "", "place_from": 1, "place_to": 1, "name": "Coppa"}
KEPT = "Quello che hai scritto tu è ancora qui"


@pytest.fixture
def two(client_of, dora: User, giulia: User, tournament: Tournament) -> tuple[Client, Client]:
    """Two directors, Dora and Giulia."""
    tournament.memberships.filter(user=giulia).update(role=Role.DIRECTOR)
    return client_of(dora), client_of(giulia)


def fields_of(client: Client, path: str, form: str, at: str = "") -> dict[str, str]:
    """The fields of the form that goes there, as the page shows it."""
    shown = forms_of(source(client.get(at or path)))
    return next(
        one.fields for one in shown if one.method == "post" and one.action in {form, path} and "key" in one.fields
    )


def in_turn(two: tuple[Client, Client], path: str, first: dict, second: dict, *, form: str = "", at: str = ""):
    """Both open the page, then one sends and then the other: the second's answer."""
    shown = [fields_of(client, path, form, at) for client in two]
    assert two[0].post(path, shown[0] | first).status_code == 302
    return two[1].post(path, shown[1] | second)


@pytest.fixture
def prize(tournament: Tournament, dora: User) -> Prize:
    return set_prize(by=acting(dora), tournament=tournament, **PRIZE)


def test_a_prize_changed_meanwhile_is_shown_and_not_written_over(two, prize):
    path = reverse("prize", args=["coppa-levante", prize.pk])
    answer = in_turn(two, path, {"name": "Trofeo", "place_to": "2"}, {"name": "Medaglia"})
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: premio Trofeo, dal posto 1, al posto 2." in text(answer)
    assert KEPT in text(answer)
    assert 'value="Medaglia"' in source(answer)
    assert Prize.objects.get().name == "Trofeo"


def test_who_has_seen_it_may_then_write_over_it(two, prize):
    path = reverse("prize", args=["coppa-levante", prize.pk])
    answer = in_turn(two, path, {"name": "Trofeo"}, {"name": "Medaglia"})
    again = next(one.fields for one in forms_of(source(answer)) if "place_to" in one.fields)
    assert two[1].post(path, again).status_code == 302
    assert Prize.objects.get().name == "Medaglia"


@pytest.mark.parametrize("seen", ["", "altro", "x" * 65, "\0"])
def test_a_form_that_saw_nothing_changes_nothing(two, prize, seen):
    path = reverse("prize", args=["coppa-levante", prize.pk])
    assert two[0].post(path, fields_of(two[0], path, "") | {"name": "Altro", "seen": seen}).status_code == 422
    assert Prize.objects.get().name == "Coppa"


def test_a_prize_changed_meanwhile_is_not_taken_off(two, prize):
    path, remove = (reverse(name, args=["coppa-levante", prize.pk]) for name in ("prize", "remove_prize"))
    shown = fields_of(two[1], remove, remove, at=path)
    two[0].post(path, fields_of(two[0], path, "") | {"name": "Trofeo"})
    answer = two[1].post(remove, shown)
    assert answer.status_code == 422
    assert "ha scritto: premio Trofeo" in text(answer)
    assert two[1].post(remove, fields_of(two[1], remove, remove, at=path)).status_code == 302
    assert not Prize.objects.exists()


def test_an_entry_changed_meanwhile_is_shown(two, tournament):
    page, path = (reverse(name, args=["coppa-levante", 1]) for name in ("entry", "change_entry"))
    answer = in_turn(two, path, {"name": "Gli Assi"}, {"name": "I Due"}, form=path, at=page)
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: nome Gli Assi" in text(answer)
    assert 'value="I Due"' in source(answer)
    assert tournament.entries.get(number=1).name == "Gli Assi"


@pytest.mark.parametrize("number", [1, 2])
def test_a_stage_changed_meanwhile_is_shown_begun_or_not(two, tournament, number):
    make_stage(tournament, 2)
    path = reverse("stage", args=["coppa-levante", number])
    answer = in_turn(two, path, {"name": "Girone", "rounds_planned": "3"}, {"name": "Fase", "rounds_planned": "5"})
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: nome Girone" in text(answer)
    assert 'value="Fase"' in source(answer)
    assert Stage.objects.get(number=number).name == "Girone"


def test_a_player_and_a_club_changed_meanwhile_are_shown(two, tournament, dora):
    club = save_club(by=acting(dora), federation=tournament.federation, name="Levante")
    answer = in_turn(two, reverse("edit_club", args=[club.pk]), {"town": "Bari"}, {"town": "Lecce"})
    assert "Intanto qualcun altro ha scritto: nome Levante, città Bari" in text(answer)
    assert (answer.status_code, Club.objects.get().town) == (422, "Bari")
    player = tournament.entries.get(number=1).members.first().player
    answer = in_turn(two, reverse("edit_player", args=[player.pk]), {"category": "A"}, {"category": "B"})
    assert 'value="B"' in source(answer)
    player.refresh_from_db()
    assert (answer.status_code, player.category) == (422, "A")


@pytest.mark.parametrize("how", ["decide_appeal", "withdraw_appeal"])
def test_an_appeal_closed_meanwhile_shows_how_and_keeps_the_words(two, tournament, bruno, how):
    file_appeal(by=acting(bruno), entry=tournament.entries.first(), against="Provvedimento n. 1", grounds="Era tardi")
    at = reverse("appeal", args=["coppa-levante", 1])
    path = reverse(how, args=["coppa-levante", 1])
    tournament.memberships.update(role=Role.CHIEF_ARBITER)
    first, second = ({"upheld": "yes", "decision": f"Deciso {n}", "reason": f"Ritirato {n}"} for n in ("uno", "due"))
    answer = in_turn(two, path, first, second, form=path, at=at)
    assert answer.status_code == 422
    page = text(answer)
    word = "Deciso" if how == "decide_appeal" else "Ritirato"
    assert "Questo reclamo è già chiuso" in page
    assert f"{word} uno" in page and "Dora Pace" in page
    assert f"Quello che hai scritto, non registrato {word} due" in page
    assert Appeal.objects.get().decision == f"{word} uno"


def test_a_report_answered_meanwhile_shows_the_answer_and_keeps_the_words(two, tournament, dora):
    version = Tournament.objects.get().data_version
    shown = publish_provisional(
        by=acting(dora), stage=Stage.objects.get(), data_version=version, incomplete=True, reason="Sì"
    )
    entry = tournament.entries.get(number=1)
    report = report_error(publication=shown, entry=entry, name="Anna", text="Due VP", at=NOON)
    path = reverse("answer_report", args=["coppa-levante", report.pk])
    first, second = ({"accepted": "no", "answer": f"Risposta {n}"} for n in ("uno", "due"))
    answer = in_turn(two, path, first, second)
    assert answer.status_code == 422
    assert "A questa segnalazione è già stato risposto" in text(answer)
    assert "Quello che hai scritto, non registrato Risposta due" in text(answer)
    assert ErrorReport.objects.get().answer == "Risposta uno"


def test_a_winner_decided_meanwhile_is_shown_and_may_be_decided_again(two, tournament, table):
    Table.objects.filter(round__number=2).delete()
    Board.objects.filter(round__number=2).delete()
    Round.objects.filter(number=2).delete()
    path = reverse("knockout_winner", args=["coppa-levante", 1, 1])
    one, other = (str(entry.pk) for entry in (table.line_a, table.line_b))
    answer = in_turn(two, path, {"winner": one, "reason": "Più VP"}, {"winner": other, "reason": "Rinuncia"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Intanto un altro ha deciso, come vedi sopra" in page
    assert "(Più VP), come ha scritto Dora Pace" in page
    assert "Rinuncia" in page
    assert KnockoutWinner.objects.get().winner == table.line_a
    again = next(form.fields for form in forms_of(source(answer)) if "winner" in form.fields)
    assert two[1].post(path, again | {"winner": other, "reason": "Rinuncia"}).status_code == 302
    assert KnockoutWinner.objects.current().get().winner == table.line_b
