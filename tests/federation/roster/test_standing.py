"""What a roster says beside the card: state, suspension, birth; and its own export, which changes nothing."""

import csv
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.urls import reverse
from openpyxl import Workbook, load_workbook

from federation.roster.actions import accept_roster, stage_roster
from federation.roster.exports import roster_csv, roster_xlsx
from federation.roster.queries import Preview, version_of
from papers.sheets import local
from people.accounts.models import Player
from people.imports.file_tables import read_tables
from people.imports.standing import Standing, read_standing
from people.players.models import Member, RosterUpdate, Suspension
from records.requests import Refused
from tests.asking import text
from tests.factories import NOON, acting, make_member
from tests.federation.roster.rosters import stage, take
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.admission_queries import flags_of
from tournaments.entries.forms import PersonForm

HEAD = "Tessera;Cognome;Nome;Stato;Sospeso fino al"


@pytest.mark.parametrize(
    ("told", "standing"),
    [
        ({"state": "Attivo"}, Standing()),
        ({"state": ""}, Standing()),
        ({"state": "in regola"}, Standing()),
        ({"state": "SOSPESA"}, Standing(is_suspended=True, said="SOSPESA")),
        (
            {"state": "sospeso fino al 31/12/2026"},
            Standing(is_suspended=True, ends="2026-12-31", said="sospeso fino al 31/12/2026"),
        ),
        (
            {"state": "Sospeso dal 1/3/2026 al 30/6/2026"},
            Standing(
                is_suspended=True, begins="2026-03-01", ends="2026-06-30", said="Sospeso dal 1/3/2026 al 30/6/2026"
            ),
        ),
        (
            {"state": "attivo", "suspended": "X", "suspended_from": "2026-03-01"},
            Standing(is_suspended=True, begins="2026-03-01", said="attivo · X · 2026-03-01"),
        ),
        ({"state": "attivo", "suspended": "no"}, Standing()),
        ({"suspended": "FALSO"}, Standing()),
        ({"suspended": "31/12/2026"}, Standing(is_suspended=True, ends="2026-12-31", said="31/12/2026")),
        ({"state": "Radiato"}, Standing(is_out=True, said="Radiato")),
        ({"state": "radiato", "suspended": "sì"}, Standing(is_out=True, said="radiato · sì")),
        ({"state": "expelled"}, Standing(is_out=True, said="expelled")),
        ({"state": "non in regola"}, None),
        ({"state": "in attesa"}, None),
        ({"state": "sospeso", "suspended_until": "31/13/2026"}, None),
        ({"state": "sospeso", "suspended_from": "1/7/2026", "suspended_until": "1/6/2026"}, None),
        ({"state": "attivo, già sospeso"}, None),
    ],
)
def test_a_state_is_read_or_asked(told: dict[str, str], standing: Standing | None) -> None:
    assert read_standing(told) == standing


def test_who_is_suspended_in_the_file_is_so_in_the_hall(fitres, olga, dora, tournament):
    tournament.federation = fitres
    tournament.save()
    rows = [
        "101;Prati;Livia;attivo;",
        "102;Monti;Gino;sospeso;31/12/2099",
        "103;Galli;Piero;radiato;",
        "104;Re;Ugo;boh;",
    ]
    update = stage(olga, fitres, *rows, head=HEAD)
    preview = Preview(update)
    assert [one.last_name for one in preview.suspended] == ["Monti"]
    assert [one.last_name for one in preview.file.out] == ["Galli"]
    assert [(row.row, row.problems[0].text) for row in preview.file.unread] == [(5, "boh")]
    with pytest.raises(Refused, match="1 riga non si legge"):
        accept_roster(by=acting(olga), update=update, version=0)
    accepted = accept_roster(by=acting(olga), update=update, version=0, leave_out=True)
    assert (accepted.outcome["new"], accepted.outcome["suspended"]) == (2, 1)
    given = Suspension.objects.get()
    assert (given.member.last_name, given.starts_on, given.ends_on) == ("Monti", local(NOON).date(), date(2099, 12, 31))
    assert given.reason == "Dall’elenco dei tesserati «albo.csv»: sospeso · 31/12/2099"
    tournament.starts_on = local(NOON).date()
    tournament.save()
    people = [
        Newcomer(first_name=first, last_name=last, card_number=card)
        for last, first, card in [("Monti", "Gino", "102"), ("Prati", "Livia", "101")]
    ]
    entry = enter(by=acting(dora), tournament=tournament, people=people)
    (flag,) = flags_of(tournament, [entry])[entry.pk]
    assert (flag.name, [finding.kind.value for finding in flag.findings]) == ("Gino Monti", ["suspended"])


