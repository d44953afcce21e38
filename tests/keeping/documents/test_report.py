"""The report to the federation and the verification: everything official, and the proof that it is whole."""

import re
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from openpyxl import load_workbook

from keeping.documents.records import entries_sheet, publications_sheet, round_sheets
from keeping.documents.report import _course, report
from keeping.documents.workbook import whole_tournament
from people.accounts.models import Player
from records.log import Head
from tests.asking import TOURNAMENT
from tests.factories import NOON, make_adjustment, make_score, sealed
from tests.published import publish_something
from tests.reading import book, fonts, is_within_margins, metadata_of, pages
from tournaments.entries.models import Entry, EntryMember
from tournaments.papers import imprint_of
from tournaments.publication.models import Publication
from tournaments.publication.verification_queries import check_all
from tournaments.rounds.models import Round


@pytest.fixture
def told(tournament, round_1, dora, sara):
    """A round played, standings with a report, an appeal, a prize, a penalty."""
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            make_score(table, board, (8, 3), sara)
    make_adjustment(tournament.entries.get(number=2), dora)
    Round.objects.filter(pk=round_1.pk).update(state=Round.State.CLOSED)
    publish_something(tournament, dora)
    return sealed(tournament)


@pytest.fixture
def paper(told):
    return report(told, imprint_of(told, "Rapporto del torneo", at=NOON))


@pytest.mark.long
def test_the_report_has_a_title_page_an_index_and_every_chapter(paper, told):
    first, index, *rest = pages(paper)
    assert "Coppa Levante" in first
    assert Publication.objects.get().hash in first
    assert "tornano" in first
    for title in (
        "Iscritti",
        "Turno 1",
        "Classifiche pubblicate",
        "Penalità e compensi",
        "Reclami",
        "Premi",
        "Verifica",
    ):
        assert title in index
    whole = " ".join(rest)
    assert "Two VP too few" in whole
    assert "It was in time" in whole
    assert "Ritardo al tavolo" in whole
    assert "Levante Cup" in whole


@pytest.mark.long
def test_every_page_number_of_the_index_is_right(paper):
    found = pages(paper)
    for title in ("Turno 1", "Reclami", "Verifica"):
        number = re.search(rf"{title} [. ]*(\d+)", found[1])
        assert number
        assert title in found[int(number[1]) - 1]


@pytest.mark.long
def test_its_faces_are_embedded_and_nothing_runs_off_the_page(paper):
    assert all(fonts(paper).values())
    assert is_within_margins(paper)
    assert metadata_of(paper).title == "Rapporto del torneo"


def test_the_rounds_tell_rests_and_points(told):
    [sheet] = list(round_sheets(told))
    assert sheet.values("N-S") == ["1 Conti – Serra", "3 D’Amico – Leone"]
    assert sheet.values("MP N-S") == [16, 16]


@pytest.mark.long
def test_the_workbook_holds_the_records_too(told, dora, client_of):
    opened = book(client_of(dora).get(f"{TOURNAMENT}esporta/torneo.xlsx").content)
    for name in ("Classifiche pubblicate", "Righe pubblicate", "Reclami", "Premi"):
        assert name in opened.sheetnames
    assert opened["Reclami"]["C2"].value == "Classifica n. 1, riga della coppia 1, posto 1"
    assert publications_sheet(told).values("Impronta SHA-256") == [Publication.objects.get().hash]
    assert all(sheet.rows for sheet in whole_tournament(told, with_log=True))


def test_who_withdrew_is_counted_as_on_every_page(told):
    assert list(_course(told))[:1] == ["iscrizioni: 4"]
    told.entries.filter(number=4).update(state="withdrawn", until_round=1)
    assert list(_course(told))[:2] == ["iscrizioni: 3", "più 1 ritirata"]


def test_entries_tell_who_played_from_when_to_when(told):
    member = told.entries.get(number=1).members.first()
    member.until_round = 1
    member.save()
    assert "Anna Conti, fino al turno 1\nLuca Serra" in entries_sheet(told).values("Giocatori")


@pytest.mark.long
def test_a_field_of_hundreds_fits(tournament):
    players = Player.objects.bulk_create(Player(first_name="A", last_name=str(n)) for n in range(1200))
    entries = Entry.objects.bulk_create(Entry(tournament=tournament, number=n, name=str(n)) for n in range(10, 610))
    EntryMember.objects.bulk_create(
        EntryMember(entry=entries[place // 2], player=player, position=place % 2 + 1)
        for place, player in enumerate(players)
    )
    assert len(entries_sheet(tournament).rows) == 604


# Verification


def test_everything_whole_says_ok(told):
    assert all(one.holds for one in check_all(told))
    out = StringIO()
    call_command("verify", "coppa-levante", stdout=out)
    assert out.getvalue().startswith("coppa-levante: OK, ")


def test_a_changed_row_is_found(told):
    found = Publication.objects.get()
    found.rows[0]["rows"][0]["vp"] += 1
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER publication_no_update" + on_table())
    found.save()
    broken = [one for one in check_all(told) if not one.holds]
    assert [(one.what.partition(",")[0], one.trouble) for one in broken] == [
        ("Atti ufficiali", f"Classifica pubblicata {found.pk} non è come fu registrato."),
        ("Classifica n. 1", "L’impronta ricalcolata è un’altra."),
    ]
    with pytest.raises(CommandError, match=r"Classifica n\. 1"):
        call_command("verify")


def on_table():
    return " ON tournaments_publication" if connection.vendor == "postgresql" else ""


def test_an_unknown_tournament_is_said_so(db):
    with pytest.raises(CommandError, match="no tournament"):
        call_command("verify", "nessuno")


@pytest.mark.long
def test_every_paper_shows_the_last_line_of_the_log(told, dora, client_of):
    head = str(Head.current(told))
    client = client_of(dora)
    for path in ("rapporto.pdf", "classifica/1.pdf", "premi.pdf", "classifica.pdf", "turni/1/segnapunti.pdf"):
        answer = client.get(f"{TOURNAMENT}esporta/{path}")
        assert answer.status_code == 200, path
        for page in pages(answer.getvalue()):
            assert f"Registro {head}" in page, path
    properties = load_workbook(BytesIO(client.get(f"{TOURNAMENT}esporta/torneo.xlsx").content)).properties
    assert properties.keywords == f"coppa-levante {head}"
