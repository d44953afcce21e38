"""Whether a pair goes for cappotto: what the partners said, judged by the ways the code gives (FITRES, art. 139–145).

A way is a sequence of formulas that ends in a decision; anything else said, or said out of turn, loses the faculty
for good (145). Until the decision is reached the outcome tells who speaks next and with which formulas.
Two readings, in the data: 145 covers the formulas of 143 too, and words after the decision change nothing (139).

Not decided here: who speaks first (141), and whether tone or hesitation were such as 145 means. That is the arbiter's.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, model_validator

from codes.format.model import AnswerList, Model, Text, read_data
from codes.format.readings import Reading
from codes.tressette.cards import FITRES


class Speaker(StrEnum):
    """The two partners; the first is the one whom art. 141 names."""

    FIRST = "first"
    PARTNER = "partner"


class CappottoMode(StrEnum):
    """Whether one player may decide for both (142), or only both together (143: fixed pairs, or so agreed)."""

    UNILATERALI = "unilaterali"
    CONDIVISE = "condivise"


class CappottoDecision(StrEnum):
    """To go for cappotto or not (art. 142)."""

    POSITIVE = "positiva"
    NEGATIVE = "negativa"


class Manner(StrEnum):
    """One player's decision, which binds, or one shared by both (art. 139, 142)."""

    UNILATERAL = "unilaterale"
    SHARED = "condivisa"


class SaidFormula(NamedTuple):
    """One formula, and who said it."""

    who: Speaker
    word: str


class State(StrEnum):
    PENDING = "pending"
    DECIDED = "decided"
    LOST = "lost"


class Utterance(Model):
    """One step of a way: who speaks, and the formulas that serve alike."""

    who: Speaker
    words: AnswerList


def _utterance(value: Any) -> Any:
    """`{first: vado}` as the file writes it."""
    if isinstance(value, dict) and len(value) == 1:
        ((speaker, words),) = value.items()
        return {"who": speaker, "words": words}
    return value


class Way(Model):
    """One numbered way of reaching the decision; 143 names no manner."""

    number: int = Field(gt=0)
    says: tuple[Annotated[Utterance, BeforeValidator(_utterance)], ...] = Field(min_length=1)
    decision: CappottoDecision
    manner: Manner | None = None

    def sequences(self) -> Iterator[tuple[SaidFormula, ...]]:
        """Every sequence of formulas that is this way."""
        for words in product(*(step.words for step in self.says)):
            yield tuple(SaidFormula(step.who, word) for step, word in zip(self.says, words, strict=True))


class Ways(Model):
    """The ways of one article."""

    article: int
    ways: tuple[Way, ...]


class Lapse(Model):
    """Something that loses the faculty, with its articles."""

    text: Text
    cites: tuple[int, ...]
    reading: Reading | None = None


class CappottoFile(Model):
    """cappotto.yaml."""

    words: dict[str, Text]
    procedures: dict[CappottoMode, Ways]
    lapses: dict[str, Lapse]
    readings: dict[str, Reading]

    @model_validator(mode="after")
    def _only_known_words(self) -> "CappottoFile":
        used = {
            word for ways in self.procedures.values() for way in ways.ways for step in way.says for word in step.words
        }
        if used != set(self.words):
            raise ValueError(f"formulas listed and formulas used differ: {sorted(used ^ set(self.words))}")
        if set(self.procedures) != set(CappottoMode):
            raise ValueError("both articles, 142 and 143, must be there")
        return self


@dataclass(frozen=True, kw_only=True)
class CappottoOutcome:
    """How things stand, with the articles: decided (by which way), lost (why), or pending (who may say what)."""

    state: State
    articles: tuple[int, ...]
    way: Way | None = None
    lapse: str | None = None
    at: int | None = None  # which formula, from 0, lost the faculty
    next: tuple[SaidFormula, ...] = ()
    ignored: tuple[SaidFormula, ...] = ()  # said after the decision
    readings: tuple[Reading, ...] = ()

    @property
    def goes(self) -> bool | None:
        """Whether the pair goes for cappotto; None while undecided. A faculty lost is not exercised."""
        if self.state is State.PENDING:
            return None
        return self.way is not None and self.way.decision is CappottoDecision.POSITIVE

    @property
    def manner(self) -> Manner | None:
        """Unilateral or shared, where the article says (142); compensation asks for it (152)."""
        return self.way.manner if self.way else None


@cache
def cappotto_file() -> CappottoFile:
    """The ways and lapses of the FITRES code."""
    return read_data(FITRES / "cappotto.yaml", CappottoFile)


def judge(formulas: Sequence[SaidFormula], *, mode: CappottoMode, lapses: Iterable[str] = ()) -> CappottoOutcome:
    """How the declarations stand; `lapses` are those of the data that the arbiter found (144–145)."""
    file = cappotto_file()
    lapse = next(iter(lapses), None)
    if lapse is not None:
        lapse_entry = file.lapses[lapse]
        readings = (lapse_entry.reading,) if lapse_entry.reading else ()
        return CappottoOutcome(state=State.LOST, lapse=lapse, articles=lapse_entry.cites, readings=readings)
    return _follow(tuple(formulas), mode, file)


def _follow(formulas: tuple[SaidFormula, ...], mode: CappottoMode, file: CappottoFile) -> CappottoOutcome:
    ways = _sequences(mode)
    article = file.procedures[mode].article
    for length in range(len(formulas) + 1):
        so_far = formulas[:length]
        if so_far in ways:
            return _decided(ways[so_far], article, formulas[length:], file)
        open_ways = [way for way in ways if way[:length] == so_far]
        if not open_ways:
            return _lost(formulas, length - 1, mode, file)
    following = dict.fromkeys(way[len(formulas)] for way in open_ways)
    return CappottoOutcome(state=State.PENDING, articles=(140, 141, article), next=tuple(following))


@cache
def _sequences(mode: CappottoMode) -> dict[tuple[SaidFormula, ...], Way]:
    return {sequence: way for way in cappotto_file().procedures[mode].ways for sequence in way.sequences()}


def _decided(way: Way, article: int, ignored: tuple[SaidFormula, ...], file: CappottoFile) -> CappottoOutcome:
    return CappottoOutcome(
        state=State.DECIDED,
        articles=(139, article),
        way=way,
        ignored=ignored,
        readings=(file.readings["parole-dopo"],) if ignored else (),
    )


def _lost(formulas: tuple[SaidFormula, ...], at: int, mode: CappottoMode, file: CappottoFile) -> CappottoOutcome:
    expected = _follow(formulas[:at], mode, file).next
    in_turn = any(step.who is formulas[at].who for step in expected)
    lapse = "formula-non-prevista" if in_turn else "fuori-turno"
    shared = mode is CappottoMode.CONDIVISE
    return CappottoOutcome(
        state=State.LOST,
        lapse=lapse,
        at=at,
        articles=tuple(sorted({*file.lapses[lapse].cites, file.procedures[mode].article})),
        readings=(file.readings["condivise"],) if shared else (),
    )
