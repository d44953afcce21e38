"""The official records of a tournament as rows: entries with what happened to them, rounds, publications, appeals."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from codes.seats import Line
from hall.score_sheets.exports import line_names
from papers.sheets import Column, Kind, Sheet, euros, in_order
from records.models import LogEntry
from tournaments.appeals.models import Appeal, AppealNote
from tournaments.check_in.exports import fees_sheet
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.publication.exports import prizes_sheet
from tournaments.publication.models import ErrorReport, Publication
from tournaments.publication.queries import rows_of
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.match_models import KnockoutWinner, MatchScore
from tournaments.scores.queries import TableResult, current_scores, table_results
from tournaments.scores.round_queries import boards_played
from tournaments.scores.words import reference_in_words
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import words_of_line
from tournaments.standings.columns import COLUMNS


def record_sheets(tournament: Tournament) -> tuple[Sheet, ...]:
    return (
        history_sheet(tournament),
        match_scores_sheet(tournament),
        knockout_sheet(tournament),
        publications_sheet(tournament),
        published_rows_sheet(tournament),
        reports_sheet(tournament),
        appeals_sheet(tournament),
        prizes_sheet(tournament),
        fees_sheet(tournament),
    )


def entries_sheet(tournament: Tournament) -> Sheet:
    # Joined: SQLite takes no list of a thousand players and more.
    members = Prefetch("members", EntryMember.objects.select_related("player"))
    return Sheet.of(
        _("Iscritti"),
        Entry.objects.filter(tournament=tournament).prefetch_related(members).order_by("number"),
        Column(_("N."), Kind.INTEGER, 4, lambda one: one.number),
        Column(_("Nome"), Kind.TEXT, 26, lambda one: one.name),
        Column(_("Giocatori"), Kind.TEXT, 44, lambda one: "\n".join(map(_player, one.members.all()))),
        Column(_("Categoria"), Kind.TEXT, 10, lambda one: one.category),
        Column(_("Stato"), Kind.TEXT, 10, lambda one: one.get_state_display()),
    )


def _player(member: EntryMember) -> str:
    words = str(member.player)
    if member.player.card_number:
        words += _(", tessera %(card)s") % {"card": member.player.card_number}
    if member.from_round > 1 or member.from_deal > 1:
        words += _(", dal turno %(round)d") % {"round": member.from_round}
    if member.from_deal > 1:
        words += _(", dalla smazzata %(deal)d") % {"deal": member.from_deal}
    if member.until_round is not None:
        words += _(", fino al turno %(round)d") % {"round": member.until_round}
    if member.until_deal is not None:
        words += _(", fino alla smazzata %(deal)d") % {"deal": member.until_deal}
    return words


def history_sheet(tournament: Tournament) -> Sheet:
    """What happened to each entry: entered, present, substituted, withdrawn."""
    events = EntryEvent.objects.filter(entry__tournament=tournament).select_related("entry", "by")
    return Sheet.of(
        _("Vicende degli iscritti"),
        events.order_by("entry__number", "at", "pk"),
        Column(tournament.entry_title, Kind.INTEGER, 6, lambda one: one.entry.number),
        Column(_("Nome"), Kind.TEXT, 28, lambda one: one.entry.name),
        Column(_("Che cosa"), Kind.TEXT, 16, lambda one: one.get_kind_display()),
        Column(_("Dal turno"), Kind.INTEGER, 6, lambda one: one.round_number),
        Column(_("Motivo"), Kind.TEXT, 30, lambda one: one.reason),
        Column(_("Da"), Kind.TEXT, 16, lambda one: str(one.by)),
        Column(_("Quando"), Kind.MOMENT, 16, lambda one: one.at),
    )


def match_scores_sheet(tournament: Tournament) -> Sheet:
    line_a, line_b = line_names(tournament.seat_names)
    given = MatchScore.objects.filter(table__round__tournament=tournament).select_related("table__round", "given_by")
    return Sheet.of(
        _("Punteggi fissati"),
        given.order_by("table__round__number", "table__number", "version"),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.table.round.number),
        Column(_("Tavolo"), Kind.INTEGER, 6, lambda one: one.table.number),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one.version),
        Column(_("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 7, lambda one: one.vp_a),
        Column(_("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 7, lambda one: one.vp_b),
        Column(_("MP %(line)s") % {"line": line_a}, Kind.SIGNED, 7, lambda one: one.mp_a),
        Column(_("MP %(line)s") % {"line": line_b}, Kind.SIGNED, 7, lambda one: one.mp_b),
        Column(_("Articoli o provvedimento"), Kind.TEXT, 20, lambda one: reference_in_words(one.reference)),
        Column(_("Motivo"), Kind.TEXT, 30, lambda one: one.reason),
        Column(_("Dato da"), Kind.TEXT, 16, lambda one: str(one.given_by)),
        Column(_("Dato il"), Kind.MOMENT, 16, lambda one: one.given_at),
        Column(_("Tolto il"), Kind.MOMENT, 16, lambda one: one.superseded_at),
        Column(_("Perché è stato tolto"), Kind.TEXT, 30, lambda one: one.supersede_reason),
    )


def knockout_sheet(tournament: Tournament) -> Sheet:
    """Who goes on where the scores did not say it: every decision, those that a later one replaced too."""
    decided = KnockoutWinner.objects.filter(table__round__tournament=tournament)
    decided = decided.select_related("table__round", "winner", "decided_by")
    return Sheet.of(
        _("Chi passa il turno"),
        decided.order_by("table__round__number", "table__number", "version"),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.table.round.number),
        Column(_("Tavolo"), Kind.INTEGER, 6, lambda one: one.table.number),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one.version),
        Column(_("N."), Kind.INTEGER, 4, lambda one: one.winner.number),
        Column(_("Passa il turno"), Kind.TEXT, 28, lambda one: one.winner.name),
        Column(_("Motivo"), Kind.TEXT, 30, lambda one: one.reason),
        Column(_("Deciso da"), Kind.TEXT, 16, lambda one: str(one.decided_by)),
        Column(_("Deciso il"), Kind.MOMENT, 16, lambda one: one.decided_at),
        Column(_("Sostituito il"), Kind.MOMENT, 16, lambda one: one.superseded_at),
        Column(_("Perché è stato sostituito"), Kind.TEXT, 30, lambda one: one.supersede_reason),
    )


def publications_sheet(tournament: Tournament) -> Sheet:
    # Each holds the rows of a whole field, which are told elsewhere.
    found = Publication.objects.filter(tournament=tournament).select_related("stage", "published_by").defer("rows")
    return Sheet.of(
        _("Classifiche pubblicate"),
        found.order_by("number"),
        Column(_("N."), Kind.INTEGER, 3, lambda one: one.number),
        Column(_("Genere"), Kind.TEXT, 12, lambda one: one.get_kind_display()),
        Column(_("Fase"), Kind.TEXT, 14, lambda one: one.stage.name),
        Column(_("Dopo il turno"), Kind.INTEGER, 6, lambda one: one.round_number),
        Column(_("Pubblicata il"), Kind.MOMENT, 16, lambda one: one.published_at),
        Column(_("Segnalazioni fino al"), Kind.MOMENT, 16, lambda one: one.closes_at),
        Column(_("Da"), Kind.TEXT, 14, lambda one: str(one.published_by)),
        Column(_("Riga del registro"), Kind.INTEGER, 7, lambda one: one.data_version),
        Column(_("Motivo"), Kind.TEXT, 22, lambda one: one.reason),
        Column(_("Impronta SHA-256"), Kind.TEXT, 34, lambda one: one.hash),
        Column(_("Programma"), Kind.TEXT, 12, lambda one: one.engine_version),
    )


def published_rows_sheet(tournament: Tournament) -> Sheet:
    kept = [one for one in COLUMNS if not one.for_staff]  # published rows do not tell of measures
    heads = in_order((_("Classifica n."), Kind.INTEGER, 8), *((str(one.title), one.kind, one.width) for one in kept))
    published = Publication.objects.filter(tournament=tournament).order_by("number")
    rows = tuple((one.number, *(column.value(row) for column in kept)) for one in published for row in rows_of(one))
    return Sheet(_("Righe pubblicate"), heads, rows)


def reports_sheet(tournament: Tournament) -> Sheet:
    found = ErrorReport.objects.filter(publication__tournament=tournament)
    related = found.select_related("publication", "entry", "answered_by").defer("publication__rows")
    return Sheet.of(
        _("Segnalazioni di errore"),
        related.order_by("reported_at"),
        Column(_("Classifica n."), Kind.INTEGER, 8, lambda one: one.publication.number),
        Column(tournament.entry_title, Kind.INTEGER, 6, lambda one: one.entry.number if one.entry else None),
        Column(_("Che cosa non torna"), Kind.TEXT, 34, lambda one: one.text),
        Column(_("Segnalato da"), Kind.TEXT, 16, lambda one: one.reported_by),
        Column(_("Quando"), Kind.MOMENT, 16, lambda one: one.reported_at),
        Column(_("Stato"), Kind.TEXT, 11, lambda one: one.get_state_display()),
        Column(_("Risposta"), Kind.TEXT, 34, lambda one: one.answer),
        Column(_("Risposta di"), Kind.TEXT, 16, lambda one: str(one.answered_by or "")),
    )


def appeals_sheet(tournament: Tournament) -> Sheet:
    found = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    return Sheet.of(
        _("Reclami"),
        found.prefetch_related("judges__user", "notes").order_by("number"),
        Column(_("N."), Kind.INTEGER, 3, lambda one: one.number),
        Column(_("Presentato da"), Kind.TEXT, 22, lambda one: str(one.entry)),
        Column(_("Contro"), Kind.TEXT, 18, lambda one: reference_in_words(one.against)),
        Column(_("Motivi"), Kind.TEXT, 30, lambda one: one.grounds),
        Column(_("Ricevuto da"), Kind.TEXT, 14, lambda one: str(one.filed_by)),
        Column(_("Ricevuto il"), Kind.MOMENT, 16, lambda one: one.filed_at),
        Column(_("Termine e deposito"), Kind.TEXT, 20, lambda one: "; ".join(_conditions(one))),
        Column(_("Giuria"), Kind.TEXT, 18, lambda one: ", ".join(_panel(one))),
        Column(_("Che cosa è stato detto"), Kind.TEXT, 34, lambda one: "\n".join(map(_said, one.notes.all()))),
        Column(_("Stato"), Kind.TEXT, 10, lambda one: one.get_state_display()),
        Column(_("Decisione"), Kind.TEXT, 34, lambda one: one.decision),
        Column(_("Deciso da"), Kind.TEXT, 14, lambda one: str(one.decided_by or "")),
        Column(_("Deciso il"), Kind.MOMENT, 16, lambda one: one.decided_at),
    )


def _panel(one: Appeal) -> Iterator[str]:
    return (f"{judge.user} ({judge.get_role_display()})" for judge in one.judges.all() if judge.left_at is None)


def _said(note: AppealNote) -> str:
    return f"{note.get_kind_display()} {note.speaker}".strip() + f": {note.text}"


def _conditions(appeal: Appeal) -> Iterator[str]:
    """The time limit, why it was let in after it, and the deposit."""
    if appeal.due_at:
        yield _("entro %(when)s") % {"when": date_format(localtime(appeal.due_at), "SHORT_DATETIME_FORMAT")}
    if appeal.late_reason:
        yield _("ammesso dopo il termine: %(reason)s") % {"reason": appeal.late_reason}
    if appeal.deposit_cents:
        yield _("deposito %(amount)s, %(state)s") % {
            "amount": euros(appeal.deposit_cents), "state": appeal.get_deposit_display()
        }  # fmt: skip


@dataclass(frozen=True)
class Met:
    """A table as it ended: played, with a score that the code fixed in place of its boards, or neither at a rest."""

    table: Table
    played: TableResult | None
    fixed: MatchScore | None

    @property
    def score(self) -> MatchScore | TableResult | None:
        return self.fixed or self.played

    @property
    def reading(self) -> str:
        """What the score rests on, where that is not plain."""
        if self.fixed:
            return reference_in_words(self.fixed.reference)
        return self.played.reading if self.played else ""


def round_sheets(tournament: Tournament) -> Iterator[Sheet]:
    """A sheet per round shown: who met whom, with which points, and how where no play decided."""
    line_a, line_b = line_names(tournament.seat_names)
    met, lines = tables_met(tournament), _closing_lines(tournament)
    through = KnockoutWinner.objects.current().filter(table__round__tournament=tournament).select_related("winner")
    won = {winner.table_id: winner for winner in through}
    # A draft may still be drawn anew: it is nobody's record.
    shown = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    for round_ in shown.select_related("stage", "tournament").order_by("number"):
        yield Sheet.of(
            _("Turno %(number)d") % {"number": round_.number},
            (one for one in met if one.table.round_id == round_.pk),
            Column(_("Tav."), Kind.INTEGER, 3, lambda one: one.table.number),
            Column(line_a, Kind.TEXT, 27, lambda one: _line(one.table, Line.A)),
            Column(line_b, Kind.TEXT, 27, lambda one: _line(one.table, Line.B) or _("riposo")),
            Column(_("MP %(line)s") % {"line": line_a}, Kind.INTEGER, 6, lambda one: getattr(one.score, "mp_a", None)),
            Column(_("MP %(line)s") % {"line": line_b}, Kind.INTEGER, 6, lambda one: getattr(one.score, "mp_b", None)),
            Column(_("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 4, lambda one: getattr(one.score, "vp_a", None)),
            Column(_("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 4, lambda one: getattr(one.score, "vp_b", None)),
            Column(_("Note"), Kind.TEXT, 20, lambda one: _how(one, won.get(one.table.pk))),
            subtitle=f"{round_.stage.name} · {round_.get_state_display()}",
            notes=tuple(_closed_with(lines[round_.pk], tournament)) if round_.pk in lines else (),
        )


def _closing_lines(tournament: Tournament) -> dict[int, LogEntry]:
    """The line of the log that closed each round, by the round's primary key."""
    lines = LogEntry.objects.filter(tournament=tournament, action="close_round").select_related("actor")
    return {int(line.object.rpartition(":")[2]): line for line in lines}


