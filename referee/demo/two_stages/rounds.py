"""What every round of the demo's large burraco has: who plays, a clock, scores of two deals, what happens to a pair.

Invented people of invented clubs with card numbers; all but one pair are there at the check-in.
"""

from collections.abc import Callable, Iterable

from django.db.models import Q

from codes.seats import Line
from hall.clock.actions import start_clock
from people.accounts.models import Club
from people.players.actions import save_club
from records.action import Actor
from referee.decisions.happenings import lateness
from referee.demo.burraco import deal
from referee.demo.people import FIRST_NAMES
from referee.demo.play import Play
from referee.incidents.actions import record_happening
from tournaments.check_in.actions import check_in
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.models import Entry
from tournaments.entries.substitution_actions import substitute
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import give_score
from tournaments.scores.models import BoardScore

MINUTES = 25


def begin(play: Play) -> Round:
    round_ = play.drawn_round()
    start_clock(by=play.clock.by(play.staff.director, minutes=0), round=round_, minutes=MINUTES)
    return round_


def finish(play: Play, round_: Round) -> None:
    play.clock.by(play.staff.scorer, minutes=MINUTES - 5)
    give_results(play, tables_of(round_))
    play.close(round_)


def give_results(play: Play, tables: Iterable[Table]) -> None:
    for table in tables:
        for board in Board.objects.played_at(table):
            play.score(table, board, deal(play))


def tables_of(round_: Round) -> list[Table]:
    """The tables whose result is still awaited."""
    scored = BoardScore.objects.current().filter(table__round=round_).values("table")
    tables = Table.objects.with_players().filter(round=round_, line_b__isnull=False, match_scores__isnull=True)
    return list(tables.exclude(pk__in=scored).order_by("number"))


def table_of(round_: Round, pair: int) -> Table:
    sits = Q(line_a__number=pair) | Q(line_b__number=pair)
    return Table.objects.with_players().get(sits, round=round_)


def opponents_of(table: Table, pair: int) -> Entry:
    others = table.line_b if table.line_a.number == pair else table.line_a
    if others is None:
        raise ValueError(f"{table} has one line")
    return others


def correct(
    play: Play,
    table: Table,
    change: Callable[[int, int], tuple[int, int]],
    *,
    cause: BoardScore.Cause,
    reason: str,
    agreed_by: str = "",
) -> None:
    """The first deal of a table with other figures, made from those in force."""
    wrong = BoardScore.objects.current().filter(table=table).order_by("board__number")[0]
    if wrong.points_a is None or wrong.points_b is None:
        raise ValueError(f"{wrong} has no figures")
    points_a, points_b = change(wrong.points_a, wrong.points_b)
    give_score(
        by=play.clock.by(play.staff.director, minutes=2),
        table=table,
        board=wrong.board,
        points_a=points_a,
        points_b=points_b,
        expected_version=wrong.version,
        cause=cause,
        agreed_by=agreed_by,
        reason=reason,
    )


def record_late_pair(play: Play, round_: Round, pair: int, row: str) -> None:
    """A pair comes late; row: that of art. 40."""
    table = table_of(round_, pair)
    happening = lateness({Line.A if table.line_a.number == pair else Line.B: row})
    if happening is None:
        raise ValueError("nobody is late")
    record_happening(by=play.clock.by(play.staff.arbiter), table=table, happening=happening, expected_version=0)


PAIRS = 24
LATE_PAIR = 24
SUBSTITUTED = 7
CLUBS = (
    ("Circolo delle Matte", "Bari"),
    ("Amici della Pinella", "Lecce"),
    ("Burraco Club Il Pozzetto", "Taranto"),
    ("Il Jolly di Carta", "Matera"),
    ("Sala Scala Reale", "Brindisi"),
)
CATEGORIES = ("Prima", "Seconda")
LAST_NAMES = """
    Pinelloni Pozzetti Jolli Burracchi Scalareale Mattacchione Scartalà Pescatutto Chiudibene Duepozzi Semipulito
    Calamatta Tris Attaccalì Mazziere Contapunti Pescascarta Monteprimo Cartabianca Tallone Maniapiena Settebelle
    Cuoripicche Fiorquadri Combinati
""".split()


def enter_field(play: Play) -> None:
    clubs = [
        save_club(by=_at_once(play), federation=play.tournament.federation, name=name, town=town)
        for name, town in CLUBS
    ]
    for number in range(1, PAIRS):
        enter(by=_at_once(play), tournament=play.tournament, people=_pair(number, clubs))
    play.clock.by(play.staff.scorer, minutes=5)
    for entry in play.tournament.entries.order_by("number"):
        check_in(by=play.clock.by(play.staff.scorer, minutes=0), entry=entry)


def enter_late_pair(play: Play) -> Entry:
    """The pair that comes while the first round is played: it plays from the second."""
    clubs = list(Club.objects.filter(federation=play.tournament.federation).order_by("pk"))
    by = play.clock.by(play.staff.director, minutes=4)
    return enter(by=by, tournament=play.tournament, people=_pair(LATE_PAIR, clubs), is_here=True)


def substitute_player(play: Play) -> None:
    """One of a pair goes home after the first round, somebody who has not played takes the place (F.I.Bur. 39)."""
    substitute(
        by=play.clock.by(play.staff.director, minutes=2),
        entry=play.tournament.entries.get(number=SUBSTITUTED),
        arriving={2: _person(2 * PAIRS, club=None)},
        reason="Un malessere dopo il primo turno: lascia la sala.",
    )


def _at_once(play: Play) -> Actor:
    return play.clock.by(play.staff.director, minutes=0)


def _pair(number: int, clubs: list[Club]) -> list[Newcomer]:
    first = 2 * (number - 1)
    return [_person(place, club=clubs[number % len(clubs)]) for place in (first, first + 1)]


def _person(place: int, *, club: Club | None) -> Newcomer:
    """Invented, each once; last names are odd in number, so that no two pairs have the same two."""
    return Newcomer(
        first_name=FIRST_NAMES[(5 * place + place // len(LAST_NAMES)) % len(FIRST_NAMES)],
        last_name=LAST_NAMES[place % len(LAST_NAMES)],
        card_number=f"PROVA-{1000 + 7 * place}",
        club=club,
        category=CATEGORIES[place // 2 % len(CATEGORIES)],
    )
