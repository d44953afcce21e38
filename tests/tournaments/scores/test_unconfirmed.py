"""What nobody confirmed: named when a round is closed and when standings become final, let be only with a reason."""

import re
from collections.abc import Iterable
from datetime import timedelta

import pytest
from django.test import Client

from hall.desk.tasks import Todo
from keeping.documents.report import report
from people.accounts.models import User
from records.models import LogEntry
from records.requests import Refused
from records.rights import MATRIX, Role
from tests.asking import DESK, send, source, text
from tests.factories import NOON, acting, make_score
from tests.reading import text_of
from tests.tournaments.scores.cell import GRID
from tournaments.papers import imprint_of
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_final, publish_provisional
from tournaments.publication.models import Publication
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Round
from tournaments.scores.words import scores_in_words
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.log_words import words_of_line

WHERE = "tavolo 1, smazzate 1, 2; tavolo 2, smazzata 1"
WHY = "La seconda persona è andata via"
LATER = NOON + timedelta(minutes=11)


@pytest.fixture
def played(round_1: Round, sara: User, dora: User) -> Round:
    """Every score of round 1, by Sara: board 2 of table 2 confirmed by Dora, the other three by nobody."""
    for table in round_1.tables.order_by("number"):
        for board in round_1.boards.order_by("number"):
            make_score(table, board, (8, 3), sara)
    table, board = round_1.tables.get(number=2), round_1.boards.get(number=2)
    table.scores.filter(board=board).update(state="confirmed", confirmed_by=dora, confirmed_at=NOON)
    Stage.objects.update(rounds_planned=1)
    return round_1


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def hidden(client: Client) -> str:
    found = re.search(r'name="unconfirmed" value="([^"]*)"', source(client.get(GRID)))
    return found[1] if found else ""


def test_a_round_is_not_closed_in_silence(dora: User, played: Round) -> None:
    with pytest.raises(Refused) as refused:
        close_round(by=acting(dora), round=played)
    words = (
        f"3 punteggi non sono confermati da una seconda persona: {WHERE}. Confermali, o chiudi così scrivendo perché."
    )
    assert refused.value.messages == (words,)
    assert Round.objects.get(pk=played.pk).state == Round.State.PLAYING


def test_the_page_names_them_and_asks_why(director: Client, played: Round) -> None:
    page = director.get(GRID)
    assert "3 punteggi non sono confermati" in text(page)
    assert f"T{WHERE[1:]}." in text(page)
    assert hidden(director) == "1:1.1-2.1 2:1.1"
    assert "Chiudi il turno così" in text(page)


def test_so_it_goes_is_recorded_with_its_reason(director: Client, played: Round) -> None:
    sent = {"state": "playing", "unconfirmed": hidden(director), "reason": WHY}
    assert send(director, GRID + "stato/", **sent).status_code == 302
    line = LogEntry.objects.get(action="close_round")
    assert line.data["unconfirmed"] == [[1, 1, 1, 1], [1, 1, 2, 1], [1, 2, 1, 1]]
    words = words_of_line(line, played.tournament)
    assert (words.figures, words.reason) == (f"3 punteggi non confermati ({WHERE})", WHY)
    page = text(director.get(GRID))
    assert f"Turno chiuso con: 3 punteggi non confermati ({WHERE})." in page
    assert WHY in page


def test_without_a_reason_the_round_stays_open_and_the_form_comes_back(director: Client, played: Round) -> None:
    answer = send(director, GRID + "stato/", state="playing", unconfirmed=hidden(director), reason=" ")
    assert answer.status_code == 422
    assert "Scrivi perché il turno si chiude senza confermarli." in text(answer)
    assert not LogEntry.objects.filter(action="close_round").exists()


@pytest.mark.parametrize("sent", ["", "1:1.1-2.1", "1:1.1-2.1 2:1.9", "nonsense"])
def test_only_what_was_seen_is_let_be_and_what_was_typed_stays(director: Client, played: Round, sent: str) -> None:
    answer = send(director, GRID + "stato/", state="playing", unconfirmed=sent, reason=WHY)
    assert answer.status_code == 422
    assert "da una seconda persona: tavolo" in text(answer)
    assert f">{WHY}</textarea>" in source(answer)


def test_confirmed_scores_ask_nothing(dora: User, director: Client, played: Round) -> None:
    for table in played.tables.all():
        table.scores.update(state="confirmed", confirmed_by=dora, confirmed_at=NOON)
    assert "Perché va bene così" not in text(director.get(GRID))
    closed = close_round(by=acting(dora), round=played)
    assert closed.state == Round.State.CLOSED
    assert set(LogEntry.objects.get(action="close_round").data) == {"round", "state"}


def test_one_hand_is_enough_where_the_tournament_says_so(dora: User, director: Client, played: Round) -> None:
    Tournament.objects.filter(pk=played.tournament_id).update(one_hand=True)
    page = director.get(GRID)
    assert "da confermare" not in text(page)
    assert 'name="confirm"' not in source(page)
    assert "registrato" in text(page)
    assert close_round(by=acting(dora), round=Round.objects.get(pk=played.pk)).state == Round.State.CLOSED


def test_one_hand_is_chosen_in_the_settings(director: Client, played: Round) -> None:
    page = director.get(DESK + "impostazioni/")
    form = page.context["form"]
    data = {name: value for name in form.fields if (value := form[name].value()) not in (None, False, "")}
    assert send(director, DESK + "impostazioni/", **(data | {"one_hand": "on"})).status_code == 302
    assert Tournament.objects.get(pk=played.tournament_id).one_hand is True
    assert LogEntry.objects.get(action="change_tournament").data["changes"] == {"one_hand": [None, True]}


