"""What the program knows is not asked: it is shown with its source, and contradicted only with a reason."""

from datetime import timedelta

import pytest

from codes.deciding.walk import Decision, Question
from codes.library import get_rulebook, rulebook_ids
from records.requests import Refused
from referee.cases.actions import open_case
from referee.cases.known_answers import FINDERS, known_answers
from referee.cases.walk import book_of, outcome
from referee.rulings.actions import decide, depart, revise_ruling
from referee.wizard.steps import Step, answers_in_order, position
from tests import factories
from tests.asking import text
from tests.factories import acting
from tests.referee.told import BY_EAST
from tournaments.rounds.models import Round
from tournaments.scores.actions import confirm_score
from tournaments.scores.models import BoardScore

TOLD = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-completa"}


@pytest.fixture
def noted(table, board, sara, dora) -> BoardScore:
    """Sara's 7–4 on the board, confirmed by Dora: the score noted."""
    return confirm_score(by=acting(dora), score=factories.make_score(table, board, (7, 4), sara))


def effects_of(decision) -> list[str]:
    assert isinstance(decision, Decision)
    return [f"{effect.verb} {effect.what}" for effect in decision.effects]


@pytest.mark.parametrize("procedure", ["fuori-mano", "distribuzione-irregolare", "accusa-anticipata"])
def test_with_the_score_noted_nobody_is_asked_who_erred_nor_who_saw_it(draft, say, noted, bruno, procedure):
    """35: the arbiter names the anomaly, and the refusal stands there to be confirmed."""
    case = say(draft, procedure=procedure)
    assert position(case, book_of(case.tournament)).step == Step.DECISION
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert [effect["verb"] for effect in ruling.effects] == ["refuse", "sanatoria"]


def test_of_a_case_without_a_board_it_is_asked_once_some_board_is_noted(draft, say, noted):
    case = say(draft, procedure="accusa-anticipata", responsible="N")
    book = book_of(case.tournament)
    assert known_answers(case, book, ("prescrizione",))["punteggio-annotato"].answer == "si"
    case.board = None
    case.__dict__.pop("_looked_up", None)
    assert "punteggio-annotato" not in known_answers(case, book, ("prescrizione",))
    reached = outcome(case, book)
    assert isinstance(reached, Question)
    assert reached.fact.name == "punteggio-annotato"


def test_every_kind_that_the_codes_name_is_looked_up():
    books = map(get_rulebook, rulebook_ids())
    kinds = {fact.known for book in books for one in book.procedures.values() for fact in one.facts.values()} - {""}
    assert kinds == set(FINDERS)


def test_a_confirmed_score_is_the_noted_one_and_nothing_is_contested_any_more(told, noted):
    case = told("accusa-anticipata", {})
    reached = outcome(case, book_of(case.tournament))
    assert effects_of(reached) == ["refuse prescrizione", "sanatoria implicita"]
    assert reached.cites == (35, 65)


def test_a_score_not_yet_confirmed_is_not_noted(told, table, board, sara):
    factories.make_score(table, board, (7, 4), sara)
    case = told("accusa-anticipata", {})
    assert isinstance(outcome(case, book_of(case.tournament)), Question)


def test_the_source_stands_among_the_answers(told, noted):
    case = told("accusa-anticipata", {})
    (known,) = [one for one in answers_in_order(case, book_of(case.tournament)) if one.source]
    assert (known.value, known.source, known.step) == ("Sì", "il punteggio è confermato", Step.QUESTION)


def test_what_is_known_is_contradicted_only_with_a_reason(told, say, noted):
    case = told("accusa-anticipata", {})
    with pytest.raises(Refused, match="il punteggio è confermato"):
        say(case, facts={"punteggio-annotato": "no"})
    case = say(case, facts={"punteggio-annotato": "no"}, contradicts="Confermato per sbaglio su un altro tavolo")
    assert isinstance(outcome(case, book_of(case.tournament)), Question)
    (said,) = [one for one in answers_in_order(case, book_of(case.tournament)) if one.reason]
    assert (said.value, said.reason) == ("No", "Confermato per sbaglio su un altro tavolo")


def test_a_reason_that_no_database_keeps_alike_is_refused_and_shown_again(told, noted, bruno, client_of):
    case = told("accusa-anticipata", {})
    address = f"/tornei/{case.tournament.slug}/casi/{case.number}/"
    given = {"step": "domanda", "fact": "punteggio-annotato", "answer": "no", "version": case.version, "key": "una"}
    answer = client_of(bruno).post(address, given | {"contradicts": "Un errore\0"})
    assert answer.status_code == 422
    assert "I caratteri null non sono ammessi" in text(answer)
    case.refresh_from_db()
    assert (case.facts, case.known) == ({}, {})


def test_said_as_it_is_known_it_follows_the_records_again(told, say, noted):
    case = told("accusa-anticipata", {})
    case = say(case, facts={"punteggio-annotato": "no"}, contradicts="Un errore")
    case = say(case, facts={"punteggio-annotato": "si"})
    assert (case.facts, case.known) == ({}, {})


def test_a_ruling_tells_where_its_facts_come_from(told, noted, bruno, client_of, tournament):
    case = told("accusa-anticipata", {})
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    (fact,) = [fact for fact in ruling.facts if "known" in fact]
    assert fact["known"] == {
        "answer": "si",
        "source": {"it": "il punteggio è confermato", "en": "the score is confirmed"},
    }
    page = text(client_of(bruno).get(f"/tornei/{tournament.slug}/provvedimenti/{ruling.number}/"))
    assert "dal torneo: il punteggio è confermato" in page