def _closed_with(line: LogEntry, tournament: Tournament) -> Iterator[str]:
    """What of the round nobody had confirmed, who let it be and why."""
    if line.data.get("unconfirmed"):
        words = words_of_line(line, tournament)
        closed = _("Chiuso con %(what)s: «%(reason)s», %(who)s, %(when)s.")
        when = date_format(localtime(line.at), "H:i")
        yield closed % {"what": words.figures, "reason": words.reason, "who": line.actor, "when": when}


def tables_met(tournament: Tournament) -> list[Met]:
    """Every table with its result, by round and number; as many queries however many there are."""
    boards = boards_played(tournament)
    scores = {(score.table_id, score.board_id): score for score in current_scores(tournament)}
    tables = Table.objects.filter(round__tournament=tournament).select_related("round", *LINES)
    played = {
        table: [scores.get((table.pk, board.pk)) for board in boards.of_table(table)]
        for table in tables.order_by("round__number", "number")
    }
    found = table_results(tournament, played)
    fixed = {one.table_id: one for one in MatchScore.objects.current().filter(table__round__tournament=tournament)}
    return [
        Met(table, None if table.is_bye or table.pk in fixed else found[table.pk], fixed.get(table.pk))
        for table in played
    ]


def _how(met: Met, winner: KnockoutWinner | None) -> str:
    through = _("passa %(name)s: %(reason)s") % {"name": winner.winner, "reason": winner.reason} if winner else ""
    return (". " if met.fixed else " ").join(filter(None, [met.reading, through]))


def _line(table: Table, line: Line) -> str:
    return " + ".join(map(str, table.entries_on(line)))
