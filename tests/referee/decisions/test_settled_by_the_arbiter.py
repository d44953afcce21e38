"""Where the code leaves the score to the arbiter the figures are asked, and act (F.I.Bur. 37, 39, 40)."""

import pytest

from codes.seats import Line, Seat
from records.requests import Refused
from referee.decisions.details import Details
from referee.decisions.happenings import Happening
from referee.editions.queries import rule_changed
from referee.home.queries import drafts, reopened_boards
from referee.incidents.actions import record_happening
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, text
from tests.factories import acting, make_score
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore

BOTH_LATE = {"ritardo": "oltre-10", "ritardo-altra": "oltre-10", "ingiusto-vantaggio": "si"}
LEFT = {
    "motivo-abbandono": "impossibilita",
    "durata-abbandono": "definitiva",
    "direttore-avvisato": "si",
    "ingiusto-vantaggio": "si",
}
NOT_COUNTED = {"mano-ricostruibile": "no", "carte-mescolate-di": "una-linea"}
OPPOSED = {"motivo-chiamata": "versioni-opposte", "arbitro-sa-decidere": "no"}
MATCH, DEAL = Details(match=(250, -250)), Details(deal=(640, 215))
WHY = "Per quanto risulta al tavolo"


@pytest.fixture
def tournament(db):
    """Burraco: two pairs, one table, two deals."""
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def case_of(told, say):
    def run(procedure, facts, **persons):
        case = told(procedure, facts, responsible="B")
        return say(case, persons=persons) if persons else case

    return run


@pytest.fixture
def ruling_on(case_of, bruno):
    def run(procedure, facts, details, **persons):
        case = case_of(procedure, facts, **persons)
        return decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY, details=details)

    return run


@pytest.mark.parametrize(
    ("procedure", "facts", "persons"),
    [
        ("ritardo-al-tavolo", BOTH_LATE, {}),
        ("abbandono", LEFT, {}),
        ("mancato-conteggio", NOT_COUNTED, {"chi-ha-mescolato": "B"}),
        ("mancato-conteggio", NOT_COUNTED | {"carte-mescolate-di": "entrambe"}, {}),
        ("chiamata-arbitro", OPPOSED, {}),
    ],
)
def test_without_the_figures_there_is_no_ruling_and_the_case_waits(case_of, bruno, procedure, facts, persons):
    case = case_of(procedure, facts, **persons)
    with pytest.raises(Refused, match="delle due linee"):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY)
    assert not Ruling.objects.exists()
    assert list(drafts(case.tournament)) == [case]


@pytest.mark.parametrize(("procedure", "facts"), [("ritardo-al-tavolo", BOTH_LATE), ("abbandono", LEFT)])
def test_what_the_match_is_worth_is_its_fixed_score(ruling_on, procedure, facts):
    """40: where the fixed score would be an unjust advantage the arbiter settles another one."""
    ruling = ruling_on(procedure, facts, MATCH)
    score = MatchScore.objects.current().get()
    assert (score.vp_a, score.mp_a, score.vp_b, score.mp_b) == (13, 250, 7, -250)
    assert (score.kind, score.reference) == ("punteggio-deciso", ruling.reference)
    words = [one["words"]["it"] for one in ruling.effects if one["verb"] == "fixed_score"]
    assert [one.split(" (")[0] for one in words] == ["Per la linea A-C", "Per la linea B-D"]
    assert words[0].endswith("13 VP, +250 MP.")
    assert words[1].endswith("7 VP, −250 MP.")
    assert not rule_changed(ruling)


@pytest.mark.parametrize(
    ("procedure", "facts", "persons"),
    [("mancato-conteggio", NOT_COUNTED, {"chi-ha-mescolato": "B"}), ("chiamata-arbitro", OPPOSED, {})],
)
def test_the_points_settled_are_the_score_of_the_deal(ruling_on, tournament, procedure, facts, persons):
    """37: the line that mixed its cards gets what the arbiter can learn; the other what it counted."""
    ruling = ruling_on(procedure, facts, DEAL, **persons)
    score = BoardScore.objects.current().get()
    assert (score.points_a, score.points_b, score.kind) == (640, 215, "assigned")
    assert score.reference == ruling.reference
    assert not reopened_boards(tournament)


