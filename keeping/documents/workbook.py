"""The whole tournament as one list of sheets: pairs, tables, every version of every score, standings, log.

The whole tournament as a workbook, read at one moment and then written: a document that may take long.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.library import get_rulebook, rulebook_ids
from codes.seats import Line
from codes.victory_points import get_scale
from hall.calls.queries import calls_sheet
from hall.score_sheets.exports import line_names
from keeping.documents.records import Met, record_sheets, tables_met
from papers.sheets import Cell, Column, Kind, Sheet, Tell, in_order
from people.accounts.models import Player
from records.models import LogEntry
from records.rights import Right
from tournaments.entries.admission_queries import admissions_sheet
from tournaments.entries.models import Entry
from tournaments.papers import imprint_of, workbook
from tournaments.rounds.models import Table
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.words import reference_in_words
from tournaments.setup.games import GameId
from tournaments.setup.models import Contest, Tournament
from tournaments.staff.documents import Document, LayOut
from tournaments.staff.log_words import words_of_line
from tournaments.standings.exports import sitting_sheets, standings_sheet
from tournaments.standings.queries import standings


def whole_tournament(
    tournament: Tournament, *, with_log: bool, extra_sheets: Sequence[Sheet] = ()
) -> tuple[Sheet, ...]:
    """All that is recorded, a sheet for each kind that has something; other applications add theirs before the log."""
    sheets = (
        about_sheet(tournament),
        pairs_sheet(tournament),
        tables_sheet(tournament),
        scores_sheet(tournament),
        standings_sheet(tournament, standings(tournament)),
        adjustments_sheet(tournament),
        *record_sheets(tournament),
        admissions_sheet(tournament),
        *sitting_sheets(tournament),
        calls_sheet(tournament),
        *extra_sheets,
        *(log_sheets(tournament) if with_log else []),
    )
    return tuple(sheet for sheet in sheets if sheet.rows)


def about_sheet(tournament: Tournament) -> Sheet:
    rows: list[tuple[str, Cell]] = [
        (_("Nome"), tournament.name),
        (_("Federazione"), str(tournament.federation)),
        (_("Luogo"), tournament.place),
        (_("Inizio"), tournament.starts_on),
        (_("Codice"), _code(tournament.rulebook)),
        (_("Edizione del codice"), tournament.edition),
        *_options(tournament),
        (_("Smazzate per turno"), tournament.boards_per_round),
        (_("Scala dei VP"), get_scale(tournament.vp_scale).title.in_(get_language() or "it")),
        (_("Seme dei sorteggi"), tournament.lot_seed),
    ]
    return Sheet(_("Torneo"), in_order((_("Voce"), Kind.TEXT, 24), (_("Valore"), Kind.TEXT, 60)), tuple(rows))


def _code(rulebook: str) -> str:
    """Its title; of a code that this installation no longer carries its name alone."""
    return get_rulebook(rulebook).title.in_(get_language() or "it") if rulebook in rulebook_ids() else rulebook


def _options(tournament: Tournament) -> list[tuple[str, Cell]]:
    if tournament.game == GameId.BURRACO:
        return [(_("Gioco"), tournament.get_game_display()), (_("Separé"), tournament.get_separe_display())]
    return [
        (_("Forma di gioco"), tournament.get_forma_display()),
        (_("Norme"), tournament.get_norme_display()),
        (_("Accusa"), tournament.get_accusa_display()),
    ]


def pairs_sheet(tournament: Tournament) -> Sheet:
    entries = Entry.objects.filter(tournament=tournament).select_related("tournament").with_players()
    others = Column(_("Altri giocatori"), Kind.TEXT, 40, _others)
    return Sheet.of(
        tournament.entries_title,
        entries.order_by("number"),
        Column(tournament.entry_title, Kind.INTEGER, 7, lambda one: one.number),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one.name),
        Column(_("Primo giocatore"), Kind.TEXT, 26, lambda one: str(_players(one).get(1) or "")),
        Column(_("Tessera"), Kind.TEXT, 12, lambda one: getattr(_players(one).get(1), "card_number", "")),
        Column(_("Secondo giocatore"), Kind.TEXT, 26, lambda one: str(_players(one).get(2) or "")),
        Column(_("Tessera"), Kind.TEXT, 12, lambda one: getattr(_players(one).get(2), "card_number", "")),
        *([others] if tournament.contest == Contest.TEAMS else []),
        Column(_("Stato"), Kind.TEXT, 12, lambda one: one.get_state_display()),
    )


def _players(entry: Entry) -> dict[int, Player]:
    """By position the last who played there."""
    return {member.position: member.player for member in entry.members.all()}


def _others(entry: Entry) -> str:
    return ", ".join(str(player) for position, player in sorted(_players(entry).items()) if position > 2)


def tables_sheet(tournament: Tournament) -> Sheet:
    line_a, line_b = line_names(tournament.seat_names)
    who = tournament.entry_title
    return Sheet.of(
        _("Turni e tavoli"),
        tables_met(tournament),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.table.round.number),
        Column(_("Stato"), Kind.TEXT, 16, lambda one: one.table.round.get_state_display()),
        Column(_("Tavolo"), Kind.INTEGER, 7, lambda one: one.table.number),
        Column(f"{who} {line_a}", Kind.INTEGER, 8, lambda one: _number(one.table, Line.A)),
        Column(_("Nome %(line)s") % {"line": line_a}, Kind.TEXT, 34, lambda one: _names(one.table, Line.A)),
        Column(f"{who} {line_b}", Kind.INTEGER, 8, lambda one: _number(one.table, Line.B)),
        Column(_("Nome %(line)s") % {"line": line_b}, Kind.TEXT, 34, lambda one: _names(one.table, Line.B)),
        Column(_("Punti %(line)s") % {"line": line_a}, Kind.INTEGER, 8, lambda one: getattr(one.played, "mp_a", None)),
        Column(_("Punti %(line)s") % {"line": line_b}, Kind.INTEGER, 8, lambda one: getattr(one.played, "mp_b", None)),
        Column(_("MP"), Kind.SIGNED, 6, _difference),
        Column(_("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 7, lambda one: getattr(one.score, "vp_a", None)),
        Column(_("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 7, lambda one: getattr(one.score, "vp_b", None)),
        Column(_("Lettura dei VP"), Kind.TEXT, 40, lambda one: one.reading),
        Column(_("Incontro"), Kind.TEXT, 24, lambda one: one.table.called),
    )


def _difference(met: Met) -> int | None:
    # A score that the code fixed has no points of both lines, only their difference.
    return met.fixed.mp_a if met.fixed else getattr(met.played, "difference", None)


def _number(table: Table, line: Line) -> int | None:
    return next((one.number for one in table.entries_on(line)), None)


def _names(table: Table, line: Line) -> str:
    entries = table.entries_on(line)
    return " + ".join([entries[0].name, *map(str, entries[1:])]) if entries else _("Riposo")


def scores_sheet(tournament: Tournament) -> Sheet:
    scores = BoardScore.objects.filter(table__round__tournament=tournament)
    scores = scores.select_related("table__round", "board", "given_by", "confirmed_by")
    line_a, line_b = line_names(tournament.seat_names)
    return Sheet.of(
        _("Punteggi"),
        scores.order_by("table__round__number", "table__number", "board__number", "version"),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.table.round.number),
        Column(_("Tavolo"), Kind.INTEGER, 7, lambda one: one.table.number),
        Column(_("Smazzata"), Kind.INTEGER, 8, lambda one: tournament.deal_called(one.board.number)),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one.version),
        Column(_("Genere"), Kind.TEXT, 12, lambda one: one.get_kind_display()),
        *_figures(tournament, line_a, lambda one: one.points_a, lambda one: one.accusa_a),
        *_figures(tournament, line_b, lambda one: one.points_b, lambda one: one.accusa_b),
        Column(_("Stato"), Kind.TEXT, 14, lambda one: one.told_state(one_hand=tournament.one_hand)),
        Column(_("Dato da"), Kind.TEXT, 22, lambda one: str(one.given_by)),
        Column(_("Dato il"), Kind.MOMENT, 16, lambda one: one.given_at),
        Column(_("Confermato da"), Kind.TEXT, 22, lambda one: str(one.confirmed_by or "")),
        Column(_("Confermato il"), Kind.MOMENT, 16, lambda one: one.confirmed_at),
        Column(_("Sostituito il"), Kind.MOMENT, 16, lambda one: one.superseded_at),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one.reason),
        Column(_("Provvedimento"), Kind.TEXT, 22, lambda one: reference_in_words(one.reference)),
    )


def _figures(
    tournament: Tournament,
    name: str,
    points: Callable[[BoardScore], int | None],
    accusa: Callable[[BoardScore], int],
) -> list[Column[BoardScore]]:
    def deck(one: BoardScore) -> int | None:
        total = points(one)
        # Only a played score divides into deck and accusa; one that was given is a total.
        return None if total is None or one.kind != BoardScore.Kind.PLAYED else total - accusa(one)

    total = Column(f"{_('Totale')} {name}", Kind.INTEGER, 8, points)
    if not tournament.plays_with_accusa:
        return [total]
    return [
        Column(f"{_('Mazzo')} {name}", Kind.INTEGER, 8, deck),
        Column(f"{_('Accusa')} {name}", Kind.INTEGER, 8, lambda one: None if deck(one) is None else accusa(one)),
        total,
    ]


def adjustments_sheet(tournament: Tournament) -> Sheet:
    found = Adjustment.objects.filter(entry__tournament=tournament)
    warning = Adjustment.Kind.WARNING
    return Sheet.of(
        _("Penalità e compensi"),
        found.select_related("entry", "round", "given_by", "cancelled_by"),
        Column(tournament.entry_title, Kind.INTEGER, 7, lambda one: one.entry.number),
        Column(_("Nome"), Kind.TEXT, 34, lambda one: one.entry.name),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.round.number if one.round else None),
        Column(_("Genere"), Kind.TEXT, 12, lambda one: one.get_kind_display()),
        # A warning takes nothing: an empty cell, not a penalty of 0.
        Column(_("Quantità"), Kind.SIGNED, 9, lambda one: None if one.kind == warning else one.amount),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one.reason),
        Column(_("Provvedimento"), Kind.TEXT, 22, lambda one: reference_in_words(one.reference)),
        Column(_("Dato da"), Kind.TEXT, 22, lambda one: str(one.given_by)),
        Column(_("Dato il"), Kind.MOMENT, 16, lambda one: one.given_at),
        Column(_("Annullato da"), Kind.TEXT, 22, lambda one: str(one.cancelled_by or "")),
        Column(_("Annullato il"), Kind.MOMENT, 16, lambda one: one.cancelled_at),
        Column(_("Motivo dell’annullamento"), Kind.TEXT, 40, lambda one: one.cancel_reason),
    )


def log_sheets(tournament: Tournament) -> tuple[Sheet, Sheet]:
    """The log in words, and what its chain is made of."""
    lines = list(LogEntry.objects.filter(tournament=tournament).select_related("actor").order_by("sequence"))
    return _log_sheet(tournament, lines), _chain_sheet(tournament, lines)


def _log_sheet(tournament: Tournament, lines: Iterable[LogEntry]) -> Sheet:
    """The log as its page tells it."""
    return Sheet.of(
        _("Registro"),
        [(line, words_of_line(line, tournament)) for line in lines],
        Column(_("Numero"), Kind.INTEGER, 8, lambda one: one[0].sequence),
        Column(_("Quando"), Kind.MOMENT, 16, lambda one: one[0].at),
        Column(_("Chi"), Kind.TEXT, 22, lambda one: str(one[0].actor)),
        Column(_("Che cosa"), Kind.TEXT, 34, lambda one: one[1].what),
        Column(_("Dove"), Kind.TEXT, 30, lambda one: one[1].about),
        Column(_("Che cosa dice"), Kind.TEXT, 60, lambda one: one[1].figures),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one[1].reason),
    )


def _chain_sheet(tournament: Tournament, lines: Iterable[LogEntry]) -> Sheet:
    """What the hashes are made of, so that anybody can recompute the chain."""
    recipe = _(
        "Impronta: SHA-256 del JSON senza spazi, con le chiavi in ordine alfabetico, di tournament (%(id)s), sequence, "
        "at, actor, action, object, data, previous_hash."
    ) % {"id": tournament.pk}
    return Sheet.of(
        _("Catena del registro"),
        lines,
        Column(_("Numero"), Kind.INTEGER, 8, lambda one: one.sequence),
        Column(_("Azione"), Kind.TEXT, 22, lambda one: one.action),
        Column(_("Oggetto"), Kind.TEXT, 26, lambda one: one.object),
        # What the hash was made of, letter by letter.
        Column(_("Dati (JSON)"), Kind.TEXT, 60, lambda one: _as_hashed(one.data)),
        Column(_("Istante esatto (UTC)"), Kind.TEXT, 34, lambda one: _exactly(one.at)),
        Column(_("Numero dell’utente"), Kind.INTEGER, 9, lambda one: one.actor_id),
        Column(_("Impronta precedente"), Kind.TEXT, 66, lambda one: one.previous_hash),
        Column(_("Impronta"), Kind.TEXT, 66, lambda one: one.hash),
        notes=(recipe,),
    )


def _as_hashed(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _exactly(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def as_workbook(
    tournament: Tournament, title: str, sheets: Sequence[Sheet], at: datetime, *, in_full: bool = False
) -> LayOut:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=at, in_full=in_full)

    def lay_out(tell: Tell) -> bytes:
        return workbook(sheets, imprint, tell)

    return lay_out


def _workbook_layout(tournament: Tournament, rights: Collection[Right], at: datetime) -> LayOut:
    sheets = whole_tournament(tournament, with_log=Right.VIEW_LOG in rights)
    return as_workbook(tournament, str(WORKBOOK.title), sheets, at)


WORKBOOK = Document(
    _lazy("Torneo completo"),
    "xlsx",
    _workbook_layout,
    needs=frozenset({Right.EXPORT}),
    shows=frozenset({Right.VIEW_LOG}),
)
