"""The pages on which an error is reported in published standings, and answered at the desk."""

import pytest
import time_machine
from django.test import Client

from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import NOON
from tests.tournaments.publication.showing import TEN, fields, played_out, show
from tournaments.publication.actions import report_error
from tournaments.publication.models import ErrorReport

STANDINGS = TOURNAMENT + "classifica/"
PUBLICATIONS, SETTLE = DESK + "classifiche/", DESK + "classifiche/definitiva/"


@pytest.fixture
def stage(tournament, round_1, sara):
    """One round planned and closed."""
    return played_out(round_1, sara, [(7, 4), (7, 4)], name="Girone unico")


@pytest.fixture
def director(dora, client_of):
    return client_of(dora)


@pytest.fixture
def at_noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def report(client, number=1, **fields):
    typed = {"entry": "2", "text": "Ci mancano 2 VP al turno 1", "name": "Rita Fontana"} | fields
    return send(client, f"{STANDINGS}{number}/segnala/", **typed)


def test_anybody_reports_an_error_while_the_time_runs(stage, dora, at_noon):
    show(dora, stage)
    client = Client()
    answer = report(client)
    assert answer.url == STANDINGS + "1/"
    page = text(client.get(answer.url))
    assert "Segnalazione ricevuta" in page
    assert "1 segnalazione in esame." in page
    assert "Ci mancano" not in page
    assert ErrorReport.objects.get().entry.number == 2


@pytest.mark.parametrize(
    ("change", "why"),
    [({"entry": "9"}, "nessuno ha questo numero"), ({"entry": ""}, "obbligatorio"), ({"text": " "}, "obbligatorio")],
)
@pytest.mark.usefixtures("at_noon")
def test_a_refused_report_keeps_what_was_typed(client, stage, dora, change, why):
    show(dora, stage)
    answer = report(client, **change)
    assert answer.status_code == 422
    assert why in text(answer)
    assert "Rita Fontana" in source(answer)


def test_a_report_after_the_time_is_refused(client, stage, dora, at_noon):
    show(dora, stage)
    at_noon.shift(TEN)
    answer = report(client)
    assert answer.status_code == 422
    assert "Il tempo per segnalare errori è finito." in text(answer)
    assert not ErrorReport.objects.exists()


def test_a_report_needs_the_token_of_its_page(stage, dora, at_noon):
    show(dora, stage)
    assert report(Client(enforce_csrf_checks=True)).status_code == 403


def test_the_desk_answers_a_report(director, stage, dora, at_noon):
    found = show(dora, stage)
    entry = stage.tournament.entries.get(number=2)
    one = report_error(publication=found, entry=entry, name="Rita", text="Mancano <b>2</b> VP", at=NOON)
    path = f"{DESK}segnalazioni/{one.pk}/"
    assert "classifica n. 1 · Rita" in text(director.get(PUBLICATIONS))
    assert "<b>2" not in source(director.get(path))
    assert send(director, path, accepted="yes", answer="").status_code == 422
    assert send(director, path, accepted="yes", answer="Corretto il tavolo 1").url == PUBLICATIONS
    assert "Corretto il tavolo 1" in text(director.get(path))
    assert send(director, path, accepted="no", answer="No").status_code == 422


def test_the_desk_closes_all_reports_at_once_and_everybody_reads_why(director, client, stage, dora, at_noon):
    found = show(dora, stage)
    for number in (1, 2):
        entry = stage.tournament.entries.get(number=number)
        report_error(publication=found, entry=entry, name="?", text="Un insulto", at=NOON)
    page = director.get(PUBLICATIONS)
    assert "Chiudi senza esame le 2 segnalazioni che aspettano" in text(page)
    last = ErrorReport.objects.latest("pk").pk
    assert f'name="up_to" value="{last}"' in source(page)
    path = DESK + "segnalazioni/chiudi/"
    refused = send(director, path, up_to=last, reason=" ")
    assert refused.status_code == 422
    assert send(director, path, up_to=last, reason="Mandate da una mano sola").url == PUBLICATIONS
    late = send(director, path, up_to=last, reason="Le chiudo io")
    assert late.status_code == 422
    assert "Nessuna segnalazione aspetta risposta." in text(late) and "Le chiudo io" in text(late)
    page = text(director.get(PUBLICATIONS))
    assert page.count("chiusa senza esame") == 2 and "che aspettano" not in page
    shown = text(client.get(STANDINGS + "1/"))
    assert "2 segnalazioni chiuse senza esame: «Mandate da una mano sola»." in shown
    assert "Un insulto" not in shown


def test_after_the_minutes_a_reason_passes_over_a_report_that_waits(director, stage, dora, at_noon):
    found = show(dora, stage)
    entry = stage.tournament.entries.get(number=1)
    report_error(publication=found, entry=entry, name="?", text="x", at=NOON)
    assert "Rendi definitiva" not in text(director.get(PUBLICATIONS))
    at_noon.shift(TEN)
    page = director.get(PUBLICATIONS)
    assert "Una segnalazione aspetta risposta." in text(page) and 'name="incomplete"' in source(page)
    assert send(director, SETTLE, **fields(page)).status_code == 422
    settled = send(director, SETTLE, **fields(page), incomplete="on", reason="Nessuno si è presentato")
    assert settled.url == STANDINGS + "2/"
    assert ErrorReport.objects.get().state == "lapsed"
