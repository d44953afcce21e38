"""Opening, answering and discarding a case: what is kept, what is refused."""

import pytest
from django.core.exceptions import PermissionDenied

from records.models import LogEntry
from records.requests import Refused
from referee.cases.actions import Answers, Detected, answer, discard_case, open_case
from referee.cases.base_actions import StaleRecord
from referee.cases.models import Case
from tests.factories import acting, make_round


def test_a_case_opens_as_a_numbered_draft(bruno, table, board):
    first = open_case(by=acting(bruno), table=table, board=board)
    second = open_case(by=acting(bruno), table=table)
    assert (first.number, first.state, first.board, first.version) == (1, "draft", board, 1)
    assert (second.number, second.board) == (2, None)


def test_the_same_request_opens_one_case(bruno, table):
    first = open_case(by=acting(bruno, key="k"), table=table)
    assert open_case(by=acting(bruno, key="k"), table=table) == first
    assert Case.objects.count() == 1


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_open_cases(who, cast, table):
    with pytest.raises(PermissionDenied):
        open_case(by=acting(cast[who]), table=table)


def test_opening_writes_a_log_line(draft):
    entry = LogEntry.objects.filter(tournament=draft.tournament).latest("sequence")
    assert (entry.action, entry.data) == ("open_case", {"number": 1, "table": 1})


def test_each_answer_is_kept_and_counts_a_version(draft, say):
    say(draft, procedure="accusa-anticipata", responsible="N")
    case = say(draft, facts={"esercizio-monte": "nessuno"})
    assert (case.procedure, case.responsible, case.facts) == (
        "accusa-anticipata",
        "N",
        {"esercizio-monte": "nessuno"},
    )
    assert case.version == 3


def test_changing_an_answer_keeps_the_others_even_if_no_longer_asked(draft, say):
    say(draft, procedure="accusa-anticipata", responsible="N")
    for name, value in [
        ("esercizio-monte", "nessuno"),
        ("contestazione-battuta", "in-tempo"),
        ("dichiarato", "incompleta"),
    ]:
        say(draft, facts={name: value})
    case = say(draft, facts={"contestazione-battuta": "nessuna"})
    assert case.facts["dichiarato"] == "incompleta"
    assert say(draft, facts={"contestazione-battuta": "in-tempo"}).facts["dichiarato"] == "incompleta"


def test_another_anomaly_sets_its_own_answers_aside_and_gets_them_back(draft, say):
    say(draft, procedure="accusa-anticipata", responsible="N")
    say(draft, facts={"esercizio-monte": "nessuno"})
    say(draft, facts={"contestazione-battuta": "in-tempo"})
    say(draft, facts={"dichiarato": "incompleta"})
    other = say(draft, procedure="numero-carte-errato")
    assert "dichiarato" not in other.facts
    assert say(draft, procedure="accusa-anticipata").facts["dichiarato"] == "incompleta"


def test_an_answer_outside_the_closed_set_is_refused_and_changes_nothing(draft, say):
    say(draft, procedure="accusa-anticipata", responsible="N")
    with pytest.raises(Refused, match="fra quelle possibili"):
        say(draft, facts={"esercizio-monte": "forse"})
    draft.refresh_from_db()
    assert draft.facts == {}


def test_a_question_not_reached_cannot_be_answered(draft, say):
    say(draft, procedure="accusa-anticipata", responsible="N")
    with pytest.raises(Refused):
        say(draft, facts={"ricostruibile": "si"})


def test_detection_is_told_by_its_own_step_only(draft, say):
    say(draft, procedure="altra-anomalia", responsible="N")
    with pytest.raises(Refused):
        say(draft, facts={"modalita": "contestazione"})


def test_an_anomaly_of_other_options_is_refused(draft, say):
    draft.tournament.accusa = "senza-accusa"
    draft.tournament.save()
    with pytest.raises(Refused, match="non esiste nelle norme"):
        say(draft, procedure="accusa-anticipata")


def test_a_board_of_another_round_is_refused(draft, say, tournament):
    with pytest.raises(Refused, match="non si gioca a questo tavolo"):
        say(draft, board=tournament.boards.get(number=3))


def test_nobody_detected_it(draft, say):
    case = say(draft, procedure="altra-anomalia", responsible="N", detected=Detected())
    assert (case.undetected, case.detectors, case.timing) == (True, [], "")


def test_a_detection_says_when(draft, say):
    with pytest.raises(Refused, match="quando"):
        say(draft, procedure="altra-anomalia", responsible="N", detected=Detected(seats=["E"]))


def test_a_stale_version_shows_the_current_case(draft, say, bruno):
    say(draft, procedure="accusa-anticipata")
    with pytest.raises(StaleRecord) as stale:
        answer(by=acting(bruno), case=draft, expected_version=1, answers=Answers(responsible="S"))
    assert stale.value.current.procedure == "accusa-anticipata"
    draft.refresh_from_db()
    assert draft.responsible == ""


def test_a_repeated_answer_counts_once(draft, bruno):
    for _ in range(2):
        answer(by=acting(bruno, key="twice"), case=draft, expected_version=1, answers=Answers(responsible="S"))
    draft.refresh_from_db()
    assert draft.version == 2


def test_a_draft_is_discarded_with_a_reason(draft, bruno):
    with pytest.raises(Refused, match="perché"):
        discard_case(by=acting(bruno), case=draft, expected_version=1, reason="  ")
    case = discard_case(by=acting(bruno), case=draft, expected_version=1, reason="Tavolo sbagliato")
    assert (case.state, case.discard_reason) == ("discarded", "Tavolo sbagliato")


def test_a_discarded_case_takes_no_answers(draft, bruno, say):
    discard_case(by=acting(bruno), case=draft, expected_version=1, reason="Tavolo sbagliato")
    with pytest.raises(Refused, match="già chiusa"):
        say(draft, responsible="N")


def test_no_case_at_a_table_where_a_pair_rests(tournament, bruno):
    tournament.rounds.filter(number=1).update(state="closed")
    resting = make_round(tournament, 3, [(tournament.entries.first(), None)])
    with pytest.raises(Refused, match="riposa"):
        open_case(by=acting(bruno), table=resting.tables.get())
