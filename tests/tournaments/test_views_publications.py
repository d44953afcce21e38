"""The pages of published standings: what the public sees, what the desk does, what is refused."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import NOON, acting, make_adjustment, make_score, sealed
from tests.tournaments.pages import DESK, TOURNAMENT, queries_of, seen_on, send, source, text
from tournaments.actions.adjustments import give_adjustment
from tournaments.actions.publications import publish_final, publish_provisional, report_error
from tournaments.desk.tasks import stage_states, standings_tasks
from tournaments.log import Head
from tournaments.models import Appeal, ErrorReport, Prize, Publication, Round, Stage, Tournament
from tournaments.permissions import MATRIX, Role

STANDINGS = TOURNAMENT + "classifica/"
PUBLICATIONS, SHOW, SETTLE = DESK + "classifiche/", DESK + "classifiche/esponi/", DESK + "classifiche/definitiva/"
TEN = timedelta(minutes=10)


@pytest.fixture
def stage(tournament, round_1, sara):
    """One round planned and closed."""
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            make_score(table, board, (7, 4), sara)
    Round.objects.filter(pk=round_1.pk).update(state=Round.State.CLOSED)
    Stage.objects.update(rounds_planned=1, name="Girone unico")
    return Stage.objects.get()


def version():
    return Tournament.objects.get(slug="coppa-levante").data_version


def show(user, stage, at=NOON, **more):
    return publish_provisional(by=acting(user, at=at), stage=stage, data_version=version(), **more)


def settle(user, stage, at=NOON + TEN, **more):
    return publish_final(by=acting(user, at=at), stage=stage, data_version=version(), **more)


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
    assert f"Ultima riga del registro {Head.of(stage.tournament)}" in text(client.get(f"{STANDINGS}1/"))
    data = client.get(STANDINGS + "1/righe.json")
    assert data["Content-Type"] == "application/json"
    assert sha256(data.content).hexdigest() == found.hash
    assert json.loads(data.content)["standings"] == found.rows


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
    for path in ("1/", "1/righe.json", "1/segnala/", "1/coppie/1/"):
        assert client.get(STANDINGS + path).status_code == 404


def test_standings_of_a_hidden_tournament_are_hidden(client, stage, dora):
    show(dora, stage)
    Tournament.objects.filter(pk=stage.tournament_id).update(is_public=False)
    for path in ("", "1/", "1/righe.json", "1/segnala/", "1/coppie/1/"):
        assert client.get(STANDINGS + path).status_code == 404


def test_names_and_reasons_are_never_markup(client, stage, dora):
    stage.tournament.entries.filter(number=1).update(name="<b>Conti</b>")
    show(dora, stage, incomplete=True, reason="<script>alert(1)</script>")
    for path in ("", "1/coppie/1/"):
        page = source(client.get(STANDINGS + path))
        assert "<script>alert" not in page
        assert "<b>Conti" not in page


# Reports


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
    [({"entry": "9"}, "non c’è una coppia"), ({"entry": ""}, "obbligatorio"), ({"text": " "}, "obbligatorio")],
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


# The desk


def fields(answer):
    """The hidden fields of the first form of the page."""
    initial = answer.context["panels"][0].form.initial
    return {name: initial[name] for name in ("stage", "data_version", "figures")}


def test_the_desk_shows_and_settles_in_one_tap_each(director, stage, at_noon):
    page = director.get(PUBLICATIONS)
    assert "Esponi la classifica provvisoria" in text(page)
    assert send(director, SHOW, **fields(page)).url == STANDINGS + "1/"
    page = director.get(PUBLICATIONS)
    assert "Si possono segnalare errori fino alle 13:10." in text(page)
    assert "Rendi definitiva" not in text(page)
    at_noon.shift(TEN)
    page = director.get(PUBLICATIONS)
    assert "Il tempo è passato e nulla è in sospeso." in text(page)
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
    assert "<form" not in source(client.get(PUBLICATIONS)).split("<main")[1]
    assert send(client, SHOW, stage=1, data_version=0).status_code == 403


def test_nothing_begun_says_what_will_come(director, tournament):
    Round.objects.update(state=Round.State.PUBLISHED)
    assert "Ancora niente da pubblicare" in text(director.get(PUBLICATIONS))


def test_a_broken_form_is_refused(director, stage):
    assert send(director, SHOW, stage="x", data_version="").status_code == 422
    assert send(director, SHOW, stage=9, data_version=0).status_code == 404


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


# Appeals


def test_an_appeal_is_received_and_decided_by_somebody_else(director, stage, giulia, client_of, dora):
    show(dora, stage)
    path = DESK + "reclami/"
    assert "Nessun reclamo" in text(director.get(path))
    assert "Classifica n. 1" in source(director.get(path))
    entry = stage.tournament.entries.get(number=3)
    answer = send(director, path, entry=entry.pk, against="Classifica n. 1", grounds="Punti scambiati")
    assert answer.url == path
    assert "Reclamo n. 1" in text(director.get(path))
    one = path + "1/"
    assert send(director, one + "decisione/", upheld="yes", decision="Sì").status_code == 403
    chief = client_of(giulia)
    assert send(chief, one + "decisione/", upheld="yes", decision="").status_code == 422
    assert send(chief, one + "decisione/", upheld="yes", decision="Art. 20: corretti").url == one
    assert "Art. 20: corretti" in text(chief.get(one))
    assert Appeal.objects.get().state == "upheld"


def test_who_received_it_is_told_that_another_decides(giulia, tournament, client_of):
    chief, entry = client_of(giulia), tournament.entries.first()
    send(chief, DESK + "reclami/", entry=entry.pk, against="Provvedimento n. 1", grounds="Tardiva")
    assert "L’hai ricevuto tu: lo decide un altro." in text(chief.get(DESK + "reclami/1/"))
    assert send(chief, DESK + "reclami/1/decisione/", upheld="no", decision="No").status_code == 422
    assert send(chief, DESK + "reclami/1/ritiro/", reason="Ci ripensano").status_code == 302
    assert "ritirato" in text(chief.get(DESK + "reclami/1/"))


# Prizes, end, verification


def test_prizes_are_put_up_changed_and_won(director, stage, dora):
    path = DESK + "premi/"
    assert "Nessun premio" in text(director.get(path))
    assert send(director, path, name="Trofeo", place_from=1, place_to=1).url == path
    assert send(director, path, name="Coppe", place_from=3, place_to=2).status_code == 422
    prize = Prize.objects.get()
    mine = f"{path}{prize.pk}/"
    given = {"name": "Trofeo Levante", "place_from": 1, "place_to": 2}
    assert send(director, mine, **given, seen=seen_on(director, mine)).url == path
    show(dora, stage)
    assert "I vincitori compaiono quando la classifica è definitiva." in text(director.get(path))
    settle(dora, stage)
    page = text(Client().get(TOURNAMENT + "premi/"))
    assert "Trofeo Levante posti 1–2" in page
    assert "Vincitori secondo la classifica n. 2 (Girone unico)" in page
    assert send(director, f"{path}{prize.pk}/togli/", seen=seen_on(director, mine)).url == path
    assert not Prize.objects.exists()


def test_an_interruption_says_what_becomes_of_the_prizes(director, stage, dora):
    Stage.objects.update(rounds_planned=2)
    show(dora, stage)
    path = DESK + "fine/"
    assert "Chiusi 1 turni su 2, non più della metà" in text(director.get(path))
    assert send(director, path + "interruzione/", reason="").status_code == 422
    assert send(director, path + "interruzione/", reason="Manca la corrente").url == path
    page = text(director.get(path))
    assert "il montepremi si rimborsa ai giocatori e non c’è premiazione (art. 41)" in page
    assert "montepremi" in text(Client().get(TOURNAMENT + "premi/"))


def test_a_tournament_is_concluded_once_all_is_final(director, stage, dora):
    path = DESK + "fine/"
    assert send(director, path + "conclusione/").status_code == 422
    assert "la classifica di «Girone unico» dev’essere definitiva" in text(director.get(path))
    show(dora, stage)
    settle(dora, stage)
    assert send(director, path + "conclusione/").url == path
    assert "tutte le classifiche sono definitive" in text(director.get(path))


def test_the_verification_says_what_holds_and_what_does_not(director, stage, dora):
    show(dora, sealed(stage.tournament).stages.get())
    page = text(director.get(DESK + "verifica/"))
    assert "tutto torna" in page
    assert "Classifica n. 1, provvisoria" in page


def test_publications_and_prizes_leave_as_paper(director, stage, dora):
    show(dora, stage)
    for path in ("classifica/1.pdf", "premi.pdf"):
        answer = director.get(f"{TOURNAMENT}esporta/{path}")
        assert answer["Content-Type"] == "application/pdf"
