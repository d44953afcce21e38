"""What the files of a code contain, worked cases too, as pydantic models. Checks across files live in checks.py."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from codes.format.effects import Answers, Effect, EffectBase
from codes.format.model import AnswerList, Model, Text
from codes.format.readings import NamedReading, RuleReading, as_readings

Source = Literal["arbiter", "option", "detection"]
# Who may be tapped: a player, one line, one line or both; somebody: a player or a line; anyone: both lines and nobody
# in particular too, where the table gives them a meaning; answerable: the same, or the arbiter; fault: a player, the
# arbiter or nobody; player: one of the line of the person before, who is meant already where that person is a player;
# spectator: the player who answers for whoever watches, or nobody.
Choice = Literal["seat", "fault", "line", "lines", "somebody", "anyone", "answerable", "player", "spectator"]
# Told without asking: the same player, or the one who sits opposite.
Relation = Literal["same", "partner"]
RESPONSIBLE = "responsabile"
# What a program that runs the tournament may know, and then need not ask.
Known = Literal[
    "punteggio-annotato",
    "comportamento-precedente",
    "classifica-definitiva",
    "minuti-della-classifica",
    "turno-seguente-esposto",
    "primo-turno-esposto",
    "meta-dei-turni-passata",
    "meta-dei-turni-raggiunta",
    "iscrizioni-chiuse",
    "tavolo-incompleto",
    "riposo-precedente",
    "sostituzione-precedente",
    "turno-di-assenza",
    "esito-della-partita",
    "fase-seguente-esposta",
    "chi-risponde",
    "colpa-di-chi-risponde",
    "parti-in-colpa",
    "coppie-fisse",
    "ammonizioni-in-vigore",
    "ammonizione-per-questo",
    "ritardo-gia-deciso",
    "tipo-di-partita",
    "passate-giocate",
    "smazzate-giocate",
    "confronto-dei-punti",
    "sei-punti",
    "traguardo-raggiunto",
    "qualcuno-al-traguardo",
    "carte-calate",
    "palo-giocato",
    "mano-duplicata",
    "mano-registrata",
]


class Article(Model):
    """One article: our own summary, the part of the code, the articles it refers to."""

    number: int = Field(gt=0)
    part: str
    title: Text
    summary: Text
    refers: tuple[int, ...] = ()
    note: Text | None = None


class CodeSection(Model):
    """A part of the code that bears no number, printed after the article `after` (0: before the first)."""

    id: str
    after: int = Field(ge=0)
    title: Text
    summary: Text
    note: Text | None = None


class ArticlesFile(Model):
    parts: dict[str, Text]
    articles: tuple[Article, ...]
    sections: tuple[CodeSection, ...] = ()


class Option(Model):
    """Something a tournament fixes for all its deals: form, rules, accusa."""

    title: Text
    answers: dict[str, Text] = Field(min_length=2)


class Constraint(Model):
    """When a tournament's options are `when`, they must also be `then` (110)."""

    when: dict[str, str]
    then: dict[str, str]
    cites: tuple[int, ...]


class RulebookFile(Model):
    id: str
    title: Text
    federation: str
    game: str
    edition: str
    supersedes: str = ""  # id of the rulebook that is the edition before this one
    source: Text
    language: Literal["it"] = "it"
    options: dict[str, Option]
    constraints: tuple[Constraint, ...] = ()
    families: dict[str, Text] = Field(min_length=1)


class FactEntry(Model):
    """A question as the files write it; `answers` may name a set of facts.yaml. means: what an answer brings about."""

    ask: Text
    help: Text | None = None
    answers: str | dict[str, Text]
    means: dict[str, Text] = Field(default_factory=dict)
    source: Literal["arbiter", "detection"] = "arbiter"
    # By what a program may know the answer; and the answer that holds while nobody says another.
    known: Known | None = None
    otherwise: str = ""


