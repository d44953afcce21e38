"""Two people who change or decide the same: the second sees what the first wrote, loses no word, overwrites nothing."""

import pytest
from django.test import Client
from django.urls import reverse

from people.accounts.models import Club, User
from people.players.actions import save_club
from records.requests import Overtaken
from records.rights import Role
from tests.asking import source, text
from tests.factories import NOON, acting, give_role, make_playing_burraco, make_score, make_stage
from tests.shown_forms import forms_of
from tournaments.appeals.actions import file_appeal
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_provisional, report_error, set_prize
from tournaments.publication.models import ErrorReport, Prize
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_actions import Figures, give_match_score, take_back_match_score
from tournaments.scores.match_models import KnockoutWinner
from tournaments.setup.models import Tournament
from tournaments.staff.actions import set_membership

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
    assert "Intanto Dora Pace ha scritto: premio Trofeo, dal posto 1, al posto 2, in natura no." in text(answer)
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("how", ["decide_appeal", "withdraw_appeal"])
def test_an_appeal_closed_meanwhile_shows_how_and_keeps_the_words(two, table, cast, how):
    make_score(table, table.round.boards.get(number=1), (7, 4), cast["sara"])
    file_appeal(by=acting(cast["bruno"]), entry=table.line_a, against="score:1:1:1:1", grounds="Era tardi")
    at = reverse("appeal", args=["coppa-levante", 1])
    path = reverse(how, args=["coppa-levante", 1])
    table.round.tournament.memberships.update(role=Role.CHIEF_ARBITER)
    member = str(table.line_a.members.first().pk)
    first, second = (
        {"outcome": "upheld", "decision": f"Deciso {n}", "reason": f"Ritirato {n}", "member": member}
        for n in ("uno", "due")
    )
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


@pytest.mark.long
def test_settings_changed_meanwhile_are_shown_beside_what_was_typed(two):
    path = reverse("settings", args=["coppa-levante"])
    answer = in_turn(two, path, {"place": "Lecce"}, {"place": "Taranto"})
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: luogo Lecce. Quello che hai scritto tu" in text(answer)
    assert 'value="Taranto"' in source(answer)
    assert Tournament.objects.get(slug="coppa-levante").place == "Lecce"
    again = next(one.fields for one in forms_of(source(answer)) if "lot_seed" in one.fields or "place" in one.fields)
    assert two[1].post(path, again | {"place": "Taranto"}).status_code == 302
    assert Tournament.objects.get(slug="coppa-levante").place == "Taranto"


def role_of(user: User, tournament: Tournament) -> str:
    return tournament.memberships.get(user=user).role


def test_a_role_given_meanwhile_is_shown_and_not_written_over(two, tournament, sara):
    path = reverse("staff", args=["coppa-levante"])
    answer = in_turn(two, path, {"user": "sara", "role": "arbiter"}, {"user": "sara", "role": "chief_arbiter"})
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: Sara Moro, Arbitro. Quello che hai scritto tu" in text(answer)
    assert role_of(sara, tournament) == "arbiter"
    again = next(one.fields for one in forms_of(source(answer)) if {"user", "role"} <= {*one.fields})
    assert again["role"] == "chief_arbiter"
    assert two[1].post(path, again).status_code == 302
    assert role_of(sara, tournament) == "chief_arbiter"


def test_roles_of_two_people_given_at_once_are_both_recorded(two, tournament, sara, bruno):
    path = reverse("staff", args=["coppa-levante"])
    answer = in_turn(two, path, {"user": "sara", "role": "arbiter"}, {"user": "bruno", "role": "scorer"})
    assert answer.status_code == 302
    assert (role_of(sara, tournament), role_of(bruno, tournament)) == ("arbiter", "scorer")