def test_a_suspension_on_record_is_not_given_again(fitres, olga):
    rows = ["101;Conti;Anna;;", "102;Serra;Luca;sospeso;31/12/2099"]
    take(olga, fitres, *rows, head=HEAD)
    assert not Preview(stage(olga, fitres, *rows, head=HEAD)).suspended
    longer = stage(olga, fitres, rows[0], "102;Serra;Luca;sospeso;31/12/2100", head=HEAD)
    assert [one.standing.ends for one in Preview(longer).suspended] == ["2100-12-31"]
    assert not Preview(stage(olga, fitres, rows[0], "102;Serra;Luca;sospeso;01/01/2020", head=HEAD)).suspended


def test_who_is_out_by_the_state_leaves(fitres, olga):
    rows = [f"10{place};Conti;Anna;;" for place in range(4)]
    take(olga, fitres, *rows, head=HEAD)
    changes = Preview(stage(olga, fitres, *rows[:3], "103;Conti;Anna;dimessa;", head=HEAD)).changes
    assert [stored.member.card for stored in changes.gone] == ["103"]


@pytest.mark.parametrize(
    ("born", "minor_until"),
    [
        ("31/05/2015", date(2033, 5, 31)),
        ("29/02/2012", date(2030, 3, 1)),
        ("31/05/1980", None),
        ("", None),
    ],
)
def test_of_a_birth_stays_until_when_somebody_is_a_minor(fitres, olga, born, minor_until):
    take(olga, fitres, f"101;Conti;Anna;{born}", head="Tessera;Cognome;Nome;Data di nascita")
    assert Member.objects.get().minor_until == minor_until


def test_a_minor_of_the_roster_is_one_in_the_hall(fitres, olga, dora, tournament):
    known = Player.objects.create(first_name="Anna", last_name="Conti", card_number="0101", federation=fitres)
    other = Player.objects.create(first_name="Ugo", last_name="Re", card_number="104", federation=fitres)
    rows = ["101;Conti;Anna;31/05/2015", "102;Serra;Lea;01/02/2016", "104;Re;Ugo;01/02/1990"]
    take(olga, fitres, *rows, head="Tessera;Cognome;Nome;Data di nascita")
    known.refresh_from_db()
    other.refresh_from_db()
    assert (known.minor_until, other.minor_until) == (date(2033, 5, 31), None)
    (form,) = [PersonForm({"player": f"t{Member.objects.get(last_name='Serra').pk}"}, tournament=tournament)]
    assert form.is_valid()
    assert form.person.minor_until == date(2034, 2, 1)


@pytest.mark.parametrize("born", ["31/05/27", "31/05/2099", "31/05/0027", "ieri"])
def test_a_birth_that_may_be_two_days_or_none_is_asked(fitres, olga, born):
    file = Preview(stage(olga, fitres, f"101;Conti;Anna;{born}", head="Tessera;Cognome;Nome;Nata il")).file
    assert [(row.row, [problem.text for problem in row.problems]) for row in file.unread] == [(2, [born])]


def test_the_columns_read_and_those_left_out_are_named(fitres, olga, client_of):
    head = "Tessera;Cognome;Nome;Stato;Nato il;Telefono;Quota"
    update = stage(olga, fitres, "101;Conti;Anna;;;333;20", head=head)
    file = Preview(update).file
    assert file.left_out == ("Telefono", "Quota")
    assert file.read == ("Tessera", "Cognome", "Nome", "Stato", "Nato il")
    shown = text(client_of(olga).get(reverse("roster_update", args=[fitres.code, update.pk])))
    assert "Colonne lasciate fuori Telefono, Quota" in shown
    assert "Colonne lette Tessera, Cognome, Nome, Stato, Nato il" in shown


