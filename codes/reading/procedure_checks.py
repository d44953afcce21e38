"""Checks of what a procedure names and answers for; and of the general part and the orders' words by themselves.

Cards: the orders that name them, and the places for them in the words of the orders. Faculties: a question that is
asked, somebody who has a name, articles that exist. Persons: who is asked, who follows from another, whom its effects
mean. What follows: the effect that leads on, the procedure, the answers that it knows by then. effects.yaml: what is
said of an order beside its words is said of one that has words. The general part: its clauses and their tables, and
that every anomaly answers for each clause.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Set

from codes.deciding.book import Procedure
from codes.deciding.table import THE_ANOMALY, Fact
from codes.format.effects import LINE_ROLES, ROLES, VERBS_WITH_POINTS, Inform, Judgement, Penalty, Rectify, listed
from codes.format.effects_file import DECIDED, EffectsFile, Wording
from codes.format.model import Figured, Placed
from codes.format.schema import RESPONSIBLE, CardsAsked, GeneralFile, Person, ProcedureFile
from codes.reading.files import Sources

Wordings = Mapping[str, Mapping[str, Wording]]
# The places for cards in the words of an effect, by what a question for cards fills.
PLACES = {"cards": ("cards", "in_order", "first", "rest", "then"), "meld": ("meld",)}
CARDS = tuple(place for places in PLACES.values() for place in places)


def all_card_problems(
    sources: Sources, procedures: Mapping[str, Procedure]
) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """What is wrong with the questions for cards of a code, each with its file and its place there."""
    wording, shared = sources.effects.wording, sources.facts.cards
    files = {"facts.yaml": shared} | {
        f"procedures/{procedure.id}.yaml": procedure.cards for procedure in sources.procedures.values()
    }
    for file, questions in files.items():
        yield from ((file, place, message) for place, message in card_problems(questions, wording))
        yield from ((file, place, message) for place, message in answer_problems(questions, procedures))
    all_questions = [question for questions in files.values() for question in questions.values()]
    yield from (("effects.yaml", place, message) for place, message in unnamed_cards(all_questions, wording))


def card_problems(questions: Mapping[str, CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """What is wrong with a file's questions for cards, each with its place: no such order, or one without a place."""
    for name, question in questions.items():
        for verb, objects in question.orders.items():
            place = ("cards", name, "orders", verb)
            for target in objects:
                words = wording.get(verb, {}).get(target)
                if words is None:
                    yield place, f"no wording for «{verb}: {target}» in effects.yaml"
                elif not _names_cards(words, question.place):
                    yield place, f"the wording of «{verb}: {target}» has no place for cards"


def answer_problems(questions: Mapping[str, CardsAsked], procedures: Mapping[str, Procedure]) -> Iterator[Placed]:
    """The answers on which a question for cards depends that no procedure has."""
    facts = [fact for procedure in procedures.values() for fact in procedure.facts.values()]
    known_answers = {(fact.name, answer) for fact in facts for answer in fact.answers}
    for name, question in questions.items():
        for key, condition in (("single", question.single), ("several", question.several), ("unseen", question.unseen)):
            for fact, answers in condition.items():
                for answer in answers:
                    if (fact, answer) not in known_answers:
                        yield ("cards", name, key, fact), f"unknown answer «{answer}» of «{fact}»"


