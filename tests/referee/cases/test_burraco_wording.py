"""What a Burraco decision says once its answers are told: one card or several, a late call, the whole match."""

import pytest
from django.urls import reverse

from referee.cases.actions import Answers, answer, open_case
from referee.cases.walk import book_of, outcome
from referee.rulings.decision_views import proposal_context
from referee.wizard.steps import Step, position
from tests import factories
from tests.asking import text
from tests.factories import acting

FIRST_TURN = {"momento": "prima-dello-scarto", "chi-rileva": "avversari"}
NO_BURRACO = {
    "tipo-uscita": "chiusura",
    "gioco-proseguito": "no",
    "scarto-finale": "regolare",
    "burraco-realizzato": "no",
}


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(boards_per_round=2)


@pytest.fixture
def read_out(giulia, table, board):
    """The orders of a case told with these answers, as they are read out."""

    def run(procedure, facts, *, responsible="N", board=board):
        case = open_case(by=acting(giulia), table=table, board=board, procedure=procedure)
        for said in ({"responsible": responsible}, *({"facts": {name: value}} for name, value in facts.items())):
            case = answer(by=acting(giulia), case=case, expected_version=case.version, answers=Answers(**said))
        book = book_of(case.tournament)
        assert position(case, book).step in {Step.CARDS, Step.DECISION}
        shown = proposal_context(case, outcome(case, book), book)
        return " ".join(effect["words"]["it"] for effect in shown["effects"])

    return run


@pytest.mark.parametrize(
    ("procedure", "facts", "one", "several"),
    [
        ("carta-penalizzata", FIRST_TURN | {"numero-penalizzate": "una"}, True, False),
        ("carta-penalizzata", FIRST_TURN | {"numero-penalizzate": "piu-di-una"}, False, True),
        ("chiusura-senza-burraco", NO_BURRACO | {"ultimo-gioco": "legata"}, True, False),
        ("chiusura-senza-burraco", NO_BURRACO | {"ultimo-gioco": "aperto"}, False, True),
    ],
)
def test_several_cards_are_spoken_of_as_several_though_none_is_named(read_out, procedure, facts, one, several):
    """25, 34: «più di una» says it, and a meld opened last has three cards at least."""
    words = read_out(procedure, facts)
    assert ("la carta è penalizzata" in words) is one
    assert ("le carte sono penalizzate" in words) is several


NO_DISCARD = {"tipo-uscita": "chiusura", "gioco-proseguito": "no", "come-senza-scarto": "aprendo"}
ONLY_CARD = FIRST_TURN | {"uso-unica-carta": "penalizzata"}


@pytest.mark.parametrize(
    ("procedure", "facts", "said", "not_said"),
    [
        (
            "carta-penalizzata",
            FIRST_TURN | {"numero-penalizzate": "una"},
            "scartare la carta penalizzata.",
            "più d’una",
        ),
        (
            "chiusura-senza-burraco",
            NO_BURRACO | {"ultimo-gioco": "legata"},
            "la carta penalizzata fa da scarto.",
            "per turno",
        ),
        # 36: a meld has three cards at least, and one of them is the discard.
        ("chiusura-senza-scarto", NO_DISCARD, "le carte sono esposte", "la carta è esposta"),
        (
            "unica-carta-del-monte",
            ONLY_CARD | {"altre-penalizzate": "no", "altra-da-scartare": "in-mano"},
            "la carta è penalizzata",
            "altr’",
        ),
        ("unica-carta-del-monte", ONLY_CARD | {"altre-penalizzate": "una"}, "scartare ora l’altra carta", "le altre"),
        ("unica-carta-del-monte", ONLY_CARD | {"altre-penalizzate": "piu"}, "restano fanno da scarto", "l’altra carta"),
    ],
)
def test_where_the_answers_tell_how_many_cards_the_words_follow_them(read_out, procedure, facts, said, not_said):
    words = read_out(procedure, facts)
    assert said in words
    assert not_said not in words


def test_the_freezing_of_a_meld_with_a_phantom_card_is_told_once(read_out):
    words = read_out("carta-fantasma", {"dove-fantasma": "gioco-preesistente", "compatibile": "no"})
    assert words.count("congela") == 1


def test_the_order_of_discarding_is_spelled_out_where_a_closing_is_not_valid(read_out):
    """34: the last meld's cards are penalised and go as discards by rule: points, then suit."""
    assert "per punti e poi per seme ♥ ♦ ♣ ♠" in read_out(
        "chiusura-senza-burraco", NO_BURRACO | {"ultimo-gioco": "aperto"}
    )


def test_a_late_call_leaves_the_melds_valid_and_free(read_out):
    """21: the right to the penalty is lost, nothing else."""
    assert "resta valido e libero" in read_out("mancata-pesca", {"momento": "gioco-proseguito"})


@pytest.mark.parametrize(
    ("procedure", "facts"),
    [
        ("errore-nello-score", {"autore-errore-score": "sala-conti"}),
        ("comportamento-scorretto", {"fatto-di-condotta": "etica"}),
        ("time-out", {"fase-time-out": "fra-due-smazzate"}),
    ],
)
def test_what_may_concern_the_whole_match_asks_for_no_deal(read_out, procedure, facts):
    assert read_out(procedure, facts, board=None)


def test_a_deal_is_asked_for_with_its_reason(giulia, client_of, tournament, table):
    """«Riguarda tutta la partita» would lead back to the list, and from there here again."""
    case = open_case(by=acting(giulia), table=table)
    page = reverse("case", args=[tournament.slug, case.number])
    client = client_of(giulia)
    assert "Riguarda tutta la partita" in text(client.get(page))
    answer(by=acting(giulia, key="a"), case=case, expected_version=1, answers=Answers(procedure="carta-esposta"))
    shown = text(client.get(page))
    assert "«Carta esposta» riguarda una smazzata: scegli quale." in shown
    assert "Riguarda tutta la partita" not in shown
