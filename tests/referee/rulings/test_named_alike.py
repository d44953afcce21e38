"""A ruling's persons are written alike wherever it is read: pages, paper, list, archive."""

import re
from io import BytesIO

from django.urls import reverse
from openpyxl import load_workbook

from referee.rulings.actions import decide
from tests import asking, factories, reading
from tests.hall.slips.results import address_of
from tests.referee.told import BY_EAST, CONTESTED

PEOPLE = {"Anna Conti": "Nord", "Luca Serra": "Sud", "Rita Fontana": "Ovest", "Piero Galli": "Est"}
SEAT = "|".join(PEOPLE.values())


def told_of(text: str) -> set[str]:
    """How a text writes its persons where it says their seats; seats without anybody stand there too."""
    names = "|".join(PEOPLE)
    with_name = re.findall(rf"(?:{SEAT})\W{{1,3}}(?:{names})", text)
    alone = re.findall(rf"(?:Divieto|Obbligo|Facoltà|contestazione ·|Chi ha accusato\?):? (?:{SEAT})\b(?!: )", text)
    return {" ".join(one.split()) for one in (*with_name, *alone)}


def read(client, name, *args) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, name
    content = b"".join(answer) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        return reading.text_of(content)
    if content.startswith(b"PK"):
        cells = (cell.value for sheet in load_workbook(BytesIO(content)) for row in sheet for cell in row)
        return " ".join(str(value) for value in cells if value)
    return asking.text(answer)


def test_a_ruling_names_its_persons_alike_wherever_it_is_read(told, table, client_of, client, bruno):
    tournament, slug, arbiter = table.round.tournament, table.round.tournament.slug, client_of(bruno)
    case = told("accusa-anticipata", CONTESTED, detected=BY_EAST)
    asked = read(arbiter, "case", slug, case.number)
    ruling = decide(by=factories.acting(bruno), case=case, expected_version=case.version)
    archivist = client_of(factories.make_officer("aldo", tournament.federation))
    pages = {
        "case": asked,
        "table": read(arbiter, "table", slug, 1, 1),
        "arbiter_home": read(arbiter, "arbiter_home", slug),
        "rulings": read(arbiter, "rulings", slug),
        "ruling": read(arbiter, "ruling", slug, 1),
        "paper": read(arbiter, "export_ruling", slug, 1),
        "list": read(arbiter, "export_rulings_pdf", slug),
        "workbook": read(arbiter, "export_rulings_xlsx", slug),
        "archive": read(archivist, "archived", tournament.federation.code, f"ruling-{ruling.pk}"),
        "phone": asking.text(client.get(address_of(table, "A"))),
    }
    told_there = {name: told_of(text) for name, text in pages.items()}
    alike = {f"{seat}: {name}" for name, seat in PEOPLE.items()}
    assert {name: forms - alike for name, forms in told_there.items() if forms - alike} == {}
    unnamed = {name for name, forms in told_there.items() if "Nord: Anna Conti" not in forms}
    assert unnamed == {"arbiter_home", "rulings"}
