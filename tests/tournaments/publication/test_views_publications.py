"""The pages of published standings: what the public sees, what the desk does, what is refused."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest
import time_machine
from django.utils import timezone

from hall.desk.stages import stage_states, standings_tasks
from records.log import Head
from records.rights import MATRIX, Role
from tests.asking import DESK, TOURNAMENT, queries_of, send, source, text
from tests.factories import NOON, acting, make_adjustment
from tests.tournaments.publication.showing import TEN, fields, played_out, settle, show
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.publication.actions import report_error
from tournaments.publication.models import ErrorReport, Publication
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

STANDINGS = TOURNAMENT + "classifica/"
PUBLICATIONS, SHOW, SETTLE = DESK + "classifiche/", DESK + "classifiche/esponi/", DESK + "classifiche/definitiva/"


@pytest.fixture
def stage(tournament, round_1, sara):
    """One round planned and closed."""
    return played_out(round_1, sara, [(7, 4), (7, 4)], name="Girone unico")


def penalise(user, stage, **more):
    entry = stage.tournament.entries.get(number=1)
    what = {"kind": "vp", "amount": -9, "reason": "Squalifica"} | more
    return give_adjustment(by=acting(user), entry=entry, round=None, **what)


@pytest.fixture
def director(dora, client_of):
    return client_of(dora)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


# What the public sees


def test_before_any_publication_the_standings_are_not_official(client, stage):
    page = text(client.get(STANDINGS))
    assert "non ufficiale" in page
    assert "Classifiche pubblicate" not in page


def test_provisional_standings_show_their_clock_and_the_way_to_report(client, stage, dora, at_noon):
    show(dora, stage)
    at_noon.shift(timedelta(minutes=2, seconds=30))
    answer = client.get(STANDINGS)
    assert "Girone unico provvisoria" in text(answer)
    assert "gli errori si segnalano fino alle 13:10. Mancano 7:30" in text(answer)
    assert 'data-left="450" data-running' in source(answer)
    assert STANDINGS + "1/segnala/" in source(answer)


def test_after_the_time_the_page_says_so_and_offers_no_report(client, stage, dora, at_noon):
    show(dora, stage)
    at_noon.shift(TEN)
    answer = client.get(STANDINGS)
    assert "Il tempo per le segnalazioni è finito alle 13:10" in text(answer)
    assert "segnala/" not in source(answer)


def test_the_proof_stands_below_and_the_file_has_the_hash(client, stage, dora):
    found = show(dora, stage)
    page = text(client.get(STANDINGS))
    assert "L’impronta ricalcolata è la stessa" in page
    assert found.hash in page
    # The head of the log, for whoever holds a paper.
    assert f"Ultima riga del registro {Head.current(stage.tournament)}" in text(client.get(f"{STANDINGS}1/"))
    data = client.get(STANDINGS + "1/righe.json")
    assert data["Content-Type"] == "application/json"
    assert sha256(data.content).hexdigest() == found.hash
    rows = json.loads(data.content)["standings"][0]["rows"]
    assert [(row["place"], row["vp"]) for row in rows] == [(row["place"], row["vp"]) for row in found.rows[0]["rows"]]
    names = json.loads(client.get(STANDINGS + "1/nomi.json").content)
    assert names["hash"] == found.hash
    told = {one["place"]: one["text"] for one in names["texts"]}
    assert told["standings/0/rows/0/players/1"] == found.rows[0]["rows"][0]["players"][1]


def test_a_published_page_stays_as_it_was_and_says_what_took_its_place(client, stage, dora):
    show(dora, stage)
    settle(dora, stage)
    penalise(dora, stage, reference="Giustizia sportiva 12")
    settle(dora, stage, reason="Giustizia sportiva 12/2026")
    first, second, third = (text(client.get(f"{STANDINGS}{number}/")) for number in (1, 2, 3))
    assert "È diventata definitiva con la classifica n. 2." in first
    assert "Non vale più: l’ha sostituita la classifica n. 3. Motivo: Giustizia sportiva 12/2026" in second
    assert "Prende il posto della n. 2: Giustizia sportiva 12/2026" in third
    assert "1 Conti – Serra" in second.split("Verifica")[0]
    assert "Girone unico definitiva" in text(client.get(STANDINGS))


def test_a_published_line_opens_its_arithmetic_of_then(client, stage, dora):
    make_adjustment(stage.tournament.entries.get(number=1), dora, amount=-1)
    show(dora, stage)
    penalise(dora, stage)
    page = text(client.get(STANDINGS + "1/coppie/1/"))
    assert "Anna Conti, Luca Serra" in page
    assert "1 2 Galli – Fontana 14 8 +6" in page
    assert "Penalità 0 −1" in page
    assert "−9" not in page
    assert client.get(STANDINGS + "1/coppie/9/").status_code == 404


def test_the_standings_of_the_moment_stay_at_hand(client, stage, dora):
    show(dora, stage)
    penalise(dora, stage)
    page = text(client.get(STANDINGS + "?adesso"))
    assert "non ufficiale" in page
    assert "vai a quella pubblicata" in page
    assert "−9 VP" in page


def test_what_does_not_exist_is_not_found(client, stage):
    for path in ("1/", "1/righe.json", "1/nomi.json", "1/segnala/", "1/coppie/1/"):
        assert client.get(STANDINGS + path).status_code == 404


def test_standings_of_a_hidden_tournament_are_hidden(client, stage, dora):
    show(dora, stage)
    Tournament.objects.filter(pk=stage.tournament_id).update(is_public=False)
    for path in ("", "1/", "1/righe.json", "1/nomi.json", "1/segnala/", "1/coppie/1/"):
        assert client.get(STANDINGS + path).status_code == 404


def test_names_and_reasons_are_never_markup(client, stage, dora):
    stage.tournament.entries.filter(number=1).update(name="<b>Conti</b>")
    show(dora, stage, incomplete=True, reason="<script>alert(1)</script>")
    for path in ("", "1/coppie/1/"):
        page = source(client.get(STANDINGS + path))
        assert "<script>alert" not in page
        assert "<b>Conti" not in page


# The desk


def test_whoever_publishes_goes_on_from_the_standings_and_players_report(director, client, stage, dora, at_noon):
    show(dora, stage)
    bars = [source(one.get(STANDINGS + "1/")).split('<div class="primary-bar"')[1] for one in (director, client)]
    assert [("Pubblicazione" in bar, "Segnala un errore" in bar) for bar in bars] == [(True, False), (False, True)]
    assert "Segnala un errore" in text(director.get(STANDINGS + "1/"))


def test_the_desk_shows_and_settles_in_one_tap_each(director, stage, at_noon):
    page = director.get(PUBLICATIONS)
    assert "Esponi la classifica provvisoria" in text(page)
    assert send(director, SHOW, **fields(page)).url == STANDINGS + "1/"
    page = director.get(PUBLICATIONS)
    assert "Si possono segnalare errori fino alle 13:10." in text(page)
    assert "Rendi definitiva" not in text(page)
    at_noon.shift(TEN)
    page = director.get(PUBLICATIONS)
    assert "Il tempo è passato e nulla la ferma." in text(page)
    assert send(director, SETTLE, **fields(page)).url == STANDINGS + "2/"
    assert Publication.objects.get(number=2).is_final


def test_data_that_moved_answer_409_and_say_what_happened(director, stage, dora):
    seen = fields(director.get(PUBLICATIONS))
    penalise(dora, stage)
    answer = send(director, SHOW, **seen)
    assert answer.status_code == 409
    assert "i punteggi sono cambiati" in text(answer)
    assert "Penalità o compenso dato: coppia 1, −9 VP" in text(answer)
    assert not Publication.objects.exists()
    assert send(director, SHOW, **fields(answer)).status_code == 302


def test_what_is_missing_asks_for_a_reason_and_keeps_it(director, stage):
    Round.objects.filter(number=2).update(state=Round.State.PLAYING)
    page = director.get(PUBLICATIONS)
    assert "Mancano 2 risultati: turno 2, tavoli 1, 2." in text(page)
    answer = send(director, SHOW, **fields(page), reason="Il tavolo 1 gioca ancora")
    assert answer.status_code == 422
    assert "Il tavolo 1 gioca ancora" in source(answer)
    assert send(director, SHOW, **fields(page), incomplete="on", reason="Il tavolo 1 gioca ancora").status_code == 302
    assert "Senza i risultati di: turno 2, tavoli 1, 2." in text(director.get(STANDINGS))


def test_changes_since_are_told_line_by_line(director, stage, dora):
    show(dora, stage)
    penalise(dora, stage)
    assert "13 VP, +6 MP → 4ª, 4 VP, +6 MP" in text(director.get(PUBLICATIONS))


def test_only_the_director_finds_the_button(stage, sara, client_of):
    client = client_of(sara)
    assert 'method="post"' not in source(client.get(PUBLICATIONS)).split("<main")[1]
    assert send(client, SHOW, stage=1, data_version=0).status_code == 403


def test_nothing_begun_says_what_will_come(director, tournament):
    Round.objects.update(state=Round.State.PUBLISHED)
    assert "Ancora niente da pubblicare" in text(director.get(PUBLICATIONS))


def test_a_broken_form_is_refused(director, stage):
    assert send(director, SHOW, stage="x", data_version="").status_code == 422
    assert send(director, SHOW, stage=9, data_version=0).status_code == 404


@pytest.mark.long
def test_the_page_costs_the_same_for_many_rows_and_reports(director, stage, dora, at_noon):
    found = show(dora, stage)
    before = queries_of(director, PUBLICATIONS), queries_of(director, STANDINGS)
    for number in (1, 2, 3):
        entry = stage.tournament.entries.get(number=number)
        report_error(publication=found, entry=entry, name="A", text=f"x{number}", at=NOON)
    assert (queries_of(director, PUBLICATIONS), queries_of(director, STANDINGS)) == before
    assert before[1] < 12


def test_the_desk_s_list_of_steps_follows_the_standings(stage, dora, giulia):
    tournament, rights = stage.tournament, MATRIX[Role.DIRECTOR]

    def words(at):
        return [task.words for task in standings_tasks(tournament, rights, at, stage_states(tournament))]

    assert words(NOON) == ["Esponi la classifica provvisoria"]
    found = show(dora, stage)
    assert words(NOON) == ["Classifica esposta: attendi le segnalazioni"]
    report_error(publication=found, entry=tournament.entries.first(), name="A", text="x", at=NOON)
    assert words(NOON + TEN) == ["Rispondi a una segnalazione", "Rendi definitiva la classifica"]
    ErrorReport.objects.update(state="rejected", answer="no", answered_by=dora, answered_at=timezone.now())
    settle(dora, stage)
    assert words(NOON + TEN) == ["Concludi il torneo e premia"]
