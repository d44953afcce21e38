"""What weighs wants two persons: proposed by one, confirmed or returned by another, in force only then."""

import re
from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from openpyxl import load_workbook

from records.requests import Refused
from records.rights import MATRIX, Role
from referee.cases.actions import Answers, answer
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.decisions.weight import may_propose
from referee.proposals.actions import confirm_ruling, propose_ruling, return_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import DESK, TOURNAMENT, send, source, text
from tests.factories import acting
from tests.pages.living import Browser
from tests.reading import text_of
from tests.referee.happened import LATE, OVER_TEN, QUARREL, A, record
from tournaments.scores.match_models import MatchScore
from tournaments.setup.models import Tournament

PAGE = TOURNAMENT + "casi/1/"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def left(told):
    """Left over a quarrel of the pair's: out of the tournament, and referred."""
    return told("abbandono", QUARREL, responsible="A")


def propose(user, case, **more):
    return propose_ruling(by=acting(user), case=case, expected_version=case.version, **more)


def test_until_confirmed_it_moves_nothing_and_the_case_waits(late, bruno, giulia):
    proposal = propose(bruno, late)
    case = Case.objects.get()
    assert (case.proposal, case.state, Ruling.objects.count()) == (proposal.number, "draft", 0)
    assert not MatchScore.objects.exists()
    with pytest.raises(Refused, match="aspetta la conferma"):
        answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(note="Altro"))
    with pytest.raises(Refused, match="aspetta la conferma"):
        decide(by=acting(giulia), case=case, expected_version=case.version)
    ruling = confirm_ruling(by=acting(giulia), case=case, number=proposal.number)
    assert (ruling.decided_by, ruling.proposed_as.answered_by) == (bruno, giulia)
    assert ruling.effects == proposal.effects
    score = MatchScore.objects.current().get()
    assert (score.vp_a, score.vp_b, score.reference) == (6, 14, ruling.reference)
    with pytest.raises(Refused, match="ha già avuto risposta"):
        confirm_ruling(by=acting(giulia), case=case, number=proposal.number)


def test_nobody_answers_his_own_and_only_a_chief_answers(late, bruno, giulia, tournament):
    with pytest.raises(Refused, match="Nessun capo arbitro può confermare"):
        propose(giulia, late)
    factories.give_role(factories.make_user("olga"), tournament, Role.CHIEF_ARBITER)
    proposal = propose(giulia, late)
    case = Case.objects.get()
    for act in (confirm_ruling, return_ruling):
        more = {"words": "No"} if act is return_ruling else {}
        with pytest.raises(Refused, match="proposta sua"):
            act(by=acting(giulia), case=case, number=proposal.number, **more)
        with pytest.raises(PermissionDenied):
            act(by=acting(bruno), case=case, number=proposal.number, **more)


def test_returned_it_is_proposed_anew_by_who_proposed_it(late, bruno, giulia, client_of):
    first = propose(bruno, late)
    with pytest.raises(Refused, match="che cosa non va"):
        return_ruling(by=acting(giulia), case=Case.objects.get(), number=first.number, words=" ")
    return_ruling(by=acting(giulia), case=Case.objects.get(), number=first.number, words="Erano otto minuti")
    assert "proposta rimandata" in text(client_of(bruno).get(f"{TOURNAMENT}arbitraggio/"))
    case = Case.objects.get()
    told = Answers(facts={"ritardo": "da-5-a-10"})
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=told)
    second = propose(bruno, case)
    assert list(ProposedRuling.objects.order_by("number").values_list("state", flat=True)) == ["returned", "waiting"]
    assert confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=second.number).version == 1
    assert not MatchScore.objects.exists()


def test_the_arbiters_page_tells_of_it_once_by_the_anomalys_number_and_name(late, bruno, giulia, client_of):
    propose(bruno, late)
    title = book_of(late.tournament).procedures[LATE].title.in_("it")
    for user, words in ((giulia, "da confermare"), (bruno, "aspetta la conferma")):
        page = text(client_of(user).get(f"{TOURNAMENT}arbitraggio/"))
        assert (page.count("Anomalia 1, tavolo 1"), page.count("Proposta n."), words in page) == (1, 0, True)
        assert page.count(title) == 1
        assert "In sospeso 1" in page if user == bruno else "In sospeso" not in page


