"""The rulings of a tournament, its arbitral scores and their inputs, as rows for paper and for Excel."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral.score import LineMean, TableScore
from codes.arbitral.score import Reckoning as Arithmetic
from hall.score_sheets.exports import line_names
from papers.sheets import Column, Kind, Sheet
from referee.arbitral_scores.exports import is_dropped, line_name
from referee.arbitral_scores.models import ArbitralScore
from referee.cases.words import spoken
from referee.consultations.models import Opinion
from referee.rulings.document import deal_of, detected_words, effect_words, other_places_named, whom_named
from referee.rulings.models import Ruling
from tournaments.scores.words import reference_in_words
from tournaments.setup.models import Tournament
from tournaments.staff.models import ClubNotice

PERSONS = ("decided_by", "proposed_as__answered_by")


def rulings_sheet(tournament: Tournament) -> Sheet:
    rulings = Ruling.objects.filter(tournament=tournament).current().select_related("tournament", *PERSONS)
    sheet = Sheet.of(_("Provvedimenti"), rulings.order_by("number"), *_columns())
    count = len(sheet.rows)
    words = ngettext("%(count)s provvedimento", "%(count)s provvedimenti", count) % {"count": count}
    return replace(sheet, subtitle=words)


def _columns() -> tuple[Column[Ruling], ...]:
    # As the ruling kept it, not as tables and seats are today: they may have been corrected since.
    return (
        Column(_("N."), Kind.INTEGER, 3, lambda one: one.number),
        Column(_("Turno"), Kind.INTEGER, 4, lambda one: one.scene["round"]),
        Column(_("Tavolo"), Kind.INTEGER, 4, lambda one: one.scene["table"]),
        Column(_("Smazzata"), Kind.INTEGER, 4, deal_of),
        Column(_("Anomalia"), Kind.TEXT, 22, lambda one: spoken(one.title)),
        Column(_("Responsabile"), Kind.TEXT, 18, _responsible),
        Column(_("Emersione"), Kind.TEXT, 24, detected_words),
        Column(_("Decisione"), Kind.TEXT, 80, lambda one: " ".join(effect_words(one.effects))),
        Column(_("Articoli"), Kind.TEXT, 14, lambda one: ", ".join(map(str, one.cites))),
        Column(_("Motivo"), Kind.TEXT, 28, lambda one: one.reason),
        Column(_("Arbitro"), Kind.TEXT, 14, lambda one: str(one.decided_by)),
        Column(_("Confermato da"), Kind.TEXT, 14, _confirmed_by),
        Column(_("Deciso il"), Kind.MOMENT, 16, lambda one: one.decided_at),
    )


def _responsible(ruling: Ruling) -> str:
    scene, seat_names = ruling.scene, ruling.tournament.seat_names
    elsewhere = (f"{place.where}: {place.who}" for place in other_places_named(scene, seat_names))
    return "; ".join([whom_named(scene, scene["responsible"], seat_names), *elsewhere])


def _confirmed_by(ruling: Ruling) -> str:
    """Who put it in force, where somebody else proposed it."""
    proposed = getattr(ruling, "proposed_as", None)
    return str(proposed.answered_by) if proposed else ""


def all_versions_sheet(tournament: Tournament) -> Sheet:
    """A row per version of every ruling, the superseded ones too, with what a revision adds."""
    rulings = Ruling.objects.filter(tournament=tournament).select_related("tournament", "superseded_by", *PERSONS)
    return Sheet.of(
        _("Provvedimenti"),
        rulings.order_by("number", "version"),
        *_columns(),
        Column(_("Versione"), Kind.INTEGER, 8, lambda one: one.version),
        Column(_("Stato"), Kind.TEXT, 12, lambda one: _("in vigore") if one.is_current else _("sostituito")),
        Column(_("Perché rivisto"), Kind.TEXT, 28, lambda one: reference_in_words(one.revision_reason)),
        Column(_("Diverso dalla proposta"), Kind.TEXT, 11, lambda one: _("sì") if one.departed else _("no")),
        Column(_("Proposta"), Kind.TEXT, 40, lambda one: " ".join(effect_words(one.proposed_effects))),
        Column(_("Impronta del codice"), Kind.TEXT, 66, lambda one: one.rulebook_hash),
    )


def referee_sheets(tournament: Tournament) -> tuple[Sheet, ...]:
    scores = ArbitralScore.objects.filter(case__tournament=tournament)
    scores = scores.select_related("ruling", "given_by").order_by("ruling__number", "version")
    given = [_Given(score, Arithmetic.from_dict(score.arithmetic)) for score in scores]
    return (
        all_versions_sheet(tournament),
        consultations_sheet(tournament),
        club_sheet(tournament),
        _scores_sheet(given),
        _inputs_sheet(given),
    )


def consultations_sheet(tournament: Tournament) -> Sheet:
    """A row per person who was asked, on any case, with the question as it was put."""
    asked = Opinion.objects.filter(consultation__tournament=tournament)
    asked = asked.select_related("consultation__case__table__round", "consultation__asked_by")
    return Sheet.of(
        _("Consultazioni"),
        asked.order_by("consultation__number", "pk"),
        Column(_("Consultazione"), Kind.INTEGER, 8, lambda one: one.consultation.number),
        Column(_("Anomalia"), Kind.INTEGER, 8, lambda one: one.consultation.case.number),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.consultation.case.table.round.number),
        Column(_("Tavolo"), Kind.INTEGER, 7, lambda one: one.consultation.case.table.number),
        Column(_("Domanda"), Kind.TEXT, 60, lambda one: one.consultation.question),
        Column(_("Chiesta da"), Kind.TEXT, 22, lambda one: str(one.consultation.asked_by)),
        Column(_("Chiesta il"), Kind.MOMENT, 16, lambda one: one.consultation.asked_at),
        Column(_("Chi è stato sentito"), Kind.TEXT, 22, lambda one: one.name),
        Column(_("Che cosa lo lega"), Kind.TEXT, 28, lambda one: one.interest),
        Column(_("Parere"), Kind.TEXT, 60, lambda one: one.answer),
        Column(_("Risposto il"), Kind.MOMENT, 16, lambda one: one.answered_at),
    )


def club_sheet(tournament: Tournament) -> Sheet:
    """A row per person who was told of somebody of the own club, or name, before acting on a record."""
    return Sheet.of(
        _("Stesso circolo"),
        ClubNotice.objects.filter(tournament=tournament).select_related("user").order_by("pk"),
        Column(_("Atto"), Kind.TEXT, 16, lambda one: one.record),
        Column(_("Chi"), Kind.TEXT, 22, lambda one: str(one.user)),
        Column(_("Che cosa fa"), Kind.TEXT, 18, lambda one: one.get_act_display()),
        Column(_("Stesso circolo o nome, avvisati"), Kind.TEXT, 60, lambda one: one.words),
        Column(_("Avvisato il"), Kind.MOMENT, 16, lambda one: one.told_at),
    )


class _Given(NamedTuple):
    score: ArbitralScore
    made: Arithmetic


def _scores_sheet(given: Iterable[_Given]) -> Sheet:
    north_south, east_west = line_names()
    return Sheet.of(
        _("Punteggi arbitrali"),
        given,
        Column(_("Provvedimento"), Kind.INTEGER, 8, lambda one: one.score.ruling.number),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.score.ruling.scene["round"]),
        Column(_("Tavolo"), Kind.INTEGER, 7, lambda one: one.score.ruling.scene["table"]),
        Column(_("Smazzata"), Kind.INTEGER, 9, lambda one: one.score.ruling.scene["board"]),
        Column(_("Versione"), Kind.INTEGER, 9, lambda one: one.score.version),
        Column(_("Metodo"), Kind.TEXT, 22, lambda one: one.score.get_method_display()),
        Column(_("Altri tavoli"), Kind.INTEGER, 7, lambda one: len(one.made.inputs)),
        Column(_("Media %(line)s") % {"line": north_south}, Kind.FRACTION, 11, lambda one: _mean(one.made.line_a)),
        Column(_("Media %(line)s") % {"line": east_west}, Kind.FRACTION, 11, lambda one: _mean(one.made.line_b)),
        Column(_("Punti %(line)s") % {"line": north_south}, Kind.INTEGER, 9, lambda one: one.made.a),
        Column(_("Punti %(line)s") % {"line": east_west}, Kind.INTEGER, 9, lambda one: one.made.b),
        Column(_("Sorteggio"), Kind.TEXT, 10, lambda one: line_name(one.made.lot.drawn) if one.made.lot else ""),
        Column(_("Motivo"), Kind.TEXT, 40, lambda one: one.score.reason),
        Column(_("Dato da"), Kind.TEXT, 22, lambda one: str(one.score.given_by)),
        Column(_("Dato il"), Kind.MOMENT, 16, lambda one: one.score.given_at),
        Column(_("Stato"), Kind.TEXT, 12, lambda one: _("in vigore") if one.score.is_current else _("sostituito")),
    )


def _mean(line: LineMean | None) -> Fraction | None:
    return line.mean if line else None


def _inputs_sheet(given: Iterable[_Given]) -> Sheet:
    north_south, east_west = line_names()
    return Sheet.of(
        _("Risultati usati"),
        [(score, made, used) for score, made in given for used in made.inputs],
        Column(_("Provvedimento"), Kind.INTEGER, 8, lambda one: one[0].ruling.number),
        Column(_("Versione"), Kind.INTEGER, 9, lambda one: one[0].version),
        Column(_("Tavolo"), Kind.INTEGER, 8, lambda one: _place(one[2])[1]),
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: _place(one[2])[0] or one[0].ruling.scene["round"]),
        Column(_("Punti %(line)s") % {"line": north_south}, Kind.INTEGER, 9, lambda one: one[2].a),
        Column(_("Punti %(line)s") % {"line": east_west}, Kind.INTEGER, 9, lambda one: one[2].b),
        Column(
            _("Scartato %(line)s") % {"line": north_south}, Kind.TEXT, 10, lambda one: _dropped(one[2], one[1].line_a)
        ),
        Column(
            _("Scartato %(line)s") % {"line": east_west}, Kind.TEXT, 10, lambda one: _dropped(one[2], one[1].line_b)
        ),
    )


def _place(used: TableScore) -> tuple[int, int]:
    """The round and the table of a result; no round where the label names none, as it is the ruling's own."""
    number, _dot, table = used.table.rpartition(".")
    return int(number or 0), int(table)


def _dropped(used: TableScore, line: LineMean | None) -> str:
    return _("sì") if line and is_dropped(used.table, line.trimmed) else ""
