"""What happens to a match once is ruled on once: the ruling is shown and revised, or it is said to be another."""

import pytest
from django.urls import reverse

from codes.seats import Line
from records.requests import Refused
from referee.cases.actions import Answers, answer, open_case
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.incidents.actions import annul_ruling, hand_over
from referee.rulings.actions import decide, depart, revise_ruling
from referee.rulings.document import document_of
from referee.rulings.layout import ruling_sheet
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import send, source, text
from tests.factories import NOON, acting
from tests.reading import text_of as paper_text
from tests.referee.happened import ABSENT, AWAY, LATE, NOT_RETURNED, PAGE, given, match, record, record_late

WHY = "Arrivata di nuovo tardi dopo la pausa"
# Line B late by the row, line A there.
TWO, FIVE = ({"ritardo": row, "ritardo-altra": "presente"} for row in ("entro-2", "da-2-a-5"))
LEFT = {"score-sul-tavolo": "lasciato", "esito-partita": "vinta"}


@pytest.fixture
def tournament(db):
    """Burraco: four pairs, two tables, round 1 playing."""
    return factories.make_playing_burraco(boards_per_round=2, warnings_per_vp=3)


@pytest.fixture
def told_again(table, bruno):
    """The wizard told of something at table 1, up to its decision."""

    def run(procedure, facts, line="B", contradicts=""):
        case = open_case(by=acting(bruno), table=table, procedure=procedure)
        answers = Answers(responsible=line, facts=facts, contradicts=contradicts)
        return answer(by=acting(bruno), case=case, expected_version=case.version, answers=answers)

    return run


def in_force():
    return sorted(Ruling.objects.current().values_list("number", "version", "procedure"))


# -- the wizard ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facts", [TWO, FIVE])
def test_the_same_lateness_is_not_decided_twice(bruno, table, told_again, facts):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, facts)
    with pytest.raises(Refused, match=r"ha già deciso il Provvedimento n\. 1: rivedi quello"):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    assert in_force() == [(1, 1, LATE)]


def test_another_lateness_is_decided_with_the_reason_why_it_is_another(bruno, table, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, TWO)
    second = decide(by=acting(bruno), case=case, expected_version=case.version, besides=WHY)
    assert second.scene["besides"] == {"number": 1, "reason": WHY}
    assert [one[:3] for one in given()] == [(2, "warning", 0), (2, "warning", 0)]


def test_who_departs_from_the_proposal_says_on_record_besides_what(bruno, table, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, TWO)
    order = {"reason": WHY, "order": "Nessun provvedimento"}
    second = depart(by=acting(bruno), case=case, expected_version=case.version, **order)
    assert second.scene["besides"] == {"number": 1, "reason": WHY}


def test_what_differs_is_handed_over_to_the_ruling_there_is(bruno, table, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, FIVE)
    reopened = hand_over(by=acting(bruno), case=case, expected_version=case.version)
    case.refresh_from_db()
    assert (case.state, case.discard_reason) == ("discarded", "Confluita nel Provvedimento n. 1")
    assert (reopened.number, reopened.is_revision, reopened.facts) == (1, True, FIVE)
    decide(by=acting(bruno), case=reopened, expected_version=reopened.version)
    assert in_force() == [(1, 2, LATE)]
    assert [one[:3] for one in given()] == [(1, "mp", 100)]


def test_the_same_answers_are_not_handed_over(bruno, table, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, TWO)
    with pytest.raises(Refused, match=r"È già deciso così: Provvedimento n. 1\."):
        hand_over(by=acting(bruno), case=case, expected_version=case.version)
    assert Case.objects.filter(state="draft").count() == 1


def test_nothing_is_handed_over_where_nothing_was_decided(bruno, table, told_again):
    case = told_again(LATE, TWO)
    with pytest.raises(Refused, match="non c’è ancora un provvedimento"):
        hand_over(by=acting(bruno), case=case, expected_version=case.version)


def test_another_happening_that_fixes_the_score_is_handed_over_too(bruno, table, told_again):
    """39: a match has one score, by one ruling."""
    record_late(bruno, table, b="oltre-10")
    case = told_again(ABSENT, AWAY | {"direttore-avvisato": "si"})
    with pytest.raises(Refused, match="ha già deciso"):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    reopened = hand_over(by=acting(bruno), case=case, expected_version=case.version)
    decide(by=acting(bruno), case=reopened, expected_version=reopened.version)
    assert in_force() == [(1, 2, ABSENT)]
    assert match()[2] == "assenza-primi-tre-turni"