def test_who_waits_on_its_page_sees_the_answer_come(late, bruno, giulia, client_of):
    proposal = propose(bruno, late)
    browser = Browser(client_of(bruno), f"{PAGE}proposta/")
    browser.open()
    browser.ask()
    assert browser.ask().status_code == 304
    confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=proposal.number)
    assert "Confermato da Giulia" in text(browser.ask())


def test_what_the_tournament_names_is_not_decided_alone(left, bruno, giulia):
    Tournament.objects.update(confirm_deferral=True)
    with pytest.raises(Refused, match="Deferimento: in questo torneo si propone"):
        decide(by=acting(bruno), case=left, expected_version=left.version, reason="Ha gridato")
    Tournament.objects.update(single_arbiter=True)
    with pytest.raises(Refused, match="Deferimento: in questo torneo si propone"):  # a chief is still in office
        decide(by=acting(bruno), case=left, expected_version=left.version, reason="Ha gridato")
    giulia.memberships.all().delete()
    assert decide(by=acting(bruno), case=left, expected_version=left.version, reason="Ha gridato").number == 1


def test_the_only_chief_decides_alone_and_two_chiefs_do_not(left, bruno, giulia, tournament):
    Tournament.objects.update(confirm_deferral=True)
    tournament.memberships.filter(user=bruno).update(role=Role.CHIEF_ARBITER)
    with pytest.raises(Refused, match="si propone"):
        decide(by=acting(giulia), case=left, expected_version=left.version, reason="Ha gridato")
    tournament.memberships.filter(user=bruno).update(role=Role.ARBITER)
    assert decide(by=acting(giulia), case=left, expected_version=left.version, reason="Ha gridato").number == 1


def test_nobody_proposes_where_no_chief_could_confirm_and_it_is_said_what_to_do(late, client_of, bruno, tournament):
    tournament.memberships.filter(role=Role.CHIEF_ARBITER)._raw_delete("default")
    told = "Non c’è un capo arbitro che confermi una proposta: decidi tu."
    page = text(client_of(bruno).get(PAGE))
    assert ("Proponi al capo arbitro" in page, told in page, "Conferma" in page) == (False, True, True)
    Tournament.objects.filter(pk=tournament.pk).update(single_arbiter=True)
    page = text(client_of(bruno).get(PAGE))
    assert ("Proponi al capo arbitro" in page, told in page) == (False, False)


@pytest.mark.long
def test_the_pages_go_from_the_proposal_to_the_queue_and_back(late, client_of, bruno, giulia):
    arbiter, chief = client_of(bruno), client_of(giulia)
    assert "Proponi al capo arbitro" in text(arbiter.get(PAGE))
    sent = send(arbiter, PAGE + "conferma/", version=late.version, propose="1")
    assert sent.url == PAGE + "proposta/"
    shown = text(arbiter.get(PAGE + "proposta/"))
    assert "Finché non è confermato non vale" in shown
    assert "L’hai proposto tu" in shown
    assert "Da confermare" in text(chief.get(TOURNAMENT + "arbitraggio/"))
    assert "Da confermare" not in text(arbiter.get(TOURNAMENT + "arbitraggio/"))
    assert send(chief, PAGE + "proposta/rimanda/", proposal="1", words="").status_code == 422
    assert send(chief, PAGE + "proposta/rimanda/", proposal="1", words="Otto minuti").status_code == 302
    assert "ha rimandato la proposta: Otto minuti" in text(arbiter.get(PAGE))
    send(arbiter, PAGE + "conferma/", version=Case.objects.get().version, propose="1")
    assert send(chief, PAGE + "proposta/conferma/", proposal="2").url == TOURNAMENT + "provvedimenti/1/"
    assert "Confermato da Giulia Marchi" in text(chief.get(TOURNAMENT + "provvedimenti/1/"))


