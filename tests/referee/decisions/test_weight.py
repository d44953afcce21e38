"""What two persons did one alone does not undo, and no way round the measures that a tournament names."""

import pytest

from codes.format.effects import Penalty
from records.requests import Refused
from records.rights import Role
from referee.cases.actions import Answers, answer, discard_case
from referee.cases.models import Case
from referee.decisions.appeal_actions import change_by_appeal
from referee.decisions.details import Details
from referee.decisions.weight import heavy
from referee.incidents.actions import annul_ruling
from referee.proposals.actions import confirm_ruling, propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide, depart, revise_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, send, text
from tests.factories import acting
from tests.referee.happened import CANNOT, LATE, LEFT, MISCONDUCT, OVER_TEN, QUARREL, A, record
from tournaments.appeals.actions import file_appeal, name_judge
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

WHY = "Mi ero sbagliato"
CONFIRMED = "Provvedimento n. 1, che Giulia Marchi ha confermato: in questo torneo si propone"
ANNUL = TOURNAMENT + "provvedimenti/1/annulla/"


@pytest.fixture
def tournament(db):
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def confirmed(told, bruno, giulia):
    """Bruno proposed that a pair be out over a quarrel, Giulia confirmed it."""
    told(LEFT, QUARREL, responsible="A")
    return proposed_and_confirmed(bruno, giulia)


def proposed_and_confirmed(user, chief):
    case = Case.objects.get()
    propose_ruling(by=acting(user), case=case, expected_version=case.version)
    case = Case.objects.get()
    return confirm_ruling(by=acting(chief), case=case, number=case.proposal)


def revised(user, ruling, **facts):
    case = revise_ruling(by=acting(user), ruling=ruling, expected_version=ruling.version, reason=WHY)
    return answer(by=acting(user), case=case, expected_version=case.version, answers=Answers(facts=facts))


def out():
    return [entry.number for entry in Entry.objects.filter(state=Entry.State.WITHDRAWN)]


@pytest.mark.parametrize("named", [{"confirm_expulsion": True, "confirm_deferral": True}, {}])
def test_who_proposed_does_not_annul_alone_what_was_confirmed(confirmed, bruno, named):
    Tournament.objects.update(**named)
    with pytest.raises(Refused, match=CONFIRMED):
        annul_ruling(by=acting(bruno), ruling=confirmed, expected_version=1, reason=WHY)
    assert (out(), Ruling.objects.current().get().version) == ([1], 1)


def test_nor_revises_it_alone_into_something_light(confirmed, bruno):
    case = revised(bruno, confirmed, **MISCONDUCT)
    with pytest.raises(Refused, match=CONFIRMED):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason=WHY)
    assert out() == [1]


def test_what_a_chief_alone_decided_heavily_no_other_undoes_alone(told, bruno, giulia, tournament):
    Tournament.objects.update(confirm_expulsion=True)
    case = told(LEFT, QUARREL, responsible="A")
    ruling = decide(by=acting(giulia), case=case, expected_version=case.version, reason="Ha gridato")
    tournament.memberships.filter(user=bruno).update(role=Role.CHIEF_ARBITER)
    with pytest.raises(Refused, match="Esclusione: in questo torneo si propone"):
        annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason=WHY)


@pytest.mark.long
def test_its_annulment_is_proposed_from_its_page_and_confirmed(confirmed, bruno, giulia, client_of):
    arbiter = client_of(bruno)
    assert "Proponi al capo arbitro" in text(arbiter.get(ANNUL))
    refused = send(arbiter, ANNUL, version=1, reason=WHY)
    assert (refused.status_code, "che Giulia Marchi ha confermato" in text(refused)) == (422, True)
    assert send(arbiter, ANNUL, version=1, reason=WHY, propose="1").url == TOURNAMENT + "casi/1/proposta/"
    assert out() == [1]
    second = confirm_ruling(by=acting(giulia), case=Case.objects.get(), number=2)
    assert (second.version, second.decided_by, out()) == (2, bruno, [])
    assert [effect["words"]["it"] for effect in second.effects] == ["Il provvedimento è annullato."]


