"""What went wrong in the past tournaments: the codes' own worked cases, drawn by chance, told by the arbiter."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question, walk
from codes.library import get_rulebook
from codes.seats import Seat
from referee.cases.actions import Detected

# What a decision may order without a choice of the arbiter's, a second person or a score beside it.
ORDERS = frozenset(
    {"sanatoria", "rectify", "forbid", "oblige", "refuse", "inform", "forfeit", "replace_card", "freeze", "status"}
)
# Where somebody else than the one at fault, or another figure, is asked for.
MORE_TOLD = frozenset(
    {"entrambe-le-parti", "numero-carte-errato", "posto-sbagliato", "score-incompleto", "somma-ammonizioni"}
    | {"sostituzione"}
)
# Other facts than these tell how it came to light.
MODE, TIME = "modalita", "tempo"
# What arbiters meet most, first; all else comes up now and then.
COMMON = {
    "fitres-tressette": (
        *("mancata-risposta", "accusa-anticipata", "carte-esposte", "fuori-mano", "accusa-tardiva"),
        *("faglio-liscio-errato", "carta-ritirata", "dichiarazione-intempestiva", "alzata-irregolare"),
    ),
    "fibur-burraco-2019": (
        *("pesca-fuori-turno", "apertura-errata", "mancata-pesca", "carta-esposta", "chiusura-senza-burraco"),
        *("passaggio-di-carte", "pozzo-preso-per-errore", "suggerimento", "gioco-lento"),
    ),
}


@dataclass(frozen=True)
class DemoCase:
    """A worked case as an arbiter answers it for the player in that seat; story: as it is noted."""

    procedure: str
    facts: Mapping[str, str]
    story: str

    def detected(self, seat: Seat) -> Detected | None:
        mode = self.facts.get(MODE)
        if mode is None:
            return None
        detector = {"ravvedimento": seat, "palesamento": seat.partner, "contestazione": seat.next}.get(mode)
        timing = self.facts.get(TIME, "tempestiva") if mode != "nessuna" else ""
        return Detected(seats=(detector.value,) if detector else (), evidence=mode == "constatazione", timing=timing)

    @property
    def answers(self) -> dict[str, str]:
        return {name: value for name, value in self.facts.items() if name not in (MODE, TIME)}


def draw(book: Rulebook, options: Mapping[str, str], chance: Random, number: int) -> list[DemoCase]:
    """So many cases: two thirds of what is common, the rest of anything that the code has."""
    pool = _pool(book.id, tuple(sorted(options.items())))
    common = [name for name in COMMON[book.id] if name in pool]
    weights = [len(common) - place for place in range(len(common))]
    often = chance.choices(common, weights, k=number * 2 // 3)
    rare = [chance.choice(sorted(pool)) for _ in range(number - len(often))]
    names = [*often, *rare]
    chance.shuffle(names)
    return [chance.choice(pool[name]) for name in names]


@cache
def _pool(code: str, options: tuple[tuple[str, str], ...]) -> dict[str, list[DemoCase]]:
    book, options_of_code = get_rulebook(code), dict(options)
    cases = {name: _demo_cases(book, name, options_of_code) for name in book.procedures}
    return {name: some for name, some in cases.items() if some}


def _demo_cases(book: Rulebook, name: str, options: Mapping[str, str]) -> list[DemoCase]:
    cases = [example.case for example in book.examples_of(name)]
    fit = [
        case
        for case in cases
        if case.expect.applies and all(options.get(key) == value for key, value in case.options.items())
    ]
    candidates = ((case.story.it, _answers_in_order(book, name, case.facts, options)) for case in fit)
    return [DemoCase(name, facts, story) for story, facts in candidates if facts is not None]


def _answers_in_order(
    book: Rulebook, name: str, facts: Mapping[str, str], options: Mapping[str, str]
) -> Mapping[str, str] | None:
    """The facts in the order of their questions; None where more than answers decides, or the program knows some."""
    reached = walk(book, name, facts=facts, options=options)
    if isinstance(reached, Question) or any(procedure in MORE_TOLD for procedure in reached.path):
        return None
    questions = {step.fact: book.procedures[step.procedure].facts[step.fact] for step in reached.trail}
    answers = {fact: facts[fact] for fact in questions if fact in facts}
    plain = len(answers) == len(facts) and not any(questions[fact].known for fact in answers)
    return answers if plain and all(effect.to_dict().keys() & ORDERS for effect in reached.effects) else None
