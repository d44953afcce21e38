"""Lists for the register of players, which is of no tournament: read, mended and accepted as any other."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from people.accounts.models import Club, Federation, Player, User
from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.factories import acting
from tests.people.imports.conftest import Desk
from tournaments.entries.models import Entry
from tournaments.entry_lists.actions import accept_import, discard_import, stage_import
from tournaments.entry_lists.models import ImportBatch

REGISTER = "/giocatori/importa/"
LIST = "Cognome;Nome;Tessera;Circolo\nRossi;Mario;11;Levante\nNeri;;12;Levante\nTotali;;2;\n"


@pytest.fixture
def federation(db: None) -> Federation:
    return factories.make_federation()


def upload(desk: Desk, federation: Federation, content: str = LIST, name: str = "tesserati.csv") -> HttpResponse:
    file = SimpleUploadedFile(name, content.encode())
    return desk.client.post(REGISTER, {"key": desk.key(), "file": file, "federation": federation.pk})


def test_a_list_goes_into_the_register_and_into_no_tournament(desk: Desk, federation: Federation) -> None:
    entries, lines = Entry.objects.count(), LogEntry.objects.count()
    preview = upload(desk, federation).headers["Location"]
    page = desk.page(preview)
    assert "Importa 1 giocatore" in page and "Manca il nome di Neri." in page and "1 riga di totale" in page
    assert desk.post(preview + "righe/", **{"m3-1": "Luca"}).headers["Location"] == preview
    assert desk.post(preview, version=2).headers["Location"] == "/giocatori/"
    found = Player.objects.filter(card_number__in=["11", "12"]).values_list("last_name", "first_name", "club__name")
    assert list(found) == [("Neri", "Luca", "Levante"), ("Rossi", "Mario", "Levante")]
    assert {player.federation for player in Player.objects.exclude(card_number="")} == {federation}
    assert (Entry.objects.count(), LogEntry.objects.count()) == (entries, lines)
    batch = ImportBatch.objects.get()
    assert (batch.tournament, batch.federation, batch.state, batch.tables) == (None, federation, "accepted", [])


def test_whoever_is_known_is_completed_and_not_doubled(desk: Desk, federation: Federation) -> None:
    known = Player.objects.create(last_name="Rossi", first_name="Mario", card_number="11", federation=federation)
    preview = upload(desk, federation).headers["Location"]
    desk.post(preview, leave_out="1")
    known.refresh_from_db()
    assert (Player.objects.filter(last_name="Rossi").count(), str(known.club)) == (1, "Levante")


def test_players_of_another_federation_are_other_people(desk: Desk, federation: Federation) -> None:
    other = Federation.objects.create(code="altrove", name="Altrove")
    Player.objects.create(last_name="Rossi", first_name="Mario", card_number="11", federation=other)
    Club.objects.create(federation=other, name="Levante")
    desk.post(upload(desk, federation).headers["Location"], leave_out="1")
    assert Player.objects.filter(card_number="11").count() == 2
    assert Club.objects.filter(name="Levante").count() == 2


def test_a_list_let_go_leaves_nothing(desk: Desk, federation: Federation) -> None:
    preview = upload(desk, federation).headers["Location"]
    assert "tesserati.csv" in desk.page(REGISTER)
    assert desk.post(preview + "scarta/").headers["Location"] == REGISTER
    assert "Questa importazione è scartata" in desk.page(preview)
    assert "tesserati.csv" not in desk.page(REGISTER)
    assert not Player.objects.filter(card_number="11").exists()


def test_columns_are_named_there_too(desk: Desk, federation: Federation) -> None:
    preview = upload(desk, federation, "Rossi Mario;11\n").headers["Location"]
    assert "Usa queste colonne" in desk.page(preview)
    answer = desk.post(preview + "colonne/", header=0, c0="last_first:1", c1="card:1")
    assert answer.headers["Location"] == preview and "Importa 1 giocatore" in desk.page(preview)


def test_a_list_is_accepted_once(federation: Federation, dora: User) -> None:
    batch = stage_import(
        by=acting(dora), federation=federation, kind="players", file_name="a.csv", content=b"Nominativo\nRossi Mario\n"
    )
    accept_import(by=acting(dora), batch=batch, version=1, choices={})
    for again in (
        lambda: accept_import(by=acting(dora), batch=batch, version=1, choices={}),
        lambda: discard_import(by=acting(dora), batch=batch),
    ):
        with pytest.raises(Refused, match="già accettata"):
            again()
    assert Player.objects.filter(last_name="Rossi").count() == 1


def test_a_list_without_file_says_what_is_missing(desk: Desk, federation: Federation) -> None:
    Federation.objects.create(code="altrove", name="Altrove")
    answer = desk.client.post(REGISTER, {"key": "k"})
    assert answer.status_code == 422
    assert "Scegli un file, oppure incolla" in answer.content.decode()


def test_a_list_of_the_register_is_of_no_tournament_s_page(desk: Desk, federation: Federation) -> None:
    upload(desk, federation)
    pk = ImportBatch.objects.get().pk
    assert desk.client.get(f"/tornei/{desk.tournament.slug}/direzione/coppie/importa/{pk}/").status_code == 404
    mine = desk.stage("Nominativo\nRossi Mario\n", kind="players")
    assert desk.client.get(f"{REGISTER}{mine.rstrip('/').rpartition('/')[2]}/").status_code == 404


def test_whoever_enters_nobody_anywhere_imports_nobody(
    desk: Desk,
    federation: Federation,
    sara: User,
    carla: User,
    client_of: Callable[[User], Client],
) -> None:
    preview = upload(desk, federation).headers["Location"]
    for user in (sara, carla):
        assert client_of(user).get(REGISTER).status_code == 403
        assert client_of(user).get(preview).status_code == 403
        with pytest.raises(PermissionDenied):
            accept_import(by=acting(user), batch=ImportBatch.objects.get(), version=1, choices={}, leave_out=True)
    assert REGISTER in desk.page("/giocatori/")
    assert REGISTER not in client_of(sara).get("/giocatori/").content.decode()
