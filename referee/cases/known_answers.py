"""What the program itself knows of a case's facts, so that it asks nobody; the arbiter may say otherwise.

A finder answers one kind of `known` of the codes' facts (codes/format/schema.py); it returns nothing where the records
say nothing. What was known when a case was decided stays with it: a revision decides on the same grounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from codes.deciding.book import Rulebook
from codes.figures import round_figures, scores_without_play
from codes.format.schema import KnownPerson
from codes.seats import Line, Seat
from people.accounts.models import Player
from records.prepared_queries import prepared
from referee.cases.known_scores import (
    OF_THE_CARDS,
    OF_THE_SCORES,
    Filled,
    Finding,
    Lookup,
    earlier_rulings,
    rounds_missed,
    vp_of_match,
)
from referee.cases.models import Case
from referee.cases.persons import BOTH, NOBODY, THE_ARBITER, line_of
from referee.rulings.models import Ruling
from tournaments.entries.models import Entry
from tournaments.entries.rules import first_seating_is_shown, half_is_over, half_is_reached, substituted_players
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import is_closed
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.round_queries import last_begun_round, rounds_planned
from tournaments.setup.models import Contest, Tournament

LANGUAGES = ("it", "en")
# Of the late line that is named, and of the other (F.I.Bur. 40).
LATE, OTHER_LATE = "ritardo", "ritardo-altra"
# The measures of 87, as they are told of whoever had them.
MEASURES = {
    "richiamo": _("richiamo"),
    "diffida": _("diffida"),
    "allontanamento": _("allontanamento dal tavolo"),
    "deferimento": _("deferimento"),
}


@dataclass(frozen=True)
class KnownAnswer:
    """An answer that the program knows; source: where it knows it from, in both languages."""

    answer: str
    source: Mapping[str, str]


def known_answers(case: Case, book: Rulebook, procedures: tuple[str, ...]) -> dict[str, KnownAnswer]:
    """The answers that the program knows to the facts of these procedures, by fact."""
    answers = {}
    for procedure in map(book.procedures.__getitem__, procedures):
        for fact in procedure.facts.values():
            if fact.known and (answer := _known_answer(case, fact.name, fact.known)):
                answers[fact.name] = answer
    return answers


def store_known_answers(case: Case, book: Rulebook, procedures: tuple[str, ...]) -> None:
    """Stores on the case what is known now, beside the answers that contradicted it; the caller saves."""
    now = known_answers(case, book, procedures)
    records = {fact: {"answer": answer.answer, "source": dict(answer.source)} for fact, answer in now.items()}
    contradicted = {fact: record for fact, record in case.known.items() if "reason" in record and fact in case.facts}
    case.known = {fact: record for fact, record in records.items() if fact not in case.facts} | contradicted


def _known_answer(case: Case, fact: str, kind: str) -> KnownAnswer | None:
    if case.is_revision or not case.is_draft:
        # What has been recorded since, the ruling's own score among it, was not known then.
        record = case.known.get(fact)
        return KnownAnswer(record["answer"], record["source"]) if record else None
    # Records do not change while one page is made; what they are asked about may.
    lookups: dict[tuple[object, ...], KnownAnswer | None] = case.__dict__.setdefault("_looked_up", {})
    key = (kind, case.procedure, case.board_id, case.responsible)
    if key not in lookups:
        lookups[key] = _looked_up(case, kind)
    return lookups[key]


def _looked_up(case: Case, kind: str) -> KnownAnswer | None:
    finding = FINDERS[kind](case)
    return KnownAnswer(finding[0], in_both_languages(finding[1])) if finding else None


def in_both_languages(words: Promise | str) -> dict[str, str]:
    texts = {}
    for language in LANGUAGES:
        with override(language):
            texts[language] = str(words)
    return texts


def _yes_no(holds: bool, yes: Promise, no: Promise) -> Finding:
    return ("si", yes) if holds else ("no", no)


# ---- the board ---------------------------------------------------------------


def _score_noted(case: Case) -> Finding:
    """Whether the score played on the board at the table is confirmed: it is the score noted of FITRES 35.

    Of a case that names no board nobody knows it once some board of the table has its score.
    """
    confirmed = {board for (board,) in _confirmed_boards(table=case.table_id)}
    if confirmed and case.board_id is None:
        return None
    return _yes_no(case.board_id in confirmed, _("il punteggio è confermato"), _("nessun punteggio confermato"))


@prepared
def _confirmed_boards(*, table: int) -> "QuerySet[BoardScore, Any]":
    scores = BoardScore.objects.current().filter(table=table, kind=BoardScore.Kind.PLAYED)
    return scores.filter(state=BoardScore.State.CONFIRMED).order_by().values_list("board")


# ---- the person, the line ----------------------------------------------------


def _entry_of(case: Case) -> Entry | None:
    """The entry of the line concerned; None where it is open which, as with two single players."""
    line = line_of(case.responsible)
    entries = case.table.entries_on(line) if line else []
    return entries[0] if len(entries) == 1 else None


def _answerable_party(case: Case) -> Finding:
    """Whose irregularity it is, from who was tapped as answering for it."""
    answers = {NOBODY: "nessuno", THE_ARBITER: "arbitro", BOTH: "entrambe"}
    answer = answers.get(case.responsible) or ("una-parte" if line_of(case.responsible) else "")
    return (answer, _("da chi ne risponde")) if answer else None


def _fault_of_no_player(case: Case) -> Finding:
    """That no player is at fault, where nobody or the arbiter was tapped; of a line it may still be excusable (81)."""
    answer = {NOBODY: "nessuna", THE_ARBITER: "arbitro"}.get(case.responsible)
    return (answer, _("da chi ne risponde")) if answer else None


def _sides_at_fault(case: Case) -> Finding:
    """One side, or both: two lines sit at a table of a tournament, never three."""
    if case.responsible == BOTH:
        return "due-parti", _("da chi è stato toccato")
    return ("una-parte", _("da chi è stato toccato")) if line_of(case.responsible) else None


def _fixed_pairs(case: Case) -> Finding:
    """Whether partners were known before the deal; where a new one comes every round they are known all the same."""
    return None if case.tournament.contest == Contest.SINGLES else ("si", _("le coppie del torneo sono fisse"))


def _measures(case: Case) -> list[str]:
    """The disciplinary measures taken before in this tournament against the player, the first one first."""
    if case.responsible not in list(Seat):
        return []
    player = case.table.player_at(Seat(case.responsible), case.board)
    if player is None:
        return []
    players = []
    for ruling in earlier_rulings(case):
        ordered = [effect["discipline"] for effect in ruling.effects if effect["verb"] == "discipline"]
        at_fault = ruling.scene.get("responsible", "")
        if ordered and at_fault in list(Seat) and player_of(ruling, at_fault) == player:
            players += ordered
    return players


def player_of(ruling: Ruling, seat: str) -> Player | None:
    """The player who sat there when what the ruling is about happened."""
    return ruling.case.table.player_at(Seat(seat), ruling.case.board)


def _misbehaved(case: Case) -> Finding:
    measures = _measures(case)
    words = _Listed([MEASURES[measure] for measure in measures])
    return (
        ("si", Filled(_("misure già prese in questo torneo: %(measures)s"), {"measures": words})) if measures else None
    )


def _warnings(case: Case) -> Finding:
    """How many warnings in force the line has, by sets of three (F.I.Bur., conduct; the arbiter's powers)."""
    entry = _entry_of(case)
    per_vp = round_figures(case.tournament.rulebook).warnings_per_vp
    if entry is None or not per_vp:
        return None
    count = warnings_in_force(entry)
    words = Filled(_("ammonizioni in vigore della linea: %(count)s"), {"count": count})
    if count < per_vp:
        return "meno-di-tre", words
    if count % per_vp:
        return "gia-penalizzate", words
    return ("terza" if count == per_vp else "altre-tre"), words


def warnings_in_force(entry: Entry, *, but: str = "") -> int:
    """The warnings that count against an entry; those of the ruling with that reference left out."""
    warnings = Adjustment.objects.filter(entry=entry, kind=Adjustment.Kind.WARNING, cancelled_at__isnull=True)
    return (warnings.exclude(reference=but) if but else warnings).count()


def _earlier_warning(case: Case) -> Finding:
    """Whether a ruling in force on the same anomaly warned the same player (F.I.Bur. 23), or the partner instead.

    Where it warned neither it is asked: it may have been done by word of mouth.
    """
    if case.responsible not in list(Seat):
        return None
    seat, partner_warned = Seat(case.responsible), None
    player, partner = (case.table.player_at(each, case.board) for each in (seat, seat.partner))
    for ruling in earlier_rulings(case).filter(procedure=case.procedure):
        at_fault = ruling.scene.get("responsible", "")
        is_warning = any(effect.get("penalty") == "ammonizione" for effect in ruling.effects)
        warned_player = player_of(ruling, at_fault) if is_warning and at_fault in list(Seat) else None
        if warned_player and warned_player == player:
            return "si", Filled(_("ammonito con il provvedimento n. %(number)s"), {"number": ruling.number})
        if warned_player and warned_player == partner:
            partner_warned = ruling
    if partner_warned:
        words = _("ammonito fu il compagno, con il provvedimento n. %(number)s: per la nostra lettura ripete chi lo fu")
        return "no", Filled(words, {"number": partner_warned.number})
    return None


def _late_already(case: Case) -> Finding:
    """How late the other line was, by the ruling in force on a lateness at this table."""
    rulings = Ruling.objects.filter(case__table=case.table_id, procedure=case.procedure, departed=False).current()
    ruling, line = rulings.exclude(case=case.pk).order_by("-number").first(), line_of(case.responsible)
    late_line = line_of(ruling.scene.get("responsible", "")) if ruling else None
    if ruling is None or line is None or late_line is None:
        return None
    # The line that was named there answers the first question, the other one the second.
    fact = LATE if late_line == line.other else OTHER_LATE
    answer = next((step["answer"] for step in ruling.trail if step["fact"] == fact), "")
    return (answer, Filled(_("dal provvedimento n. %(number)s"), {"number": ruling.number})) if answer else None


def _rested(case: Case) -> Finding:
    entry = _entry_of(case)
    if entry is None:
        return None
    byes = Table.objects.filter(round__stage=case.table.round.stage_id, line_a=entry, line_b__isnull=True)
    earlier = byes.filter(round__number__lt=case.table.round.number).exists()
    return _yes_no(earlier, _("ha riposato in un turno di questa fase"), _("in questa fase non ha riposato"))


def _replaced(case: Case) -> Finding:
    entry = _entry_of(case)
    if entry is None:
        return None
    return _yes_no(
        substituted_players(entry) > 0, _("una sostituzione è registrata"), _("nessuna sostituzione registrata")
    )


# ---- the tournament ----------------------------------------------------------


def _half_passed(case: Case) -> Finding:
    return _by_rounds(case.tournament, half_is_over(case.tournament))


def _half_reached(case: Case) -> Finding:
    return _by_rounds(case.tournament, half_is_reached(case.tournament))


def _by_rounds(tournament: Tournament, holds: bool) -> Finding:
    planned = rounds_planned(tournament)
    if not planned:  # nobody has said how many there will be
        return None
    words = _("turni cominciati: %(begun)s su %(planned)s")
    figures = {"begun": last_begun_round(tournament), "planned": planned}
    return ("si" if holds else "no", Filled(words, figures))


class _Listed(Promise):
    """Lazy words one after the other, in the language in which they are read."""

    def __init__(self, words: Sequence[Promise]) -> None:
        self.words = words

    def __str__(self) -> str:
        return ", ".join(map(str, self.words))


def _final(case: Case) -> Finding:
    closed = is_closed(case.tournament, case.table.round.stage)
    return _yes_no(closed, _("la classifica della fase è definitiva"), _("la classifica della fase non è definitiva"))


def _minutes_over(case: Case) -> Finding:
    last = Publication.objects.filter(stage=case.table.round.stage_id).defer("rows").order_by("-number").first()
    if last is None:
        return None
    over = not last.is_open(timezone.now())
    return _yes_no(over, _("dall’ora in cui è esposta"), _("dall’ora in cui è esposta"))


def _next_round_public(case: Case) -> Finding:
    following = Round.objects.filter(tournament=case.tournament_id, number__gt=case.table.round.number)
    is_public = following.exclude(state=Round.State.DRAFT).exists()
    return _yes_no(is_public, _("i tavoli del turno dopo sono esposti"), _("i tavoli del turno dopo non sono esposti"))


def _first_round_public(case: Case) -> Finding:
    # Whether the absent player had given notice nobody but the arbiter knows.
    if first_seating_is_shown(case.tournament):
        return None
    return "no", _("il primo turno è già cominciato, o i suoi tavoli non sono esposti")


def _entries_closed(case: Case) -> Finding:
    begun = last_begun_round(case.tournament) > 0
    return ("si", _("il primo turno è cominciato")) if begun else None


def _incomplete_table(case: Case) -> Finding:
    byes = case.table.round.tables.filter(line_b__isnull=True).exists()
    return _yes_no(byes, _("in questo turno una coppia riposa"), _("in questo turno nessuna coppia riposa"))


def _absence_number(case: Case) -> Finding:
    entry, scores = _entry_of(case), scores_without_play(case.tournament.rulebook)
    if entry is None or scores is None:
        return None
    missed = rounds_missed(entry, case.table.round) + 1
    words = Filled(_("assenza n. %(number)s di questa linea, dai punteggi registrati"), {"number": missed})
    return "primi-tre" if missed <= scores.absence_rounds else "dal-quarto", words


def person_of_records(case: Case, rule: KnownPerson | None) -> str:
    """The line that is that person by the records of the match; empty where they do not say."""
    vp = vp_of_match(case) if rule == "linea-vincitrice" else None
    if vp is None or vp[0] == vp[1]:
        return ""
    return (Line.A if vp[0] > vp[1] else Line.B).value


def _next_stage_public(case: Case) -> Finding:
    stage = case.table.round.stage.number
    later = Round.objects.filter(tournament=case.tournament_id, stage__number__gt=stage)
    is_public = later.exclude(state=Round.State.DRAFT).exists()
    return _yes_no(is_public, _("un turno della fase seguente è esposto"), _("la fase seguente non è cominciata"))


FINDERS: Mapping[str, Lookup] = {
    "punteggio-annotato": _score_noted,
    "comportamento-precedente": _misbehaved,
    "classifica-definitiva": _final,
    "minuti-della-classifica": _minutes_over,
    "turno-seguente-esposto": _next_round_public,
    "primo-turno-esposto": _first_round_public,
    "meta-dei-turni-passata": _half_passed,
    "meta-dei-turni-raggiunta": _half_reached,
    "iscrizioni-chiuse": _entries_closed,
    "tavolo-incompleto": _incomplete_table,
    "riposo-precedente": _rested,
    "sostituzione-precedente": _replaced,
    "turno-di-assenza": _absence_number,
    "fase-seguente-esposta": _next_stage_public,
    "chi-risponde": _answerable_party,
    "colpa-di-chi-risponde": _fault_of_no_player,
    "parti-in-colpa": _sides_at_fault,
    "coppie-fisse": _fixed_pairs,
    "ammonizioni-in-vigore": _warnings,
    "ammonizione-per-questo": _earlier_warning,
    "ritardo-gia-deciso": _late_already,
    **OF_THE_CARDS,
    **OF_THE_SCORES,
}
