"""The pages of an import: upload, preview, columns, acceptance."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.core.files.uploadhandler import SkipFile
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import Workbook, load_workbook

from people.accounts.models import Player, User
from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables
from people.imports.passed_over import PassedOver
from people.imports.rows import Shape, entry_rows
from records.outside import LIST
from tests import factories
from tests.people.imports.conftest import Desk
from tests.people.imports.files import PAIRS, passed, saved
from tournaments.entry_lists.forms import SizeLimit
from tournaments.entry_lists.models import ImportBatch
from tournaments.setup.models import Contest, Tournament

ROWS = "17;Rossi;Mario;11;Verdi;Anna;12;Levante\n;Neri;Luca;;Galli;Sara;14;\n"


@pytest.mark.long
def test_a_file_goes_from_upload_to_entries(desk: Desk) -> None:
    preview = desk.stage(PAIRS + ROWS)
    page = desk.page(preview)
    assert "2 iscrizioni" in page and "Rossi Mario" in page and "Importa 2 iscrizioni" in page
    answer = desk.post(preview)
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("entries", args=["coppa-levante"]))
    assert "Importate 2 iscrizioni." in desk.page(answer.headers["Location"])
    assert desk.tournament.entries.count() == 6


def test_the_same_acceptance_sent_twice_counts_once(desk: Desk) -> None:
    preview = desk.stage(PAIRS + ROWS)
    for _time in range(2):
        answer = desk.client.post(preview, {"key": "una-sola", "version": 1})
        assert answer.status_code == 302
    assert desk.tournament.entries.count() == 6


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Il file è vuoto"),
        (b"%PDF-1.7", "È un PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "vecchio formato"),
        (b"PK\x03\x04rotto", "danneggiato"),
        (b"x" * (LIST.size + 1), "più grande di 4 MB"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words(content: bytes, words: str, desk: Desk) -> None:
    answer = desk.upload(content, name="coppe.xlsx" if content.startswith(b"PK") else "coppe.csv")
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not ImportBatch.objects.exists()


def test_a_file_too_big_is_let_go_while_it_comes_in() -> None:
    request = HttpRequest()
    limit = SizeLimit(request)
    assert limit.receive_data_chunk(b"x" * 10, LIST.size - 10) == b"x" * 10
    assert not hasattr(request, "upload_too_big")
    with pytest.raises(SkipFile):
        limit.receive_data_chunk(b"x", LIST.size)
    assert request.upload_too_big


NAMED = [
    b'filename="cop\x00pie.csv"',
    b'filename="\x00coppie.csv\x00"',
    b"filename*=UTF-8''cop%00pie.csv",
    b'filename="\x00"',
    b"filename*=UTF-8''%00",
    b'filename="\x1f\x7f"',
]


@pytest.mark.parametrize("named", NAMED)
def test_a_file_whose_name_holds_what_cannot_be_read_is_named_by_the_rest_or_asked_for_in_words(
    named: bytes, desk: Desk
) -> None:
    parts = [(b'name="kind"', b"entries"), (b'name="key"', b"nul"), (b'name="file"; ' + named, (PAIRS + ROWS).encode())]
    body = b"".join(b"--x\r\nContent-Disposition: form-data; %b\r\n\r\n%b\r\n" % part for part in parts) + b"--x--\r\n"
    path = reverse("import_entries", args=["coppa-levante"])
    answer = desk.client.generic("POST", path, body, content_type="multipart/form-data; boundary=x")
    if batch := ImportBatch.objects.first():
        assert (answer.status_code, batch.file_name) == (302, "coppie.csv")
    else:
        assert answer.status_code == 422 and "Scegli un file" in answer.content.decode()


def test_no_file_at_all_is_refused(desk: Desk) -> None:
    answer = desk.post(reverse("import_entries", args=["coppa-levante"]), kind="entries")
    assert (answer.status_code, "Scegli un file, oppure incolla" in answer.content.decode()) == (422, True)


def test_errors_are_told_by_row_and_left_out_only_when_ticked(desk: Desk) -> None:
    preview = desk.stage(PAIRS + ROWS + "x;Solo;Ivo;;;;;\n")
    page = desk.page(preview)
    assert "Riga 4" in page and "«x» non è un numero" in page and "meno giocatori" in page
    refused = desk.post(preview)
    assert refused.status_code == 422
    assert "1 riga ha errori" in refused.content.decode()
    assert desk.post(preview, leave_out="1").status_code == 302
    assert desk.tournament.entries.count() == 6


def test_who_seems_known_is_chosen_on_the_preview(desk: Desk) -> None:
    neri = Player.objects.create(first_name="Luca", last_name="Nerri", card_number="99")
    preview = desk.stage(PAIRS + ROWS)
    page = desk.page(preview)
    assert "È Luca Nerri" in page and "nome quasi uguale" in page and "tessera 99" in page
    refused = desk.post(preview)
    assert refused.status_code == 422 and "Di’ chi è Luca Neri" in refused.content.decode()
    assert desk.post(preview, **{"p3-0": neri.pk}).status_code == 302
    assert desk.tournament.entries.get(number=5).members.get(position=1).player == neri


def test_what_was_answered_is_kept_when_something_else_is_refused(desk: Desk) -> None:
    neri = Player.objects.create(first_name="Luca", last_name="Nerri")
    preview = desk.stage(PAIRS + ROWS + "x;Solo;Ivo;;;;;\n")
    page = " ".join(desk.post(preview, **{"p3-0": neri.pk}).content.decode().split())
    assert f'name="p3-0" value="{neri.pk}" checked' in page


def test_columns_not_understood_are_asked_for(desk: Desk) -> None:
    preview = desk.stage("Rossi Mario;Verdi Anna\nNeri Luca;Galli Sara\n")
    page = desk.page(preview)
    assert "Non ho trovato la riga con i titoli" in page and "Rossi Mario · Neri Luca" in page
    assert "Usa queste colonne" in page and "Importa 2" not in page
    answer = desk.post(preview + "colonne/", header=0, c0="last_first:1", c1="last_first:2")
    assert (answer.status_code, answer.headers["Location"]) == (302, preview)
    assert "Importa 2 iscrizioni" in desk.page(preview)


def test_columns_that_make_no_list_are_asked_for_again(desk: Desk) -> None:
    preview = desk.stage("Rossi Mario;Verdi Anna\n")
    desk.post(preview + "colonne/", header=0, c0="last_first:1", c1="last_first:1")
    assert "Più colonne sembrano contenere la stessa cosa" in desk.page(preview)


@pytest.mark.parametrize(
    "fields", [{"c0": "pozzo:1"}, {"c0": "last_first:9"}, {"header": -1}, {"version": 7}, {"table": 3}]
)
def test_columns_that_were_not_offered_are_refused(fields: dict[str, object], desk: Desk) -> None:
    preview = desk.stage("Rossi Mario;Verdi Anna\n")
    answer = desk.post(preview + "colonne/", **{"header": 0, "c0": "last_first:1", **fields})
    assert answer.status_code == 422 if fields != {"table": 3} else 302


def test_the_sheet_that_holds_the_list_is_found_and_another_may_be_chosen(desk: Desk) -> None:
    book = Workbook()
    book.active.append(["Regolamento della coppa"])
    book.create_sheet("Coppie").append(["Cognome 1", "Nome 1", "Cognome 2", "Nome 2"])
    book["Coppie"].append(["Rossi", "Mario", "Verdi", "Anna"])
    preview = desk.stage(saved(book), name="coppa.xlsx")
    assert "Importa 1 iscrizione" in desk.page(preview)
    desk.post(preview + "colonne/", header=1, table=0)
    assert "Non ho trovato" in desk.page(preview)


def test_a_discarded_file_is_gone(desk: Desk) -> None:
    preview = desk.stage(PAIRS + ROWS)
    assert "coppie.csv" in desk.page(reverse("import_entries", args=["coppa-levante"]))
    answer = desk.post(preview + "scarta/")
    assert answer.status_code == 302
    assert "non è stato importato nulla" in desk.page(answer.headers["Location"])
    assert "Questa importazione è scartata" in desk.page(preview)
    assert desk.post(preview).status_code == 422
    assert desk.post(preview + "colonne/", header=0).status_code == 422


def test_players_alone_are_added_without_entering(desk: Desk) -> None:
    preview = desk.stage("Nominativo;Tessera\nRossi Mario;11\n", kind="players")
    assert "Importa 1 giocatore" in desk.page(preview)
    desk.post(preview)
    assert (Player.objects.get(card_number="11").last_name, desk.tournament.entries.count()) == ("Rossi", 4)


def test_a_file_of_markup_is_shown_as_text(desk: Desk) -> None:
    page = desk.page(desk.stage(PAIRS + "1x;<script>alert(1)</script>;<b>;;;;;\n", name="<img src=x>.csv"))
    assert "<script>alert" not in page and "<img src=x>" not in page


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("contest", Contest)
def test_the_template_reads_back_and_its_example_is_not_imported(language: str, contest: str, desk: Desk) -> None:
    Tournament.objects.filter(pk=desk.tournament.pk).update(contest=contest)
    desk.tournament.refresh_from_db()
    fewest, most = desk.tournament.members_per_entry
    desk.client.cookies["django_language"] = language
    for kind in ("csv", "xlsx"):
        with translation.override(language):
            answer = desk.client.get(reverse(f"export_template_{kind}", args=["coppa-levante"]))
        assert f'.{kind}"' in answer.headers["Content-Disposition"]
        table = read_tables(answer.content)[0]
        columns, shape = recognise(table, ListKind.ENTRIES), Shape(fewest=fewest, most=most)
        examples = entry_rows(table, columns, shape)
        assert (columns.is_sure, len(examples)) == (True, 1 if contest == Contest.TEAMS else 3)
        assert all(one.is_good and len(one.players) == fewest and one.players[0].club for one in examples)
        assert set(passed(table, columns, shape).values()) == {PassedOver.EXAMPLE}
        assert "obbligatorio" in answer.content.decode() if (kind, language) == ("csv", "it") else True


def test_the_template_opens_in_a_spreadsheet(desk: Desk) -> None:
    content = desk.client.get(reverse("export_template_xlsx", args=["coppa-levante"])).content
    sheet = load_workbook(BytesIO(content)).active
    assert sheet is not None and [cell.value for cell in sheet[1]][:3] == ["Coppia n.", "Cognome 1", "Nome 1"]
    notes = load_workbook(BytesIO(content)).worksheets[1]
    assert [cell.value for cell in notes[2]] == ["Coppia n.", "un numero da 1 a 9999, oppure vuoto"]


def test_those_who_do_not_manage_entries_find_no_way_in(
    tournament: Tournament, desk: Desk, sara: User, ettore: User, client_of: Callable[[User], Client]
) -> None:
    preview = desk.stage(PAIRS + ROWS)
    for user, status in ((sara, 403), (ettore, 404)):
        for path in (preview, reverse("import_entries", args=[tournament.slug])):
            assert client_of(user).get(path).status_code == status
    assert client_of(sara).get(reverse("entries", args=[tournament.slug])).status_code == 200


def test_a_batch_of_another_tournament_is_not_found(desk: Desk, dora: User) -> None:
    preview = desk.stage(PAIRS + ROWS)
    other = factories.make_tournament("coppa-altrove")
    factories.give_role(dora, other, factories.Role.DIRECTOR)
    assert desk.client.get(preview.replace("coppa-levante", "coppa-altrove")).status_code == 404


@pytest.mark.long
def test_the_preview_asks_as_many_questions_of_the_database_whatever_its_length(
    desk: Desk, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    for count in (1, 300):
        rows = "".join(f";Primo{n};Ugo;{2 * n};Altro{n};Ivo;{2 * n + 1};\n" for n in range(1, count + 1))
        preview = desk.stage(PAIRS + rows)
        with django_assert_max_num_queries(12):  # type: ignore[attr-defined]
            desk.page(preview)
