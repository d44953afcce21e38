"""What weighs wants two persons: proposed by one, confirmed or returned by another, in force only then."""

from io import BytesIO

import pytest
from django.core.exceptions import PermissionDenied
from openpyxl import load_workbook

from referee.actions.cases import Answers, answer
from referee.actions.proposals import confirm_ruling, propose_ruling, return_ruling
from referee.actions.rulings import decide
from referee.cases.walk import book_of
from referee.models import Case, ProposedRuling, Ruling
from tests import factories
from tests.factories import acting
from tests.reading import text_of
from tests.referee.happened import LATE, OVER_TEN, QUARREL
from tests.tournaments.living import Browser
from tests.tournaments.pages import DESK, TOURNAMENT, send, text
from tournaments.models import MatchScore, Tournament
from tournaments.permissions import Role
from tournaments.refusals import Refused

PAGE = TOURNAMENT + "casi/1/"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def late(told):
    """Eleven minutes late: whoever was there has 14 VP."""
    return told(LATE, OVER_TEN, responsible="A")


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
    assert decide(by=acting(bruno), case=left, expected_version=left.version, reason="Ha gridato").number == 1


def test_the_only_chief_decides_alone_and_two_chiefs_do_not(left, bruno, giulia, tournament):
    Tournament.objects.update(confirm_deferral=True)
    tournament.memberships.filter(user=bruno).update(role=Role.CHIEF_ARBITER)
    with pytest.raises(Refused, match="si propone"):
        decide(by=acting(giulia), case=left, expected_version=left.version, reason="Ha gridato")
    tournament.memberships.filter(user=bruno).update(role=Role.ARBITER)
    assert decide(by=acting(giulia), case=left, expected_version=left.version, reason="Ha gridato").number == 1


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


def test_the_quick_page_proposes_too(tournament, table, client_of, bruno, giulia):
    page, asked = DESK + "turni/1/tavoli/1/ritardo/", {"cosa": LATE, "linea": "A", **OVER_TEN}
    assert "Proponi al capo arbitro" in text(client_of(bruno).get(page, asked))
    assert send(client_of(bruno), page, version=0, propose="1", **asked).url == PAGE + "proposta/"
    assert (Ruling.objects.count(), MatchScore.objects.count()) == (0, 0)
    assert send(client_of(giulia), PAGE + "proposta/conferma/", proposal="1").url == TOURNAMENT + "provvedimenti/1/"
    assert (MatchScore.objects.get().vp_a, Ruling.objects.get().decided_by) == (6, bruno)


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
