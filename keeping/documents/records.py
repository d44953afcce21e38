"""The official records of a tournament as rows: entries with what happened to them, rounds, publications, appeals."""

from collections.abc import Iterator, Mapping

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from codes.seats import Line
from hall.score_sheets.exports import line_names
from papers.sheets import Cell, Kind, Sheet, columns, euros
from records.models import LogEntry
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.fees.exports import fees_sheet
from tournaments.log_lines.words import told
from tournaments.match_scores.models import KnockoutWinner, MatchScore
from tournaments.prizes.exports import prizes_sheet
from tournaments.publication.models import ErrorReport, Publication
from tournaments.publication.queries import rows_of
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import boards_played
from tournaments.scores.queries import TableResult, current_scores, table_results
from tournaments.scores.words import cited
from tournaments.setup.models import Tournament
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
    heads = columns(
        ("number", _("N."), Kind.INTEGER, 4),
        ("name", _("Nome"), Kind.TEXT, 26),
        ("players", _("Giocatori"), Kind.TEXT, 44),
        ("category", _("Categoria"), Kind.TEXT, 10),
        ("state", _("Stato"), Kind.TEXT, 10),
    )
    # Joined: SQLite takes no list of a thousand players and more.
    members = Prefetch("members", EntryMember.objects.select_related("player"))
    entries = Entry.objects.filter(tournament=tournament).prefetch_related(members).order_by("number")
    rows = tuple(
        (one.number, one.name, "\n".join(map(_player, one.members.all())), one.category, one.get_state_display())
        for one in entries
    )
    return Sheet(_("Iscritti"), heads, rows)


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
    heads = columns(
        ("number", _("Coppia"), Kind.INTEGER, 6),
        ("name", _("Nome"), Kind.TEXT, 28),
        ("kind", _("Che cosa"), Kind.TEXT, 16),
        ("round", _("Dal turno"), Kind.INTEGER, 6),
        ("reason", _("Motivo"), Kind.TEXT, 30),
        ("by", _("Da"), Kind.TEXT, 16),
        ("at", _("Quando"), Kind.MOMENT, 16),
    )
    events = EntryEvent.objects.filter(entry__tournament=tournament).select_related("entry", "by")
    rows = tuple(
        (one.entry.number, one.entry.name, one.get_kind_display(), one.round_number, one.reason, str(one.by), one.at)
        for one in events.order_by("entry__number", "at", "pk")
    )
    return Sheet(_("Vicende degli iscritti"), heads, rows)