def test_a_sheet_not_returned_is_decided_besides_a_lateness(bruno, table, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(NOT_RETURNED, LEFT)
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert in_force() == [(1, 1, LATE), (2, 1, NOT_RETURNED)]


def test_a_lateness_at_another_table_is_another(bruno, table, tournament, told_again):
    record_late(bruno, tournament.rounds.get(number=1).tables.get(number=2), b="entro-2")
    case = told_again(LATE, TWO)
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert in_force() == [(1, 1, LATE), (2, 1, LATE)]


def test_what_was_annulled_is_decided_again(bruno, table, told_again):
    ruling = record_late(bruno, table, b="entro-2")
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="era puntuale")
    case = told_again(LATE, TWO)
    decide(by=acting(bruno), case=case, expected_version=case.version)
    assert [one[:3] for one in given()] == [(2, "warning", 0)]


def test_conduct_may_be_improper_more_than_once(bruno, table, told_again):
    for number in (1, 2):
        case = told_again("comportamento-scorretto", {"fatto-di-condotta": "norma", "ammonizione-opportuna": "si"})
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="Ha commentato")
        assert len(in_force()) == number


def test_what_is_being_revised_is_not_decided_beside(bruno, table, told_again):
    ruling = record_late(bruno, table, b="entro-2")
    revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="riguardo")
    case = told_again(LATE, FIVE)
    with pytest.raises(Refused, match="ha già deciso"):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    with pytest.raises(Refused, match="già in revisione"):
        hand_over(by=acting(bruno), case=case, expected_version=case.version)
    with pytest.raises(Refused, match="già in revisione"):
        record_late(bruno, table, b="da-2-a-5")


@pytest.mark.long
def test_the_wizard_says_so_from_its_first_question_on(bruno, table, client_of):
    record_late(bruno, table, b="entro-2")
    case = open_case(by=acting(bruno), table=table, procedure=LATE)
    client, address = client_of(bruno), reverse("case", args=["coppa-levante", case.number])
    assert "Già deciso: Provvedimento n. 1 , Linea in ritardo al via." in text(client.get(address))
    send(client, address, step="posto", version=case.version, responsible="B")
    case.refresh_from_db()
    answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(facts=FIVE))
    page = client.get(address)
    assert "Si rivede quello, con queste risposte" in text(page)
    assert "Perché è un altro fatto" in text(page)
    assert 'name="hand_over"' in source(page)


def test_one_tap_leads_from_the_draft_to_the_revision(bruno, table, client_of, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, FIVE)
    client = client_of(bruno)
    decided = reverse("decide_case", args=["coppa-levante", case.number])
    refused = send(client, decided, version=case.version, reason="")
    assert refused.status_code == 422
    assert "ha già deciso il Provvedimento n. 1" in text(refused)
    answered = send(client, decided, version=case.version, reason="", hand_over="1")
    assert answered.url == reverse("case", args=["coppa-levante", 1])


def test_the_ruling_says_besides_which_it_was_given(bruno, table, client_of, told_again):
    record_late(bruno, table, b="entro-2")
    case = told_again(LATE, TWO)
    decided = reverse("decide_case", args=["coppa-levante", case.number])
    send(client_of(bruno), decided, version=case.version, reason="", besides=WHY)
    page = text(client_of(bruno).get(reverse("ruling", args=["coppa-levante", 2])))
    assert f"Oltre al provvedimento n. 1 {WHY}" in page
    paper = paper_text(ruling_sheet(document_of(Ruling.objects.get(number=2), language="it"), at=NOON))
    assert f"Oltre al n. 1 {WHY}" in " ".join(paper.split())


# Both late, by two rows; and the same told from the other line.
BOTH_LATE = {"ritardo": "entro-2", "ritardo-altra": "da-2-a-5"}
FROM_B = {"ritardo": "da-2-a-5", "ritardo-altra": "entro-2"}


