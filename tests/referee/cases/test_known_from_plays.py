"""What the play of a board tells by itself: whether a suit was held, and what a lead admitted to declare."""

from codes.deciding.walk import Decision
from codes.seats import Seat
from codes.tressette.declaration_lists import Rules, SuitPlay
from codes.tressette.declarations import fitting
from referee.cards.models import BoardPlay
from referee.cards.plays import PlayReplay, may_declare
from referee.cases.actions import Detected
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.walk import book_of, outcome
from tests.asking import text
from tests.referee.cards.test_board_plays import PAGE, tell

BY_NORTH = Detected(seats=["N"], timing="tempestiva")


def test_whether_the_suit_was_held_is_known_from_the_play(told, say, bruno):
    """East threw another suit: the wizard asks no more whether it held the suit led, and may be contradicted."""
    case = told("mancata-risposta", {}, detected=BY_NORTH, responsible="E")
    assert outcome(case, book_of(case.tournament)).fact.name == "aveva-palo"
    tell(case, bruno, anomaly=(9, Seat.S))
    assert outcome(Case.objects.get(pk=case.pk), book_of(case.tournament)).fact.name == "aveva-palo"
    tell(case, bruno)
    known = known_answers(Case.objects.get(pk=case.pk), book_of(case.tournament), (case.procedure,))["aveva-palo"]
    assert (known.answer, known.source["it"]) == ("si", "dalle carte della passata n. 2, prima di quella giocata")
    tell(case, bruno, cards="d3 s2 b4 c4 / s4 s3 b5 c5", anomaly=(9, Seat.E))
    assert isinstance(outcome(Case.objects.get(pk=case.pk), book_of(case.tournament)), Decision)
    case.refresh_from_db()
    contradicted = say(case, facts={"aveva-palo": "si"}, contradicts="Una carta era sotto l’altra")
    assert contradicted.known["aveva-palo"]["reason"] == "Una carta era sotto l’altra"


def test_what_a_lead_admitted_to_declare_stands_beside_it(draft, client_of, bruno):
    """The Three of coins alone in North's hand, East with the Ace: all the others of its suit are out."""
    tell(draft, bruno)
    page = text(client_of(bruno).get(PAGE + "?passata=1&carta=1"))
    assert "Che cosa si poteva dichiarare con questa uscita" in page
    held = may_declare(PlayReplay(BoardPlay.objects.get()), 1, "moderne")
    assert held == fitting(SuitPlay.from_signs("3", "3", out="2RCD7654"), Rules.MODERN) != ()
    assert "Che cosa si poteva dichiarare" not in text(client_of(bruno).get(PAGE + "?passata=1&carta=2"))
