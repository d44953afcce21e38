"""The desk: where the tournament stands, what to do next; the log in words."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.log import write_line
from records.models import LogEntry
from records.rights import Role
from tests import factories
from tests.asking import DESK, queries_of, send, source, text
from tournaments.planning.models import Formula, Stage
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament

LOG = DESK + "registro/"


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def primary(page: str) -> str:
    return page.split('<div class="primary-bar"')[1]


# ---- the desk ---------------------------------------------------------------


def test_desk_tells_what_is_missing_in_each_round(director: Client, table: Table, dora: User) -> None:
    factories.make_score(table, table.round.boards.first(), (7, 4), dora)
    page = text(director.get(DESK))
    assert "Turno 1 2 tavoli · mancano 3 punteggi · 1 da confermare in corso" in page
    assert "Turno 2 2 tavoli in preparazione" in page
    assert "4 iscritte" in page


def test_desk_of_an_empty_tournament_leads_to_the_pairs(director: Client, dora: User, db: None) -> None:
    factories.give_role(dora, factories.make_tournament("vuota"), Role.DIRECTOR)
    page = source(director.get("/tornei/vuota/direzione/"))
    assert "Nessun turno" in page
    assert 'href="/tornei/vuota/direzione/coppie/"' in primary(page)


@pytest.mark.parametrize(
    ("states", "words", "href"),
    [
        (("closed", "closed"), "Prepara il turno 3", "turni/prepara/"),
        (("closed", "draft"), "Turno 2: controlla e pubblica", "turni/2/"),
        (("closed", "published"), "Turno 2: avvia il gioco", "turni/2/"),
        (("closed", "playing"), "Punteggi del turno 2", "turni/2/"),
    ],
)
def test_desk_has_one_next_step(
    director: Client, tournament: Tournament, states: tuple[str, str], words: str, href: str
) -> None:
    for number, state in enumerate(states, start=1):
        Round.objects.filter(number=number).update(state=state)
    bar = primary(source(director.get(DESK)))
    assert words in bar
    assert f'href="{DESK}{href}"' in bar
    assert bar.count("btn-primary") == 1


@pytest.mark.parametrize(
    ("formula", "state", "offered"),
    [
        (Formula.DANISH, "closed", True),
        (Formula.DANISH, "playing", False),
        (Formula.DANISH, "draft", False),
        (Formula.ROUND_ROBIN, "playing", True),
        (Formula.ROUND_ROBIN, "draft", False),
    ],
)
def test_another_round_is_offered_where_it_can_be_prepared(
    director: Client, tournament: Tournament, formula: Formula, state: str, offered: bool
) -> None:
    Stage.objects.update(formula=formula, rounds_planned=9)
    Round.objects.filter(number=1).update(state="closed")
    Round.objects.filter(number=2).update(state=state)
    assert ("Prepara un altro turno" in source(director.get(DESK))) is offered


def test_round_with_everything_in_is_to_be_closed(director: Client, round_1: Round, dora: User) -> None:
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            factories.make_score(table, board, (7, 4), dora)
    assert "Turno 1: controlla e chiudi" in primary(source(director.get(DESK)))


@pytest.mark.parametrize(("who", "step"), [("sara", True), ("bruno", True), ("giulia", True)])
def test_staff_goes_on_with_the_scores(
    who: str, step: bool, cast: dict[str, User], client_of, tournament: Tournament
) -> None:
    client = client_of(cast[who])
    assert ("Punteggi del turno 1" in primary(source(client.get(DESK)))) is step
    Round.objects.filter(number=1).update(state="closed")
    assert "btn-primary" not in primary(source(client.get(DESK)))


@pytest.mark.parametrize(("who", "shown"), [("dora", True), ("giulia", True), ("bruno", False), ("sara", False)])
def test_desk_shows_the_log_to_those_who_may(
    who: str, shown: bool, cast: dict[str, User], client_of, tournament: Tournament
) -> None:
    assert ("Registro delle operazioni" in text(client_of(cast[who]).get(DESK))) is shown


def test_scorer_has_no_way_to_arbitration(sara: User, client_of, tournament: Tournament) -> None:
    page = source(client_of(sara).get(DESK))
    assert "arbitraggio/" not in page
    assert "provvedimenti/" not in page
    assert "esporta/torneo.xlsx" in page


def test_director_takes_the_whole_tournament_away_with_its_rulings(director: Client, tournament: Tournament) -> None:
    assert "esporta/torneo-e-provvedimenti.xlsx" in source(director.get(DESK))


def test_desk_is_only_for_those_with_a_task(cast: dict[str, User], client_of, tournament: Tournament) -> None:
    assert client_of(cast["carla"]).get(DESK).status_code == 404
    assert client_of(cast["ettore"]).get(DESK).status_code == 404
    assert Client().get(DESK).url == f"/accesso/?next={DESK}"
    assert client_of(cast["dora"]).post(DESK).status_code == 405


def test_desk_costs_the_same_for_many_rounds(director: Client, tournament: Tournament) -> None:
    Stage.objects.update(rounds_planned=30)  # once all are closed the standings are asked for too
    before = queries_of(director, DESK)
    one, two = tournament.entries.filter(number__lte=2)
    for number in range(3, 8):
        factories.make_round(tournament, number, [(one, two)], state="closed")
    assert queries_of(director, DESK) == before < 25


# ---- the log ----------------------------------------------------------------


def test_log_tells_in_words_what_was_done(director: Client, tournament: Tournament) -> None:
    cell = DESK + "turni/1/tavoli/1/smazzate/1/"
    send(director, cell, line_a="7", version=0)
    send(director, cell, line_a="8+3", version=1, reason="Letto male")
    entry = tournament.entries.get(number=2)
    send(director, DESK + "penalita/", entry=entry.pk, kind="vp-penalty", amount=2, reason="Ritardo")
    send(director, DESK + "turni/2/stato/", state="draft")
    page = text(director.get(LOG))
    assert "Punteggio registrato turno 1, tavolo 1, smazzata 1 7 – 4 Dora Pace" in page
    assert "Punteggio registrato turno 1, tavolo 1, smazzata 1 11 – 3, versione 2 Letto male" in page
    assert "Penalità o compenso dato coppia 2 −2 VP Ritardo" in page
    assert "Turno pubblicato turno 2" in page
    assert "la catena delle impronte è intatta" in page


def test_log_that_was_tampered_with_says_where(director: Client, dora: User, tournament: Tournament) -> None:
    for number in (1, 2):
        write_line(
            tournament=tournament, actor=dora, at=factories.NOON, action="answer", record="Prova:1",
            data={"number": number},
        )  # fmt: skip
    LogEntry.objects.create(
        tournament=tournament, actor=dora, at=factories.NOON, action="answer", object="Prova:2", data={},
        sequence=3, previous_hash="x", hash="y",
    )  # fmt: skip
    assert "interrotta alla riga 3: avvisa la federazione" in text(director.get(LOG))


def test_log_without_lines_says_what_will_come(director: Client, tournament: Tournament) -> None:
    assert "Ancora nessuna operazione" in text(director.get(LOG))


@pytest.mark.long
def test_log_is_read_page_by_page_at_the_same_cost(director: Client, dora: User, tournament: Tournament) -> None:
    def write(lines: int) -> None:
        for _ in range(lines):
            write_line(
                tournament=tournament, actor=dora, at=factories.NOON, action="close_round", record="Prova:1", data={}
            )

    write(2)
    before = queries_of(director, LOG)
    write(60)
    assert queries_of(director, LOG) == before < 10
    assert "pagina 1 di 2" in text(director.get(LOG))
    assert "pagina 2 di 2" in text(director.get(LOG + "?page=2"))
    assert "pagina 2 di 2" in text(director.get(LOG + "?page=99"))


def test_every_action_of_the_log_has_its_words(director: Client, dora: User, tournament: Tournament) -> None:
    write_line(
        tournament=tournament, actor=dora, at=factories.NOON, action="mai_vista", record="Prova:1",
        data={"name": "<script>alert(1)</script>", "reason": "<b>no</b>"},
    )  # fmt: skip
    answer = director.get(LOG)
    assert "mai_vista" in text(answer)  # an unknown one keeps its own name
    assert "<script>alert" not in source(answer)
    assert "<b>no" not in source(answer)


@pytest.mark.parametrize(("who", "status"), [("giulia", 200), ("bruno", 403), ("sara", 403), ("ettore", 404)])
def test_log_is_read_by_the_director_and_the_chief_arbiter(
    who: str, status: int, cast: dict[str, User], client_of, tournament: Tournament
) -> None:
    assert client_of(cast[who]).get(LOG).status_code == status