class CardsAsked(Model):
    """A question for cards, asked where an order names them: how many at most, one alone under these answers.

    `orders`: by verb, the effects whose words name the cards. Whoever an order binds holds or played them.
    `held_by`: in whose hands they were dealt: of who is responsible, or of the opponents.
    `order`: in which the code takes them, as penalised ones are discarded (by rule) or by rank alone; or as they lie
    in melds. `place`: where they stand in the words of the order: the cards it is about, or those that tell its melds.
    """

    ask: Text
    help: Text | None = None
    at_most: int | None = Field(default=None, gt=0)
    single: dict[str, AnswerList] = Field(default_factory=dict)
    # Answers by which they are more than one, whether or not they are named.
    several: dict[str, AnswerList] = Field(default_factory=dict)
    # Offered beside the decision, not asked before it: the table sees which they are, and time is short.
    offered: bool = False
    # Answers by which nobody has seen them: named, they would be known to all, and are not asked for.
    unseen: dict[str, AnswerList] = Field(default_factory=dict)
    held_by: Literal["responsible", "opponents"] | None = None
    order: Literal["rule", "rank", "meld"] = "rule"
    place: Literal["cards", "meld"] = "cards"
    orders: dict[str, AnswerList] = Field(min_length=1)

    def names(self, effect: EffectBase) -> bool:
        """Whether the words of that order name these cards."""
        return effect.what in self.orders.get(effect.verb, ())


class FactsFile(Model):
    answer_sets: dict[str, dict[str, Text]] = Field(default_factory=dict)
    facts: dict[str, FactEntry] = Field(default_factory=dict)
    cards: dict[str, CardsAsked] = Field(default_factory=dict)


class Citation(Model):
    """An article that a rule rests on only under further facts, as an effect may be ordered only under them."""

    article: int
    condition: dict[str, Answers] = Field(alias="if", min_length=1)


class Rule(Model):
    """One row of a decision table: when these facts, then these effects, by these articles."""

    when: dict[str, AnswerList]
    then: tuple[Effect, ...] = Field(min_length=1)
    # A plain number is cited always. It stays a number in the record of the rule (`Procedure.digest`).
    cites: tuple[int | Citation, ...]
    reading: Annotated[tuple[RuleReading | NamedReading, ...], BeforeValidator(as_readings)] = ()

    @property
    def readings(self) -> tuple[RuleReading, ...]:
        """Those of the rule, once the register has given the words of the ones that it names."""
        return tuple(reading for reading in self.reading if isinstance(reading, RuleReading))

    @property
    def citations(self) -> tuple[tuple[int, dict[str, Answers]], ...]:
        """Every article with the further facts under which it is cited; none where it is cited always."""
        return tuple(
            (citation.article, citation.condition) if isinstance(citation, Citation) else (citation, {})
            for citation in self.cites
        )


class Keywords(Model):
    it: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


# The persons whom the records of the match tell, as far as they do.
KnownPerson = Literal["linea-vincitrice"]


class Person(Model):
    """Somebody whom a procedure names: by a question of its own, or by what they are to a person named before.

    known: of whoever is asked first, by what the records tell; asked only where they do not.
    """

    ask: Text | None = None
    help: Text | None = None
    choose: Choice = "anyone"
    known: KnownPerson | None = None
    is_: Relation | None = Field(default=None, alias="is")
    of: str = RESPONSIBLE
    # The question after which it is asked, and only where the rules still open name the person; empty: first of all.
    after: str = ""
    # The answers under which both lines may be meant together; without any, wherever `choose` lets them be tapped.
    both: dict[str, AnswerList] = Field(default_factory=dict)


class Faculty(Model):
    """A question that somebody's own choice answers: until they have chosen, the case may wait.

    of: whose choice, by a key of `whom`; called: by what words, where those of `whom` say something else.
    may: what they may choose, after «può» or «possono». until: up to when. alone: each of them decides without
    consulting anybody. `if`: the further facts under which it is theirs.
    """

    of: str
    called: Text | None = None
    may: Text
    until: Text
    alone: bool = False
    cites: tuple[int, ...] = Field(min_length=1)
    condition: dict[str, Answers] = Field(alias="if", default_factory=dict)


