"""Who plays: invented people of invented clubs with card numbers; all but one pair are there at the check-in."""

from people.accounts.models import Club
from people.players.actions import save_club
from records.action import Actor
from referee.demo.people import FIRST_NAMES
from referee.demo.play import Play
from tournaments.check_in.actions import check_in
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.models import Entry
from tournaments.entries.substitution_actions import substitute

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