@pytest.mark.long
def test_the_quick_page_proposes_too(tournament, table, client_of, bruno, giulia):
    page, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": LATE, "linea": "A", **OVER_TEN}
    assert "Proponi al capo arbitro" in text(client_of(bruno).get(page, asked))
    assert send(client_of(bruno), page, version=0, propose="1", **asked).url == PAGE + "proposta/"
    assert (Ruling.objects.count(), MatchScore.objects.count()) == (0, 0)
    assert send(client_of(giulia), PAGE + "proposta/conferma/", proposal="1").url == TOURNAMENT + "provvedimenti/1/"
    assert (MatchScore.objects.get().vp_a, Ruling.objects.get().decided_by) == (6, bruno)


@pytest.mark.long
def test_the_sheet_and_the_workbook_name_who_proposed_and_who_confirmed(late, client_of, bruno, giulia):
    propose(bruno, late)
    confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=1)
    sheet = text_of(client_of(bruno).get(TOURNAMENT + "esporta/provvedimenti/1.pdf").content)
    assert "Proposto Bruno Riva" in sheet
    assert "Confermato Giulia Marchi," in sheet
    book = load_workbook(BytesIO(client_of(bruno).get(TOURNAMENT + "esporta/torneo-e-provvedimenti.xlsx").content))
    heads, row = [[cell.value for cell in row] for row in book["Provvedimenti"].iter_rows()][-2:]
    assert {"Bruno Riva", "Giulia Marchi"} <= set(row)
    assert "Confermato da" in heads


@pytest.mark.long
def test_what_the_director_may_rule_on_he_proposes_too_and_it_is_confirmed(tournament, client_of, dora, giulia):
    """Left over a quarrel: referred, which the tournament wants two persons for."""
    Tournament.objects.update(confirm_deferral=True)
    page, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": "abbandono", "linea": "A", **QUARREL}
    desk, chief = client_of(dora), client_of(giulia)
    assert "Proponi al capo arbitro" in text(desk.get(page, asked))
    sent = {"version": 0, "reason": "Ha gridato", **asked}
    assert send(desk, page, propose="1", **sent).url == PAGE + "proposta/"
    assert send(chief, PAGE + "proposta/rimanda/", proposal="1", words="Chi ha gridato?").status_code == 302
    assert page in source(desk.get(PAGE + "proposta/"))
    assert send(desk, page, propose="1", **sent | {"reason": "Anna"}).url == PAGE + "proposta/"
    assert Case.objects.count() == 1
    assert send(chief, PAGE + "proposta/conferma/", proposal="2").url == TOURNAMENT + "provvedimenti/1/"
    assert (Ruling.objects.get().decided_by, Ruling.objects.get().reason) == (dora, "Anna")


def test_the_director_proposes_nothing_of_a_deal(left, dora, giulia):
    assert may_propose(left, MATRIX[Role.DIRECTOR])
    left.procedure = "carta-esposta"
    assert not may_propose(left, MATRIX[Role.DIRECTOR])
    assert may_propose(left, MATRIX[Role.ARBITER])


@pytest.mark.long
def test_what_was_decided_already_is_proposed_otherwise_too(tournament, table, client_of, bruno, giulia):
    record(bruno, table, LATE, {"ritardo": "da-2-a-5", "ritardo-altra": "presente"}, line=A)
    page, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": LATE, "linea": "A", **OVER_TEN}
    shown = text(client_of(bruno).get(page, asked))
    assert ("Proponi al capo arbitro" in shown, "Proponi come altro fatto" in shown) == (True, True)
    assert send(client_of(bruno), page, version=0, propose="1", **asked).url == PAGE + "proposta/"
    assert send(client_of(giulia), PAGE + "proposta/conferma/", proposal="1").url == TOURNAMENT + "provvedimenti/1/"
    assert (Ruling.objects.current().get().version, MatchScore.objects.current().get().vp_a) == (2, 6)


def first_button(page):
    return re.search(r'<button class="btn btn-primary".*?</button>', source(page), flags=re.DOTALL)[0]


