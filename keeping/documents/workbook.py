"""The whole tournament as one list of sheets: pairs, tables, every version of every score, standings, log.

The whole tournament as a workbook, read at one moment and then written: a document that may take long.
"""

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.seats import Line
from hall.calls.exports import calls_sheet
from hall.score_sheets.exports import line_names
from keeping.documents.records import record_sheets, results_by_table
from papers.sheets import Cell, Kind, Sheet, Tell, columns
from records.models import LogEntry
from records.rights import Right
from tournaments import papers
from tournaments.admissions.exports import admissions_sheet
from tournaments.entries.models import Entry
from tournaments.jobs.documents import Document, LayOut
from tournaments.match_scores.models import MatchScore
from tournaments.rounds.models import Table
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.words import cited
from tournaments.setup.games import GameId
from tournaments.setup.imprint import imprint_of
from tournaments.setup.models import Contest, Tournament
from tournaments.sittings.exports import sitting_sheets
from tournaments.standings.exports import standings_sheet
from tournaments.standings.queries import standings


def whole_tournament(
    tournament: Tournament, *, with_log: bool, extra_sheets: Sequence[Sheet] = ()
) -> tuple[Sheet, ...]:
    """All that is recorded, a sheet for each kind; other applications add theirs before the log."""
    return (
        about_sheet(tournament),
        pairs_sheet(tournament),
        tables_sheet(tournament),
        scores_sheet(tournament),
        standings_sheet(tournament, standings(tournament)),
        adjustments_sheet(tournament),
        *record_sheets(tournament),
        *([admitted] if (admitted := admissions_sheet(tournament)).rows else []),
        *sitting_sheets(tournament),
        calls_sheet(tournament),
        *extra_sheets,
        *([log_sheet(tournament)] if with_log else []),
    )


def about_sheet(tournament: Tournament) -> Sheet:
    rows: list[tuple[str, Cell]] = [
        (_("Nome"), tournament.name),
        (_("Federazione"), str(tournament.federation)),
        (_("Luogo"), tournament.place),
        (_("Inizio"), tournament.starts_on),
        (_("Codice"), tournament.rulebook),
        (_("Edizione del codice"), tournament.edition),
        *_options(tournament),
        (_("Smazzate per turno"), tournament.boards_per_round),
        (_("Scala dei VP"), tournament.vp_scale),
        (_("Seme dei sorteggi"), tournament.lot_seed),
    ]
    heads = columns(("item", _("Voce"), Kind.TEXT, 24), ("value", _("Valore"), Kind.TEXT, 60))
    return Sheet(_("Torneo"), heads, tuple(rows))


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
    heads = columns(
        ("number", _("Coppia"), Kind.INTEGER, 7),
        ("name", _("Nome"), Kind.TEXT, 34),
        ("first", _("Primo giocatore"), Kind.TEXT, 26),
        ("first_card", _("Tessera"), Kind.TEXT, 12),
        ("second", _("Secondo giocatore"), Kind.TEXT, 26),
        ("second_card", _("Tessera"), Kind.TEXT, 12),
        *((("others", _("Altri giocatori"), Kind.TEXT, 40),) if tournament.contest == Contest.TEAMS else ()),
    )
    return Sheet(_("Coppie"), heads, tuple(_pair(entry) for entry in entries.order_by("number")))


def _pair(entry: Entry) -> tuple[Cell, ...]:
    players = {member.position: member.player for member in entry.members.all()}
    seats = [players.get(position) for position in (1, 2)]
    cells = [(str(player), player.card_number) if player else ("", "") for player in seats]
    row: tuple[Cell, ...] = (entry.number, entry.name, *cells[0], *cells[1])
    if entry.tournament.contest != Contest.TEAMS:
        return row
    return (*row, ", ".join(str(player) for position, player in sorted(players.items()) if position > len(seats)))


