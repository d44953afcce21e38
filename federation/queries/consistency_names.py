"""What is counted, by its name: anomalies and articles as their code calls them, arbiters by theirs."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from codes.library import get_rulebook, rulebook_ids
from federation.models import ArchivedRuling
from federation.queries.archive_lines import titles_of
from federation.queries.consistency import Key, Measured
from referee.models import ArbitralScore
from referee.wording import spoken
from tournaments.models import Federation, User


def names_of(federation: Federation, rows: Sequence[Measured]) -> Mapping[Key, str]:
    """The name of each row, of a page of them: two queries for each anomaly that its code has no more."""
    by = rows[0].asked.by if rows else ""
    if by == "arbitro":
        users = User.objects.in_bulk([row.key[0] for row in rows])
        return {row.key: str(users.get(row.key[0], row.key[0])) for row in rows}
    called = _article if by == "articolo" else _anomaly
    found = {row.key: called(*row.key) for row in rows}
    gone = titles_of(federation, [key for key, name in found.items() if not name])
    return {key: name or gone[key[1]] for key, name in found.items()}


def _article(code: str, number: int) -> str:
    said = _("art. %(number)s") % {"number": number}
    article = get_rulebook(code).articles.get(number) if code in rulebook_ids() else None
    return f"{said}, {spoken(article.title)}" if article else said


def _anomaly(code: str, name: str) -> str:
    found = get_rulebook(code).procedures.get(name) if code in rulebook_ids() else None
    return spoken(found.title) if found else ""


def ordered_name(value: str) -> str:
    """A penalty, a method or a standing in words: «2 VP»."""
    kind, _dash, amount = value.partition("-")
    others = {**dict(ArbitralScore.Method.choices), **dict(ArchivedRuling.Standing.choices)}
    if value in others:
        return str(others[value])
    units = {"vp": "VP", "mp": "MP", "punti": _("punti"), "ammonizione": _("ammonizione")}
    unit = units.get(kind, kind)
    if kind == "ammonizione":
        return f"{unit} × {amount}" if amount else unit
    return f"{amount} {unit}" if amount else _("%(unit)s a giudizio") % {"unit": unit}


def code_of(row: Measured) -> str:
    """The edition of the row, where it is of one."""
    if row.asked.by == "arbitro" or not row.key:
        return ""
    code = str(row.key[0])
    return get_rulebook(code).edition if code in rulebook_ids() else code
