"""What a decision still needs before it can be carried out, and its orders with what they come to.

Whose voice, how much, what had been earned. The code settles some figures by itself, the records others; the rest is
the arbiter's (`details.py`). Also the open reservation that a case is about: who voiced it, and against whom (75).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision
from codes.figures import Figure, FiguredOrder, FigureQuestion, ImpossibleFigures, in_figures, questions_of, settling
from codes.format.effects import (
    LINE_ROLES,
    Concede,
    DealScore,
    Effect,
    Forfeit,
    GivenScore,
    Indemnity,
    Judgement,
    Penalty,
    Reserve,
)
from codes.format.effects_file import DECIDED, Acting, Settled
from codes.seats import Line, Seat
from codes.tressette_online.matches import time_out_award, time_out_points
from codes.victory_points import get_scale
from records.requests import Refused
from referee.cases.known_scores import EARNED, IN_TIME, OUT_OF_TIME
from referee.cases.models import Case
from referee.cases.persons import OTHERS, line_of
from referee.cases.record import words
from referee.cases.walk import at_fault, book_of, walk_facts
from referee.cases.words import spoken
from referee.decisions.consequences import lines_of
from referee.decisions.details import Details
from referee.rulings.models import Ruling
from tournaments.scores.models import BoardScore


def figure_questions(effects: Iterable[Effect], book: Rulebook) -> dict[str, FigureQuestion]:
    """The questions whose answers put these orders into figures."""
    return questions_of(book.id, [(effect.verb, effect.what) for effect in effects])


def with_figures(records: list[dict[str, Any]], values: Mapping[str, Figure], book: Rulebook) -> list[dict[str, Any]]:
    """The records of effects, whose words end with the figures and their computation where those are told.

    Raises Refused for figures that cannot be.
    """
    return [_with_figures(record, values, book) for record in records]


def _with_figures(record: dict[str, Any], values: Mapping[str, Figure], book: Rulebook) -> dict[str, Any]:
    try:
        text = in_figures(book.id, (record["verb"], record[record["verb"]]), values)
    except ImpossibleFigures as error:
        raise Refused(spoken(error.text)) from error
    if text is None:
        return record
    ordered, figures = record["words"], words(text)
    return record | {"words": {language: f"{ordered[language]} {figures[language]}" for language in figures}}


# The question whether the innocent line had earned more than the code gives it (F.I.Bur. 39).
BETTER_SCORE = "punteggio-superiore"
# Online, a match that ends on time (14): it is lost, and the difference is worked out, or zero.
LOST_ON_TIME, A_DIFFERENCE, NO_DIFFERENCE = "partita", "differenza-calcolata", "differenza-zero"
# Of the figures of those matches: the points of both lines, and those that nobody had won.
OFFENDER, OPPONENTS, LEFT_OVER = "punti-fuori-tempo", "punti-degli-altri", "punti-residui"
# Of cards mixed up (FITRES 36): the points ascertained of the others and of the side at fault, and those in dispute.
DISPUTED, OTHERS_OWN, OWN = "punti-controversi", "punti-accertati-altri", "punti-accertati-responsabile"


# ---- what is needed ----------------------------------------------------------


def needs_voice(effects: Iterable[Effect]) -> bool:
    return any(isinstance(effect, Reserve) for effect in effects)


def open_penalty(effects: Iterable[Effect]) -> Penalty | None:
    """The penalty whose amount the code leaves to the arbiter."""
    penalties = (effect for effect in effects if isinstance(effect, Penalty))
    return next((penalty for penalty in penalties if penalty.amount is None and penalty.penalty != "ammonizione"), None)


def asks_earned(effects: Iterable[Effect]) -> bool:
    """Whether the innocent line keeps the better score that the arbiter establishes it had earned."""
    return any(isinstance(effect, Judgement) and effect.judgement == EARNED for effect in effects)


def asks_indemnity(effects: Iterable[Effect], book: Rulebook) -> bool:
    """Whether the arbiter says how many points the innocent side gets."""
    acting = (_acting(effect, book) for effect in effects if isinstance(effect, Indemnity) and effect.points is None)
    return any(effect is not None and effect.amount is None for effect in acting)


def has_open_figures(effects: Iterable[Effect], book: Rulebook) -> bool:
    """Whether something that the arbiter has still to say decides what changes."""
    effects = tuple(effects)
    questions = (open_penalty(effects), asks_earned(effects), asks_indemnity(effects, book))
    return any((*questions, scored_by_figures(effects, book), decided_by_arbiter(effects, book)))


def decided_by_arbiter(effects: Iterable[Effect], book: Rulebook) -> Settled | None:
    """What score the arbiter settles, as a judgement or a concession of the decision leaves it to him; none else."""
    matters = (effect.what for effect in effects if isinstance(effect, Judgement | Concede))
    return next((book.effects.decides[matter] for matter in matters if matter in book.effects.decides), None)


def scored_by_figures(effects: Iterable[Effect], book: Rulebook) -> tuple[FiguredOrder, ...]:
    """The orders from whose figures a score is worked out, the match's or the deal's: it is not fixed without them."""
    return settling(book.id, [(effect.verb, effect.what) for effect in effects])


def recorded_accusa(case: Case, effects: Iterable[Effect], book: Rulebook) -> int:
    """The accusa points that the score holds already of whom the decision takes them from; 0 before it is written."""
    return max((_accusa_on_score(case, effect, book) for effect in effects), default=0)


def _acting(effect: Effect, book: Rulebook) -> Acting | None:
    return book.effects.acts.get(effect.verb, {}).get(effect.what)


def _accusa_on_score(case: Case, effect: Effect, book: Rulebook) -> int:
    acting = _acting(effect, book)
    if acting is None or acting.written != "accusa" or case.board_id is None:
        return 0
    scores = BoardScore.objects.current().filter(table=case.table_id, board=case.board_id)
    score = scores.filter(kind=BoardScore.Kind.PLAYED).first()
    accuse = {Line.A: score.accusa_a, Line.B: score.accusa_b} if score else {}
    return sum(accuse.get(line, 0) for line in lines_of(case, effect, book))


# ---- settling it -------------------------------------------------------------


def settled(effects: Iterable[Effect], case: Case, book: Rulebook) -> tuple[Effect, ...]:
    """The effects with every figure for which nobody need be asked: the code's own, and what the records tell."""
    completed = tuple(_with_points(effect, case, book, None) for effect in effects)
    return _with_time_out(completed, case, {})


