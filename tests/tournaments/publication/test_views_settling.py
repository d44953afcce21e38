"""The pages of what follows on published standings: appeals, prizes, the end, the verification, the papers."""

import re

import pytest
from django.test import Client

from tests.asking import DESK, TOURNAMENT, seen_on, send, source, text
from tests.factories import sealed
from tests.tournaments.publication.showing import played_out, settle, show
from tournaments.appeals.models import Appeal
from tournaments.planning.models import Stage
from tournaments.publication.models import Prize


@pytest.fixture
def stage(tournament, round_1, sara):
    """One round planned and closed."""
    return played_out(round_1, sara, [(7, 4), (7, 4)], name="Girone unico")


@pytest.fixture
def director(dora, client_of):
    return client_of(dora)


# Appeals


@pytest.mark.long
def test_an_appeal_is_received_and_decided_by_somebody_else(director, stage, giulia, client_of, dora):
    show(dora, stage)
    path = DESK + "reclami/"
    assert "Nessun reclamo" in text(director.get(path))
    assert "?contro=standings:1" in source(director.get(path))
    entry = stage.tournament.entries.get(number=3)
    answer = send(director, path, entry=entry.pk, against="standings:1", grounds="Punti scambiati", late_reason="Forza")
    assert answer.url == path
    assert "Reclamo n. 1" in text(director.get(path))
    one = path + "1/"
    assert send(director, one + "decisione/", outcome="upheld", decision="Sì").status_code == 403
    chief = client_of(giulia)
    assert send(chief, one + "decisione/", outcome="upheld", decision="").status_code == 422
    assert send(chief, one + "decisione/", outcome="upheld", decision="Art. 20: corretti").url == one
    assert "Art. 20: corretti" in text(chief.get(one))
    assert Appeal.objects.get().state == "upheld"


@pytest.mark.long
def test_who_received_it_is_told_that_another_decides(giulia, tournament, client_of, stage):
    chief, entry = client_of(giulia), tournament.entries.first()
    member = entry.members.first()
    send(chief, DESK + "reclami/", entry=entry.pk, against="score:1:1:1:1", grounds="Tardiva")
    assert "L’hai ricevuto tu: lo decide un altro." in text(chief.get(DESK + "reclami/1/"))
    assert send(chief, DESK + "reclami/1/decisione/", outcome="rejected", decision="No").status_code == 422
    assert send(chief, DESK + "reclami/1/ritiro/", member=member.pk, reason="Ci ripensano").status_code == 302
    assert "ritirato" in text(chief.get(DESK + "reclami/1/"))


# Prizes, end, verification


@pytest.mark.long
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


def test_the_next_prize_begins_after_the_places_of_the_others(director, stage):
    def offered():
        page = source(director.get(DESK + "premi/"))
        return re.findall(r'name="place_(?:from|to)"[^>]*? value="(\d+)"', page)

    assert offered() == ["1", "1"]
    Prize.objects.create(tournament=stage.tournament, name="Coppe", place_from=1, place_to=3)
    Prize.objects.create(tournament=stage.tournament, name="Targa", place_from=1, place_to=9, category="A")
    assert offered() == ["4", "4"]


def test_an_interruption_says_what_becomes_of_the_prizes(director, stage, dora):
    Stage.objects.update(rounds_planned=2)
    show(dora, stage)
    path = DESK + "fine/"
    assert "Turni chiusi: 1 su 2, non più della metà" in text(director.get(path))
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