def unnamed_cards(questions: Iterable[CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """The wordings with a place for cards that no question fills."""
    filled = {
        (question.place, verb, target)
        for question in questions
        for verb, objects in question.orders.items()
        for target in objects
    }
    for verb, objects in wording.items():
        for target, words in objects.items():
            if any(_names_cards(words, place) and (place, verb, target) not in filled for place in PLACES):
                yield ("wording", verb, target), f"no question for the cards of «{verb}: {target}»"


def words_of(words: Wording) -> tuple[str, ...]:
    """All the words of an effect: in both languages, of every number of cards."""
    return tuple(sentence for text in words.all for sentence in (text.it, text.en))


def _names_cards(words: Wording, filled: str) -> bool:
    return all(any(f"{{{place}}}" in sentence for place in PLACES[filled]) for sentence in words_of(words))


def faculty_problems(
    procedure: ProcedureFile, facts: Mapping[str, Fact], phrases: Collection[str], articles: Collection[int]
) -> Iterator[Placed]:
    """What is wrong with the faculties of a procedure, each with its place in the file.

    facts: those of the procedure; phrases: the keys of `whom` in effects.yaml; articles: the numbers of the code.
    """
    persons = {*ROLES, *procedure.persons}
    for name, faculties in procedure.faculties.items():
        place = ("faculties", name)
        if name not in facts or facts[name].source != "arbiter":
            yield place, f"«{name}» is not a question of this procedure that the arbiter answers"
        if any(not faculty.condition for faculty in faculties[:-1]):
            yield place, f"«{name}»: a faculty without `if` leaves none to those after it"
        for faculty in faculties:
            if faculty.of not in phrases or faculty.of not in persons:
                yield place, f"unknown person «{faculty.of}»"
            for number in faculty.cites:
                if number not in articles:
                    yield place, f"unknown article {number}"
            for fact, answers in faculty.condition.items():
                possible = facts[fact].answers if fact in facts else ()
                for answer in listed(answers):
                    if answer not in possible:
                        yield place, f"unknown answer «{answer}» of «{fact}»"


def follow_up_problems(effects: EffectsFile, procedures: Mapping[str, Procedure]) -> Iterator[Placed]:
    """What is wrong with the follow-ups of a code, each with its place in effects.yaml."""
    for verb, objects in effects.follows.items():
        for target, follow in objects.items():
            place = ("follows", verb, target)
            if target not in effects.wording.get(verb, {}):
                yield place, f"no wording for «{verb}: {target}»"
            if follow.procedure not in procedures:
                yield place, f"unknown procedure «{follow.procedure}»"
                continue
            facts = procedures[follow.procedure].facts
            for name in (*follow.with_, *follow.anew):
                if name not in facts:
                    yield place, f"unknown fact «{name}» of «{follow.procedure}»"
            for name, answer in follow.with_.items():
                if name in facts and answer not in facts[name].answers:
                    yield place, f"unknown answer «{answer}» of «{name}»"


# What an order may be that means lines of other tables too: read out, or entered in the standings of whom it names.
AT_OTHER_TABLES = (Inform, Judgement, Penalty, Rectify)


def person_problems(procedure: ProcedureFile, facts: Mapping[str, Fact], phrases: Collection[str]) -> Iterator[Placed]:
    """What is wrong with the persons of a procedure, each with its place in the file.

    facts: those of the procedure. phrases: the keys of `whom` in effects.yaml, by which an effect is worded.
    """
    before: set[str] = {RESPONSIBLE}
    for name, person in procedure.persons.items():
        location = ("persons", name)
        if name in ROLES and name != RESPONSIBLE:
            yield location, f"«{name}» means somebody already: choose another name"
        if name not in phrases:
            yield location, f"no phrase for whom «{name}» in effects.yaml"
        if (person.ask is None) is (person.is_ is None):
            yield location, f"«{name}» is either asked (`ask`) or told by another person (`is`)"
        if person.is_ is not None and person.of not in before:
            yield location, f"«{name}»: «{person.of}» is not named before it"
        if person.choose == "player" and (name == RESPONSIBLE or person.of not in before):
            yield location, f"«{name}»: a player of whose line? «{person.of}» is not named before it"
        for problem in _first_person_faults(name, person, facts):
            yield location, problem
        before.add(name)
    persons = {*ROLES, *procedure.persons}
    for number, rule in enumerate(procedure.rules):
        for place, effect in enumerate(rule.then):
            if effect.whom and effect.whom not in persons:
                yield ("rules", number, "then", place), f"unknown person «{effect.whom}»"
    if procedure.elsewhere:
        yield from _elsewhere_problems(procedure)


def _first_person_faults(name: str, person: Person, facts: Mapping[str, Fact]) -> Iterator[str]:
    """What only whoever is asked first may be: waiting for a question, both lines under its answers."""
    if name == RESPONSIBLE and person.ask is None:
        yield f"«{name}» is asked: the others are told by it"
    if person.after and (name != RESPONSIBLE or person.after not in facts):
        yield f"«{name}»: only «{RESPONSIBLE}» may wait, and for a question of the procedure"
    for fact, answers in person.both.items():
        if fact != person.after or fact not in facts or not set(answers) <= facts[fact].answers.keys():
            yield f"«{name}»: both lines only under answers of the question that is waited for (`after`)"


def _elsewhere_problems(procedure: ProcedureFile) -> Iterator[Placed]:
    if not procedure.whole_match:
        yield ("elsewhere",), "what happens at several tables concerns whole matches (`whole_match`)"
    for number, rule in enumerate(procedure.rules):
        for place, effect in enumerate(rule.then):
            if not isinstance(effect, AT_OTHER_TABLES):
                yield ("rules", number, "then", place), f"«{effect.verb}» acts at one table: not with `elsewhere`"


def differing_persons(procedure: Procedure, other: Procedure | None) -> list[str]:
    """The persons whom two procedures of one walk call alike and mean otherwise.

    Who is responsible is asked once, in the words of the procedure that was chosen.
    """
    theirs = other.persons if other else {}
    return [
        name
        for name, person in procedure.persons.items()
        if name != RESPONSIBLE and name in theirs and theirs[name] != person
    ]


# The effect in which a score settled by the arbiter stands.
VERBS_THAT_SETTLE = ("judgement", "concede")
VERB_OF_SCOPE = {"match": "fixed_score", "deal": "deal_score"}


def effects_problems(effects: EffectsFile) -> Iterator[Placed]:
    """What is wrong with the choices that orders leave, with what acts on points, with scores that are settled."""
    yield from _choices(effects)
    yield from _acts(effects)
    yield from _decides(effects)


def _choices(effects: EffectsFile) -> Iterator[Placed]:
    for verb, objects in effects.choices.items():
        for target, choice in objects.items():
            place = ("choices", verb, target)
            if choice.of and (choice.of not in ROLES or choice.of not in effects.whom):
                yield place, f"unknown person «{choice.of}»"
            if not _has_words(effects, verb, target):
                yield place, f"no wording for «{verb}: {target}»"


def _acts(effects: EffectsFile) -> Iterator[Placed]:
    """What acts on the points of a deal is an effect with words, and one that can carry points."""
    for verb, objects in effects.acts.items():
        for target, acting in objects.items():
            place = ("acts", verb, target)
            if verb not in VERBS_WITH_POINTS or not _has_words(effects, verb, target):
                yield place, f"no effect «{verb}: {target}» has points"
            try:
                for language in (acting.words.it, acting.words.en):
                    language.format(points=Figured(0))
            except (KeyError, IndexError, ValueError) as error:
                yield place, f"how «{verb}: {target}» acts: unknown placeholder {error}"


def _decides(effects: EffectsFile) -> Iterator[Placed]:
    """A judgement or concession that settles a score has words, and so has what each line then gets."""
    for target, settled in effects.decides.items():
        place, verb = ("decides", target), VERB_OF_SCOPE[settled.settles]
        if not any(_has_words(effects, settling_verb, target) for settling_verb in VERBS_THAT_SETTLE):
            yield place, f"no wording for «judgement: {target}»"
        if not _has_words(effects, verb, DECIDED):
            yield place, f"no wording for «{verb}: {DECIDED}»"
        for whom in LINE_ROLES:
            if whom not in effects.whom:
                yield place, f"no phrase for whom «{whom}»"


def _has_words(effects: EffectsFile, verb: str, target: str) -> bool:
    return target in effects.wording.get(verb, {})


def general_file_problems(sources: Sources, articles: Set[int]) -> Iterator[Placed]:
    """What is wrong with the clauses of a code, each with its place in general.yaml."""
    for name, clause in sources.general.clauses.items():
        place = ("clauses", name)
        for number in sorted({*clause.articles} - articles):
            yield place, f"unknown article {number}"
        table = sources.procedures.get(clause.table)
        if table is None:
            yield place, f"unknown procedure «{clause.table}»"
            continue
        if table.listed or table.takes or table.leaves:
            yield place, f"«{clause.table}» is itself an anomaly of the list: a table of the general part is not"
        gos = (effect for rule in table.rules for effect in rule.then if effect.verb == "go")
        leads_on = any(go.what == THE_ANOMALY for go in gos)
        if leads_on == bool(clause.after):
            yield place, f"«{clause.table}» {'leads on' if leads_on else 'never leads on'} to the anomaly"
        for verb, objects in clause.after.items():
            for target in objects:
                if target not in sources.effects.wording.get(verb, {}):
                    yield (*place, "after", verb), f"no wording for «{verb}: {target}»"
    for name, departure in sources.general.departures.items():
        for number in sorted({*departure.cites} - articles):
            yield ("departures", name), f"unknown article {number}"
        if not any(name in procedure.leaves.values() for procedure in sources.procedures.values()):
            yield ("departures", name), f"no procedure departs for «{name}»"


def general_part_problems(procedure: ProcedureFile, general: GeneralFile) -> Iterator[Placed]:
    """What a procedure says of the general part; a listed one takes or leaves every clause, and never both."""
    for clause in procedure.takes:
        if clause not in general.clauses:
            yield ("takes",), f"unknown clause «{clause}» of the general part"
        if clause in procedure.leaves:
            yield ("leaves", clause), f"the clause «{clause}» is taken and left"
    for clause, departure in procedure.leaves.items():
        if clause not in general.clauses:
            yield ("leaves", clause), f"unknown clause «{clause}» of the general part"
        if departure not in general.departures:
            yield ("leaves", clause), f"unknown departure «{departure}» in general.yaml"
    if procedure.listed:
        for clause in general.clauses.keys() - {*procedure.takes, *procedure.leaves}:
            yield (
                (),
                f"of the clause «{clause}» of the general part nothing is said: take it, or leave it with a reason",
            )
