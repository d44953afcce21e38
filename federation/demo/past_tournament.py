"""A past tournament of the demo: entered, played in two rounds, ruled, its standings final.

What went wrong there: the codes' own worked cases, drawn by chance, told by the arbiter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question, walk
from codes.library import get_rulebook
from codes.seats import Seat
from federation.demo.plan import (
    APPEALED,
    BURRACO,
    CHANGED,
    CHANGED_BECAUSE,
    DEPARTURES,
    DISMISSED,
    REJECTED,
    SAID_AGAIN,
    WHY_LATE,
    Past,
)
from people.accounts.models import Player, User
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.walk import book_of
from referee.decisions.appeal_actions import change_by_appeal
from referee.demo.burraco import deal
from referee.demo.play import Play
from referee.rulings.actions import decide, depart
from referee.rulings.models import Ruling
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.entries.actions import enter_pair
from tournaments.planning.models import Formula
from tournaments.planning.stage_actions import add_stage
from tournaments.publication.actions import conclude, publish_final, publish_provisional
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Board, Table
from tournaments.setup.models import Tournament

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


PAIRS, ROUNDS, BOARDS = 8, 2, 2
# One in so many is decided otherwise than proposed; Nadia does so twice as often.
DEPARTS, DEPARTS_MORE = 10, 5
OFTEN = "nadia"


def play_past(play: Play, past: Past, pairs: Sequence[tuple[Player, Player]], arbiters: Sequence[User]) -> Tournament:
    """The whole of it, from the entries to what became final."""
    _enter(play, pairs)
    cases = draw(book_of(play.tournament), play.tournament.options, play.chance, past.rulings)
    for number in range(ROUNDS):
        _round(play, number + 1, cases[number::ROUNDS], arbiters)
    _end(play, past, arbiters)
    return play.tournament


def _enter(play: Play, pairs: Sequence[tuple[Player, Player]]) -> None:
    add_stage(
        by=play.clock.by(play.staff.director),
        tournament=play.tournament,
        name="Girone unico",
        formula=Formula.DANISH,
        rounds_planned=ROUNDS,
    )
    for number, pair in enumerate(pairs, start=1):
        name = " – ".join(player.last_name for player in pair)
        by = play.clock.by(play.staff.director, minutes=0)
        enter_pair(by=by, tournament=play.tournament, number=number, name=name, players=pair)


def _round(play: Play, number: int, cases: Sequence[DemoCase], arbiters: Sequence[User]) -> None:
    round_ = play.drawn_round()
    tables = list(round_.tables.with_players().order_by("number"))
    boards = list(round_.boards.order_by("number"))
    for place, case in enumerate(cases):
        rule(play, case, tables[place % len(tables)], boards[place % len(boards)], arbiters[place % len(arbiters)])
    for board in boards:
        worth = play.deal()
        for table in tables:
            play.score(table, board, deal(play) if play.tournament.game == BURRACO else play.result(worth))
    close_round(by=play.clock.by(play.staff.director, minutes=10), round=round_)


def rule(play: Play, demo_case: DemoCase, table: Table, board: Board, arbiter: User) -> Ruling:
    """Answered at the table for a seat that chance names; now and then decided otherwise than the code proposes."""
    by, seat = play.clock.by, play.chance.choice(list(Seat))
    case = open_case(by=by(arbiter), table=table, board=board, procedure=demo_case.procedure)
    answers = Answers(
        responsible=seat.value, facts=demo_case.answers, detected=demo_case.detected(seat), note=demo_case.story
    )
    case = answer(by=by(arbiter, minutes=0), case=case, expected_version=case.version, answers=answers)
    if play.chance.randrange(DEPARTS_MORE if arbiter.username == OFTEN else DEPARTS):
        return decide(by=by(arbiter), case=case, expected_version=case.version)
    reason, order = play.chance.choice(DEPARTURES)
    return depart(by=by(arbiter), case=case, expected_version=case.version, reason=reason, order=order)


def _end(play: Play, past: Past, arbiters: Sequence[User]) -> None:
    director, clock, stage = play.staff.director, play.clock, play.tournament.stages.get()
    publish_provisional(by=clock.by(director), stage=stage, data_version=play.data_version)
    if past.slug == REJECTED:
        _reject(play)
    if past.slug == CHANGED:
        _change(play)
    publish_final(by=clock.by(director, minutes=31), stage=stage, data_version=play.data_version)
    conclude(by=clock.by(director), tournament=play.tournament)


def _reject(play: Play) -> None:
    """Against the last ruling that stands; the chief arbiter, who did not decide it, leaves it as it is."""
    appeal = _appeal(play)
    decide_appeal(by=play.clock.by(play.staff.chief), appeal=appeal, outcome="rejected", decision=DISMISSED)


def _change(play: Play) -> None:
    """The panel opens the ruling again and decides otherwise: the new version closes the appeal."""
    appeal, chief = _appeal(play), play.staff.chief
    name_judge(
        by=play.clock.by(play.staff.director, minutes=0), appeal=appeal, user=chief, role=AppealJudge.Role.PRESIDENT
    )
    case = change_by_appeal(by=play.clock.by(chief), appeal=appeal, reason=CHANGED_BECAUSE)
    reason, order = CHANGED_BECAUSE, SAID_AGAIN
    depart(by=play.clock.by(chief), case=case, expected_version=case.version, reason=reason, order=order)


def _appeal(play: Play) -> Appeal:
    """Of who sat on line A where an arbiter other than the chief decided last."""
    rulings = Ruling.objects.current().filter(tournament=play.tournament).exclude(decided_by=play.staff.chief)
    ruling = rulings.select_related("case__table__line_a").order_by("-number")[0]
    return file_appeal(
        by=play.clock.by(play.staff.director),
        entry=ruling.case.table.line_a,
        against=f"ruling:{ruling.number}:{ruling.version}",
        grounds=APPEALED,
        late_reason=WHY_LATE,
    )