@pytest.mark.long
def test_what_weighs_is_told_before_it_is_sent_and_proposing_comes_first(left, tournament, client_of, bruno, giulia):
    quick, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": "abbandono", "linea": "B", **QUARREL}
    arbiter, why = client_of(bruno), "Deferimento: in questo torneo si propone"
    for page, given in ((PAGE, {}), (quick, asked)):
        assert ("Conferma" in first_button(arbiter.get(page, given)), why in text(arbiter.get(page, given))) == (
            True,
            False,
        )
    Tournament.objects.update(confirm_deferral=True)
    for page, given in ((PAGE, {}), (quick, asked)):
        shown = arbiter.get(page, given)
        assert ('name="propose"' in first_button(shown), why in text(shown)) == (True, True)
        assert "> Conferma <" not in source(shown)
    # The only chief decides alone, as the action lets him.
    assert "Conferma" in first_button(client_of(giulia).get(PAGE))


def test_where_nobody_confirms_nothing_is_offered_that_would_be_refused(left, tournament, client_of, bruno, giulia):
    tournament.memberships.filter(user=giulia).delete()
    Tournament.objects.update(confirm_deferral=True)
    page = text(client_of(bruno).get(PAGE))
    assert ("Nessun capo arbitro può confermare" in page, "Proponi" in page) == (True, False)


@pytest.mark.long
def test_who_confirms_has_in_sight_what_who_decides_has(late, client_of, bruno, giulia):
    decided = text(client_of(bruno).get(PAGE))
    propose(bruno, late)
    shown = text(client_of(giulia).get(PAGE + "proposta/"))
    for words in ("Che cosa cambia da sé", "14 VP", "Che cosa dice il codice · art.", "Perché questa decisione"):
        assert words in decided and words in shown
    confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=1)
    shown = text(client_of(giulia).get(PAGE + "proposta/"))
    assert ("Che cosa cambia da sé" in shown, "ordinerebbe" in shown, "Che cosa ordina" in shown) == (
        False,
        False,
        True,
    )


def test_our_readings_are_in_sight_of_who_confirms(tournament, table, client_of, bruno, giulia):
    page, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": "assenza", "linea": "B", "direttore-avvisato": "si"}
    send(client_of(bruno), page, version=0, propose="1", **asked)
    assert "Lettura nostra: I primi tre turni" in text(client_of(giulia).get(PAGE + "proposta/"))


def test_who_confirms_ones_own_decision_sees_what_the_code_proposed(late, client_of, bruno, giulia):
    propose(bruno, late, departed=True, reason="Era in bagno", order="Si gioca")
    shown = text(client_of(giulia).get(PAGE + "proposta/"))
    assert "Diverso da quanto il codice proponeva" in shown
    assert ("Si gioca" in shown, "partita persa" in shown, "Che cosa dice il codice" in shown) == (True, True, True)


@pytest.mark.long
def test_what_was_returned_before_stays_on_the_next_proposal_and_on_the_ruling(late, client_of, bruno, giulia):
    chief = client_of(giulia)
    for number, words in enumerate(("Otto minuti", "Quale linea?"), start=1):
        propose(bruno, Case.objects.get(), reason=f"Prova {number}")
        return_ruling(by=acting(giulia), case=Case.objects.get(), number=number, words=words)
    propose(bruno, Case.objects.get())
    for page in (PAGE + "proposta/", TOURNAMENT + "provvedimenti/1/"):
        if "provvedimenti" in page:
            confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=3)
        shown = text(chief.get(page))
        for words in ("Otto minuti", "Quale linea?", "Prova 1", "Prova 2", "Giulia Marchi l’ha rimandata"):
            assert words in shown
    revised = Ruling.objects.get()
    revise_ruling(by=acting(giulia), ruling=revised, expected_version=1, reason="Di nuovo")
    decide(by=acting(giulia), case=Case.objects.get(), expected_version=Case.objects.get().version)
    assert "Proposte rimandate prima" not in text(chief.get(TOURNAMENT + "provvedimenti/1/"))
    assert "Proposte rimandate prima" in text(chief.get(TOURNAMENT + "provvedimenti/1/versioni/1/"))
