"""The pages of points and seasons: the officers' ones, and what everybody reads of published standings."""

import hashlib
import json
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from openpyxl import load_workbook

from federation.seasons.actions import publish_season
from federation.seasons.models import PointsTable, Season, SeasonPublication, TournamentClass
from federation.seasons.queries import season_now
from keeping.personal_data.actions import merge_players
from people.accounts.models import Club, Player
from tests import factories
from tests.asking import send, source, text
from tests.factories import acting
from tests.federation.seasons.a_season import TABLE, make_finished, make_players, make_season, make_table, publish_final
from tests.reading import text_of
from tournaments.setup.models import Tournament

HERE = "/federazioni/fitres/"
SEASON = f"{HERE}stagioni/2026/"
PUBLIC = f"{HERE}classifiche/2026/"
WORDS = {
    "starts_on": "2026-01-01", "ends_on": "2026-12-31", "classes": ["A", "B"], "best": "6", "club_best": "",
    "ties": "best-results",
}  # fmt: skip


@pytest.fixture
def desk(olga):
    client = Client()
    client.force_login(olga)
    return client


@pytest.fixture
def season(fitres, olga):
    return make_season(olga, fitres, make_table(olga, fitres), best=1)


@pytest.fixture
def four(fitres):
    players = make_players("Anna Conti", "Luca Serra", "Rita Galli", "Ugo Ricci")
    Player.objects.filter(pk__in=[one.pk for one in players[:2]]).update(
        club=Club.objects.create(federation=fitres, name="Circolo Bari")
    )
    return players


@pytest.fixture
def played(season, olga, four):
    """Two tournaments, of which one result counts."""
    make_finished("levante", olga, [four[:2], four[2:]], secretary=olga)
    make_finished("ponente", olga, [four[2:], four[:2]], secretary=olga)
    return season


def publish(by, season, reason=""):
    last = season.publications.count()
    return publish_season(
        by=acting(by), season=season, seen=last, figures=season_now(season).rows.figures, reason=reason
    )


# The officers' pages


@pytest.mark.long
def test_from_the_first_table_to_the_published_season(desk, olga, fitres, four):
    assert "Prima la tabella dei punti" in text(desk.get(f"{HERE}stagioni/"))
    assert "Prima la tabella dei punti" in text(desk.get(f"{HERE}stagione-nuova/"))
    assert "id: esempio" in text(desk.get(f"{HERE}punti/tabelle/"))
    loaded = desk.post(f"{HERE}punti/tabelle/", {"key": "t", "file": SimpleUploadedFile("punti.yaml", TABLE.encode())})
    assert loaded.headers["Location"] == f"{HERE}punti/tabelle/prova/"
    assert "Fonte Inventata per le prove" in text(desk.get(loaded.headers["Location"]))
    made = make_finished("levante", olga, [four[:2], four[2:]])
    assert "da assegnare" in text(desk.get(f"{HERE}punti/tornei/"))
    assert send(desk, f"{HERE}punti/tornei/levante/", class_id="A", reason="", seen="0").status_code == 302
    assert "Levante 1 marzo 2026, Bari classe A" in text(desk.get(f"{HERE}punti/tornei/"))
    table = PointsTable.objects.get().pk
    opened = send(desk, f"{HERE}stagione-nuova/", **WORDS, name="Stagione 2026", code="2026", table=table)
    assert opened.headers["Location"] == SEASON
    page = text(desk.get(SEASON))
    assert "1 Anna Conti 40 1 1 Luca Serra 40 1 3 Rita Galli 30 1" in page
    assert "Contano i migliori 6 risultati di ogni giocatore." in page
    figures = season_now(Season.objects.get()).rows.figures
    assert send(desk, f"{SEASON}pubblica/", seen="0", figures=figures, reason="").status_code == 302
    assert "Quello che tutti vedono è quello che c’è adesso." in text(desk.get(SEASON))
    publish_final(made, olga, [2, 1])
    assert "Anna Conti era 1º con 40 punti, adesso 3º con 30 punti" in text(desk.get(SEASON))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Scegli il file della tabella, o scrivine il testo."),
        ({"text": "id: ["}, "Riga 1: Non è un testo YAML che si possa leggere."),
        ({"text": TABLE.replace("from: 2, points", "from: 3, points")}, "C’è un buco: qui si riprende da 2."),
        ({"file": SimpleUploadedFile("x.yaml", b"\xff\xfe\x00")}, "Il file non è un testo in UTF-8."),
        ({"file": SimpleUploadedFile("x.yaml", b"a\0b")}, "Il file non è un testo."),
        ({"file": SimpleUploadedFile("x.yaml", b"#" * 200_001)}, "Il file è troppo grande"),
        ({"file": SimpleUploadedFile("x.yaml", b"#" * 5_000_000)}, "Il file è troppo grande"),
        ({"file": SimpleUploadedFile("x.yaml", b"PK\x03\x04" + b"\x01" * 50)}, "Non è un testo YAML"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_in_words_and_what_was_typed_stays(desk, sent, words):
    answer = desk.post(f"{HERE}punti/tabelle/", {"key": "k", "reason": "Nuova", **sent})
    assert (answer.status_code, PointsTable.objects.count()) == (422, 0)
    assert words in text(answer)
    assert "Nuova" in source(answer)
    assert sent.get("text", "") == "" or "title: Campionato" in source(answer) or "id: [" in source(answer)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"ends_on": "2027-06-30"}, "La tabella dei punti non vale per tutti i giorni"),
        ({"best": "0"}, "maggiore o uguale a 1"),
        ({"best": "1000"}, "minore o uguale a 999"),
        ({"classes": []}, "obbligatorio"),
        ({"classes": ["Z"]}, "Z"),
        ({"code": "due parole"}, "slug"),
        ({"table": "999"}, "valida"),
    ],
)
def test_a_season_that_cannot_be_is_refused_in_words(desk, fitres, olga, wrong, words):
    table = make_table(olga, fitres)
    sent = {**WORDS, "name": "Stagione", "code": "2026", "table": table.pk, **wrong}
    answer = send(desk, f"{HERE}stagione-nuova/", **sent)
    assert (answer.status_code, Season.objects.count()) == (422, 0)
    assert words in text(answer)