def complete(effects: tuple[Effect, ...], case: Case, details: Details) -> tuple[Effect, ...]:
    """The effects with what the arbiter establishes and measures; refused without what they need."""
    book = book_of(case.tournament)
    if asks_earned(effects):
        if details.earned is None:
            raise Refused(_("Scrivi i MP che la linea presente aveva già maturato."))
        effects = _with_earned(effects, case, details.earned)
    if needs_voice(effects) and not _may_voice(details.voiced_by, case):
        raise Refused(_("Tocca il posto dell’avversario che ha espresso la riserva: solo lui potrà farla valere."))
    effects = _with_decided(_with_scores(effects, case, book, details.figures), case, book, details)
    if asks_indemnity(effects, book) and not details.indemnity:
        raise Refused(_("Scrivi di quanti punti è l’indennizzo: il codice ne lascia a te la misura."))
    effects = tuple(_with_points(effect, case, book, details) for effect in settled(effects, case, book))
    return _with_amount(effects, details)


def _with_scores(
    effects: tuple[Effect, ...], case: Case, book: Rulebook, figures: Mapping[str, Figure]
) -> tuple[Effect, ...]:
    """The effects with the score that their figures come to; refused while one of these is missing."""
    questions = figure_questions(effects, book) if scored_by_figures(effects, book) else {}
    if missing := next((question for name, question in questions.items() if name not in figures), None):
        raise Refused(_("Scrivi le cifre che il punteggio aspetta: %(question)s") % {"question": spoken(missing.ask)})
    return _with_disputed(_with_time_out(effects, case, figures), case, book, figures)


def _with_disputed(
    effects: tuple[Effect, ...], case: Case, book: Rulebook, figures: Mapping[str, Figure]
) -> tuple[Effect, ...]:
    """The effects with the points of the deal: ascertained, and those in dispute to the side that errs not (36)."""
    conceded = next((effect for effect in effects if isinstance(effect, Concede) and effect.concede == DISPUTED), None)
    lines = lines_of(case, conceded, book) if conceded else ()
    if len(lines) != 1:
        return effects
    others, own = _number(figures, OTHERS_OWN) + _number(figures, DISPUTED), _number(figures, OWN)
    points = {lines[0]: others, lines[0].other: own}
    roles = zip(LINE_ROLES, Line, strict=True)
    return (*effects, *(DealScore(deal_score=DECIDED, whom=whom, points=points[line]) for whom, line in roles))


def _number(figures: Mapping[str, Figure], name: str) -> int:
    value = figures.get(name, 0)
    return int(value) if isinstance(value, int) else 0


def _with_decided(effects: tuple[Effect, ...], case: Case, book: Rulebook, details: Details) -> tuple[Effect, ...]:
    """The effects with the score that the arbiter settles; what calls for it stays beside it."""
    matter = decided_by_arbiter(effects, book)
    scope = matter.settles if matter else None
    if scope == "match":
        if details.match is None:
            raise Refused(_("Scrivi i MP delle due linee: qui li stabilisci tu."))
        rows = [(_vp_for(case, mp), mp) for mp in details.match]
        total = get_scale(case.tournament.vp_scale).total
        if sum(vp for vp, _mp in rows) > total:
            raise Refused(
                _("Con questi MP le due linee avrebbero insieme più di %(total)d VP: correggili.") % {"total": total}
            )
        _check_won(effects, case, book, rows)
        figures = zip(LINE_ROLES, rows, strict=True)
        return (*effects, *(GivenScore(fixed_score=DECIDED, whom=role, vp=vp, mp=mp) for role, (vp, mp) in figures))
    if scope == "deal":
        if details.deal is None:
            raise Refused(_("Scrivi i punti delle due linee nella smazzata: qui li stabilisci tu."))
        points = zip(LINE_ROLES, details.deal, strict=True)
        return (*effects, *(DealScore(deal_score=DECIDED, whom=role, points=each) for role, each in points))
    return effects