@pytest.mark.parametrize("seen", ["", "x", "9" * 30])
def test_a_form_that_saw_no_roles_changes_none_given_since(two, tournament, sara, dora, seen):
    set_membership(by=acting(dora), tournament=tournament, user=sara, role=Role.ARBITER)
    path = reverse("staff", args=["coppa-levante"])
    sent = fields_of(two[1], path, "") | {"user": "sara", "role": "chief_arbiter", "seen": seen}
    assert two[1].post(path, sent).status_code == 422
    assert role_of(sara, tournament) == "arbiter"


@pytest.fixture
def coming(tournament: Tournament) -> str:
    """The page that prepares round 1 of a Danish stage in the order of entry."""
    Table.objects.all().delete()
    Board.objects.all().delete()
    Round.objects.all().delete()
    Stage.objects.update(formula="danish", first_round="entry-order", rounds_planned=3)
    return reverse("prepare_round", args=["coppa-levante"])


def test_a_round_prepared_meanwhile_is_shown_and_nothing_typed_is_lost(two, tournament, coming):
    answer = in_turn(two, coming, {"forbidden": ""}, {"forbidden": "1-2, 3-4"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Intanto Dora Pace ha scritto: il turno 1, tavoli 1–2, 3–4." in page
    assert "Quello che hai scritto, non registrato Non devono incontrarsi: 1-2, 3-4" in page
    assert f'href="{reverse("pairing", args=["coppa-levante", 1])}"' in source(answer)
    assert tournament.rounds.count() == 1


@pytest.mark.long
def test_a_page_of_the_round_before_draws_no_other_one(two, tournament, coming):
    shown = [fields_of(client, coming, "") for client in two]
    assert two[0].post(coming, shown[0]).status_code == 302
    Round.objects.update(state="closed")
    assert two[1].post(coming, shown[1]).status_code == 422
    assert tournament.rounds.count() == 1


@pytest.mark.long
def test_tables_changed_meanwhile_are_told_and_the_change_stays_chosen(two, tournament, coming):
    two[0].post(coming, fields_of(two[0], coming, ""))
    path = reverse("change_pairing", args=["coppa-levante", 1])
    looked = [f"{path}?kind=swap&first={one}&second={other}" for one, other in ((2, 3), (1, 4))]
    shown = [fields_of(client, path, path, at) for client, at in zip(two, looked, strict=True)]
    assert two[0].post(path, shown[0]).status_code == 302
    answer = two[1].post(path, shown[1])
    assert answer.status_code == 422
    assert "Intanto Dora Pace ha scritto: scambiati 2 e 3." in text(answer)
    chosen = next(one.fields for one in forms_of(source(answer)) if one.fields.get("kind") == "swap")
    assert (chosen["first"], chosen["second"]) == ("1", "4")


FIGURES = Figures(vp_a=7, vp_b=7, mp_a=-205, mp_b=-205)


def fixed(person: User, table: Table, *, seen: int = 0):
    return give_match_score(
        by=acting(person), table=table, kind="x", figures=FIGURES, reason="Lite", reference="F.I.Bur., art. 39",
        expected_version=seen,
    )  # fmt: skip


def test_a_score_of_a_match_fixed_or_taken_back_meanwhile_is_told(db, dora, giulia):
    tournament = make_playing_burraco(slug="burraco", boards_per_round=2)
    for person in (dora, giulia):
        give_role(person, tournament, Role.DIRECTOR)
    table = Table.objects.select_related("round__tournament").get(round__tournament=tournament, number=1)
    given = fixed(dora, table)
    with pytest.raises(Overtaken, match=r"Intanto Dora Pace ha scritto: 7 – 7 VP, Lite \(F.I.Bur., art. 39\)") as late:
        fixed(giulia, table)
    assert (late.value.field, late.value.now) == ("version", "1")
    take_back_match_score(by=acting(dora), score=given, reason="Hanno ripreso")
    with pytest.raises(Overtaken, match="il punteggio fissato è tolto, contano le smazzate: Hanno ripreso"):
        fixed(giulia, table, seen=1)
    assert fixed(giulia, table, seen=0).version == 2
