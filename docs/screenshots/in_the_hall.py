"""What the pictures show beyond the demonstration: a tournament not yet begun, and standings in their ten minutes."""

from random import Random

from django.utils import timezone

from codes.seats import Line
from hall.line_codes.codes import line_key
from people.accounts.models import Federation, User
from referee.demo.people import FIRST_NAMES, Clock, Staff
from referee.demo.play import Play
from referee.demo.two_stages import stages as two_stages
from referee.demo.two_stages.rounds import LAST_NAMES
from tournaments.check_in.actions import check_in
from tournaments.draw.actions import draw_round
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.models import Entry
from tournaments.entry_lists.actions import stage_import
from tournaments.entry_lists.models import ImportBatch
from tournaments.planning.models import FirstRound, Formula, Stage
from tournaments.planning.stage_actions import add_stage
from tournaments.publication.actions import publish_provisional, report_error
from tournaments.publication.models import Publication
from tournaments.rounds.models import Table
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament

NEW = "coppa-del-pozzetto"
PAIRS = 12
PRESENT = 10
PLAYING = 6  # the round of the large burraco that is being played
SHOWN = 4  # the standings that the pictures publish, after the three of the demo


def prepare() -> None:
    """Everything at once, before the first picture: the pages then stay as they are in every language."""
    people = {user.username: user for user in User.objects.all()}
    staff = Staff(people["dora"], people["giulia"], people["bruno"], people["sara"])
    play = Play(Clock(timezone.now(), "pictures"), staff, Random(2))  # noqa: S311 — invented, not a lot
    _open_the_new_one(play)
    _read_a_list(play)
    _show_standings(play)


def table_page() -> str:
    """The address that the QR of a line of a table under way carries."""
    last = (
        Table.objects.filter(round__tournament__slug=two_stages.SLUG, round__number=PLAYING).order_by("number").last()
    )
    if last is None:
        raise LookupError(f"{two_stages.SLUG} has no tables in round {PLAYING}")
    return f"/tornei/{two_stages.SLUG}/tavolo/{line_key(last, Line.A)}/"


def preview_page() -> str:
    """The address of the list that waits to be accepted."""
    return f"/tornei/{NEW}/direzione/coppie/importa/{ImportBatch.objects.get().pk}/"


def _open_the_new_one(play: Play) -> None:
    """Twelve pairs entered, ten of them there, the first round drawn and not yet published."""
    fibur = Federation.objects.get(code="fibur")
    play.open(game=GameId.BURRACO, federation=fibur, slug=NEW, name="Coppa del Pozzetto", boards_per_round=2)
    director, tournament = play.staff.director, play.tournament
    add_stage(
        by=play.clock.by(director, minutes=0),
        tournament=tournament,
        name="Girone unico",
        formula=Formula.DANISH,
        first_round=FirstRound.LOT,
        rounds_planned=4,
    )
    for place in range(PAIRS):
        enter(by=play.clock.by(director, minutes=0), tournament=tournament, people=_pair(place))
    for entry in Entry.objects.filter(tournament=tournament).order_by("number")[:PRESENT]:
        check_in(by=play.clock.by(play.staff.scorer, minutes=0), entry=entry)
    draw_round(by=play.clock.by(director, minutes=0), tournament=tournament)


def _pair(place: int) -> list[Newcomer]:
    return [
        Newcomer(first_name=FIRST_NAMES[-1 - one], last_name=LAST_NAMES[one % len(LAST_NAMES)])
        for one in (2 * place, 2 * place + 1)
    ]


def _read_a_list(play: Play) -> None:
    """A list with a row that lacks a name and a player who may be one already known."""
    known = Entry.objects.get(tournament__slug=two_stages.SLUG, number=3).members_at(1)[0].player
    rows = (
        "N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2;Circolo",
        "21;Calapinella;Rosa;FB-901;Dritti;Saverio;FB-902;Burraco Club Il Pozzetto",
        f"22;{known.last_name};{known.first_name};;Scartini;Lia;FB-904;Amici della Pinella",
        "23;Pescaprima;Nino;FB-905;;;;Sala Scala Reale",
        "24;Monteverdi;Sara;FB-907;Chiudipoi;Aldo;FB-908;Sala Scala Reale",
    )
    stage_import(
        by=play.clock.by(play.staff.director, minutes=0),
        tournament=play.tournament,
        kind=ImportBatch.Kind.ENTRIES,
        file_name="iscritti.csv",
        content="\r\n".join(rows).encode("cp1252"),
    )


def _show_standings(play: Play) -> None:
    """The merit groups' standings shown between two rounds, with a report to answer."""
    tournament = Tournament.objects.get(slug=two_stages.SLUG)
    shown: Publication = publish_provisional(
        by=play.clock.by(play.staff.director, minutes=0),
        stage=Stage.objects.get(tournament=tournament, number=2),
        data_version=tournament.data_version,
        reason="Esposta mentre si finisce l’ultimo turno.",
        incomplete=True,
    )
    entry = tournament.entries.get(number=5)
    report_error(
        publication=shown,
        entry=entry,
        name=str(entry.members_at(shown.round_number)[0].player),
        text="Al quinto turno la seconda smazzata è 85 a 40, non 40 a 85.",
        at=play.clock.at,
    )
