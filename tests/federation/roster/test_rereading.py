"""A roster is read by the separator, the letters, the sheet and the order of names that make sense, and by others."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from federation.roster.actions import accept_roster, reread_roster, stage_roster
from federation.roster.queries import Preview
from people.players.models import RosterUpdate
from records.requests import Refused
from tests import factories
from tests.asking import text
from tests.factories import acting
from tests.people.imports.files import workbook
from tournaments.setup.models import Role


def waiting(olga, fitres, content: bytes) -> RosterUpdate:
    return stage_roster(by=acting(olga), federation=fitres, file_name="albo.csv", content=content)


def names(update: RosterUpdate) -> list[str]:
    return [f"{one.last_name} / {one.first_name} / {one.club}" for one in Preview(update).file.members]


def test_cells_that_hold_commas_are_not_cut_at_them(fitres, olga):
    content = b"Tessera;Nominativo;Circolo\n1;Moretti, Ada;Sole, Trieste\n2;Galli, Ivo;Luna, Udine\n"
    assert names(waiting(olga, fitres, content)) == ["Moretti / Ada / Sole, Trieste", "Galli / Ivo / Luna, Udine"]


def test_the_letters_are_guessed_shown_and_chosen(fitres, olga, client_of):
    content = "Tessera;Cognome;Nome\n1;Kovačič;Žiga\n2;Šimić;Ana\n".encode("cp1250")
    update = waiting(olga, fitres, content)
    assert names(update) == ["Kovačič / Žiga / ", "Šimić / Ana / "]
    shown = text(client_of(olga).get(reverse("roster_update", args=[fitres.code, update.pk])))
    assert "Letto come Windows 1250 · ; · 1 Kovačič" in shown and "Leggi il file in un altro modo" in shown
    place = next(place for place, name in Preview(update).readings if name.startswith("Windows 1252"))
    where = reverse("reread_roster", args=[fitres.code, update.pk])
    assert client_of(olga).post(where, {"key": "k", "table": place}).status_code == 302
    update.refresh_from_db()
    assert names(update)[0] == "Kovaèiè / Žiga / "


def test_the_order_of_the_names_is_decided_once_and_may_be_turned(fitres, olga, client_of):
    content = b"Tessera;Nominativo\n1;Anna Maria De Luca\n2;Ivo Galli\n3;Kim Moretti\n"
    update = waiting(olga, fitres, content)
    assert names(update) == ["De Luca / Anna Maria / ", "Galli / Ivo / ", "Moretti / Kim / "]
    assert Preview(update).file.order == "first_last"
    assert "Ordine dei nomi Nome e cognome" in text(
        client_of(olga).get(reverse("roster_update", args=[fitres.code, update.pk]))
    )
    update = reread_roster(by=acting(olga), update=update, table=0, order="last_first")
    assert names(update)[1:] == ["Ivo / Galli / ", "Kim / Moretti / "]
    with pytest.raises(Refused, match="Riguardala"):
        accept_roster(by=acting(olga), update=update, version=0, reading="0:first_last")
    accept_roster(by=acting(olga), update=update, version=0, reading="0:last_first")


def test_names_that_seem_to_stand_the_wrong_way_are_told(fitres, olga, client_of):
    update = waiting(olga, fitres, b"Tessera;Cognome e nome\n1;De Luca Anna\n2;Ada Moretti\n")
    assert names(update) == ["De Luca / Anna / ", "Ada / Moretti / "]
    page = text(client_of(olga).get(reverse("roster_update", args=[fitres.code, update.pk])))
    assert "Cognome e nome forse scambiati Ada Moretti Colonne lette" in page


def test_two_columns_of_surnames_are_never_read_as_none(fitres, olga):
    with pytest.raises(Refused, match="Due colonne dicono la stessa cosa"):
        waiting(olga, fitres, "Nº Socio;Primer apellido;Segundo apellido;Nombre\n1;Ríos;Vega;Ana María\n".encode())


def test_a_reading_that_makes_no_roster_is_refused_and_nothing_changes(fitres, olga, client_of):
    update = waiting(olga, fitres, b"Tessera;Cognome;Nome;Circolo\n1;Neri;Ugo;Sole, Trieste\n")
    bad = next(place for place, name in Preview(update).readings if " · , · " in f"{name} · ")
    where = reverse("reread_roster", args=[fitres.code, update.pk])
    answer = client_of(olga).post(where, {"key": "k", "table": bad})
    assert (answer.status_code, "Non trovo" in text(answer)) == (422, True)
    update.refresh_from_db()
    assert names(update) == ["Neri / Ugo / Sole, Trieste"]
    assert client_of(olga).post(where, {"key": "l", "table": "99"}).status_code == 422


@pytest.mark.parametrize("sent", [{}, {"table": "\x00"}, {"table": "9" * 5000}, {"table": "0", "order": "\x00"}])
def test_what_was_not_offered_is_refused(fitres, olga, client_of, sent):
    update = waiting(olga, fitres, b"Tessera;Nominativo\n1;Anna Galli\n")
    where = reverse("reread_roster", args=[fitres.code, update.pk])
    assert client_of(olga).post(where, {"key": "k", **sent}).status_code == 422


def test_another_sheet_may_be_chosen(fitres, olga):
    content = workbook([["Tessera", "Cognome", "Nome"], ["1", "Neri", "Ugo"]], title="2026")
    update = waiting(olga, fitres, content)
    assert Preview(update).readings == [("0", "2026")]


@pytest.mark.long
def test_every_way_in_tells_alike_how_a_list_was_read(fitres, olga, client_of):
    """Entries, players and members, from a file or pasted: the same words for the same list."""
    tournament = factories.make_burraco(federation=fitres, contest="individual")
    factories.give_role(olga, tournament, Role.DIRECTOR)
    client = client_of(olga)
    rows = ["7;Avv. Moretti Ada;40329;333 1", "8;王小明;31/12/1961;", "", "Firma: ______;;;"]
    lines = "\n".join(["Tessera;Nominativo;Nato il;Telefono", *rows])
    ways = [
        reverse("import_entries", args=[tournament.slug]),
        reverse("import_register"),
        reverse("import_roster", args=[fitres.code]),
    ]
    told = [
        "Ordine dei nomi Cognome e nome",
        "Colonne lasciate fuori Telefono",
        "Giorni letti così 40329 → 31/05/2010",
        "Righe con un avviso 2",
        "Nomi con lettere che non si stampano 王 小明 → ? ??",
        "Resta fuori, perché non è parte del nome: Avv.",
        "Cognome e nome si leggono così: 王 / 小明",
        "parole attorno all’elenco",
    ]
    wrong = []
    for place, (way, kind) in enumerate(zip(ways, ("pasted", "file", "pasted"), strict=True)):
        given = lines if kind == "pasted" else SimpleUploadedFile("lista.csv", lines.encode())
        key = f"00000000-0000-4000-8000-00000000000{place}"
        said = {"key": key, kind: given, "kind": "entries", "federation": fitres.pk}
        preview = client.post(way, said).headers["Location"]
        shown = "".join(text(client.get(preview + f"?mostra={which}")) for which in ("avvisi", "lasciate"))
        wrong += [(way, kind, words) for words in told if words not in shown]
    assert wrong == []