def test_the_same_lateness_told_from_the_other_line_is_decided_already(bruno, table, told_again, client_of):
    """40: two latenesses are one happening, whichever line is named first."""
    record_late(bruno, table, "entro-2", "da-2-a-5")
    case = told_again(LATE, FROM_B, line="B")
    with pytest.raises(Refused, match=r"È già deciso così: Provvedimento n\. 1\."):
        hand_over(by=acting(bruno), case=case, expected_version=case.version)
    page = client_of(bruno).get(reverse("case", args=["coppa-levante", case.number]))
    assert "Le risposte sono le stesse: non c’è altro da decidere." in text(page)
    assert reverse("ruling", args=["coppa-levante", 1]) in source(page)
    assert 'name="hand_over"' not in source(page)
    with pytest.raises(Refused, match="È già deciso così"):
        record(bruno, table, LATE, FROM_B, line=Line.B)
    assert in_force() == [(1, 1, LATE)]


def test_the_lines_changed_about_are_another_lateness(bruno, table, told_again):
    record_late(bruno, table, "entro-2", "da-2-a-5")
    case = told_again(LATE, BOTH_LATE, line="B", contradicts="Le linee erano scambiate")
    reopened = hand_over(by=acting(bruno), case=case, expected_version=case.version)
    decide(by=acting(bruno), case=reopened, expected_version=reopened.version)
    assert in_force() == [(1, 2, LATE)]


def test_how_late_the_other_line_was_is_known_once_it_is_decided(bruno, table):
    record_late(bruno, table, a="entro-2")
    case = open_case(by=acting(bruno), table=table, procedure=LATE)
    answers = Answers(responsible="B", facts={"ritardo": "da-2-a-5"})
    case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=answers)
    known = known_answers(case, book_of(case.tournament), (LATE,))["ritardo-altra"]
    assert (known.answer, known.source["it"]) == ("entro-2", "dal provvedimento n. 1")
    reopened = hand_over(by=acting(bruno), case=case, expected_version=case.version)
    decide(by=acting(bruno), case=reopened, expected_version=reopened.version)
    assert [one[:3] for one in given()] == [(1, "mp", 100), (1, "warning", 0)]


def test_the_quick_page_keeps_the_other_line_s_lateness_as_it_was_decided(bruno, table, client_of):
    record_late(bruno, table, a="entro-2")
    page = source(client_of(bruno).get(PAGE))
    assert "cosa=ritardo-al-tavolo&amp;linea=A&amp;ritardo=entro-2&amp;ritardo-altra=da-5-a-10" in page


# -- the quick page --------------------------------------------------------------------------------------------------


def test_the_quick_page_refuses_the_very_same_lateness(bruno, table):
    record_late(bruno, table, b="entro-2")
    with pytest.raises(Refused, match=r"È già deciso così: Provvedimento n. 1\."):
        record_late(bruno, table, b="entro-2")
    assert in_force() == [(1, 1, LATE)]


def test_the_quick_page_refuses_the_very_same_absence(bruno, table):
    record(bruno, table, ABSENT, AWAY, line=Line.B)
    with pytest.raises(Refused, match="È già deciso così"):
        record(bruno, table, ABSENT, AWAY, line=Line.B, version=1)


def test_the_quick_page_too_takes_another_happening_with_its_reason(bruno, table):
    record_late(bruno, table, b="entro-2")
    second = record(bruno, table, LATE, TWO, line=Line.B, besides=WHY)
    assert second.scene["besides"] == {"number": 1, "reason": WHY}
    assert in_force() == [(1, 1, LATE), (2, 1, LATE)]


@pytest.mark.long
def test_the_quick_page_shows_what_was_decided(bruno, table, client_of):
    record_late(bruno, table, b="entro-2")
    client = client_of(bruno)
    assert "Già deciso: Provvedimento n. 1 , Linea in ritardo al via." in text(client.get(PAGE))
    same = text(client.get(PAGE, {"cosa": LATE, "linea": "B", **TWO}))
    assert "Le risposte sono le stesse: non c’è altro da decidere." in same
    assert "Conferma come altro fatto" in same
    assert same.count("Conferma") == 1
    assert text(client.get(PAGE, {"cosa": LATE, "linea": "B", **FIVE})).count("Conferma") == 2
    sent = send(client, PAGE, cosa=LATE, linea="B", **TWO, version=0, besides=WHY)
    assert sent.status_code == 302
    assert len(in_force()) == 2
