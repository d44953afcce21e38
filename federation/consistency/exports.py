"""The figures of consistency as rows: one sheet of shares and times, one of what was ordered."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from codes.library import get_rulebook
from federation.archive.lines import ordered_name
from federation.archive.models import ArchivedRuling
from federation.consistency.queries import Asked, Key, Measured, code_of, measure, names_of
from federation.consistency.shares import FEWEST
from papers.imprint import Imprint
from papers.sheets import Cell, Kind, Sheet, columns, long_date
from people.accounts.models import Federation
from referee.cases.words import spoken

# Of more rows nobody reads a paper; the largest come first.
MOST = 1000


def consistency_title(asked: Asked) -> str:
    by = {"anomalia": _("per anomalia"), "articolo": _("per articolo"), "arbitro": _("per arbitro")}[asked.by]
    return _("Coerenza delle decisioni, %(by)s") % {"by": by}


def consistency_imprint(federation: Federation, asked: Asked, at: datetime) -> Imprint:
    return Imprint(
        consistency_title(asked), federation.name, at, author=federation.name, language=get_language() or "it"
    )


def consistency_sheets(federation: Federation, asked: Asked) -> list[Sheet]:
    whole, rows = measure(federation, asked)
    return sheets_of(asked, whole, rows[:MOST], names_of(federation, rows[:MOST]))


def sheets_of(asked: Asked, whole: Measured, rows: Sequence[Measured], names: Mapping[Key, str]) -> list[Sheet]:
    return [_shares(asked, whole, rows, names), _ordered(asked, rows, names)]


def _shares(asked: Asked, whole: Measured, rows: Sequence[Measured], names: Mapping[Key, str]) -> Sheet:
    heads = columns(
        ("name", what_is_counted(asked), Kind.TEXT, 34), ("edition", _("Edizione"), Kind.TEXT, 14),
        ("total", _("Atti"), Kind.INTEGER, 7), ("departed", _("Diversi dalla proposta"), Kind.INTEGER, 9),
        ("share", _("In centesimi"), Kind.INTEGER, 9), ("low", _("da"), Kind.INTEGER, 6),
        ("high", _("a"), Kind.INTEGER, 6), ("measured", _("Tempi misurati"), Kind.INTEGER, 9),
        ("median", _("Mediana (min)"), Kind.INTEGER, 9), ("p90", _("90 su 100 entro (min)"), Kind.INTEGER, 9),
        ("says", _("Che cosa se ne può dire"), Kind.TEXT, 22),
    )  # fmt: skip
    lines = tuple(_line(names[row.key], row) for row in rows)
    notes = (
        _(
            "Contati gli atti nella loro prima versione. «da» e «a»: fra quanto e quanto sta la quota vera, "
            "19 volte su 20 (Wilson)."
        ),
        _("Con meno di %(few)d atti una quota non dice niente: è quasi tutto caso.") % {"few": FEWEST},
    )
    footer = _line(_("Tutti insieme"), whole)
    return Sheet(consistency_title(asked), heads, lines, subtitle=subtitle_of(asked), notes=notes, footer=footer)


def _line(name: str, row: Measured) -> tuple[Cell, ...]:
    share = row.share
    says = "" if share.is_telling else _("n = %(n)d: troppo pochi per dire") % {"n": row.total}
    return (
        name, code_of(row), row.total, row.departed, share.hundredths, share.low_hundredths, share.high_hundredths,
        row.measured, row.median, row.p90, says,
    )  # fmt: skip


def _ordered(asked: Asked, rows: Sequence[Measured], names: Mapping[Key, str]) -> Sheet:
    heads = columns(
        ("name", what_is_counted(asked), Kind.TEXT, 34), ("edition", _("Edizione"), Kind.TEXT, 14),
        ("ordered", spread_title(asked), Kind.TEXT, 24), ("count", _("Quante volte"), Kind.INTEGER, 10),
        ("total", _("Atti"), Kind.INTEGER, 7),
    )  # fmt: skip
    lines = tuple(
        (names[row.key], code_of(row), ordered_name(value), count, row.total)
        for row in rows
        for value, count, _found, _share in row.shown_spread
    )
    return Sheet(spread_title(asked), heads, lines, subtitle=subtitle_of(asked))


def what_is_counted(asked: Asked) -> str:
    return {"anomalia": _("Anomalia"), "articolo": _("Articolo"), "arbitro": _("Arbitro")}[asked.by]


def spread_title(asked: Asked) -> str:
    kind = ArchivedRuling.Kind
    return {kind.RULING: _("Sanzioni"), kind.SCORE: _("Punteggi"), kind.APPEAL: _("Stato")}[kind(asked.kind)]


def subtitle_of(asked: Asked) -> str:
    """What was asked for, in words."""
    told = [str(ArchivedRuling.Kind(asked.kind).label)]
    if asked.code:
        book = get_rulebook(asked.code)
        told.append(f"{spoken(book.title)} · {book.edition}")
    told += [_("dal %(day)s") % {"day": long_date(asked.since)}] if asked.since else []
    told += [_("al %(day)s") % {"day": long_date(asked.until)}] if asked.until else []
    return " · ".join(told)