def _several(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


Faculties = Annotated[tuple[Faculty, ...], BeforeValidator(_several)]


class Elsewhere(Model):
    """Lines of other tables of the round to whom the same happened, as two that sat at each other's: one decision."""

    ask: Text
    help: Text | None = None


class NoteWhere(Text):
    """A sentence of a procedure's note that holds under some options of a tournament only, as the modern rules."""

    condition: dict[str, AnswerList] = Field(alias="if", min_length=1)


class ProcedureFile(Model):
    id: str
    title: Text
    family: str
    articles: tuple[int, ...] = Field(min_length=1)
    applies: dict[str, AnswerList] = Field(default_factory=dict)
    # What the code says of every anomaly (general.yaml): the clauses that hold here, and why each other one does not.
    takes: tuple[str, ...] = ()
    leaves: dict[str, str] = Field(default_factory=dict)
    listed: bool = True  # false: reached only from another procedure, not offered to the arbiter
    whole_match: bool = False  # it concerns the match and not one deal: no board is asked for
    once: bool = False  # it happens to a match once: what was decided on it is revised, not decided again
    # Questions that change places when the same happening is told from the other line.
    mirrored: dict[str, str] = Field(default_factory=dict)
    term: Text | None = None
    keywords: Keywords = Keywords()
    note: Text | None = None
    note_where: tuple[NoteWhere, ...] = ()  # said after the note, each under its own options
    persons: dict[str, Person] = Field(default_factory=dict)
    # Asked once the decision is reached; its orders then mean whoever answers at those tables too.
    elsewhere: Elsewhere | None = None
    # Its own questions for cards; an order that none of them names may be named by a shared one (facts.yaml).
    cards: dict[str, CardsAsked] = Field(default_factory=dict)
    facts: dict[str, FactEntry | None]
    # The facts that are a person's choice; of several for one fact the first whose `if` holds.
    faculties: dict[str, Faculties] = Field(default_factory=dict)
    rules: tuple[Rule, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _mirrors_its_own_questions(self) -> "ProcedureFile":
        if self.mirrored and not self.once:
            raise ValueError("only what happens once to a match is told again from the other line (`once`)")
        if unknown := {*self.mirrored, *self.mirrored.values()} - set(self.facts):
            raise ValueError(f"mirrored: no question «{min(unknown)}»")
        return self


class GeneralClause(Model):
    """Something that the code says of every anomaly, as a table of its own.

    It is walked before the anomaly's own table, to which `go: anomalia` leads on; or, with `after`, where the decision
    orders one of these (verb: objects), once everything else is decided.
    """

    title: Text
    articles: tuple[int, ...] = Field(min_length=1)
    table: str
    after: dict[str, AnswerList] = Field(default_factory=dict)


class Departure(Text):
    """Why a clause of the general part does not hold for an anomaly, and by which articles."""

    cites: tuple[int, ...] = Field(min_length=1)


class GeneralFile(Model):
    """What a code says of all anomalies, in the order in which it is walked; every listed anomaly answers for each."""

    clauses: dict[str, GeneralClause] = Field(default_factory=dict)
    departures: dict[str, Departure] = Field(default_factory=dict)


class SynonymsFile(Model):
    """How arbiters say what the code's texts say otherwise: only for finding, it changes no rule."""

    # Words that stand for each other, however one of them is written.
    same: tuple[tuple[str, ...], ...] = ()
    # A word or a few words of speech, and the words of the texts that they lead to.
    means: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    # What is said of a happening, by procedure: beside its keywords.
    spoken: dict[str, Keywords] = Field(default_factory=dict)


class TellingsFile(Keywords):
    """How a happening is told by who was there, in whole sentences: only for finding, it changes no rule."""


class Expectation(Model):
    """What is ordered, by which articles; or, with `applies: false`, that under these options there is no such case."""

    effects: tuple[Effect, ...] = ()
    cites: tuple[int, ...] = ()
    applies: bool = True

    @model_validator(mode="after")
    def _decided_or_not_there(self) -> "Expectation":
        if self.applies != bool(self.cites) or (self.effects and not self.applies):
            raise ValueError("either effects and cites, or `applies: false` alone")
        return self


class WorkedCase(Model):
    """A story, its facts and the decision expected: run as a test, shown in the application."""

    title: Text
    story: Text
    options: dict[str, str]
    facts: dict[str, str]
    expect: Expectation


class ExamplesFile(Model):
    procedure: str
    cases: tuple[WorkedCase, ...]
