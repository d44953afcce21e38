"""Errors that players report in published standings: who may, how many, what they hold up, how they are closed."""

from contextlib import suppress

import pytest
from django.core.exceptions import PermissionDenied

from records.models import LogEntry
from records.requests import Refused
from tests.factories import NOON, acting, make_stage
from tests.tournaments.publication.showing import TEN, correct, settle, show
from tournaments.publication.actions import answer_report, close_reports, report_error
from tournaments.publication.models import ErrorReport, Publication
from tournaments.publication.state import StageStandings
from tournaments.scores.guards import check_open


def tell(publication, number=1, text="Non torna", at=NOON):
    entry = publication.tournament.entries.get(number=number)
    return report_error(publication=publication, entry=entry, name="Anna Conti", text=text, at=at)


def test_the_same_report_sent_twice_is_one(stage, dora):
    found = show(dora, stage)
    assert tell(found) == tell(found)
    assert ErrorReport.objects.count() == 1


def test_of_a_pair_no_more_than_three_come_in(stage, dora):
    found = show(dora, stage)
    for number in range(3):
        tell(found, text=f"Non torna {number}")
    with pytest.raises(Refused, match="già arrivate tre segnalazioni"):
        tell(found, text="E ancora")
    assert tell(found, number=2).entry.number == 2


def test_answered_reports_of_a_pair_count_too_while_the_minutes_run(stage, dora):
    found = show(dora, stage)
    for number in range(3):
        report = tell(found, text=f"Non torna {number}")
        answer_report(by=acting(dora), report=report, accepted=False, answer="No")
    with pytest.raises(Refused, match="già arrivate tre segnalazioni"):
        tell(found, text="E ancora")


def test_a_flood_for_one_pair_keeps_no_other_out(stage, dora):
    found = show(dora, stage)
    for number in range(30):
        with suppress(Refused):
            tell(found, text=f"x{number}")
    assert ErrorReport.objects.count() == 3
    assert tell(found, number=2).entry.number == 2


def waited(stage, at=NOON + TEN):
    return StageStandings(stage, at).final_obstacles


def test_a_report_holds_final_standings_up_only_until_the_minutes_are_over(stage, dora):
    tell(show(dora, stage))
    assert [one.may_be_waived for one in waited(stage, NOON)] == [False, False]
    assert [(one.words, one.may_be_waived) for one in waited(stage)] == [("Una segnalazione aspetta risposta.", True)]
    with pytest.raises(Refused, match="Una segnalazione aspetta risposta"):
        settle(dora, stage)
    with pytest.raises(Refused, match="Scrivi perché"):
        settle(dora, stage, incomplete=True)


def test_a_director_goes_on_with_a_reason_and_the_report_stays_on_record(stage, dora):
    report = tell(show(dora, stage))
    final = settle(dora, stage, incomplete=True, reason="Nessuno si è presentato")
    report.refresh_from_db()
    assert (final.kind, report.state, report.answer, report.answered_by) == (
        "final", "lapsed", "Nessuno si è presentato", dora,
    )  # fmt: skip
    lines = LogEntry.objects.filter(action__in=["close_reports", "publish_final"]).order_by("sequence")
    assert [(line.action, line.data["reason"]) for line in lines] == [
        ("close_reports", "Nessuno si è presentato"), ("publish_final", "Nessuno si è presentato"),
    ]  # fmt: skip
    assert lines[0].data["reports_of"] == [1]


def test_reports_of_another_stage_are_left_waiting(stage, dora):
    tell(show(dora, stage))
    other = make_stage(stage.tournament, 2)
    elsewhere = Publication.objects.get()
    elsewhere.pk, elsewhere.number, elsewhere.stage = None, 9, other
    elsewhere.save(force_insert=True)
    there = ErrorReport.objects.create(publication=elsewhere, text="x", reported_by="?", reported_at=NOON)
    settle(dora, stage, incomplete=True, reason="Tempo passato")
    there.refresh_from_db()
    assert there.state == "open"


def closing(person, stage, *, up_to=None, reason="Una sola mano le ha mandate tutte"):
    last = up_to or ErrorReport.objects.latest("pk").pk
    return close_reports(by=acting(person), tournament=stage.tournament, up_to=last, reason=reason)


def test_all_reports_that_wait_are_closed_in_one_go_and_none_is_lost(stage, dora):
    found = show(dora, stage)
    answered = tell(found, number=3)
    answer_report(by=acting(dora), report=answered, accepted=True, answer="Sì")
    for number in (1, 2):
        tell(found, number=number)
    closing(dora, stage)
    states = ErrorReport.objects.order_by("pk").values_list("state", "answer")
    assert list(states) == [("accepted", "Sì"), *[("lapsed", "Una sola mano le ha mandate tutte")] * 2]
    line = LogEntry.objects.get(action="close_reports")
    assert (line.actor, line.data["reports_of"]) == (dora, [1, 2])
    assert not waited(stage)


def test_a_report_that_came_after_the_page_goes_on_waiting(stage, dora):
    found = show(dora, stage)
    seen = tell(found)
    later = tell(found, number=2)
    closing(dora, stage, up_to=seen.pk)
    assert list(ErrorReport.objects.filter(state="open")) == [later]


def test_reports_are_closed_by_the_director_and_with_a_reason(stage, dora, giulia):
    tell(show(dora, stage))
    with pytest.raises(PermissionDenied):
        closing(giulia, stage)
    with pytest.raises(Refused, match="Scrivi perché le chiudi"):
        closing(dora, stage, reason=" ")
    closing(dora, stage)
    with pytest.raises(Refused, match="Nessuna segnalazione aspetta"):
        closing(dora, stage)


def test_a_report_closed_unexamined_does_not_keep_corrections_going(stage, dora, sara):
    tell(show(dora, stage))
    check_open(stage.tournament, stage, at=NOON + TEN)
    closing(dora, stage)
    with pytest.raises(Refused, match="I minuti della classifica provvisoria sono passati"):
        check_open(stage.tournament, stage, at=NOON + TEN)


def test_reports_end_with_the_time_and_with_newer_standings(stage, dora):
    found = show(dora, stage)
    with pytest.raises(Refused, match="è finito"):
        tell(found, at=NOON + TEN)
    correct(dora, stage)
    show(dora, stage, reason="Corretto")
    with pytest.raises(Refused, match="è stata sostituita"):
        tell(found)


@pytest.mark.parametrize(("name", "text"), [("", "Non torna"), ("Anna", "   ")])
def test_a_report_says_who_and_what(stage, dora, name, text):
    found = show(dora, stage)
    with pytest.raises(Refused):
        report_error(publication=found, entry=stage.tournament.entries.first(), name=name, text=text, at=NOON)


def test_a_report_is_answered_once_and_in_words(stage, dora, sara):
    report = tell(show(dora, stage))
    with pytest.raises(PermissionDenied):
        answer_report(by=acting(sara), report=report, accepted=True, answer="Sì")
    with pytest.raises(Refused, match="Scrivi la risposta"):
        answer_report(by=acting(dora), report=report, accepted=True, answer=" ")
    answer_report(by=acting(dora), report=report, accepted=True, answer="Corretto")
    with pytest.raises(Refused, match="già stato risposto"):
        answer_report(by=acting(dora), report=report, accepted=False, answer="No")