def test_rules_are_changed_with_a_reason_and_the_page_tells_both(desk, played):
    table = PointsTable.objects.get().pk
    refused = send(desk, f"{SEASON}regole/", **WORDS | {"best": ""}, table=table, seen="1", reason="")
    assert refused.status_code == 422
    assert (
        send(desk, f"{SEASON}regole/", **WORDS | {"best": ""}, table=table, seen="1", reason="Così").status_code == 302
    )
    page = text(desk.get(f"{SEASON}regole/"))
    assert "Conta il risultato migliore di ogni giocatore." in page
    assert "Contano tutti i risultati." in page
    assert "1 Anna Conti 70 2" in text(desk.get(SEASON))
    late = send(desk, f"{SEASON}regole/", **WORDS, table=table, seen="1", reason="Tardi")
    assert (late.status_code, "Intanto Olga Valli ha cambiato le regole" in text(late)) == (422, True)


def test_a_refused_publication_keeps_what_was_typed(desk, olga, played):
    publish(olga, played)
    answer = send(desk, f"{SEASON}pubblica/", seen="0", figures="x", reason="Reclamo accolto")
    assert answer.status_code == 422
    assert "Intanto è stata pubblicata un’altra classifica" in text(answer)
    assert SeasonPublication.objects.count() == 1


def test_the_direction_proposes_from_its_own_page(client_of, tournament, dora, olga, fitres):
    client = client_of(dora)
    page = "/tornei/coppa-levante/direzione/classe/"
    assert "La federazione non ha classi" in text(client.get(page))
    make_table(olga, fitres)
    assert send(client, page, class_id="B", reason="", seen="0").status_code == 302
    assert TournamentClass.objects.values_list("state", "class_id").get() == ("proposed", "B")
    assert send(client, page, class_id="Z", reason="x", seen="1").status_code == 422
    assert send(client, page, class_id="A", reason="", seen="1").status_code == 422


def test_a_tournament_of_another_federation_is_not_found(desk, season):
    factories.make_tournament("altrove", federation=factories.make_federation("fibur"))
    assert desk.get(f"{HERE}punti/tornei/altrove/").status_code == 404
    assert desk.get("/federazioni/fibur/stagioni/").status_code == 404


@pytest.mark.long
def test_the_pages_ask_as_often_for_many_as_for_few(desk, olga, played):
    pages = (SEASON, f"{SEASON}?di=circoli", f"{HERE}punti/tornei/", f"{HERE}punti/tabelle/", f"{HERE}stagioni/")
    desk.get(SEASON)
    counted = []
    for size in (3, 30):
        for number in range(size):
            make_finished(
                f"gara-{size}-{number}", olga, [[one] for one in make_players(f"Ada P{number}")], secretary=olga
            )
        counted.append([])
        for page in pages:
            with CaptureQueriesContext(connection) as asked:
                desk.get(page)
            counted[-1].append(len(asked))
    assert counted[0] == counted[1]


# For everybody


def test_nothing_is_public_before_it_is_published(client, played):
    for path in ("", "classifiche/", "classifiche/2026/", "classifiche/2026/1/", "classifiche/2026/1/dati.json"):
        assert client.get(HERE + path).status_code in ({302} if path == "" else {404})


