"""What was decided already on the same happening of a match: a lateness is ruled on once, and then revised."""

from collections.abc import Mapping

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision
from codes.format.effects import Effect, Forfeit, GivenScore
from referee.cases.models import Case, at_table
from referee.cases.persons import line_of
from referee.cases.walk import book_of
from referee.decisions.completion import LOST_ON_TIME, decided_by_arbiter, scored_by_figures
from referee.happenings.facts import LATENESS, Happening
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.scores.match_models import MatchScore


def standing_ruling(table: Table, procedure: str, *, fixes: bool) -> Ruling | None:
    """The ruling in force that a new one on the match takes the place of, as its next version.

    One on the same anomaly (they came later still, or were counted wrongly); where the new one fixes the score, the
    one that fixed it so far: a match has one score, by one ruling.
    """
    in_force = Ruling.objects.current().filter(at_table(table, "case__")).order_by("-number")
    fixed = MatchScore.objects.current().filter(table=table).first() if fixes else None
    for ruling in in_force.select_related("case", "tournament"):
        if ruling.departed and not any("fixed_score" in effect for effect in ruling.effects):
            continue  # annulled, or decided in the arbiter's own words: it stands by itself
        if ruling.procedure == procedure or (fixed and fixed.reference == ruling.reference):
            return ruling
    return None


def fixes_score(decision: Decision, book: Rulebook) -> bool:
    """Whether the match gets a score by it: the code's, or the one that the arbiter settles."""
    matter = decided_by_arbiter(decision.effects, book)
    by_figures = any(order.settles == "match" for order in scored_by_figures(decision.effects, book))
    return by_figures or bool(matter and matter.settles == "match") or any(map(_fixes, decision.effects))


def _fixes(effect: Effect) -> bool:
    """Whether it fixes the match's score by itself: the code's, or a match lost on time (online 15)."""
    return isinstance(effect, GivenScore) or (isinstance(effect, Forfeit) and effect.forfeit == LOST_ON_TIME)


def ruled_already(case: Case, decision: Decision, book: Rulebook) -> Ruling | None:
    """The ruling in force in whose place this decision would stand; none for what may happen again.

    What is being revised stands by itself.
    """
    procedure = book.procedures[case.procedure]
    if case.is_revision or not procedure.whole_match:
        return None
    fixes = fixes_score(decision, book)
    return standing_ruling(case.table, case.procedure, fixes=fixes) if fixes or procedure.once else None


def ruled_once(case: Case, book: Rulebook) -> Ruling | None:
    """The ruling in force on the anomaly itself, as soon as that is chosen, where it happens to a match once."""
    procedure = book.procedures.get(case.procedure)
    if procedure is None or not procedure.once or case.is_revision:
        return None
    return standing_ruling(case.table, case.procedure, fixes=False)


def once_at(table: Table, book: Rulebook) -> list[Ruling]:
    """The rulings in force at a table on what happens to a match once, the first one first."""
    once = [procedure.id for procedure in book.procedures.values() if procedure.once]
    in_force = Ruling.objects.current().filter(at_table(table, "case__"), procedure__in=once, departed=False)
    return list(in_force.order_by("number"))


def lateness_decided(table: Table) -> Happening | None:
    """The lateness that a ruling in force tells of at the table."""
    ruling = standing_ruling(table, LATENESS, fixes=False)
    if ruling is None:
        return None
    facts = {step["fact"]: step["answer"] for step in ruling.trail}
    return Happening(procedure=LATENESS, line=line_of(ruling.scene["responsible"]), facts=facts)


def decided_alike(ruling: Ruling, case: Case, decision: Decision) -> bool:
    """Whether that ruling rests on the very facts of the case, so that nothing would be revised.

    The same facts also where they are told from the other line, or from another of the tables that it is about. Not
    where the arbiter settles figures himself: those may be others.
    """
    if ruling.departed or any(effect["verb"] == "judgement" for effect in ruling.effects):
        return False
    if ruling.procedure != case.procedure:
        return False
    then = {step["fact"]: step["answer"] for step in ruling.trail}
    now = {step.fact: step.answer for step in decision.trail}
    if then == now:
        return _places_alike(ruling, case)
    facts = book_of(case.tournament).procedures[case.procedure].mirrored_facts(now)
    line, ruling_line = line_of(case.responsible), line_of(ruling.scene["responsible"])
    return facts == then and line is not None and ruling_line == line.other and ruling.case.table_id == case.table_id


def _places_alike(ruling: Ruling, case: Case) -> bool:
    """Whether that ruling is about whoever the case names: at its own table the same lines, at another one of them."""
    then = _lines(ruling.case, ruling.scene["responsible"], ruling.answers.get("elsewhere"))
    now = _lines(case, case.responsible, case.elsewhere)
    return then == now if ruling.case.table_id == case.table_id else now.items() <= then.items()


def _lines(case: Case, responsible: str, elsewhere: Mapping[str, str] | None) -> dict[str, str]:
    """Who answers at each table that a case is about."""
    return {str(case.table_id): responsible} | dict(elsewhere or {})