def test_it_is_asked_whose_cards_were_mixed(case_of, bruno):
    case = case_of("mancato-conteggio", NOT_COUNTED)
    with pytest.raises(Refused, match="Quale linea ha mescolato le sue carte"):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY, details=DEAL)


def test_the_line_that_mixed_them_is_named(ruling_on, table):
    ruling = ruling_on("mancato-conteggio", NOT_COUNTED, DEAL, **{"chi-ha-mescolato": "B"})
    judged = next(one for one in ruling.effects if one["verb"] == "judgement")
    assert str(table.player_at(Seat("E"))) in judged["words"]["it"]
    assert str(table.player_at(Seat("N"))) not in judged["words"]["it"]


def test_it_takes_the_place_of_a_score_already_written(ruling_on, table, sara):
    make_score(table, table.round.boards.first(), (700, 700), sara)
    ruling_on("chiamata-arbitro", OPPOSED, DEAL)
    assert BoardScore.objects.current().get().points_a == 640


@pytest.mark.parametrize("deal", [(642, 215), (640, 9999)])
def test_no_deal_of_burraco_is_worth_that(case_of, bruno, deal):
    case = case_of("chiamata-arbitro", OPPOSED)
    with pytest.raises(Refused):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY, details=Details(deal=deal))


def test_below_zero_a_deal_may_be_worth(ruling_on):
    ruling_on("chiamata-arbitro", OPPOSED, Details(deal=(-50, 300)))
    assert BoardScore.objects.current().get().points_a == -50


def test_decided_otherwise_the_deal_is_to_be_scored_anew(ruling_on, say, bruno, tournament):
    ruling = ruling_on("chiamata-arbitro", OPPOSED, DEAL)
    case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Si sono spiegati")
    case = say(case, facts={"arbitro-sa-decidere": "si"})
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert BoardScore.objects.current().get().is_void
    assert [one.ruling.number for one in reopened_boards(tournament)] == [1]


@pytest.mark.parametrize(("typed", "refused"), [((252, -250), "vanno di 5 in 5"), ((2000, 2000), "più di 20 VP")])
def test_figures_outside_the_table_are_refused_in_words(case_of, bruno, typed, refused):
    """18: VP and MP are one row of the table."""
    case = case_of("ritardo-al-tavolo", BOTH_LATE)
    with pytest.raises(Refused, match=refused):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY, details=Details(match=typed))
    assert not Ruling.objects.exists()


def test_the_screen_asks_them_and_shows_what_they_change(case_of, client_of, bruno):
    client = client_of(bruno)
    case = case_of("ritardo-al-tavolo", BOTH_LATE)
    page = text(client.get(f"{TOURNAMENT}casi/{case.number}/"))
    assert "Il punteggio dell’incontro, che stabilisci tu" in page
    typed = {"mp_a": 250, "mp_b": -250}
    changes = client.get(
        f"{TOURNAMENT}casi/{case.number}/", typed, headers={"HX-Request": "true", "HX-Target": "changes"}
    )
    assert "Il punteggio dell’incontro è fissato" in text(changes)
    sent = {"version": case.version, "key": "k1", "reason": WHY, **typed}
    assert client.post(f"{TOURNAMENT}casi/{case.number}/conferma/", sent).status_code == 302
    assert MatchScore.objects.current().get().vp_a == 13


@pytest.mark.long
def test_the_quick_page_asks_them_too(client_of, bruno, table):
    client, page = client_of(bruno), DESK + "turni/1/tavoli/1/ritardo/"
    asked = {"cosa": "ritardo-al-tavolo", "linea": "B", **BOTH_LATE}
    assert "Il punteggio dell’incontro, che stabilisci tu" in text(client.get(page, asked))
    refused = client.post(page, {**asked, "key": "k1", "reason": WHY, "version": 0})
    assert "Scrivi i MP delle due linee" in text(refused)
    typed = {"mp_a": 250, "mp_b": -250}
    client.post(page, {**asked, **typed, "key": "k2", "reason": WHY, "version": 0})
    assert MatchScore.objects.current().get().vp_a == 13


def test_a_score_fixed_meanwhile_is_noticed(bruno, table):
    happening = Happening(procedure="ritardo-al-tavolo", line=Line.B, facts=BOTH_LATE)
    with pytest.raises(Refused, match="già stato tolto o sostituito"):
        record_happening(
            by=acting(bruno), table=table, happening=happening, reason=WHY, details=MATCH, expected_version=3
        )