def test_a_roster_may_be_pasted_too(fitres, olga, client_of):
    pasted = "Tessera\tCognome\tNome\tScadenza\n00412\tMoretti\tAda\t31/12/2026\n"
    where = reverse("import_roster", args=[fitres.code])
    assert client_of(olga).post(where, {"key": "k", "pasted": pasted}).status_code == 302
    (update,) = RosterUpdate.objects.all()
    assert (update.file_name, [row[:3] for row in update.read["members"]]) == (
        "elenco incollato",
        [["00412", "Moretti", "Ada"]],
    )


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_template_is_a_roster_whose_examples_nobody_imports(fitres, olga, client_of, language, kind):
    client = client_of(olga)
    client.cookies["django_language"] = language
    content = client.get(reverse(f"roster_template_{kind}", args=[fitres.code])).content
    table = read_tables(content)[0]
    filled = [row for row in table.rows if "Bianchi" in row.cells or "Neri" in row.cells or "Verdi" in row.cells]
    assert len(filled) == 3
    with pytest.raises(Refused, match=r"Sotto i titoli non c’è nessuno|There is nobody under"):
        stage_roster(by=acting(olga), federation=fitres, file_name="m", content=content)
    if kind == "csv":
        filled_in = content.replace(b"ESEMPIO", b"00412", 1).replace(b"EXAMPLE", b"00412", 1)
        update = stage_roster(by=acting(olga), federation=fitres, file_name="m", content=filled_in)
        file = Preview(update).file
        assert ([one.last_name for one in file.members], file.left_out, file.unread) == (["Bianchi"], (), ())


def as_saved_again(content: bytes, is_csv: bool) -> bytes:
    """The export after somebody opened it and saved it: figures are numbers, days are days, marks and zeros gone."""
    if is_csv:
        rows = [
            [_opened(cell) for cell in row] for row in csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";")
        ]
        out = StringIO()
        csv.writer(out, delimiter=";").writerows([_typed(cell) for cell in row] for row in rows)
        return out.getvalue().encode("cp1252")
    book = load_workbook(BytesIO(content))
    again, sheet = Workbook(), book.worksheets[0]
    for row in sheet.iter_rows():
        again.active.append([_opened(cell.value) for cell in row])
    saved = BytesIO()
    again.save(saved)
    return saved.getvalue()


def _opened(value: Any) -> Any:
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    if isinstance(value, str) and len(value) == 10 and value[2] == value[5] == "/":
        day, month, year = map(int, value.split("/"))
        return datetime(year, month, day, tzinfo=UTC).replace(tzinfo=None)
    return value


def _typed(value: Any) -> Any:
    return f"{value:%d/%m/%Y}" if isinstance(value, datetime) else value


@pytest.mark.parametrize("make", [roster_csv, roster_xlsx])
@pytest.mark.parametrize("is_opened", [False, True])
def test_the_own_export_changes_nothing_also_once_opened(fitres, olga, make, is_opened):
    today = local(NOON).date()
    make_member(fitres, "00417", "Anna García Márquez", minor_until=today + timedelta(days=900), club_name="Sole; Luna")
    make_member(fitres, "0500", "Vero Falso", valid_from=date(2020, 2, 29), valid_until=date(2100, 12, 31))
    make_member(fitres, "3E12", "Ivo D’Òrto", minor_until=today - timedelta(days=9), category="2-4")
    member = make_member(fitres, "12-B", "Lea Serra")
    Suspension.objects.create(member=member, starts_on=today, reason="Ricorso", set_by=olga, set_at=NOON)
    content = make(fitres, at=NOON)
    content = as_saved_again(content, make is roster_csv) if is_opened else content
    preview = Preview(stage_roster(by=acting(olga), federation=fitres, file_name="albo", content=content))
    assert (preview.file.unread, preview.file.left_out, preview.suspended) == ((), (), [])
    assert (preview.changes.is_nothing, preview.changes.unchanged, version_of(fitres)) == (True, 4, 0)