def _vp_for(case: Case, mp: int) -> int:
    """The VP of the row of the tournament's table to which these MP of a line belong; refused between two rows."""
    scale = get_scale(case.tournament.vp_scale)
    if mp % scale.step:
        raise Refused(_("I MP vanno di %(step)d in %(step)d: %(mp)d non può essere.") % {"step": scale.step, "mp": mp})
    return scale.victory_points(mp, boards=case.tournament.boards_per_round)[0]


def _check_won(effects: Iterable[Effect], case: Case, book: Rulebook, match: Sequence[tuple[int, int]]) -> None:
    """Refuse figures by which the line that has won the match would not have."""
    figures = dict(zip(Line, match, strict=True))
    for conceded in (
        effect for effect in effects if isinstance(effect, Concede) and effect.what in book.effects.decides
    ):
        for line in lines_of(case, conceded, book):
            if figures[line] <= figures[line.other]:
                raise Refused(_("La partita è vinta: chi l’ha vinta ha più VP, o a pari VP più MP."))


def _with_amount(effects: tuple[Effect, ...], details: Details) -> tuple[Effect, ...]:
    missing = open_penalty(effects)
    if missing is None:
        return effects
    if details.amount is None or details.amount <= 0:
        raise Refused(_("Scrivi di quanto è la penalità: il codice ne lascia a te la misura."))
    filled = missing.model_copy(update={"amount": details.amount})
    return tuple(filled if effect is missing else effect for effect in effects)


def _with_points(effect: Effect, case: Case, book: Rulebook, details: Details | None) -> Effect:
    """The effect with the points of the deal that it gives or takes, as far as they are known."""
    acting = _acting(effect, book)
    if acting is None or not isinstance(effect, Forfeit | Indemnity):
        return effect
    points = acting.amount
    if acting.written:
        accusa = _accusa_on_score(case, effect, book)
        points = min(accusa, details.points) if details and details.points else accusa
    elif points is None and details:
        points = details.indemnity
    return effect.model_copy(update={"points": points}) if points else effect


def _with_time_out(effects: tuple[Effect, ...], case: Case, figures: Mapping[str, Figure]) -> tuple[Effect, ...]:
    """The effects with the score of both lines after a match that ended on time (online 15); once.

    In a knock-out too: the bracket reads the score of the match, and this one says who goes through.
    """
    orders = {(effect.verb, effect.what) for effect in effects}
    waits = ("inform", A_DIFFERENCE) in orders and OFFENDER not in figures
    if ("forfeit", LOST_ON_TIME) not in orders or ("fixed_score", OUT_OF_TIME) in orders or waits:
        return effects
    points = time_out_points(
        offender=_number(figures, OFFENDER),
        opponents=_number(figures, OPPONENTS),
        not_yet_won=_number(figures, LEFT_OVER),
        fewest_wins=case.options["scopo"] == "a-perdere",
    )
    if OFFENDER in figures and points.is_still_ahead != (("inform", NO_DIFFERENCE) in orders):
        raise Refused(_("Con queste cifre chi è in vantaggio è un altro: correggi la risposta, o le cifre."))
    vp, mp = time_out_award(points.difference, boards=case.tournament.boards_per_round)
    return (
        *effects,
        GivenScore(fixed_score=OUT_OF_TIME, whom="responsabile", vp=vp[0], mp=mp[0]),
        GivenScore(fixed_score=IN_TIME, whom="avversari", vp=vp[1], mp=mp[1]),
    )


def _with_earned(effects: tuple[Effect, ...], case: Case, mp: int) -> tuple[Effect, ...]:
    """The effects with the score established in place of the judgement on it; refused where the code gives as much."""
    vp = _vp_for(case, mp)
    facts = {**case.facts, BETTER_SCORE: "no"}
    code = walk_facts(book_of(case.tournament), case.procedure, facts, case.options)
    given_scores = (
        [effect for effect in code.effects if isinstance(effect, GivenScore)] if isinstance(code, Decision) else []
    )
    least = next((score.vp for score in given_scores if score.whom in OTHERS), 0)
    if vp <= least:
        raise Refused(
            _("Con %(mp)d MP la linea ha %(own)d VP: il punteggio maturato conta solo se supera i %(vp)d del codice.")
            % {"mp": mp, "own": vp, "vp": least}
        )
    established = GivenScore(fixed_score=EARNED, whom="parte-innocente", vp=vp, mp=mp)
    judgements = [effect for effect in effects if isinstance(effect, Judgement) and effect.judgement == EARNED]
    return tuple(established if effect in judgements else effect for effect in effects)


def _may_voice(seat: str, case: Case) -> bool:
    """A reservation is voiced by an opponent of the side at fault (75)."""
    line = line_of(at_fault(case))
    return seat in list(Seat) and (line is None or Seat(seat).line != line)


def revised_ruling(case: Case) -> Ruling | None:
    """The version in force of the ruling that is being revised; None where nothing is."""
    return case.rulings.order_by("-version").first() if case.is_revision else None