def test_everybody_reads_the_standings_and_how_they_came_about(client, olga, played, four):
    publish(olga, played)
    assert "Stagione 2026" in text(client.get(f"{HERE}classifiche/"))
    page = text(client.get(PUBLIC))
    assert "1 Anna Conti 40 1 / 2 1 Luca Serra 40 1 / 2 1 Rita Galli 40 1 / 2 1 Ugo Ricci 40 1 / 2" in page
    assert "La tabella dei punti è inventata" in page
    player = text(client.get(f"{PUBLIC}1/giocatori/{four[0].pk}/"))
    assert "1º posto. Conta il migliore di 2 risultati: 40 punti ." in player
    assert "Levante 1º su 2 coppie, classe A: 40 punti" in player
    assert "Ponente 2º su 2 coppie, classe A: 30 punti · non conta" in player
    clubs = text(client.get(f"{PUBLIC}?di=circoli"))
    assert "1 Circolo Bari 140 2" in clubs
    club = text(client.get(f"{PUBLIC}1/circoli/{Club.objects.get().pk}/"))
    assert "Levante Contano tutti e 2 i risultati: 40 + 40 = 80 punti" in club
    assert "80 + 60 = 140 punti" in club
    assert client.get(f"{PUBLIC}1/giocatori/{four[0].pk + 999}/").status_code == 404


def test_an_older_publication_says_that_it_was_replaced(client, olga, played):
    publish(olga, played)
    publish_final(Tournament.objects.get(slug="levante"), olga, [2, 1])
    publish(olga, played, reason="Reclamo accolto")
    assert "Non vale più: l’ha sostituita la classifica n. 2." in text(client.get(f"{PUBLIC}1/"))
    assert "Non vale più" not in text(client.get(PUBLIC))
    assert client.get(f"{PUBLIC}3/").status_code == 404


def test_anybody_makes_the_hash_again_from_the_file_and_it_names_nobody(client, olga, played):
    published = publish(olga, played)
    file = client.get(f"{PUBLIC}1/dati.json").content
    assert hashlib.sha256(file).hexdigest() == published.hash
    assert published.hash in source(client.get(PUBLIC))
    for name in ("Conti", "Serra", "Galli", "Bari", "levante", "Levante"):
        assert name.encode() not in file.replace(b"levante-1", b"")
    assert [row["points"] for row in json.loads(file)["players"]] == ["40"] * 4


def test_minors_are_initials_the_erased_a_mark_and_merged_records_one_person(client, olga, played, four, dora):
    publish(olga, played)
    Player.objects.filter(pk=four[0].pk).update(minor_until=timezone.localdate() + timedelta(days=9))
    Player.objects.filter(pk=four[1].pk).update(first_name="", last_name="⟦7⟧")
    kept = make_players("Rita Maria Galli")[0]
    merge_players(by=acting(dora), kept=kept, merged=four[2], reason="Registrata due volte")
    for path in (PUBLIC, f"{PUBLIC}1/giocatori/{four[0].pk}/", f"{PUBLIC}1/circoli/{Club.objects.get().pk}/"):
        page = text(client.get(path))
        assert "A. C." in page
        assert "Anna" not in page
        assert "Serra" not in page
    page = text(client.get(PUBLIC))
    assert "1 Persona cancellata n. 7 40" in page
    assert "1 Rita Maria Galli 40" in page


def test_a_tournament_that_became_hidden_is_named_no_more(client, olga, played, four):
    publish(olga, played)
    Tournament.objects.filter(slug="levante").update(is_public=False, name="Segretissimo")
    page = source(client.get(f"{PUBLIC}1/giocatori/{four[0].pk}/"))
    assert "Un torneo che non è più pubblico" in page
    assert "Segretissimo" not in page
    assert "/tornei/levante/" not in page


@pytest.mark.long
def test_published_standings_are_asked_for_in_as_many_queries_however_many_they_are(client, olga, season):
    make_finished(
        "levante", olga, [[one] for one in make_players(*(f"Ada N{number}" for number in range(4)))], secretary=olga
    )
    publish(olga, season)
    make_finished(
        "ponente", olga, [[one] for one in make_players(*(f"Eva M{number}" for number in range(120)))], secretary=olga
    )
    counted = []
    for number in (1, 2):
        if number == 2:
            publish(olga, season, reason="Ponente")
        with CaptureQueriesContext(connection) as asked:
            page = client.get(f"{PUBLIC}{number}/")
        counted.append(len(asked))
    assert "pagina 1 di 3" in text(page)
    assert counted[0] == counted[1]


def test_on_paper_and_as_a_workbook_the_same_lines(desk, olga, played, four):
    Player.objects.filter(pk=four[0].pk).update(minor_until=timezone.localdate() + timedelta(days=9))
    published = publish(olga, played)
    paper = text_of(desk.get(f"{SEASON}1/classifica.pdf").content)
    assert "Anna" not in paper
    for words in ("Stagione 2026: classifica n. 1", "A. C.", "Luca Serra", "Circolo Bari", published.hash[:20]):
        assert words in paper
    book = load_workbook(BytesIO(desk.get(f"{SEASON}1/classifica.xlsx").content))
    rows = [[cell.value for cell in row] for row in book["Giocatori"].iter_rows(min_row=2, max_row=3)]
    assert rows == [
        [1, "A. C.", 40, "Conta il migliore di 2 risultati: 40 punti"],
        [1, "Luca Serra", 40, "Conta il migliore di 2 risultati: 40 punti"],
    ]
    assert [cell.value for cell in book["Circoli"][2]] == [1, "Circolo Bari", 140, 2]
    assert desk.get(f"{SEASON}2/classifica.pdf").status_code == 404