def match_scores_sheet(tournament: Tournament) -> Sheet:
    line_a, line_b = line_names(tournament.seat_names)
    heads = columns(
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 6),
        ("version", _("Versione"), Kind.INTEGER, 8),
        ("vp_a", _("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 7),
        ("vp_b", _("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 7),
        ("mp_a", _("MP %(line)s") % {"line": line_a}, Kind.SIGNED, 7),
        ("mp_b", _("MP %(line)s") % {"line": line_b}, Kind.SIGNED, 7),
        ("reference", _("Articoli o provvedimento"), Kind.TEXT, 20),
        ("reason", _("Motivo"), Kind.TEXT, 30),
        ("by", _("Dato da"), Kind.TEXT, 16),
        ("at", _("Dato il"), Kind.MOMENT, 16),
        ("taken_back", _("Tolto il"), Kind.MOMENT, 16),
        ("why", _("Perché è stato tolto"), Kind.TEXT, 30),
    )
    given = MatchScore.objects.filter(table__round__tournament=tournament).select_related("table__round", "given_by")
    rows = tuple(map(_match_score, given.order_by("table__round__number", "table__number", "version")))
    return Sheet(_("Punteggi fissati"), heads, rows)


def _match_score(one: MatchScore) -> tuple[Cell, ...]:
    return (
        one.table.round.number, one.table.number, one.version, one.vp_a, one.vp_b, one.mp_a, one.mp_b,
        cited(one.reference), one.reason, str(one.given_by), one.given_at, one.superseded_at, one.supersede_reason,
    )  # fmt: skip


def knockout_sheet(tournament: Tournament) -> Sheet:
    """Who goes on where the scores did not say it: every decision, those that a later one replaced too."""
    heads = columns(
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 6),
        ("version", _("Versione"), Kind.INTEGER, 8),
        ("number", _("N."), Kind.INTEGER, 4),
        ("winner", _("Passa il turno"), Kind.TEXT, 28),
        ("reason", _("Motivo"), Kind.TEXT, 30),
        ("by", _("Deciso da"), Kind.TEXT, 16),
        ("at", _("Deciso il"), Kind.MOMENT, 16),
        ("superseded", _("Sostituito il"), Kind.MOMENT, 16),
        ("why", _("Perché è stato sostituito"), Kind.TEXT, 30),
    )
    decided = KnockoutWinner.objects.filter(table__round__tournament=tournament)
    decided = decided.select_related("table__round", "winner", "decided_by")
    rows = tuple(map(_decided, decided.order_by("table__round__number", "table__number", "version")))
    return Sheet(_("Chi passa il turno"), heads, rows)


def _decided(one: KnockoutWinner) -> tuple[Cell, ...]:
    return (
        one.table.round.number, one.table.number, one.version, one.winner.number, one.winner.name, one.reason,
        str(one.decided_by), one.decided_at, one.superseded_at, one.supersede_reason,
    )  # fmt: skip


def publications_sheet(tournament: Tournament) -> Sheet:
    heads = columns(
        ("number", _("N."), Kind.INTEGER, 3),
        ("kind", _("Genere"), Kind.TEXT, 12),
        ("stage", _("Fase"), Kind.TEXT, 14),
        ("round", _("Dopo il turno"), Kind.INTEGER, 6),
        ("at", _("Pubblicata il"), Kind.MOMENT, 16),
        ("closes", _("Segnalazioni fino al"), Kind.MOMENT, 16),
        ("by", _("Da"), Kind.TEXT, 14),
        ("data", _("Riga del registro"), Kind.INTEGER, 7),
        ("reason", _("Motivo"), Kind.TEXT, 22),
        ("hash", _("Impronta SHA-256"), Kind.TEXT, 34),
        ("engine", _("Programma"), Kind.TEXT, 12),
    )
    # Each holds the rows of a whole field, which are told elsewhere.
    found = Publication.objects.filter(tournament=tournament).select_related("stage", "published_by").defer("rows")
    return Sheet(_("Classifiche pubblicate"), heads, tuple(map(_publication, found.order_by("number"))))


def _publication(one: Publication) -> tuple[Cell, ...]:
    return (
        one.number, one.get_kind_display(), one.stage.name, one.round_number, one.published_at, one.closes_at,
        str(one.published_by), one.data_version, one.reason, one.hash, one.engine_version,
    )  # fmt: skip


def published_rows_sheet(tournament: Tournament) -> Sheet:
    kept = [one for one in COLUMNS if not one.for_staff]  # published rows do not tell of measures
    heads = columns(
        ("publication", _("Classifica n."), Kind.INTEGER, 8),
        *((one.key, one.title, one.kind, one.width) for one in kept),
    )
    rows = tuple(
        (one.number, *(column.value(row) for column in kept))
        for one in Publication.objects.filter(tournament=tournament).order_by("number")
        for row in rows_of(one)
    )
    return Sheet(_("Righe pubblicate"), heads, rows)


def reports_sheet(tournament: Tournament) -> Sheet:
    heads = columns(
        ("publication", _("Classifica n."), Kind.INTEGER, 8),
        ("number", _("Coppia"), Kind.INTEGER, 6),
        ("text", _("Che cosa non torna"), Kind.TEXT, 34),
        ("by", _("Segnalato da"), Kind.TEXT, 16),
        ("at", _("Quando"), Kind.MOMENT, 16),
        ("state", _("Stato"), Kind.TEXT, 11),
        ("answer", _("Risposta"), Kind.TEXT, 34),
        ("answered_by", _("Risposta di"), Kind.TEXT, 16),
    )
    found = ErrorReport.objects.filter(publication__tournament=tournament)
    related = found.select_related("publication", "entry", "answered_by").defer("publication__rows")
    rows = tuple(
        (
            one.publication.number, one.entry.number if one.entry else None, one.text, one.reported_by,
            one.reported_at, one.get_state_display(), one.answer, str(one.answered_by or ""),
        )
        for one in related.order_by("reported_at")
    )  # fmt: skip
    return Sheet(_("Segnalazioni di errore"), heads, rows)


def appeals_sheet(tournament: Tournament) -> Sheet:
    heads = columns(
        ("number", _("N."), Kind.INTEGER, 3),
        ("entry", _("Presentato da"), Kind.TEXT, 22),
        ("against", _("Contro"), Kind.TEXT, 18),
        ("grounds", _("Motivi"), Kind.TEXT, 30),
        ("filed_by", _("Ricevuto da"), Kind.TEXT, 14),
        ("filed_at", _("Ricevuto il"), Kind.MOMENT, 16),
        ("term", _("Termine e deposito"), Kind.TEXT, 20),
        ("panel", _("Giuria"), Kind.TEXT, 18),
        ("notes", _("Che cosa è stato detto"), Kind.TEXT, 34),
        ("state", _("Stato"), Kind.TEXT, 10),
        ("decision", _("Decisione"), Kind.TEXT, 34),
        ("decided_by", _("Deciso da"), Kind.TEXT, 14),
        ("decided_at", _("Deciso il"), Kind.MOMENT, 16),
    )
    found = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    related = found.prefetch_related("judges__user", "notes")
    return Sheet(_("Reclami"), heads, tuple(map(_appeal, related.order_by("number"))))


def _appeal(one: Appeal) -> tuple[Cell, ...]:
    panel = [f"{judge.user} ({judge.get_role_display()})" for judge in one.judges.all() if judge.left_at is None]
    notes = [f"{note.get_kind_display()} {note.speaker}".strip() + f": {note.text}" for note in one.notes.all()]
    return (
        one.number, str(one.entry), cited(one.against), one.grounds, str(one.filed_by), one.filed_at,
        "; ".join(_conditions(one)), ", ".join(panel), "\n".join(notes), one.get_state_display(), one.decision,
        str(one.decided_by or ""), one.decided_at,
    )  # fmt: skip


def _conditions(one: Appeal) -> Iterator[str]:
    """The time limit, why it was let in after it, and the deposit."""
    if one.due_at:
        yield _("entro %(when)s") % {"when": date_format(localtime(one.due_at), "SHORT_DATETIME_FORMAT")}
    if one.late_reason:
        yield _("ammesso dopo il termine: %(reason)s") % {"reason": one.late_reason}
    if one.deposit_cents:
        yield _("deposito %(amount)s, %(state)s") % {
            "amount": euros(one.deposit_cents), "state": one.get_deposit_display()
        }  # fmt: skip


def round_sheets(tournament: Tournament) -> Iterator[Sheet]:
    """A sheet per round shown: who met whom, with which points, and how where no play decided."""
    line_a, line_b = line_names(tournament.seat_names)
    heads = columns(
        ("table", _("Tav."), Kind.INTEGER, 3),
        ("a", line_a, Kind.TEXT, 27),
        ("b", line_b, Kind.TEXT, 27),
        ("mp_a", _("MP %(line)s") % {"line": line_a}, Kind.INTEGER, 6),
        ("mp_b", _("MP %(line)s") % {"line": line_b}, Kind.INTEGER, 6),
        ("vp_a", _("VP %(line)s") % {"line": line_a}, Kind.INTEGER, 4),
        ("vp_b", _("VP %(line)s") % {"line": line_b}, Kind.INTEGER, 4),
        ("how", _("Note"), Kind.TEXT, 20),
    )
    results, lines = results_by_table(tournament), _closing_lines(tournament)
    settled = MatchScore.objects.current().filter(table__round__tournament=tournament)
    fixed = {score.table_id: score for score in settled}
    through = KnockoutWinner.objects.current().filter(table__round__tournament=tournament).select_related("winner")
    won = {winner.table_id: winner for winner in through}
    # A draft may still be drawn anew: it is nobody's record.
    shown = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    for one in shown.select_related("stage", "tournament").order_by("number"):
        rows = tuple(_match(table, result, fixed, won) for table, result in results.items() if table.round_id == one.pk)
        title = _("Turno %(number)d") % {"number": one.number}
        notes = tuple(_closed_with(lines[one.pk], tournament)) if one.pk in lines else ()
        yield Sheet(title, heads, rows, subtitle=f"{one.stage.name} · {one.get_state_display()}", notes=notes)


def _closing_lines(tournament: Tournament) -> dict[int, LogEntry]:
    """The line of the log that closed each round, by the round's primary key."""
    lines = LogEntry.objects.filter(tournament=tournament, action="close_round").select_related("actor")
    return {int(line.object.rpartition(":")[2]): line for line in lines}


def _closed_with(line: LogEntry, tournament: Tournament) -> Iterator[str]:
    """What of the round nobody had confirmed, who let it be and why."""
    if line.data.get("unconfirmed"):
        words = told(line, tournament)
        closed = _("Chiuso con %(what)s: «%(reason)s», %(who)s, %(when)s.")
        when = date_format(localtime(line.at), "H:i")
        yield closed % {"what": words.figures, "reason": words.reason, "who": line.actor, "when": when}


def results_by_table(tournament: Tournament) -> dict[Table, TableResult]:
    """Every table with its result, by round and number; as many queries however many there are."""
    boards = boards_played(tournament)
    scores = {(score.table_id, score.board_id): score for score in current_scores(tournament)}
    tables = Table.objects.filter(round__tournament=tournament).select_related("round", *LINES)
    played = {
        table: [scores.get((table.pk, board.pk)) for board in boards.at(table)]
        for table in tables.order_by("round__number", "number")
    }
    found = table_results(tournament, played)
    return {table: found[table.pk] for table in played}


def _match(
    table: Table, result: TableResult, fixed: Mapping[int, MatchScore], won: Mapping[int, KnockoutWinner]
) -> tuple[Cell, ...]:
    """A table; a fixed score in place of its boards, a rest without opponents."""
    start: tuple[Cell, ...] = (table.number, _line(table, Line.A))
    if table.is_bye:
        return (*start, _("riposo"), None, None, None, None, "")
    start += (_line(table, Line.B),)
    winner = won.get(table.pk)
    through = _("passa %(name)s: %(reason)s") % {"name": winner.winner, "reason": winner.reason} if winner else ""
    score = fixed.get(table.pk)
    if score:
        figures: tuple[Cell, ...] = (score.mp_a, score.mp_b, score.vp_a, score.vp_b)
        return (*start, *figures, ". ".join(filter(None, [cited(score.reference), through])))
    figures = (result.mp_a, result.mp_b, result.vp_a, result.vp_b)
    return (*start, *figures, " ".join(filter(None, [result.reading, through])))


def _line(table: Table, line: Line) -> str:
    return " + ".join(map(str, table.entries_on(line)))
