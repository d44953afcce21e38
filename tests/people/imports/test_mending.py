"""A list mended in its preview: refused rows in their fields, rows passed over and taken back, nothing typed lost."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import strip_tags

from people.accounts.models import Player, User
from tests.people.imports.conftest import Desk
from tests.people.imports.files import PAIRS
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.queries import Review

GOOD = "17;Rossi;Mario;11;Verdi;Anna;12;Levante\n"
BAD = "x;Neri;Luca;;Galli;;14;\n"


def pairs(desk: Desk) -> list[tuple[int, str]]:
    return list(desk.tournament.entries.filter(number__gt=4).values_list("number", "name"))


def words_of(page: str) -> str:
    return " ".join(strip_tags(page).split())


def value_of(page: str, name: str) -> str:
    """What stands in the field."""
    return page.split(f'name="{name}"')[1].split('value="')[1].split('"', maxsplit=1)[0]


def test_a_refused_row_shows_its_cells_with_the_reason(desk: Desk) -> None:
    page = desk.page(desk.stage(PAIRS + GOOD + BAD))
    assert [value_of(page, f"m3-{column}") for column in range(8)] == ["x", "Neri", "Luca", "", "Galli", "", "14", ""]
    assert "«x» non è un numero da 1 a 9999." in page and "Manca il nome di Galli." in page
    assert 'name="m2-0"' not in page


def test_a_row_mended_in_the_preview_is_imported_without_the_file(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    answer = desk.post(preview + "righe/", **{"m3-0": "18", "m3-5": "Sara"})
    assert (answer.status_code, answer.headers["Location"]) == (302, preview)
    page = desk.page(preview)
    assert "Importa 2 iscrizioni" in page and "Righe con errori" not in page
    assert desk.post(preview, version=2).status_code == 302
    assert pairs(desk) == [(17, "Rossi – Verdi"), (18, "Neri – Galli")]


def test_what_was_mended_stays_while_something_else_is_wrong(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    desk.post(preview + "righe/", **{"m3-0": " 18 ", "m3-5": ""})
    page = desk.page(preview)
    assert (value_of(page, "m3-0"), "non è un numero" in page, "Manca il nome di Galli." in page) == ("18", False, True)
    assert ImportBatch.objects.get().tables[0]["rows"][2][1][0] == "x"  # the file stays as it was read


def test_a_mended_row_may_be_wrong_in_a_new_way(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    desk.post(preview + "righe/", **{"m3-0": "17", "m3-5": "Sara"})
    assert "Il numero 17 c’è già alla riga 2." in desk.page(preview)


def test_importing_with_something_typed_shows_it_first(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    answer = desk.post(preview, leave_out="1", **{"m3-0": "18", "m3-5": "Sara"})
    assert (answer.status_code, answer.headers["Location"], pairs(desk)) == (302, preview, [])
    assert "Importa 2 iscrizioni" in desk.page(preview)


def test_a_row_left_out_by_one_tick_is_told_and_may_come_back(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    desk.post(preview + "righe/", out="3")
    page = words_of(desk.page(preview))
    assert "Lasciate fuori 1 riga tolta da te" in page and "Righe con errori" not in page
    desk.post(preview + "righe/", version=2, back="3")
    assert "Righe con errori" in desk.page(preview)
    desk.post(preview + "righe/", version=3, out="3")
    assert desk.post(preview, version=4).status_code == 302
    assert (pairs(desk), ImportBatch.objects.get().outcome["left_out"]) == ([(17, "Rossi – Verdi")], 1)


def test_rows_that_are_nobody_are_left_out_and_told(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + PAIRS.upper() + "Totali;26 coppie\n" + PAIRS + "18;Totaro;Ada;13;Tot;Ugo;15;\n")
    page = words_of(desk.page(preview))
    assert "Lasciate fuori 2 intestazioni ripetute, 1 riga di totale" in page and "Importa 2 iscrizioni" in page
    assert desk.post(preview).status_code == 302
    assert pairs(desk) == [(17, "Rossi – Verdi"), (18, "Totaro – Tot")]


def test_a_row_taken_for_a_total_may_be_somebody(desk: Desk) -> None:
    preview = desk.stage("Nominativo;Tessera\nRossi Ugo;1\nTotali Presenti;2\n", kind="players")
    assert "1 riga di totale" in words_of(desk.page(preview))
    desk.post(preview + "righe/", back="3")
    assert desk.post(preview, version=2).status_code == 302
    assert Player.objects.filter(last_name="Totali", first_name="Presenti").count() == 1


def test_a_pair_of_two_rows_is_mended_and_left_out_as_one(desk: Desk) -> None:
    preview = desk.stage("Coppia;Cognome;Nome\n17;Rossi;Mario\n;Verdi;\n18;Neri;Luca\n;;Sara\n")
    desk.post(preview + "righe/", **{"m3-2": "Anna", "out": "4"})
    page = words_of(desk.page(preview))
    assert "2 righe tolte da te" in page and "Importa 1 iscrizione" in page


def test_answers_on_who_somebody_is_are_kept_while_rows_are_mended(desk: Desk) -> None:
    known = Player.objects.create(first_name="Luca", last_name="Nerri", federation=desk.tournament.federation)
    preview = desk.stage(PAIRS + "17;Rossi;Mario;11;Neri;Luca;;\n" + BAD.replace("Neri", "Conti"))
    desk.post(preview + "righe/", **{"m3-0": "18", "p2-1": str(known.pk)})
    assert f'name="p2-1" value="{known.pk}" checked' in " ".join(desk.page(preview).split())


@pytest.mark.long
def test_a_page_overtaken_by_somebody_else_keeps_what_was_typed(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    desk.post(preview + "righe/", **{"m3-0": "18"})
    answer = desk.post(preview + "righe/", **{"m3-5": "Sara"})
    page = answer.content.decode()
    assert (answer.status_code, "cambiata nel frattempo" in page) == (422, True)
    assert (value_of(page, "m3-5"), value_of(page, "m3-0")) == ("Sara", "18")
    assert desk.post(preview + "righe/", version=value_of(page, "version"), **{"m3-5": "Sara"}).status_code == 302
    assert "Importa 2 iscrizioni" in desk.page(preview)


def test_fields_of_no_row_or_column_change_nothing(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    strange = {"m1-0": "x", "m3-99": "x", "m99-0": "x", "m-": "x", "mx-y": "x", "m3": "x", "out": ["99", "x", ""]}
    assert desk.post(preview + "righe/", **strange).status_code == 302
    batch = ImportBatch.objects.get()
    assert batch.by_hand == {"0": {"cells": {}, "rows": {}, "answers": {}}}
    assert len(Review(batch).bad) == 1


def test_what_was_mended_is_gone_with_the_list(desk: Desk) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    desk.post(preview + "righe/", **{"m3-0": "18", "m3-5": "Sara"})
    desk.post(preview, version=2)
    assert ImportBatch.objects.get().by_hand == {}
    assert desk.post(preview + "righe/", version=3, **{"m3-0": "19"}).status_code == 422


@pytest.mark.long
def test_many_refused_rows_come_a_hundred_at_a_time(desk: Desk) -> None:
    page = words_of(
        desk.page(desk.stage(PAIRS + GOOD + "".join(f"x;Rossi;Ugo{n};;Verdi;Ada{n};;\n" for n in range(130))))
    )
    assert "Altre 30 righe con errori vengono dopo queste." in page


def test_those_who_do_not_manage_entries_mend_nothing(
    desk: Desk, sara: User, ettore: User, client_of: Callable[[User], Client]
) -> None:
    preview = desk.stage(PAIRS + GOOD + BAD)
    for user, status in ((sara, 403), (ettore, 404)):
        assert client_of(user).post(preview + "righe/", {"key": "k", "version": 1, "m3-0": "18"}).status_code == status


def test_a_nul_in_an_answer_is_left_out(db: None, desk: Desk) -> None:
    Player.objects.create(first_name="Mario", last_name="Rossi")
    preview = desk.stage(PAIRS + "17;Rossi;Mario;;Verdi;Anna;12;Levante\n")
    assert desk.post(preview + "righe/", **{"p2-0": "a\x00b"}).status_code < 500
    assert "\x00" not in str(ImportBatch.objects.get().by_hand)
