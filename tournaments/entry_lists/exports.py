"""The list to fill in and import: its headings, invented examples, what each column may hold; as sheets and as text."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from django.utils.translation import gettext as _

from papers.sheets import Kind, Sheet, in_order
from tournaments.setup.models import Contest, Tournament

# Invented; the card says that the row is not to be imported.
_PEOPLE = [
    ("Bianchi", "Aldo"),
    ("Neri", "Bice"),
    ("Verdi", "Ciro"),
    ("Gialli", "Dina"),
    ("Bruni", "Elio"),
    ("Rosi", "Fede"),
]


def template_sheets(title: str, notes: Mapping[str, str], rows: Sequence[Sequence[str]]) -> list[Sheet]:
    """The list with its examples, and what may stand in each column; notes: of each column, by its title."""
    heads = in_order(*((name, Kind.TEXT, max(12, len(name))) for name in notes))
    told = in_order((_("Colonna"), Kind.TEXT, 20), (_("Che cosa può contenere"), Kind.TEXT, 70))
    return [Sheet(title, heads, tuple(map(tuple, rows))), Sheet(_("Come si compila"), told, tuple(notes.items()))]


def template_csv(sheets: Sequence[Sheet]) -> bytes:
    """The list with, above each title, what may stand under it."""
    filled, told = sheets
    out = StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([note for _title, note in told.rows])
    writer.writerow([column.title for column in filled.columns])
    writer.writerows(filled.rows)
    return out.getvalue().encode("utf-8-sig")


def entries_template(tournament: Tournament) -> list[Sheet]:
    """As the tournament's contest wants them: a team has a row for each player."""
    return template_sheets(_("Iscritti"), *_LAYOUTS.get(tournament.contest, _alone)())


def must_be() -> str:
    return _("obbligatorio")


def card_note() -> str:
    return _("lettere e cifre, con gli zeri davanti; vuota se non c’è")


def _personal() -> dict[str, str]:
    return {
        _("Cognome"): must_be(),
        _("Nome"): must_be(),
        _("Tessera"): card_note(),
        _("Circolo"): _("il nome; vuoto se non c’è"),
        _("Categoria"): _("una parola o una lettera; vuota se non ce ne sono"),
    }


def _number() -> str:
    return _("un numero da 1 a 9999, oppure vuoto")


def _example(person: tuple[str, str]) -> list[str]:
    return [*person, _("ESEMPIO"), _("Circolo inventato"), "A"]


_Layout = tuple[dict[str, str], list[list[str]]]


def _pairs() -> _Layout:
    notes = {f"{title} {place}": note for place in (1, 2) for title, note in _personal().items()}
    rows = [[str(n + 1), *_example(_PEOPLE[2 * n]), *_example(_PEOPLE[2 * n + 1])] for n in range(3)]
    return {_("Coppia n."): _number()} | notes, rows


def _teams() -> _Layout:
    rows = [["1", _("Squadra inventata"), *_example(person)] for person in _PEOPLE[:4]]
    of_team = _("una riga per giocatore: lo stesso numero e lo stesso nome su tutte le righe della squadra")
    return {_("Squadra n."): _number(), _("Nome squadra"): of_team} | _personal(), rows


def _alone() -> _Layout:
    return {_("N."): _number()} | _personal(), [[str(n + 1), *_example(_PEOPLE[n])] for n in range(3)]


_LAYOUTS = {Contest.PAIRS.value: _pairs, Contest.TEAMS.value: _teams}
