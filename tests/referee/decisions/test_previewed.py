"""What is said before a decision is confirmed is what comes, and what is read out is what is recorded."""

import pytest

from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.cases.walk import book_of, outcome
from referee.decisions.details import Details
from referee.rulings.actions import decide
from referee.rulings.decision_views import effects_to_read, proposal_context
from tests import factories
from tests.asking import TOURNAMENT, text
from tests.factories import acting, make_score
from tests.referee.told import ANNULLED, BY_EAST
from tournaments.standings.queries import compare_standings, standings

POINTS_TAKEN = {"scelta": "correzione", "onere": "punti", "gioco-proseguito": "avversari"}
POZZO = {"presa-errata": "altro-pozzo-giocato", "gioco-proseguito": "si", "linea-senza-pozzo": "finita-senza-burraco"}
LOOKED = {"presa-del-pozzo": "con-lo-scarto", "scarto-del-compagno": "no", "gioco-proseguito": "no"}
NOTHING = "In classifica non cambia nulla."
LATER = "In classifica non cambia nulla adesso: l’incontro non è finito."


def tressette(how_many_scored, scorer):
    tournament = factories.make_tournament(boards_per_round=2)
    one, two, three, four = factories.make_entries(tournament, 4)
    round_1 = factories.make_round(tournament, 1, [(one, two), (three, four)])
    for board in list(round_1.boards.all())[:how_many_scored]:
        for table in round_1.tables.all():
            make_score(table, board, (7, 4), scorer)
    return tournament


def burraco(how_many_scored, scorer):
    tournament = factories.make_playing_burraco(tables=2, boards_per_round=2, warnings_per_vp=3)
    round_1 = tournament.rounds.get()
    for board in list(round_1.boards.all())[:how_many_scored]:
        for table in round_1.tables.all():
            make_score(table, board, (455, 120), scorer)
    return tournament


GAMES = {"tressette": tressette, "burraco": burraco}
# A game, what is ruled, its facts, the figures that the arbiter tells.
RULED = [
    ("tressette", ("altra-anomalia", POINTS_TAKEN, {"amount": 3})),
    ("tressette", ("numero-carte-errato", ANNULLED, {})),
    ("burraco", ("pozzo-preso-per-errore", POZZO, {})),
    ("burraco", ("pozzo-visto-prima", LOOKED | {"recidiva-pozzo": "no"}, {})),
    ("burraco", ("pozzo-visto-prima", LOOKED | {"recidiva-pozzo": "si"}, {})),
]


@pytest.fixture
def game() -> str:
    return "tressette"


@pytest.fixture
def scored() -> int:
    return 2


@pytest.fixture
def tournament(db, game, scored):
    return GAMES[game](scored, factories.make_user("penna"))


@pytest.fixture
def reached(told, tournament):
    def run(procedure, facts):
        detected = BY_EAST if procedure == "altra-anomalia" else None
        case = told(procedure, facts, responsible="N", detected=detected)
        return case, outcome(case, book_of(tournament))

    return run


def moved(moves):
    return [(one.entry.number, one.before.place, one.after.place, one.after.vp, one.after.mp) for one in moves]


@pytest.mark.parametrize("scored", [0, 1, 2])
@pytest.mark.parametrize(("game", "happened"), RULED)
def test_the_moves_told_are_those_that_come(tournament, reached, bruno, happened):
    procedure, facts, figures = happened
    case, decision = reached(procedure, facts)
    details = Details(**figures)
    context = proposal_context(case, decision, book_of(tournament), details)
    before = standings(tournament)
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version, reason="Così", details=details)
    came = compare_standings(before, standings(tournament))
    changes = context["changes"]
    assert moved(changes["preview"].moves if changes["acts"] else ()) == moved(came)
    assert context["effects"] == effects_to_read(ruling.effects)


@pytest.mark.parametrize(("scored", "said"), [(0, LATER), (1, LATER)])
def test_of_a_match_that_is_not_over_it_is_said_so(tournament, reached, bruno, client_of, said):
    case, _decision = reached("altra-anomalia", POINTS_TAKEN)
    client = client_of(bruno)
    page = text(client.get(f"{TOURNAMENT}casi/{case.number}/"))
    assert NOTHING not in page
    assert "Dipende da quanto scrivi qui sopra." in page
    asked = {"hx-request": "true", "hx-target": "changes"}
    answer = text(client.get(f"{TOURNAMENT}casi/{case.number}/", {"amount": "3"}, headers=asked))
    assert said in answer
    assert "Il programma toglie 3 punti" in answer
    assert NOTHING not in answer


@pytest.mark.parametrize("scored", [0, 1, 2])
def test_an_annulled_board_says_that_its_score_comes(tournament, reached, bruno, client_of):
    case, _decision = reached("numero-carte-errato", ANNULLED)
    page = text(client_of(bruno).get(f"{TOURNAMENT}casi/{case.number}/"))
    assert NOTHING not in page
    assert "la classifica cambia di nuovo con il punteggio arbitrale" in page


@pytest.mark.parametrize("scored", [1, 2])
def test_the_arbitral_score_says_what_it_changes(tournament, reached, bruno, client_of):
    case, _decision = reached("numero-carte-errato", ANNULLED)
    decide(by=acting(bruno), case=case, expected_version=case.version)
    answer = client_of(bruno).get(f"{TOURNAMENT}casi/{case.number}/punteggio-arbitrale/")
    on_board = answer.context["form"]["score_version"].value()
    told, before = answer.context["moving"], standings(tournament)
    case.refresh_from_db()
    version = case.version
    set_arbitral_score(by=acting(bruno), case=case, expected_version=version, score_version=on_board, choice=Choice())
    assert moved(told.moves) == moved(compare_standings(before, standings(tournament)))
    assert bool(told.moves) is (tournament.rounds.get().boards.count() == 2 and not told.waits)
