"""A small tournament played to its final standings, with a penalty that an appeal left as it was."""

from datetime import timedelta

from federation.archive.actions import refresh
from federation.inbox.actions import Checked, check, homologate, opened, receive
from federation.packages.actions import add_key, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.packages.queries import open_points
from federation.second_instance.actions import set_term
from people.accounts.models import Federation, User
from referee.cases.actions import Answers, answer, open_case
from referee.decisions.appeal_queries import key_of
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import NOON, acting
from tournaments.appeals.actions import decide_appeal, file_appeal
from tournaments.publication.actions import conclude, publish_final, publish_provisional
from tournaments.publication.models import Publication
from tournaments.publication.snapshots import snapshot
from tournaments.rounds.actions import close_round
from tournaments.scores.actions import give_score
from tournaments.scores.confirmation_actions import confirm_table
from tournaments.setup.models import Tournament

LATER = NOON + timedelta(hours=1)
DEALS = ((900, 100), (500, 200))
People = dict[str, User]


def make_staff(tournament: Tournament) -> People:
    people = {name: factories.make_person(name) for name in ("giulia", "bruno", "dora", "sara")}
    for name, user in people.items():
        factories.give_role(user, tournament, factories.CAST[name][2])
    return people | make_officers(tournament.federation)


def make_officers(federation: Federation) -> People:
    return {name: factories.make_officer(name, federation) for name in factories.OFFICERS}


def play(tournament: Tournament, people: People) -> Ruling:
    """Every table alike; the winner of the first left its sheet there, which costs a VP, and appeals in vain."""
    tournament.stages.update(rounds_planned=1)
    factories.sealed(tournament)
    round = tournament.rounds.get()
    for table in round.tables.order_by("number"):
        for board, (a, b) in zip(round.boards.order_by("number"), DEALS, strict=True):
            give_score(by=acting(people["sara"]), table=table, board=board, points_a=a - 10 * table.number, points_b=b,
                       expected_version=0)  # fmt: skip
        confirm_table(by=acting(people["giulia"]), table=table, seen={one.number: 1 for one in round.boards.all()})
    ruling = _penalise(tournament, people)
    appeal = file_appeal(
        by=acting(people["dora"]), entry=tournament.entries.get(number=1), against=key_of(ruling),
        grounds="L’ha portato l’altra linea",
    )  # fmt: skip
    decide_appeal(by=acting(people["giulia"]), appeal=appeal, outcome="rejected", decision="Nessuno l’ha visto portare")
    end(tournament, people)
    return ruling


def _penalise(tournament: Tournament, people: People) -> Ruling:
    by, table = acting(people["bruno"]), tournament.rounds.get().tables.get(number=1)
    case = open_case(by=by, table=table, board=None, procedure="score-non-consegnato")
    told = Answers(facts={"score-sul-tavolo": "lasciato"})
    case = answer(by=acting(people["bruno"]), case=case, expected_version=case.version, answers=told)
    return decide(by=acting(people["bruno"]), case=case, expected_version=case.version)


def end(tournament: Tournament, people: People) -> Publication:
    """Round closed, standings shown for an hour, then final; concluded."""
    by, stage = people["dora"], tournament.stages.get()
    round = tournament.rounds.get()
    close_round(by=acting(by), round=round, **factories.let_be(round))
    for publish, at in ((publish_provisional, NOON), (publish_final, LATER)):
        tournament.refresh_from_db()
        stage.tournament = tournament
        made = publish(by=acting(by, at=at), stage=stage, data_version=tournament.data_version,
                       figures=snapshot(stage).figures)  # fmt: skip
    tournament.refresh_from_db()
    conclude(by=acting(by, at=LATER), tournament=tournament)
    return made


def figures(publication: Publication) -> dict[int, int]:
    """The VP of every entry."""
    return {row["entry"]: row["vp"] for section in publication.rows for row in section["rows"]}


def open_to(federation: Federation, people: People, key: str) -> None:
    """The federation knows that installation, and has a term for appeals."""
    add_key(by=acting(people["olga"]), federation=federation, name="Altra installazione", public=key)
    set_term(by=acting(people["gemma"]), federation=federation, days=30, cents=0, source="Prova, art. 1", seen=0)


def bring(federation: Federation, people: People, data: bytes, *, homologating: bool = True) -> ReceivedPackage:
    """Received, checked, homologated, in the archive."""
    olga = people["olga"]
    kept = receive(by=acting(olga), federation=federation, content=opened(data), way=ReceivedPackage.Way.UPLOAD)
    if homologating and kept.state == "received":
        check(by=acting(olga), package=kept, found=Checked(open_points(kept)))
        homologate(by=acting(olga), package=kept, reason="Va bene così")
    refresh(federation, most=None)
    return kept


def packed(tournament: Tournament, hours: int) -> bytes:
    return package(tournament, NOON + timedelta(hours=hours))


def own_public() -> str:
    return own_key().public
