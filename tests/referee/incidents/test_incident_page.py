"""The quick page of what happens to a match: taps, the proposal, one confirmation, and what is read afterwards."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hall.clock.models import RoundClock
from referee.cases.models import Case
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import make_score
from tests.reading import text_of
from tests.referee.happened import (
    ABSENT,
    AWAY,
    GONE,
    LATE,
    LEFT,
    LOST,
    NOT_RETURNED,
    OVER_TEN,
    PAGE,
    A,
    given,
    match,
    record,
)
from tournaments.scores.match_models import MatchScore

RULINGS = TOURNAMENT + "provvedimenti/"
TOO_LATE = {"cosa": LATE, "linea": "B", **OVER_TEN}


@pytest.fixture
def tournament(db):
    """Burraco: four pairs, two tables, round 1 playing."""
    return factories.make_playing_burraco(boards_per_round=2, warnings_per_vp=3)


@pytest.fixture
def desk(client_of, dora):
    return client_of(dora)


@pytest.mark.long
def test_the_page_offers_everything_for_both_lines(desk, tournament):
    page = text(desk.get(PAGE))
    assert page.count("Fino a 2 minuti") == 2
    assert page.count("Linea assente in un turno") == 2
    assert page.count("Sospesa: le due linee non lasciano giocare") == 1
    assert "Squadra incompleta" not in page
    assert "Conferma" not in page


@pytest.mark.long
def test_the_clock_tells_how_late_it_is_now(desk, table):
    RoundClock.objects.create(round=table.round, minutes=25, started_at=timezone.now() - timedelta(minutes=6))
    page = text(desk.get(PAGE))
    assert "6 minuti dal via" in page
    assert page.count("Più di 5 e fino a 10 minuti adesso") == 2


def test_what_the_code_gives_is_shown_before_it_is_given(desk, tournament):
    page = text(desk.get(PAGE, TOO_LATE))
    assert "B-D · 2 Galli – Fontana Linea in ritardo al via" in page
    assert "partita vinta, 14 VP, +305 MP" in page
    assert "partita persa, 6 VP, −305 MP" in page
    assert "1 Conti – Serra" in page.split("Che cosa cambia in classifica")[1]
    assert not MatchScore.objects.exists()


def test_a_second_lateness_joins_the_first(desk, tournament):
    page = source(desk.get(PAGE, {"cosa": LATE, "linea": "A", "ritardo": "entro-2", "ritardo-altra": "presente"}))
    start = 'href="?cosa=ritardo-al-tavolo&amp;linea=A&amp;ritardo='
    assert start + 'entro-2&amp;ritardo-altra=da-2-a-5#proposta"' in page
    assert start + 'da-2-a-5&amp;ritardo-altra=presente#proposta"' in page


def test_a_lateness_taken_back_leaves_that_of_the_other_line(desk, tournament):
    page = source(desk.get(PAGE, {"cosa": LATE, "linea": "A", "ritardo": "entro-2", "ritardo-altra": "da-2-a-5"}))
    assert 'href="?cosa=ritardo-al-tavolo&amp;linea=B&amp;ritardo=da-2-a-5&amp;ritardo-altra=presente#proposta"' in page


def test_our_readings_are_shown_with_the_proposal(desk, tournament):
    told = {"cosa": ABSENT, "linea": "B", "direttore-avvisato": "si"}
    assert "I 505 MP sono stampati per i turni da quattro smazzate" in text(desk.get(PAGE, told))
    assert "non sono stampati" not in text(desk.get(PAGE, TOO_LATE))


@pytest.mark.long
def test_how_the_match_ended_is_read_from_its_scores(desk, tournament, table, sara):
    told = {"cosa": NOT_RETURNED, "linea": "A", "score-sul-tavolo": "lasciato"}
    assert "Come è finita la partita?" in text(desk.get(PAGE, told))
    for board in table.round.boards.all():
        make_score(table, board, (300, 100), sara)
    assert "dai punteggi registrati: 14 – 6 VP" in text(desk.get(PAGE, told))
    assert send(desk, PAGE, **told).status_code == 302
    assert given()[0][:3] == (1, "vp", -1)


@pytest.mark.parametrize(("name", "back"), [("dora", DESK + "turni/1/#row-1"), ("bruno", "/turni/1/tavoli/1/")])
def test_one_confirmation_records_it(cast, client_of, tournament, name, back):
    client = client_of(cast[name])
    for _ in range(2):  # sent twice
        answer = send(client, PAGE, key="una", **TOO_LATE | {"linea": "A"}, version=0)
        assert answer.status_code == 302
        assert answer.url.endswith(back)
    assert match() == ((6, -305), (14, 305), "ritardo-assente")
    assert Ruling.objects.count() == 1


@pytest.mark.long
def test_each_question_is_asked_on_the_page(desk, tournament):
    told = {"cosa": LEFT, "linea": "B", "motivo-abbandono": "impossibilita"}
    asked = {
        "Per quanto lascia?": ("durata-abbandono", "definitiva"),
        "La linea ha avvisato il direttore di gara?": ("direttore-avvisato", "si"),
        "Il punteggio fisso darebbe a qualcuno un vantaggio ingiusto?": ("ingiusto-vantaggio", "no"),
        "La linea presente aveva già maturato un punteggio migliore?": ("punteggio-superiore", "si"),
    }
    for question, (fact, answer) in asked.items():
        page = text(desk.get(PAGE, told))
        assert question in page
        assert "Conferma" not in page
        refused = send(desk, PAGE, **told)
        assert refused.status_code == 422
        assert f"Manca una risposta: {question}" in text(refused)
        told[fact] = answer
    assert "Il punteggio già maturato dalla linea presente" in text(desk.get(PAGE, told))
    assert send(desk, PAGE, **told, vp="17", mp="640").status_code == 422  # without a reason
    assert send(desk, PAGE, **told, vp="17", mp="640", reason="Contate al tavolo").status_code == 302
    assert match()[0] == (17, 640)


@pytest.mark.long
def test_the_ruling_is_read_printed_and_listed(client_of, bruno, table):
    client = client_of(bruno)
    send(client, PAGE, **TOO_LATE)
    page = text(client.get("/tornei/coppa-levante/provvedimenti/1/"))
    assert "Provvedimento n. 1 · turno 1, tavolo 1 Linea in ritardo al via" in page
    sheet = text_of(client.get("/tornei/coppa-levante/esporta/provvedimenti/1.pdf").content)
    assert "partita vinta, 14 VP, +305 MP" in " ".join(sheet.split())
    assert "smazzata None" not in sheet
    assert "Linea in ritardo al via" in text(client.get("/tornei/coppa-levante/provvedimenti/"))
    assert "Linea in ritardo al via" in text(client.get("/tornei/coppa-levante/turni/1/tavoli/1/"))


@pytest.mark.long
def test_the_fixed_score_and_the_way_to_take_it_back_are_shown(desk, dora, table):
    record(dora, table, LOST, GONE)
    page = text(desk.get(PAGE))
    assert "Punteggio fissato: 7 – 7 VP" in page
    assert "Annulla il Provvedimento n. 1" in page
    assert "Lo score è stato ritrovato" in page
    assert send(desk, PAGE + "score-ritrovato/").status_code == 302
    assert not MatchScore.objects.current().exists()
    assert send(desk, PAGE + "score-ritrovato/").status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"cosa": "fuga"},
        {"cosa": LATE, "linea": "A", "ritardo": "ieri"},
        {"cosa": ABSENT},
        {"cosa": "pesca-fuori-turno", "linea": "A"},
    ],
)
def test_nonsense_is_refused(desk, tournament, fields):
    assert send(desk, PAGE, **fields).status_code == 422
    assert desk.get(PAGE, fields).status_code == 200
    assert not Case.objects.exists()


@pytest.mark.long
def test_a_code_that_fixes_no_scores_says_what_to_do(client_of, ettore):
    page = "/tornei/coppa-ponente/direzione/turni/1/tavoli/1/ritardo/"
    client = client_of(ettore)
    assert "Questo codice non fissa punteggi" in text(client.get(page))
    assert send(client, page, cosa=LEFT).status_code == 422


def test_the_list_of_rulings_says_article_of_one_and_articles_of_more(desk, tournament, table, dora):
    record(dora, table, LATE, OVER_TEN, line=A)
    assert "art. 40" in text(desk.get(RULINGS))
    record(dora, tournament.rounds.get().tables.get(number=2), ABSENT, AWAY, line=A)
    assert "artt. 18, 39, 40" in text(desk.get(RULINGS))
