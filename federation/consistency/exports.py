"""The figures of consistency as rows: one sheet of shares and times, one of what was ordered."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from codes.library import get_rulebook
from federation.archive.lines import ordered_name
from federation.archive.models import ArchivedRuling
from federation.consistency.queries import FEWEST, Key, Measured, Selection, code_of, measure, names_of
from papers.sheets import Column, Imprint, Kind, Sheet, long_date
from people.accounts.models import Federation
from referee.cases.words import spoken

# Of more rows nobody reads a paper; the largest come first.
MOST = 1000


def consistency_title(asked: Selection) -> str:
    by = {"anomalia": _("per anomalia"), "articolo": _("per articolo"), "arbitro": _("per arbitro")}[asked.by]
    return _("Coerenza delle decisioni, %(by)s") % {"by": by}


def consistency_imprint(federation: Federation, asked: Selection, at: datetime) -> Imprint:
    return Imprint(
        consistency_title(asked), federation.name, at, author=federation.name, language=get_language() or "it"
    )


def consistency_sheets(federation: Federation, asked: Selection) -> list[Sheet]:
    whole, rows = measure(federation, asked)
    return sheets_of(asked, whole, rows[:MOST], names_of(federation, rows[:MOST]))


def sheets_of(asked: Selection, whole: Measured, rows: Sequence[Measured], names: Mapping[Key, str]) -> list[Sheet]:
    return [_shares(asked, whole, rows, names), _ordered(asked, rows, names)]


def _shares(asked: Selection, whole: Measured, rows: Sequence[Measured], names: Mapping[Key, str]) -> Sheet:
    def says(row: Measured) -> str:
        return "" if row.share.is_telling else _("n = %(n)d: troppo pochi per dire") % {"n": row.total}

    columns = (
        Column[Measured](what_is_counted(asked), Kind.TEXT, 34, lambda row: names[row.key]),
        Column[Measured](_("Edizione"), Kind.TEXT, 14, code_of),
        Column[Measured](_("Atti"), Kind.INTEGER, 7, lambda row: row.total),
        Column[Measured](_("Diversi dalla proposta"), Kind.INTEGER, 9, lambda row: row.departed),
        Column[Measured](_("In centesimi"), Kind.INTEGER, 9, lambda row: row.share.hundredths),
        Column[Measured](_("da"), Kind.INTEGER, 6, lambda row: row.share.low_hundredths),
        Column[Measured](_("a"), Kind.INTEGER, 6, lambda row: row.share.high_hundredths),
        Column[Measured](_("Tempi misurati"), Kind.INTEGER, 9, lambda row: row.measured),
        Column[Measured](_("Mediana (min)"), Kind.INTEGER, 9, lambda row: row.median),
        Column[Measured](_("90 su 100 entro (min)"), Kind.INTEGER, 9, lambda row: row.p90),
        Column[Measured](_("Che cosa se ne può dire"), Kind.TEXT, 22, says),
    )
    notes = (
        _(
            "Contati gli atti nella loro prima versione. «da» e «a»: fra quanto e quanto sta la quota vera, "
            "19 volte su 20 (Wilson)."
        ),
        _("Con meno di %(few)d atti una quota non dice niente: è quasi tutto caso.") % {"few": FEWEST},
    )
    footer = (_("Tutti insieme"), *(one.value(whole) for one in columns[1:]))
    return Sheet.of(consistency_title(asked), rows, *columns, subtitle=subtitle_of(asked), notes=notes, footer=footer)


def _ordered(asked: Selection, rows: Sequence[Measured], names: Mapping[Key, str]) -> Sheet:
    return Sheet.of(
        spread_title(asked),
        [(row, value, count) for row in rows for value, count, _found, _share in row.shown_spread],
        Column(what_is_counted(asked), Kind.TEXT, 34, lambda one: names[one[0].key]),
        Column(_("Edizione"), Kind.TEXT, 14, lambda one: code_of(one[0])),
        Column(spread_title(asked), Kind.TEXT, 24, lambda one: ordered_name(one[1])),
        Column(_("Quante volte"), Kind.INTEGER, 10, lambda one: one[2]),
        Column(_("Atti"), Kind.INTEGER, 7, lambda one: one[0].total),
        subtitle=subtitle_of(asked),
    )


def what_is_counted(asked: Selection) -> str:
    return {"anomalia": _("Anomalia"), "articolo": _("Articolo"), "arbitro": _("Arbitro")}[asked.by]


def spread_title(asked: Selection) -> str:
    kind = ArchivedRuling.Kind
    return {kind.RULING: _("Sanzioni"), kind.SCORE: _("Punteggi"), kind.APPEAL: _("Stato")}[kind(asked.kind)]


def subtitle_of(asked: Selection) -> str:
    """What was asked for, in words."""
    told = [str(ArchivedRuling.Kind(asked.kind).label)]
    if asked.code:
        book = get_rulebook(asked.code)
        told.append(f"{spoken(book.title)} · {book.edition}")
    told += [_("dal %(day)s") % {"day": long_date(asked.since)}] if asked.since else []
    told += [_("al %(day)s") % {"day": long_date(asked.until)}] if asked.until else []
    return " · ".join(told)
