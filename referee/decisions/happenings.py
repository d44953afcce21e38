"""What happens to a match besides its play, as facts of a procedure of its code, and what may be told with one tap.

Words, figures and thresholds are the code's own: here only which of its procedures begin from one tap, and with which
answers given by it; and what was decided already on the same happening: a lateness is ruled on once, and then revised.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision, Question
from codes.format.effects import LINE_ROLES, Effect, Forfeit, GivenScore
from codes.format.model import Text
from codes.format.schema import Person
from codes.seats import Line
from referee.cases.known_answers import LATE, OTHER_LATE
from referee.cases.models import Case, at_table
from referee.cases.persons import BOTH, EVERYBODY, NOBODY, line_of
from referee.cases.walk import answers_to, book_of, outcome, persons_to_ask
from referee.cases.words import spoken
from referee.decisions.completion import LOST_ON_TIME, decided_by_arbiter, scored_by_figures
from referee.rulings.models import Ruling
from tournaments.rounds.models import Table
from tournaments.scores.match_models import MatchScore

LATENESS = "ritardo-al-tavolo"
ON_TIME = "presente"
LOST_SHEET = "score-smarrito"


class Concerns(StrEnum):
    """Whose happening it is: of one line, of the match as such, or of two lines that both answer for it."""

    LINE = "line"
    MATCH = "match"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What one tap reports: a procedure and the answers that the tap gives.

    named_by: the fact whose answer names it; else the procedure's own title does. asks: a fact whose answers stand
    beside the tap, so that one of them is told with it.
    """

    procedure: str
    concerns: Concerns = Concerns.LINE
    facts: Mapping[str, str] = field(default_factory=dict)
    named_by: str = ""
    asks: str = ""

    def words(self, book: Rulebook) -> str:
        procedure = book.procedures[self.procedure]
        if self.named_by:
            return spoken(procedure.facts[self.named_by].answers[self.facts[self.named_by]])
        return spoken(procedure.title)

    def on(self, line: Line | None) -> "Happening":
        """What happened, to that line or to the match."""
        both = self.concerns is Concerns.BOTH
        return Happening(procedure=self.procedure, line=line, both=both, facts=self.facts)

    def matches(self, happening: "Happening | None") -> bool:
        """Whether this is the happening."""
        return (
            happening is not None
            and happening.procedure == self.procedure
            and all(happening.facts.get(name) == answer for name, answer in self.facts.items())
        )


def _abandonment(why: str, concerns: Concerns = Concerns.LINE) -> Situation:
    fact = "motivo-abbandono"
    return Situation(procedure="abbandono", concerns=concerns, facts={fact: why}, named_by=fact)


SITUATIONS = (
    Situation(procedure="assenza", asks="direttore-avvisato"),
    _abandonment("impossibilita"),
    _abandonment("litigio"),
    Situation(procedure="squadra-incompleta", facts={"squadre-incomplete": "una"}),
    Situation(procedure="score-non-consegnato", facts={"score-sul-tavolo": "lasciato"}),
    Situation(procedure="assenza-di-entrambe", concerns=Concerns.MATCH),
    _abandonment("entrambe", Concerns.MATCH),
    _abandonment("intemperanze", Concerns.MATCH),
    Situation(procedure="squadra-incompleta", concerns=Concerns.MATCH, facts={"squadre-incomplete": "entrambe"}),
    Situation(procedure=LOST_SHEET, concerns=Concerns.MATCH, facts={"score-ritrovato": "no"}),
    Situation(
        procedure="score-non-consegnato",
        concerns=Concerns.BOTH,
        facts={"score-sul-tavolo": "lasciato", "esito-partita": "pari"},
    ),
)


def situations(table: Table) -> Iterator[Situation]:
    """The situations that one tap can report at the table: those for which its code has a procedure."""
    tournament = table.round.tournament
    book, options = book_of(tournament), tournament.options_at(table.round)
    for situation in SITUATIONS:
        if situation.procedure in book.procedures and book.procedures[situation.procedure].applies_to(options):
            yield situation


def has_quick_page(table: Table) -> bool:
    """Whether the code of the table's tournament rules on anything that the quick page tells."""
    return any(situations(table))


@dataclass(frozen=True)
class PersonMissing:
    """A person still to be tapped: the name, the question, and the answers that there are."""

    name: str
    ask: Text
    answers: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Happening:
    """What happened to a match: the code's procedure, whose line it concerns, the answers to its questions."""

    procedure: str
    line: Line | None = None
    # Whether both lines answer for it; then it names none.
    both: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)
    # Whom its orders mean besides the line, by the names under which the procedure asks for them.
    persons: Mapping[str, str] = field(default_factory=dict)

    def case_at(self, table: Table) -> Case:
        """A case as it would be opened for it, not saved."""
        return Case(
            tournament=table.round.tournament,
            table=table,
            procedure=self.procedure,
            responsible=self.responsible,
            facts=dict(self.facts),
            persons=dict(self.persons),
        )

    @property
    def line_or_both(self) -> str:
        """The line, or both lines, that answer for it; empty for nobody."""
        if self.both:
            return BOTH
        return self.line.value if self.line else ""

    @property
    def responsible(self) -> str:
        return self.line_or_both or NOBODY

    def persons_to_ask(self, table: Table) -> dict[str, Person]:
        """The persons whom the decision's orders mean and whom the page asks for; none before there is a decision."""
        book = book_of(table.round.tournament)
        return persons_to_ask(self.case_at(table), book) if self.procedure in book.procedures else {}

    def person_missing(self, table: Table) -> "PersonMissing | None":
        """The first of them who was not tapped."""
        book = book_of(table.round.tournament)
        for name, person in self.persons_to_ask(table).items():
            answers = answers_to(person, self.case_at(table), book)
            if person.ask and self.persons.get(name) not in answers:
                return PersonMissing(name, person.ask, answers)
        return None

    def outcome(self, table: Table) -> Question | Decision | None:
        """The code's next question about it, or its decision; None when it says too little to ask anything."""
        tournament = table.round.tournament
        book = book_of(tournament)
        procedure = book.procedures.get(self.procedure)
        if procedure is None or not procedure.whole_match or not procedure.applies_to(tournament.options):
            return None
        reached = outcome(self.case_at(table), book)
        effects = reached.effects if isinstance(reached, Decision) else ()
        names_a_line = any(effect.whom and effect.whom not in {*EVERYBODY, *LINE_ROLES} for effect in effects)
        return None if self.responsible == NOBODY and names_a_line else reached


def lateness(late: Mapping[Line, str]) -> Happening | None:
    """A happening of lateness from the row of each line («»: it was there); None when nobody was late."""
    line = next((late_line for late_line in Line if late.get(late_line)), None)
    if line is None:
        return None
    facts = {LATE: late[line], OTHER_LATE: late.get(line.other) or ON_TIME}
    return Happening(procedure=LATENESS, line=line, facts=facts)


def late_rows(happening: Happening | None) -> dict[Line, str]:
    """The row of each late line in a happening."""
    if happening is None or happening.procedure != LATENESS or happening.line is None:
        return {}
    other = happening.facts.get(OTHER_LATE, ON_TIME)
    rows = {happening.line: happening.facts.get(LATE, ""), happening.line.other: "" if other == ON_TIME else other}
    return {line: row for line, row in rows.items() if row}


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