def tables_sheet(tournament: Tournament) -> Sheet:
    line_a, line_b = line_names(tournament.seat_names)
    heads = columns(
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("state", _("Stato"), Kind.TEXT, 16),
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        ("number_a", _("Coppia %(line)s") % {"line": line_a}, Kind.INTEGER, 8),
        ("name_a", _("Nome %(line)s") % {"line": line_a}, Kind.TEXT, 34),
        ("number_b", _("Coppia %(line)s") % {"line": line_b}, Kind.INTEGER, 8),
        ("name_b", _("Nome %(line)s") % {"line": line_b}, Kind.TEXT, 34),
        ("mp_a", _("Punti %(line)s") % {"line": line_a}, Kind.INTEGER, 8),
        ("mp_b", _("Punti %(line)s") % {"line": line_b}, Kind.INTEGER, 8),
        ("difference", _("MP"), Kind.SIGNED, 6),
        ("vp_a", _("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 7),
        ("vp_b", _("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 7),
        ("reading", _("Lettura dei VP"), Kind.TEXT, 40),
        ("called", _("Incontro"), Kind.TEXT, 24),
    )
    return Sheet(_("Turni e tavoli"), heads, _table_rows(tournament))


def _table_rows(tournament: Tournament) -> tuple[tuple[Cell, ...], ...]:
    """A row per table, by round and number; where the code fixed the score of the match, its figures."""
    fixed = {one.table_id: one for one in MatchScore.objects.current().filter(table__round__tournament=tournament)}
    rows: list[tuple[Cell, ...]] = []
    for table, result in results_by_table(tournament).items():
        row: tuple[Cell, ...] = (table.round.number, table.round.get_state_display(), table.number)
        row += _line_of(table, Line.A)
        if table.line_b is None:
            rows.append((*row, None, _("Riposo"), None, None, None, None, None, "", table.called))
            continue
        row += _line_of(table, Line.B)
        if given := fixed.get(table.pk):
            rows.append((*row, None, None, given.mp_a, given.vp_a, given.vp_b, cited(given.reference), table.called))
            continue
        row += (result.mp_a, result.mp_b, result.difference)
        rows.append((*row, result.vp_a, result.vp_b, result.reading, table.called))
    return tuple(rows)


def _line_of(table: Table, line: Line) -> tuple[Cell, Cell]:
    first, *partner = table.entries_on(line)
    return first.number, " + ".join([first.name, *map(str, partner)])


def scores_sheet(tournament: Tournament) -> Sheet:
    line_a, line_b = line_names(tournament.seat_names)
    side = ((_("Mazzo"), "deck"), (_("Accusa"), "accusa"), (_("Totale"), "points"))
    figures = [
        (f"{key}_{line}", f"{title} {name}", Kind.INTEGER, 8)
        for line, name in (("a", line_a), ("b", line_b))
        for title, key in side
    ]
    heads = columns(
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        ("board", _("Smazzata"), Kind.INTEGER, 8),
        ("version", _("Versione"), Kind.INTEGER, 8),
        ("kind", _("Genere"), Kind.TEXT, 12),
        *figures,
        ("state", _("Stato"), Kind.TEXT, 14),
        ("given_by", _("Dato da"), Kind.TEXT, 22),
        ("given_at", _("Dato il"), Kind.MOMENT, 16),
        ("confirmed_by", _("Confermato da"), Kind.TEXT, 22),
        ("confirmed_at", _("Confermato il"), Kind.MOMENT, 16),
        ("superseded_at", _("Sostituito il"), Kind.MOMENT, 16),
        ("reason", _("Motivo"), Kind.TEXT, 40),
        ("reference", _("Provvedimento"), Kind.TEXT, 22),
    )
    scores = BoardScore.objects.filter(table__round__tournament=tournament)
    scores = scores.select_related("table__round", "board", "given_by", "confirmed_by")
    ordered = scores.order_by("table__round__number", "table__number", "board__number", "version")
    rows = (_score(score, tournament) for score in ordered)
    return Sheet(_("Punteggi"), heads, tuple(rows))


def _score(score: BoardScore, tournament: Tournament) -> tuple[Cell, ...]:
    # Only a played score divides into deck and accusa; one that was given is a total.
    is_played = score.kind == BoardScore.Kind.PLAYED
    figures: list[Cell] = []
    for points, accusa in ((score.points_a, score.accusa_a), (score.points_b, score.accusa_b)):
        divided = is_played and points is not None
        figures += [(points or 0) - accusa if divided else None, accusa if divided else None, points]
    return (
        score.table.round.number, score.table.number, tournament.deal_called(score.board.number), score.version,
        score.get_kind_display(), *figures, score.told_state(one_hand=tournament.one_hand),
        str(score.given_by), score.given_at,
        str(score.confirmed_by or ""), score.confirmed_at, score.superseded_at, score.reason, cited(score.reference),
    )  # fmt: skip


def adjustments_sheet(tournament: Tournament) -> Sheet:
    heads = columns(
        ("number", _("Coppia"), Kind.INTEGER, 7),
        ("name", _("Nome"), Kind.TEXT, 34),
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("kind", _("Genere"), Kind.TEXT, 12),
        ("amount", _("Quantità"), Kind.SIGNED, 9),
        ("reason", _("Motivo"), Kind.TEXT, 40),
        ("reference", _("Provvedimento"), Kind.TEXT, 22),
        ("given_by", _("Dato da"), Kind.TEXT, 22),
        ("given_at", _("Dato il"), Kind.MOMENT, 16),
        ("cancelled_by", _("Annullato da"), Kind.TEXT, 22),
        ("cancelled_at", _("Annullato il"), Kind.MOMENT, 16),
        ("cancel_reason", _("Motivo dell’annullamento"), Kind.TEXT, 40),
    )
    found = Adjustment.objects.filter(entry__tournament=tournament)
    found = found.select_related("entry", "round", "given_by", "cancelled_by")
    return Sheet(_("Penalità e compensi"), heads, tuple(_adjustment(one) for one in found))


def _adjustment(one: Adjustment) -> tuple[Cell, ...]:
    # A warning takes nothing: an empty cell, not a penalty of 0.
    is_warning = one.kind == Adjustment.Kind.WARNING
    return (
        one.entry.number, one.entry.name, one.round.number if one.round else None, one.get_kind_display(),
        None if is_warning else one.amount, one.reason, cited(one.reference), str(one.given_by), one.given_at,
        str(one.cancelled_by or ""), one.cancelled_at, one.cancel_reason,
    )  # fmt: skip


def log_sheet(tournament: Tournament) -> Sheet:
    """The log with all that its hashes are made of, so that anybody can recompute the chain."""
    heads = columns(
        ("sequence", _("Numero"), Kind.INTEGER, 8),
        ("at", _("Quando"), Kind.MOMENT, 16),
        ("actor", _("Chi"), Kind.TEXT, 22),
        ("action", _("Azione"), Kind.TEXT, 22),
        ("object", _("Oggetto"), Kind.TEXT, 26),
        ("data", _("Dati (JSON)"), Kind.TEXT, 60),
        ("at_exact", _("Istante esatto (UTC)"), Kind.TEXT, 34),
        ("actor_id", _("Numero dell’utente"), Kind.INTEGER, 9),
        ("previous_hash", _("Impronta precedente"), Kind.TEXT, 66),
        ("hash", _("Impronta"), Kind.TEXT, 66),
    )
    entries = LogEntry.objects.filter(tournament=tournament).select_related("actor").order_by("sequence")
    recipe = _(
        "Impronta: SHA-256 del JSON senza spazi, con le chiavi in ordine alfabetico, di tournament (%(id)s), sequence, "
        "at, actor, action, object, data, previous_hash."
    ) % {"id": tournament.pk}
    return Sheet(_("Registro"), heads, tuple(_line(entry) for entry in entries), notes=(recipe,))


def _line(entry: LogEntry) -> tuple[Cell, ...]:
    data = json.dumps(entry.data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # What the hash was made of, letter by letter; the moment beside it is on the hall's clock, for reading.
    exact = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    return (
        entry.sequence, entry.at, str(entry.actor), entry.action, entry.object, data, exact, entry.actor_id,
        entry.previous_hash, entry.hash,
    )  # fmt: skip


def as_workbook(
    tournament: Tournament, title: str, sheets: Sequence[Sheet], at: datetime, *, in_full: bool = False
) -> LayOut:
    """in_full: with the names of minors, for who rules on them."""
    imprint = imprint_of(tournament, title, at=at, in_full=in_full)

    def lay_out(tell: Tell) -> bytes:
        return papers.workbook(sheets, imprint, tell)

    return lay_out


def _read(tournament: Tournament, rights: Collection[Right], at: datetime) -> LayOut:
    sheets = whole_tournament(tournament, with_log=Right.VIEW_LOG in rights)
    return as_workbook(tournament, str(WORKBOOK.title), sheets, at)


WORKBOOK = Document(
    _lazy("Torneo completo"), "xlsx", _read, needs=frozenset({Right.EXPORT}), shows=frozenset({Right.VIEW_LOG})
)
