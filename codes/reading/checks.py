"""Checks of a whole code: names, tables without gap or overlap, no cycle, one meaning per fact.

Every problem is collected with its file and line; nothing stops at the first.
"""

from collections.abc import Iterator, Mapping, Set

from codes.deciding.book import Procedure
from codes.deciding.table import THE_ANOMALY, DecisionTable, Fact, rows_of
from codes.format.effects import Answers, Effect, Go, Penalty, Reserve, Sanatoria, listed
from codes.format.model import Figured, Problem
from codes.format.schema import FactEntry, Option, ProcedureFile, Rule
from codes.reading import procedure_checks as named
from codes.reading.files import GENERAL, SYNONYMS, Sources
from codes.reading.register import register_problems
from codes.reading.spoken_words import faults, faults_of_tellings

PLACEHOLDERS = ("whom", "names", "until", "finality", "basis", "amount", "score", *named.CARDS)


class Checker:
    """Resolves and checks the procedures of one code; `problems` grows, `procedures` holds the sound ones."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.problems: list[Problem] = []
        self.procedures: dict[str, Procedure] = {}
        self.articles = {article.number for article in sources.articles.articles}
        self.shared = self._shared_facts()
        self._general_tables = {clause.table for clause in sources.general.clauses.values()}

    def run(self) -> None:
        """Checks everything, in the order in which a reader would mend it."""
        self._articles()
        self._constraints()
        self._pointless()
        self._choices()
        for place, message in named.effects_problems(self.sources.effects):
            self.report("effects.yaml", place, message)
        for place, message in named.general_file_problems(self.sources, self.articles):
            self.report(GENERAL, place, message)
        for procedure in self.sources.procedures.values():
            self._procedure(procedure)
        self._continuations(self.sources.procedures.keys())
        self._one_meaning(self.sources.procedures.keys())
        self._examples()
        for file, place, message in named.all_card_problems(self.sources, self.procedures):
            self.report(file, place, message)
        for place, message in named.follow_up_problems(self.sources.effects, self.procedures):
            self.report("effects.yaml", place, message)
        for place, message in faults(self.sources.synonyms, self.sources.procedures):
            self.report(SYNONYMS, place, message)
        told = faults_of_tellings(self.sources.tellings, self.sources.procedures)
        for name, place, message in (*register_problems(self.sources, self.shared, self.articles), *told):
            self.report(name, place, message)

    def run_again(self, name: str, near: Set[str]) -> None:
        """Checks one procedure that changed, and where those near it lead; the others are taken as found sound."""
        self._procedure(self.sources.procedures[name])
        self._continuations(near)
        self._one_meaning(near)

    def report(self, file: str, location: tuple[str | int, ...], message: str) -> None:
        """Adds a problem at that path of that file."""
        self.problems.append(self.sources.documents[file].problem(location, message))

    # -- articles, options, shared facts -------------------------------------------

    def _articles(self) -> None:
        numbers: set[int] = set()
        for place, article in enumerate(self.sources.articles.articles):
            location = ("articles", place)
            if article.number in numbers:
                self.report("articles.yaml", location, f"article {article.number} stands twice")
            numbers.add(article.number)
            if article.part not in self.sources.articles.parts:
                self.report("articles.yaml", (*location, "part"), f"unknown part «{article.part}»")
            self._cites("articles.yaml", (*location, "refers"), article.refers)

    def _constraints(self) -> None:
        for place, constraint in enumerate(self.sources.rulebook.constraints):
            location = ("constraints", place)
            for part in (constraint.when, constraint.then):
                for name, answer in part.items():
                    self._option("rulebook.yaml", location, name, (answer,))
            self._cites("rulebook.yaml", location, constraint.cites)

    def _pointless(self) -> None:
        effects = self.sources.effects
        for verb, objects in effects.pointless.items():
            for target, answers in objects.items():
                location = ("pointless", verb, target)
                if target not in effects.wording.get(verb, {}):
                    self.report("effects.yaml", location, f"no wording for «{verb}: {target}»")
                for name, answers_given in answers.items():
                    self._known_answers("effects.yaml", location, self.shared, name, answers_given)

    def _choices(self) -> None:
        for verb, objects in self.sources.effects.choices.items():
            for target, choice in objects.items():
                self._cites("effects.yaml", ("choices", verb, target), choice.cites)

    def _option(self, file: str, place: tuple[str | int, ...], name: str, answers: tuple[str, ...]) -> None:
        option = self.sources.rulebook.options.get(name)
        if option is None:
            self.report(file, place, f"unknown option «{name}»")
            return
        for answer in answers:
            if answer not in option.answers:
                self.report(file, place, f"unknown answer «{answer}» of the option «{name}»")

    def _cites(self, file: str, place: tuple[str | int, ...], cites: tuple[int, ...]) -> None:
        for number in cites:
            if number not in self.articles:
                self.report(file, place, f"unknown article {number}")

    def _shared_facts(self) -> dict[str, Fact]:
        facts = {name: option_fact(name, option) for name, option in self.sources.rulebook.options.items()}
        for name, entry in self.sources.facts.facts.items():
            if name in facts:
                self.report("facts.yaml", ("facts", name), f"«{name}» is already an option of the tournament")
            elif fact := self._fact("facts.yaml", ("facts", name), name, entry):
                facts[name] = fact
        return facts

    def _fact(self, file: str, place: tuple[str | int, ...], name: str, entry: FactEntry) -> Fact | None:
        answers = entry.answers
        if isinstance(answers, str):
            if answers not in self.sources.facts.answer_sets:
                self.report(file, place, f"unknown answer set «{answers}»")
                return None
            answers = self.sources.facts.answer_sets[answers]
        if len(answers) < 2:
            self.report(file, place, f"the fact «{name}» needs at least two answers")
        for unknown in {entry.otherwise, *entry.means} - {"", *answers}:
            self.report(file, place, f"unknown answer «{unknown}» of the fact «{name}»")
        return Fact(name, entry.ask, entry.help, answers, entry.source, entry.known or "", entry.otherwise, entry.means)

    # -- one procedure ---------------------------------------------------------------

    def _procedure(self, procedure: ProcedureFile) -> None:
        file, before = f"procedures/{procedure.id}.yaml", len(self.problems)
        if procedure.family not in self.sources.rulebook.families:
            self.report(file, ("family",), f"unknown family «{procedure.family}»")
        if procedure.once and not procedure.whole_match:
            self.report(file, ("once",), "what happens once to a match concerns the whole of it (`whole_match`)")
        self._cites(file, ("articles",), procedure.articles)
        for name, answers in procedure.applies.items():
            self._option(file, ("applies", name), name, answers)
        for place, note in enumerate(procedure.note_where):
            for name, answers in note.condition.items():
                self._option(file, ("note_where", place, "if", name), name, answers)
        for location, message in named.general_part_problems(procedure, self.sources.general):
            self.report(file, location, message)
        facts = self._facts_of(file, procedure)
        for location, message in named.person_problems(procedure, facts, self.sources.effects.whom):
            self.report(file, location, message)
        for location, message in named.faculty_problems(procedure, facts, self.sources.effects.whom, self.articles):
            self.report(file, location, message)
        for number, rule in enumerate(procedure.rules):
            self._rule(file, ("rules", number), rule, facts)
        # A table with unknown names cannot be laid out: its gaps would be told of besides, and mislead.
        if len(self.problems) == before:
            self._table(file, procedure, tuple(facts.values()))

    def _facts_of(self, file: str, procedure: ProcedureFile) -> dict[str, Fact]:
        facts: dict[str, Fact] = {}
        for name, entry in procedure.facts.items():
            place = ("facts", name)
            if entry is None and name not in self.shared:
                self.report(file, place, f"unknown fact «{name}»: neither an option nor in facts.yaml")
            elif entry is not None and name in self.shared:
                self.report(file, place, f"«{name}» is already a shared fact or an option: leave it empty here")
            elif fact := self.shared[name] if entry is None else self._fact(file, place, name, entry):
                facts[name] = fact
        return facts

    def _rule(self, file: str, location: tuple[str | int, ...], rule: Rule, facts: Mapping[str, Fact]) -> None:
        for name, answers in rule.when.items():
            self._known_answers(file, (*location, "when", name), facts, name, answers)
        for place, effect in enumerate(rule.then):
            here = (*location, "then", place)
            self._condition(file, here, facts, effect.condition or {})
            self._effect(file, here, effect)
        for place, (article, condition) in enumerate(rule.citations):
            here = (*location, "cites", place)
            self._cites(file, here, (article,))
            self._condition(file, here, facts, condition)
        for reading in rule.readings:
            self._condition(file, (*location, "reading"), facts, reading.condition)

    def _condition(
        self, file: str, place: tuple[str | int, ...], facts: Mapping[str, Fact], condition: Mapping[str, Answers]
    ) -> None:
        for name, answers in condition.items():
            self._known_answers(file, place, facts, name, listed(answers))

    def _known_answers(
        self, file: str, place: tuple[str | int, ...], facts: Mapping[str, Fact], name: str, answers: tuple[str, ...]
    ) -> None:
        if name not in facts:
            self.report(file, place, f"unknown fact «{name}»")
            return
        for answer in answers:
            if answer not in facts[name].answers:
                self.report(file, place, f"unknown answer «{answer}» of «{name}»")

    def _effect(self, file: str, place: tuple[str | int, ...], effect: Effect) -> None:
        effects = self.sources.effects
        if isinstance(effect, Go):
            return  # its target is checked with the other continuations
        if isinstance(effect, Reserve) and effect.consequence not in self.sources.procedures:
            self.report(file, place, f"unknown procedure «{effect.consequence}»")
        text = effects.wording.get(effect.verb, {}).get(effect.what)
        if text is None:
            self.report(file, place, f"no wording for «{effect.verb}: {effect.what}» in effects.yaml")
        else:
            try:
                for language in named.words_of(text):
                    language.format(**dict.fromkeys(PLACEHOLDERS, Figured()))
            except (KeyError, IndexError, ValueError) as error:
                self.report(file, place, f"wording of «{effect.verb}: {effect.what}»: unknown placeholder {error}")
        if isinstance(effect, Penalty) and effect.penalty == "punti" and "punti" not in effects.acts.get("penalty", {}):
            self.report(file, place, "effects.yaml does not say how «penalty: punti» acts")
        if effect.whom and effect.whom not in effects.whom:
            self.report(file, place, f"no phrase for whom «{effect.whom}» in effects.yaml")
        if effect.until and effect.until not in effects.until:
            self.report(file, place, f"no phrase for until «{effect.until}» in effects.yaml")
        if isinstance(effect, Sanatoria):
            if effect.finality and effect.finality not in effects.finality:
                self.report(file, place, f"no phrase for finality «{effect.finality}» in effects.yaml")
            if effect.basis and effect.basis not in effects.basis:
                self.report(file, place, f"no phrase for basis «{effect.basis}» in effects.yaml")

    def _table(self, file: str, procedure: ProcedureFile, facts: tuple[Fact, ...]) -> None:
        allowed = tuple(
            sum(fact.bit(answer) for answer in procedure.applies.get(fact.name, fact.answers)) for fact in facts
        )
        rows = tuple(
            row for number, rule in enumerate(procedure.rules, 1) for row in rows_of(number, rule, facts, allowed)
        )
        table = DecisionTable(facts, allowed, rows)
        before = len(self.problems)
        self._unreachable(file, procedure, table)
        self._uncited(file, table)
        self._sound(file, table)
        if len(self.problems) == before:
            self.procedures[procedure.id] = Procedure(procedure, {fact.name: fact for fact in facts}, table)

    def _unreachable(self, file: str, procedure: ProcedureFile, table: DecisionTable) -> None:
        reachable = {row.rule for row in table.rows if all(row.masks) and not self._excluded(table, row.masks)}
        for number, rule in enumerate(procedure.rules, 1):
            location = ("rules", number - 1)
            if number not in reachable:
                combination = ", ".join(f"{name}: {'/'.join(answers)}" for name, answers in rule.when.items())
                self.report(file, location, f"rule {number} can never be reached ({combination})")
            for place, effect in enumerate(rule.then):
                if _contradicts(effect.condition or {}, rule):
                    self.report(
                        file, (*location, "then", place), f"rule {number}: this effect's `if` contradicts its `when`"
                    )
            for place, (article, condition) in enumerate(rule.citations):
                if _contradicts(condition, rule):
                    self.report(
                        file,
                        (*location, "cites", place),
                        f"rule {number}: the `if` of {article} contradicts its `when`",
                    )
            if any(_contradicts(reading.condition, rule) for reading in rule.readings):
                words = "the `if` of its reading contradicts its `when`"
                self.report(file, (*location, "reading"), f"rule {number}: {words}")

    def _uncited(self, file: str, table: DecisionTable) -> None:
        """No decision without an article, even one cited under further facts only; what leads on decides nothing."""
        for row in table.rows:
            if all(row.masks) and not row.outcome.cites and not row.outcome.leads_on:
                self.report(
                    file,
                    ("rules", row.rule - 1, "cites"),
                    f"rule {row.rule} cites no article: {_combination_in_words(table.combination(row.masks))}",
                )

    def _excluded(self, table: DecisionTable, masks: tuple[int, ...]) -> bool:
        """Whether the tournament's constraints (110) exclude every combination of these masks."""
        return any(
            all(table.leaves_only(masks, name, answer) for name, answer in constraint.when.items())
            and any(table.leaves_out(masks, name, answer) for name, answer in constraint.then.items())
            for constraint in self.sources.rulebook.constraints
        )

    def _sound(self, file: str, table: DecisionTable) -> None:
        if overlap := table.overlap():
            first, second, combination = overlap
            self.report(
                file,
                ("rules", second.rule - 1),
                f"rules {first.rule} and {second.rule} both match: {_combination_in_words(combination)}",
            )
        elif (combination_left := table.gap()) is not None:
            self.report(file, ("rules",), f"no rule matches: {_combination_in_words(combination_left)}")

    # -- across procedures -------------------------------------------------------------

    def _gos(self, procedure: ProcedureFile) -> Iterator[tuple[tuple[str | int, ...], Go]]:
        for number, rule in enumerate(procedure.rules):
            for place, effect in enumerate(rule.then):
                if isinstance(effect, Go):
                    yield ("rules", number, "then", place), effect

    def _continuations(self, names: Set[str]) -> None:
        for procedure in [procedure for name, procedure in self.sources.procedures.items() if name in names]:
            file = f"procedures/{procedure.id}.yaml"
            for place, go in self._gos(procedure):
                if go.go == THE_ANOMALY and procedure.id in self._general_tables:
                    continue
                if go.go not in self.sources.procedures:
                    self.report(file, place, f"unknown procedure «{go.go}»")
                elif cycle := self._cycle_through(procedure.id, go.go):
                    self.report(file, place, "the procedures lead back to themselves: " + " → ".join(cycle))
                else:
                    self._carried(file, place, go)

    def _targets(self, name: str) -> list[str]:
        procedure = self.sources.procedures.get(name)
        return [go.go for _, go in self._gos(procedure)] if procedure else []

    def _cycle_through(self, start: str, target: str) -> list[str]:
        paths = [[start, target]]
        reached = {target}
        while paths:
            path = paths.pop()
            if path[-1] == start:
                return path
            for following in self._targets(path[-1]):
                if following not in reached or following == start:
                    reached.add(following)
                    paths.append([*path, following])
        return []

    def _reach(self, name: str) -> set[str]:
        reached, waiting = set(), [name]
        while waiting:
            current = waiting.pop()
            if current not in reached:
                reached.add(current)
                waiting += self._targets(current)
        return reached

    def _carried(self, file: str, place: tuple[str | int, ...], go: Go) -> None:
        facts: dict[str, Fact] = {}
        # What is told on the way may matter to a table that follows the orders.
        following = {clause.table for clause in self.sources.general.clauses.values() if clause.after}
        for name in self._reach(go.go) | following:
            if name in self.procedures:
                facts |= self.procedures[name].facts
        for name, answer in go.with_.items():
            self._known_answers(file, place, facts, name, (answer,))

    def _one_meaning(self, names: Set[str]) -> None:
        """A fact name means one thing in all the procedures that one walk can pass through."""
        for procedure in [procedure for name, procedure in self.procedures.items() if name in names]:
            together = self._reach(procedure.id)
            for clause in procedure.takes:
                together |= self._reach(self.sources.general.clauses[clause].table)
            for other in sorted(together - {procedure.id}):
                for name, fact in (self.procedures[other].facts if other in self.procedures else {}).items():
                    if name in procedure.facts and procedure.facts[name] != fact:
                        self.report(
                            f"procedures/{procedure.id}.yaml",
                            ("facts", name),
                            f"«{name}» means something else in «{other}»",
                        )
                for name in named.differing_persons(procedure, self.procedures.get(other)):
                    message = f"the person «{name}» is another in «{other}»"
                    self.report(f"procedures/{procedure.id}.yaml", ("persons", name), message)

    def _examples(self) -> None:
        for file, examples in self.sources.examples.items():
            if examples.procedure not in self.sources.procedures:
                self.report(file, ("procedure",), f"unknown procedure «{examples.procedure}»")
            for place, case in enumerate(examples.cases):
                location = ("cases", place)
                for name, answer in case.options.items():
                    self._option(file, (*location, "options"), name, (answer,))
                for missing in self.sources.rulebook.options.keys() - case.options.keys():
                    self.report(file, (*location, "options"), f"the option «{missing}» is missing")


def option_fact(name: str, option: Option) -> Fact:
    """A tournament's option as a fact that nobody is asked."""
    return Fact(name, option.title, None, option.answers, "option")


def _combination_in_words(combination: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {answer}" for name, answer in combination.items()) or "(no facts)"


def _contradicts(condition: Mapping[str, Answers], rule: Rule) -> bool:
    given = ((listed(answers), rule.when.get(name, ())) for name, answers in condition.items())
    return any(when and not set(answers) & set(when) for answers, when in given)
