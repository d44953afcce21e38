"""The rulings of a tournament, its arbitral scores and their inputs, as rows for paper and for Excel."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral.score import LineMean
from codes.arbitral.score import Reckoning as Arithmetic
from codes.seats import Seat
from hall.score_sheets.exports import line_names
from papers.sheets import Cell, Kind, Sheet, columns
from referee.arbitral_scores.exports import is_dropped
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken, spoken_table
from referee.consultations.models import Opinion
from referee.rulings.document import deal_of, detected_words, effect_words, other_places_named, responsible_words
from referee.rulings.models import Ruling
from tournaments.own_club.models import ClubNotice
from tournaments.scores.words import cited
from tournaments.setup.models import Tournament

PERSONS = ("decided_by", "proposed_as__answered_by")


def rulings_sheet(tournament: Tournament) -> Sheet:
    rulings = Ruling.objects.filter(tournament=tournament).current().select_related("tournament", *PERSONS)
    rows = tuple(_row(ruling) for ruling in rulings.order_by("number"))
    count = ngettext("%(count)s provvedimento", "%(count)s provvedimenti", len(rows)) % {"count": len(rows)}
    return Sheet(_("Provvedimenti"), columns(*_columns()), rows, subtitle=count)


def _columns() -> tuple[tuple[str, str, Kind, int], ...]:
    return (
        ("number", _("N."), Kind.INTEGER, 3),
        ("round", _("Turno"), Kind.INTEGER, 4),
        ("table", _("Tavolo"), Kind.INTEGER, 4),
        ("board", _("Smazzata"), Kind.INTEGER, 4),
        ("anomaly", _("Anomalia"), Kind.TEXT, 22),
        ("responsible", _("Responsabile"), Kind.TEXT, 18),
        ("detection", _("Emersione"), Kind.TEXT, 24),
        ("decision", _("Decisione"), Kind.TEXT, 80),
        ("articles", _("Articoli"), Kind.TEXT, 14),
        ("reason", _("Motivo"), Kind.TEXT, 28),
        ("decided_by", _("Arbitro"), Kind.TEXT, 14),
        ("confirmed_by", _("Confermato da"), Kind.TEXT, 14),
        ("decided_at", _("Deciso il"), Kind.MOMENT, 16),
    )


def _row(ruling: Ruling) -> tuple[Cell, ...]:
    # As the ruling kept it, not as tables and seats are today: they may have been corrected since.
    scene = ruling.scene
    seats = {Seat(seat): name for seat, name in scene["seats"].items()}
    responsible = responsible_words(scene["responsible"], seats, ruling.tournament.seat_names)
    elsewhere = other_places_named(scene, ruling.tournament.seat_names)
    responsible = "; ".join([responsible, *(f"{place.where}: {place.who}" for place in elsewhere)])
    return (
        ruling.number, scene["round"], scene["table"], deal_of(ruling), spoken(ruling.title),
        responsible, detected_words(ruling), " ".join(effect_words(ruling.effects)),
        ", ".join(map(str, ruling.cites)), ruling.reason, str(ruling.decided_by),
        _confirmed_by(ruling), ruling.decided_at,
    )  # fmt: skip


def _confirmed_by(ruling: Ruling) -> str:
    """Who put it in force, where somebody else proposed it."""
    proposed = getattr(ruling, "proposed_as", None)
    return str(proposed.answered_by) if proposed else ""


def all_versions_sheet(tournament: Tournament) -> Sheet:
    """A row per version of every ruling, the superseded ones too, with what a revision adds."""
    rulings = Ruling.objects.filter(tournament=tournament).select_related("tournament", "superseded_by", *PERSONS)
    heads = columns(
        *_columns(),
        ("version", _("Versione"), Kind.INTEGER, 8),
        ("state", _("Stato"), Kind.TEXT, 12),
        ("revision_reason", _("Perché rivisto"), Kind.TEXT, 28),
        ("departed", _("Diverso dalla proposta"), Kind.TEXT, 11),
        ("proposed", _("Proposta"), Kind.TEXT, 40),
        ("hash", _("Impronta del codice"), Kind.TEXT, 66),
    )
    rows = tuple((*_row(ruling), *_history(ruling)) for ruling in rulings.order_by("number", "version"))
    return Sheet(_("Provvedimenti"), heads, rows)


def _history(ruling: Ruling) -> tuple[Cell, ...]:
    return (
        ruling.version, _("in vigore") if ruling.is_current else _("sostituito"), cited(ruling.revision_reason),
        _("sì") if ruling.departed else _("no"), " ".join(effect_words(ruling.proposed_effects)), ruling.rulebook_hash,
    )  # fmt: skip


def referee_sheets(tournament: Tournament) -> tuple[Sheet, ...]:
    scores = ArbitralScore.objects.filter(case__tournament=tournament)
    scores = scores.select_related("ruling", "given_by").order_by("ruling__number", "version")
    given = [(score, Arithmetic.from_dict(score.arithmetic)) for score in scores]
    return (
        all_versions_sheet(tournament),
        consultations_sheet(tournament),
        club_sheet(tournament),
        _scores_sheet(given),
        _inputs_sheet(given),
    )


def consultations_sheet(tournament: Tournament) -> Sheet:
    """A row per person who was asked, on any case, with the question as it was put."""
    heads = columns(
        ("consultation", _("Consultazione"), Kind.INTEGER, 8),
        ("case", _("Anomalia"), Kind.INTEGER, 8),
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        ("question", _("Domanda"), Kind.TEXT, 60),
        ("asked_by", _("Chiesta da"), Kind.TEXT, 22),
        ("asked_at", _("Chiesta il"), Kind.MOMENT, 16),
        ("name", _("Chi è stato sentito"), Kind.TEXT, 22),
        ("interest", _("Che cosa lo lega"), Kind.TEXT, 28),
        ("answer", _("Parere"), Kind.TEXT, 60),
        ("answered_at", _("Risposto il"), Kind.MOMENT, 16),
    )
    asked = Opinion.objects.filter(consultation__tournament=tournament)
    asked = asked.select_related("consultation__case__table__round", "consultation__asked_by")
    rows = tuple(_opinion(one) for one in asked.order_by("consultation__number", "pk"))
    return Sheet(_("Consultazioni"), heads, rows)


def club_sheet(tournament: Tournament) -> Sheet:
    """A row per person who was told of somebody of the own club, or name, before acting on a record."""
    heads = columns(
        ("record", _("Atto"), Kind.TEXT, 16),
        ("user", _("Chi"), Kind.TEXT, 22),
        ("act", _("Che cosa fa"), Kind.TEXT, 18),
        ("words", _("Stesso circolo o nome, avvisati"), Kind.TEXT, 60),
        ("told_at", _("Avvisato il"), Kind.MOMENT, 16),
    )
    told = ClubNotice.objects.filter(tournament=tournament).select_related("user").order_by("pk")
    rows = tuple((one.record, str(one.user), one.get_act_display(), one.words, one.told_at) for one in told)
    return Sheet(_("Stesso circolo"), heads, rows)


def _opinion(one: Opinion) -> tuple[Cell, ...]:
    asked, table = one.consultation, one.consultation.case.table
    return (
        asked.number, asked.case.number, table.round.number, table.number, asked.question, str(asked.asked_by),
        asked.asked_at, one.name, one.interest, one.answer, one.answered_at,
    )  # fmt: skip


def _scores_sheet(given: Iterable[tuple[ArbitralScore, Arithmetic]]) -> Sheet:
    north_south, east_west = line_names()
    heads = columns(
        ("ruling", _("Provvedimento"), Kind.INTEGER, 8),
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 7),
        ("board", _("Smazzata"), Kind.INTEGER, 9),
        ("version", _("Versione"), Kind.INTEGER, 9),
        ("method", _("Metodo"), Kind.TEXT, 22),
        ("inputs", _("Altri tavoli"), Kind.INTEGER, 7),
        ("mean_a", _("Media %(line)s") % {"line": north_south}, Kind.FRACTION, 11),
        ("mean_b", _("Media %(line)s") % {"line": east_west}, Kind.FRACTION, 11),
        ("points_a", _("Punti %(line)s") % {"line": north_south}, Kind.INTEGER, 9),
        ("points_b", _("Punti %(line)s") % {"line": east_west}, Kind.INTEGER, 9),
        ("lot", _("Sorteggio"), Kind.TEXT, 10),
        ("reason", _("Motivo"), Kind.TEXT, 40),
        ("given_by", _("Dato da"), Kind.TEXT, 22),
        ("given_at", _("Dato il"), Kind.MOMENT, 16),
        ("state", _("Stato"), Kind.TEXT, 12),
    )
    return Sheet(_("Punteggi arbitrali"), heads, tuple(_score(score, made) for score, made in given))


def _score(score: ArbitralScore, made: Arithmetic) -> tuple[Cell, ...]:
    scene = score.ruling.scene
    lot = line_names()[0 if made.lot.drawn == "A" else 1] if made.lot else ""
    return (
        score.ruling.number, scene["round"], scene["table"], scene["board"], score.version, score.get_method_display(),
        len(made.inputs), made.line_a.mean if made.line_a else None, made.line_b.mean if made.line_b else None,
        made.a, made.b, lot, score.reason, str(score.given_by), score.given_at,
        _("in vigore") if score.is_current else _("sostituito"),
    )  # fmt: skip


def _inputs_sheet(given: Iterable[tuple[ArbitralScore, Arithmetic]]) -> Sheet:
    north_south, east_west = line_names()
    heads = columns(
        ("ruling", _("Provvedimento"), Kind.INTEGER, 8),
        ("version", _("Versione"), Kind.INTEGER, 9),
        ("table", _("Tavolo"), Kind.TEXT, 8),
        ("a", _("Punti %(line)s") % {"line": north_south}, Kind.INTEGER, 9),
        ("b", _("Punti %(line)s") % {"line": east_west}, Kind.INTEGER, 9),
        ("dropped_a", _("Scartato %(line)s") % {"line": north_south}, Kind.TEXT, 10),
        ("dropped_b", _("Scartato %(line)s") % {"line": east_west}, Kind.TEXT, 10),
    )
    rows: list[tuple[Cell, ...]] = []
    for score, made in given:
        for result in made.inputs:
            dropped = [_dropped(result.table, line) for line in (made.line_a, made.line_b)]
            rows.append((score.ruling.number, score.version, spoken_table(result.table), result.a, result.b, *dropped))
    return Sheet(_("Risultati usati"), heads, tuple(rows))


def _dropped(table: str, line: LineMean | None) -> str:
    return _("sì") if line and is_dropped(table, line.trimmed) else ""
