"""Below the answers stand those of the short question that one leads on to: both by one tap, or one by one."""

import re

import pytest
from django.urls import reverse

from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.wizard.steps import Step, position, revisit, shortcuts
from tests.asking import send, source, text
from tests.referee.told import BY_EAST


@pytest.fixture
def whose(told):
    """FITRES 86: how the partner's attention was drawn, so far."""
    return told("richiamo-attenzione", {"modo-richiamo": "giocata"}, detected=BY_EAST)


@pytest.fixture
def address(whose):
    return reverse("case", args=[whose.tournament.slug, whose.number])


@pytest.fixture
def bruno_client(client_of, bruno):
    return client_of(bruno)


def below(case):
    book = book_of(case.tournament)
    return {answer: asked.fact.name for answer, asked in shortcuts(case, book, position(case, book)).items()}


def test_only_what_leads_on_to_a_question_has_one_below(whose):
    assert below(whose) == {"si": "misura-disciplinare"}


def test_one_tap_answers_both(bruno_client, whose, address):
    page = bruno_client.get(address)
    offered = re.findall(r'name="answer" value="([^"]+)"', source(page))
    assert offered[:2] == ["si", "no"]  # the answers of the first question stand together, those of both after them
    assert "si/nessuna" in offered[2:]
    assert "È recidivo? Quale misura si prende?" in text(page)
    send(bruno_client, address, step="domanda", fact="inequivocabile", answer="si/nessuna", version=whose.version)
    told = Case.objects.get()
    assert (told.facts["inequivocabile"], told.facts["misura-disciplinare"]) == ("si", "nessuna")


def test_the_answer_alone_asks_the_other_on_the_next_screen(bruno_client, whose, address):
    answered = send(
        bruno_client, address, step="domanda", fact="inequivocabile", answer="si", version=whose.version, htmx=True
    )
    assert "È recidivo? Quale misura si prende?" in text(answered)
    assert "misura-disciplinare" not in Case.objects.get().facts


@pytest.mark.parametrize("answer", ["si/tutto", "no/nessuna", "forse/nessuna", "si/"])
def test_what_was_not_offered_is_refused(bruno_client, whose, address, answer):
    answered = send(bruno_client, address, step="domanda", fact="inequivocabile", answer=answer, version=whose.version)
    assert answered.status_code == (302 if answer == "si/" else 422)
    assert "misura-disciplinare" not in Case.objects.get().facts


def test_a_page_of_before_is_refused(bruno_client, whose, address):
    answered = send(bruno_client, address, step="domanda", fact="gioco-proseguito", answer="a/b", version=whose.version)
    assert "Questa pagina non è più attuale" in text(answered)


def test_gone_back_to_a_question_is_changed_alone(whose, say):
    told = say(whose, facts={"inequivocabile": "si"})
    book = book_of(told.tournament)
    assert shortcuts(told, book, revisit(told, book, Step.QUESTION, "inequivocabile")) == {}


def test_a_choice_that_may_be_waited_for_stands_alone(told):
    """183: whether anybody annulled is the opponents' choice; nothing is put beside it."""
    case = told("accusa-anticipata", {})
    assert position(case, book_of(case.tournament)).question.fact.name == "esercizio-monte"
    assert below(case) == {}


def test_what_the_program_knows_stands_alone(told):
    """31: what is known is contradicted with a reason of its own."""
    case = told("accusa-anticipata", {"esercizio-monte": "nessuno"})
    book = book_of(case.tournament)
    assert shortcuts(case, book, revisit(case, book, Step.QUESTION, "punteggio-annotato")) == {}


# -- two questions on one screen: who has played since, and what the arbiter orders ------------------------------


@pytest.fixture
def handed_over(told):
    facts = {"modo-richiamo": "giocata", "inequivocabile": "si", "misura-disciplinare": "nessuna"}
    return told("richiamo-attenzione", facts, detected=BY_EAST)


def test_what_the_arbiter_orders_is_asked_beside_who_has_played(handed_over, bruno_client):
    address = reverse("case", args=[handed_over.tournament.slug, handed_over.number])
    page = source(bruno_client.get(address))
    assert re.findall(r'name="first" value="([^"]+)"', page)[:2] == ["nessuno", "avversari"]
    assert {"nessun-effetto", "correzione/divieto", "sanatoria-definitiva/si"} <= set(
        re.findall(r'name="answer" value="([^"]+)"', page)
    )
    sent = {"step": "domanda", "fact": "gioco-proseguito", "joined": "scelta", "answer": "correzione/divieto"}
    refused = send(bruno_client, address, version=handed_over.version, **sent)
    assert (refused.status_code, "Rispondi anche alla prima domanda" in text(refused)) == (422, True)
    send(bruno_client, address, version=handed_over.version, first="avversari", **sent)
    told = Case.objects.get().facts
    assert [told[name] for name in ("gioco-proseguito", "scelta", "onere")] == ["avversari", "correzione", "divieto"]