def test_words_of_ones_own_are_proposed_where_measures_are_named(late, bruno, giulia):
    words = {"reason": "Recidivi", "order": "Espulsi dal torneo, 5 VP di penalità"}
    given = {"case": late, "expected_version": late.version, **words}
    Tournament.objects.update(confirm_expulsion=True)
    with pytest.raises(Refused, match="Un ordine scritto a parole: in questo torneo si propone"):
        depart(by=acting(bruno), **given)
    propose_ruling(by=acting(bruno), departed=True, **given)
    assert (ProposedRuling.objects.get().state, Ruling.objects.count()) == ("waiting", 0)


def test_an_annulment_of_something_light_needs_nobody_where_measures_are_named(table, bruno, giulia):
    record(bruno, table, LATE, OVER_TEN, line=A)
    Tournament.objects.update(confirm_expulsion=True, confirm_vp=5)
    assert annul_ruling(by=acting(bruno), ruling=Ruling.objects.get(), expected_version=1, reason=WHY).version == 2


def test_penalties_of_one_decision_add_up_for_each_entry(late, bruno, giulia):
    late.tournament.confirm_vp = 3
    one = Penalty(penalty="vp", whom="responsabile", amount=2)
    assert heavy(late, [one]) == []
    assert heavy(late, [one, one]) == ["penalità di 4 VP"]
    other = Penalty(penalty="vp", whom="avversari", amount=2)
    assert heavy(late, [one, other]) == []


def test_a_match_settled_by_the_arbiters_figures_weighs_what_it_takes(table, bruno, giulia):
    Tournament.objects.update(confirm_vp=5)
    table.refresh_from_db()
    why = {"reason": "Avrebbe vinto", "details": Details(match=(-505, 505))}
    with pytest.raises(Refused, match="Penalità di 6 VP: in questo torneo si propone"):
        record(bruno, table, LEFT, CANNOT | {"ingiusto-vantaggio": "si"}, line=A, **why)


@pytest.mark.long
def test_a_single_judge_does_not_decide_what_wants_two_a_panel_does(told, table, cast):
    bruno, giulia, dora = cast["bruno"], cast["giulia"], cast["dora"]
    other, third = (factories.make_user(name) for name in ("olga", "piero"))
    for user in (other, third):
        factories.give_role(user, table.round.tournament, Role.CHIEF_ARBITER)
    told(LEFT, QUARREL, responsible="A")
    proposed_and_confirmed(bruno, giulia)
    appeal = file_appeal(by=acting(dora), entry=table.line_a, against="ruling:1:1", grounds="Non fummo noi")
    name_judge(by=acting(dora), appeal=appeal, user=other, role="president")
    case = change_by_appeal(by=acting(other), appeal=appeal, reason="Non furono loro")
    told_anew = Answers(facts=MISCONDUCT)
    case = answer(by=acting(other), case=case, expected_version=case.version, answers=told_anew)
    with pytest.raises(Refused, match="lo decide una giuria di almeno due"):
        decide(by=acting(other), case=case, expected_version=case.version, reason="Sentiti tutti")
    name_judge(by=acting(dora), appeal=appeal, user=third, role="member")
    with pytest.raises(Refused, match="meno della maggioranza della giuria"):
        decide(by=acting(other), case=case, expected_version=case.version, reason="Sentiti tutti")
    discard_case(by=acting(other), case=case, expected_version=case.version, reason="Siamo in due")
    case = change_by_appeal(by=acting(other), appeal=appeal, reason="Non furono loro", present=[third])
    case = answer(by=acting(other), case=case, expected_version=case.version, answers=told_anew)
    assert decide(by=acting(other), case=case, expected_version=case.version, reason="Sentiti tutti").version == 2