def test_the_list_of_what_is_to_do_names_rounds_closed_so(director: Client, played: Round) -> None:
    send(director, GRID + "stato/", state="playing", unconfirmed=hidden(director), reason=WHY)
    todo = Todo(Tournament.objects.get(pk=played.tournament_id), MATRIX[Role.DIRECTOR], NOON)
    tasks = [task.words for phase in todo.phases for task in phase.tasks]
    assert "Turno 1 chiuso con 3 punteggi non confermati" in tasks


@pytest.fixture
def shown(dora: User, director: Client, played: Round) -> Stage:
    """Closed with three scores unconfirmed; the standings shown, and the time for errors over."""
    send(director, GRID + "stato/", state="playing", unconfirmed=hidden(director), reason=WHY)
    stage = Stage.objects.select_related("tournament").get(pk=played.stage_id)
    publish_provisional(by=acting(dora), stage=stage, data_version=stage.tournament.data_version)
    return Stage.objects.select_related("tournament").get(pk=stage.pk)


def settle(dora: User, stage: Stage, **more: object) -> Publication:
    version = Tournament.objects.get(pk=stage.tournament_id).data_version
    return publish_final(by=acting(dora, at=LATER), stage=stage, data_version=version, **more)


def test_final_standings_name_what_nobody_confirmed(dora: User, shown: Stage) -> None:
    where = "turno 1, tavolo 1, smazzate 1, 2; turno 1, tavolo 2, smazzata 1"
    with pytest.raises(Refused) as refused:
        settle(dora, shown)
    assert refused.value.messages == (f"3 punteggi non sono confermati da una seconda persona: {where}.",)
    final = settle(dora, shown, incomplete=True, reason=WHY)
    assert final.reason == WHY
    line = LogEntry.objects.get(action="publish_final")
    assert words_of_line(line, shown.tournament).figures.startswith(f"3 punteggi non confermati ({where})")


def test_the_final_says_nothing_once_they_are_confirmed(dora: User, sara: User, played: Round, shown: Stage) -> None:
    for table in played.tables.all():
        table.scores.update(state="confirmed", confirmed_by=dora, confirmed_at=NOON)
    settle(dora, shown)
    assert "unconfirmed" not in LogEntry.objects.get(action="publish_final").data


@pytest.mark.long
def test_the_report_tells_of_rounds_closed_so(shown: Stage) -> None:
    words = " ".join(
        text_of(report(shown.tournament, imprint_of(shown.tournament, "Rapporto del torneo", at=NOON))).split()
    )
    assert f"Chiuso con 3 punteggi non confermati ({WHERE}): «{WHY}», Dora Pace," in words


# ---- a lone director --------------------------------------------------------


@pytest.fixture
def alone(dora: User, sara: User, client_of, tournament: Tournament, round_1: Round) -> Client:
    """Dora, who alone may confirm: everything by her own hand."""
    Membership.objects.filter(tournament=tournament).exclude(user=dora).delete()
    for table in round_1.tables.order_by("number"):
        for board in round_1.boards.order_by("number"):
            make_score(table, board, (8, 3), dora)
    return client_of(dora)


def test_who_keeps_the_scores_alone_says_so_once(alone: Client, round_1: Round) -> None:
    page = text(alone.get(GRID))
    assert "Tutti i 2 tavoli, smazzate 1, 2." in page
    assert "In questo torneo nessun altro può confermarli" in page
    assert send(alone, GRID + "una-mano/").status_code == 302
    assert Tournament.objects.get(pk=round_1.tournament_id).one_hand is True
    assert LogEntry.objects.get(action="change_tournament").data["changes"] == {"one_hand": [None, True]}
    assert "non sono confermati" not in text(alone.get(GRID))
    assert send(alone, GRID + "stato/", state="playing").status_code == 302
    assert Round.objects.get(pk=round_1.pk).state == Round.State.CLOSED


def test_where_another_may_confirm_nobody_is_told_to_do_without(director: Client, played: Round) -> None:
    assert "nessun altro può confermarli" not in text(director.get(GRID))


def test_saying_it_twice_changes_nothing(alone: Client, round_1: Round) -> None:
    send(alone, GRID + "una-mano/")
    assert send(alone, GRID + "una-mano/").status_code == 422
    assert LogEntry.objects.filter(action="change_tournament").count() == 1


@pytest.mark.parametrize(
    ("tables", "of_tables", "words"),
    [
        (range(1, 14), 13, "tutti i 13 tavoli, smazzate 1, 2"),
        (range(1, 14), 20, "tavoli 1–13, smazzate 1, 2"),
        ([1, 2, 4, 5, 6], 0, "tavoli 1, 2, 4–6, smazzate 1, 2"),
        ([7], 1, "tavolo 7, smazzate 1, 2"),
    ],
)
def test_tables_alike_are_named_together(tables: Iterable[int], of_tables: int, words: str) -> None:
    places = [(1, table, deal) for table in tables for deal in (1, 2)]
    assert scores_in_words(places, with_round=False, of_tables=of_tables) == words


def test_of_very_many_the_first_are_named() -> None:
    places = [(1, table, table % 2 + 1) for table in range(1, 21)]
    words = scores_in_words(places, with_round=True)
    assert words.startswith("turno 1, tavolo 1, smazzata 2; turno 1, tavolo 2, smazzata 1; ")
    assert words.endswith("turno 1, tavolo 12, smazzata 1; e altri 8 tavoli")