def test_annulling_beyond_the_noted_score_is_a_departure(told, noted, bruno):
    case = told("accusa-anticipata", {})
    ruling = depart(
        by=acting(bruno),
        case=case,
        expected_version=case.version,
        reason="Le due linee hanno firmato senza leggere",
        order="La smazzata è annullata",
    )
    assert ruling.departed
    assert [effect["verb"] for effect in ruling.proposed_effects] == ["refuse", "sanatoria"]


def test_a_revision_decides_on_what_was_known_then(told, request, bruno):
    case = told("accusa-anticipata", TOLD)
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    request.getfixturevalue("noted")
    again = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Sentiti i giocatori")
    assert effects_of(outcome(again, book_of(again.tournament))) == [
        f"{effect['verb']} {effect[effect['verb']]}" for effect in ruling.effects
    ]


def test_the_page_of_the_question_says_what_is_known_and_asks_why_not(told, noted, bruno, client_of, tournament):
    case = told("accusa-anticipata", {})
    address = f"/tornei/{tournament.slug}/casi/{case.number}/"
    page = text(client_of(bruno).get(f"{address}?passo=domanda&fatto=punteggio-annotato"))
    assert "Il programma lo sa già: Sì (il punteggio è confermato)" in page
    sent = {"key": "k1", "version": case.version, "step": "domanda", "fact": "punteggio-annotato", "answer": "no"}
    refused = client_of(bruno).post(address, sent)
    assert refused.status_code == 422
    assert "Se non è così, scrivi perché" in text(refused)
    given = client_of(bruno).post(address, sent | {"key": "k2", "contradicts": "Il foglio era di un altro tavolo"})
    assert given.status_code == 302
    case.refresh_from_db()
    assert case.known["punteggio-annotato"]["reason"] == "Il foglio era di un altro tavolo"


def test_an_earlier_measure_against_the_same_player_is_known(table, board, bruno, say, ruled):
    facts = {"modo-richiamo": "commento", "inequivocabile": "no", "misura-disciplinare": "richiamo"}
    ruled("richiamo-attenzione", facts, responsible="N", detected=BY_EAST, reason="Lo aveva già fatto")
    for seat, source in (("N", "misure già prese in questo torneo: richiamo"), ("S", None)):
        second = open_case(by=acting(bruno), table=table, board=board)
        second = say(second, procedure="scala-disciplinare", responsible=seat)
        known = known_answers(second, book_of(second.tournament), ("scala-disciplinare",))
        assert (dict(known["ripetuto"].source)["it"] if "ripetuto" in known else None) == source
        assert "misura-scelta" not in known


@pytest.mark.parametrize(("days", "source"), [(365, "misure già prese in questo torneo: richiamo"), (366, None)])
def test_an_earlier_measure_is_none_once_its_time_is_over(*, table, board, bruno, say, ruled, days, source):
    facts = {"modo-richiamo": "commento", "inequivocabile": "no", "misura-disciplinare": "richiamo"}
    ruling = ruled("richiamo-attenzione", facts, responsible="N", detected=BY_EAST, reason="Lo aveva già fatto")
    later = ruling.decided_at + timedelta(days=days, minutes=-1)
    second = say(open_case(by=acting(bruno, at=later), table=table, board=board), procedure="scala-disciplinare")
    second = say(second, responsible="N")
    known = known_answers(second, book_of(second.tournament), ("scala-disciplinare",))
    assert (dict(known["ripetuto"].source)["it"] if "ripetuto" in known else None) == source
    # The record stays as it was: only nobody is asked to start from it.
    ruling.refresh_from_db()
    assert [one["discipline"] for one in ruling.effects if one["verb"] == "discipline"] == ["richiamo"]


@pytest.mark.parametrize(("who", "sides"), [("N", "una-parte"), ("B", "una-parte"), ("both", "due-parti")])
def test_who_was_tapped_tells_how_many_sides_mixed_up_the_cards(told, who, sides):
    case = told("confusione-prese", {"ricostruibile": "no"}, responsible=who)
    found = known_answers(case, book_of(case.tournament), ("confusione-prese",))
    assert found["confusione-di"].answer == sides


@pytest.mark.parametrize(("contest", "known"), [("pairs", "si"), ("teams", "si"), ("singles", None)])
def test_the_pairs_of_a_tournament_are_fixed(draft, contest, known):
    draft.tournament.contest = contest
    found = known_answers(draft, book_of(draft.tournament), ("andata-per-cappotto",)).get("unilaterali-escluse")
    assert (found.answer if found else None) == known


@pytest.mark.parametrize(("begun", "passed", "reached"), [(1, "no", "no"), (2, "no", "si"), (3, "si", "si")])
def test_half_of_the_rounds_is_counted(table, begun, passed, reached, bruno):
    case, stage = open_case(by=acting(bruno), table=table), table.round.stage
    stage.rounds_planned = 4
    stage.save()
    for number in range(2, begun + 1):
        there = {"tournament": stage.tournament, "number": number}
        Round.objects.update_or_create(**there, defaults={"stage": stage, "state": Round.State.CLOSED})
    found = FINDERS["meta-dei-turni-raggiunta"](case)
    assert (FINDERS["meta-dei-turni-passata"](case)[0], found[0]) == (passed, reached)
    assert str(found[1]) == f"turni cominciati: {begun} su 4"
