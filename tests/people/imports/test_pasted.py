"""Lists pasted from a mail or a spreadsheet: the same preview, the same limits."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from people.imports.plain_text import as_file
from tests.asking import text
from tests.people.imports.conftest import Desk
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.queries import Review

TABS = "Cognome 1\tNome 1\tCognome 2\tNome 2\r\nMoretti\tAda\tGalli\tIvo\r\nFabbri\tLea\tCosta\tUgo\r\n"
PAIRS = [["Moretti Ada", "Galli Ivo"], ["Fabbri Lea", "Costa Ugo"]]


def paste(desk: Desk, pasted: str, **fields: object) -> str:
    path = reverse("import_entries", args=[desk.tournament.slug])
    answer = desk.client.post(path, {"key": desk.key(), "pasted": pasted, "kind": "entries", **fields})
    return answer.headers["Location"] if answer.status_code == 302 else text(answer)


def pairs() -> list[list[str]]:
    """What the waiting list would enter."""
    review = Review(ImportBatch.objects.get(state="pending"))
    return [[f"{one.person.last_name} {one.person.first_name}" for one in line.people] for line in review.good]


def test_a_pasted_list_comes_in_by_the_same_preview(desk: Desk) -> None:
    preview = paste(desk, TABS)
    assert "elenco incollato" in desk.page(preview)
    assert pairs() == PAIRS
    assert desk.post(preview).status_code == 302
    assert desk.tournament.entries.filter(name="Moretti – Galli").exists()


@pytest.mark.parametrize(
    "pasted",
    [
        "17. Moretti Ada - Galli Ivo\n18. Fabbri Lea - Costa Ugo\n",
        "17) Moretti Ada / Galli Ivo\n\n18) Fabbri Lea / Costa Ugo\n",
        "> Moretti Ada e Galli Ivo\n> Fabbri Lea e Costa Ugo\n",
        "• Moretti Ada + Galli Ivo\n• Fabbri Lea + Costa Ugo",
        "- Moretti Ada, Galli Ivo\n- Fabbri Lea, Costa Ugo",
        "017  Moretti Ada – Galli Ivo\n018  Fabbri Lea – Costa Ugo",
    ],
)
def test_lines_of_a_mail_are_understood_once_their_columns_are_confirmed(desk: Desk, pasted: str) -> None:
    preview = paste(desk, pasted)
    batch = ImportBatch.objects.get(state="pending")
    targets = {f"c{column}": target for column, target in batch.columns["targets"].items()}
    assert desk.post(preview + "colonne/", header="0", table="0", **targets).status_code == 302
    assert pairs() == PAIRS


# A letter; each entry with its name; rows left out as words around the list.
LETTERS: list[tuple[str, list[tuple[str, list[str]]], int]] = [
    (
        "Ciao Nives,\ngrazie della tua, ecco le coppie:\n\n11) Sergio Moretti / Ada Galli 347-7654321\n"
        "12) Ivo Fabbri / Elena Costa (ris.)\n"
        "\nGrazie a tutti,\nPeppino Sgarzulin\ncell. 333 1234567\n",
        [("", ["Moretti Sergio", "Galli Ada"]), ("", ["Fabbri Ivo", "Costa Elena"])],
        5,
    ),
    (
        "Gent.mo Direttore,\n\niscrivo le seguenti:\n\nCoppia 11:\nSergio Moretti\nAda Galli\n\nCoppia 12:\n"
        "Ivo Fabbri\nElena Costa\n\nDistinti saluti\nLa segreteria\n",
        [("", ["Moretti Sergio", "Galli Ada"]), ("", ["Fabbri Ivo", "Costa Elena"])],
        2,
    ),
    (
        'Squadra "Gli Assi"\n- Moretti Ada (C)\n- Galli Ivo\n\nSquadra «Le Volpi»\n- Fabbri Elena\n- Costa Ugo\n\n'
        "A presto!\n",
        [("Gli Assi", ["Moretti Ada", "Galli Ivo"]), ("Le Volpi", ["Fabbri Elena", "Costa Ugo"])],
        1,
    ),
]


def test_a_list_within_a_letter_is_read_without_being_asked(desk: Desk) -> None:
    wrong = []
    for letter, entries, left_out in LETTERS:
        preview = paste(desk, letter)
        review = Review(ImportBatch.objects.get(state="pending"))
        found = [
            (line.entry.name, [f"{one.person.last_name} {one.person.first_name}" for one in line.people])
            for line in review.good
        ]
        if (review.columns.is_sure, found, review.bad, len(review.passed)) != (True, entries, [], left_out):
            wrong.append((letter, found, [line.errors for line in review.bad], review.passed))
        desk.post(preview + "scarta/")
    assert wrong == []


def test_columns_set_with_blanks_are_columns(desk: Desk) -> None:
    paste(desk, "Cognome   Nome      Tessera\nMoretti   Ada       0012\nDe Luca   Ivo Ugo   0013\n", kind="players")
    assert [one for pair in pairs() for one in pair] == ["Moretti Ada", "De Luca Ivo Ugo"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "Scegli un file, oppure incolla l’elenco"),
        ({"pasted": " \r\n "}, "Scegli un file, oppure incolla l’elenco"),
        ({"pasted": "x" * 2_000_001}, "È troppo lungo per essere incollato"),
        ({"pasted": "Cognome;Nome\n" + "Neri;Ugo\n" * 10_001}, "Ci sono più di 10000 righe"),
        ({"pasted": 'Cognome;Nome\n"Neri;Ugo\n'}, "si aprono delle virgolette"),
    ],
)
def test_the_limits_are_the_same(desk: Desk, fields: dict[str, str], words: str) -> None:
    assert words in paste(desk, **({"pasted": ""} | fields))
    assert not ImportBatch.objects.exists()


@given(st.lists(st.lists(st.text("abcdeò’ ", min_size=1).map(lambda cell: f"x{cell}".strip()), min_size=2, max_size=5)))
def test_what_a_spreadsheet_copies_stays_as_it_is(rows: list[list[str]]) -> None:
    copied = "\n".join("\t".join(row) for row in rows)
    assert as_file(copied) == copied
