"""Final standings close their own stage and no other; a tournament that has ended is closed without any."""

from datetime import timedelta

import pytest

from people.accounts.models import User
from records.requests import Refused
from tests.factories import NOON, acting, make_score, make_stage, one_hand
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.planning.models import Stage
from tournaments.publication.actions import conclude, interrupt, publish_final, publish_provisional, report_error
from tournaments.publication.models import Publication
from tournaments.publication.queries import deciding_publications, open_stages
from tournaments.rounds.models import Round, Table
from tournaments.scores.actions import give_score
from tournaments.scores.guards import is_closed
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

LATER = NOON + timedelta(minutes=11)


@pytest.fixture
def two_stages(tournament: Tournament, sara: User) -> Tournament:
    """A qualification of one round, played and closed; then a final whose one round is being played."""
    Stage.objects.update(rounds_planned=1)
    _play(tournament.rounds.get(number=1), sara)
    final = make_stage(tournament, 2, name="Finale", rounds_planned=1)
    Round.objects.filter(number=2).update(stage=final, state=Round.State.PLAYING)
    return tournament


def _play(round: Round, by: User) -> None:
    one_hand(round.tournament)
    for table in round.tables.all():
        for board in round.boards.all():
            make_score(table, board, (8, 3), by)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)


def _stages(tournament: Tournament) -> list[Stage]:
    return list(tournament.stages.order_by("number"))


def _show(by: User, stage: Stage) -> Publication:
    return publish_provisional(by=acting(by), stage=stage, data_version=_version(stage))


def _settle(by: User, stage: Stage) -> Publication:
    return publish_final(by=acting(by, at=LATER), stage=stage, data_version=_version(stage))


def _version(stage: Stage) -> int:
    return Tournament.objects.get(pk=stage.tournament_id).data_version


def _score(by: User, number: int, version: int = 0) -> BoardScore:
    """A first score, or the correction of one, in the round of that number."""
    table = Table.objects.get(round__number=number, number=1)
    board = table.round.boards.earliest("number")
    why = {"cause": "wrong-entry", "reason": "Letto male"} if version else {}
    return give_score(
        by=acting(by, at=LATER), table=table, board=board, points_a=7, points_b=4, expected_version=version, **why
    )


def _penalise(by: User, tournament: Tournament, number: int | None) -> None:
    round = tournament.rounds.get(number=number) if number else None
    entry = tournament.entries.get(number=1)
    give_adjustment(by=acting(by, at=LATER), entry=entry, round=round, kind="vp", amount=-1, reason="Ritardo")


def test_the_final_is_played_on_under_the_qualification_s_final_standings(two_stages, dora, sara):
    first, second = _stages(two_stages)
    _show(dora, first)
    _settle(dora, first)
    assert (is_closed(two_stages, first), is_closed(two_stages, second)) == (True, False)
    with pytest.raises(Refused, match="definitiva"):
        _penalise(dora, two_stages, 1)
    assert _score(sara, 2).version == 1
    _penalise(dora, two_stages, 2)
    _penalise(dora, two_stages, None)  # counts in the last stage


def test_a_stage_becomes_final_by_its_own_publications(two_stages, dora, sara):
    first, second = _stages(two_stages)
    _show(dora, first)
    _settle(dora, first)
    _play(two_stages.rounds.get(number=2), sara)
    with pytest.raises(Refused, match="Prima va esposta la classifica provvisoria"):
        _settle(dora, second)
    assert [one.pk for one in open_stages(two_stages)] == [second.pk]
    assert _show(dora, second).kind == "provisional"
    assert [one.stage_id for one in deciding_publications(two_stages)] == [first.pk]
    assert _settle(dora, second).is_final
    assert conclude(by=acting(dora), tournament=two_stages).ending == "concluded"


def test_an_error_reported_in_one_stage_holds_only_that_one_up(two_stages, dora, sara):
    first, second = _stages(two_stages)
    shown = _show(dora, first)
    report_error(publication=shown, entry=two_stages.entries.get(number=1), name="Anna", text="Due VP", at=NOON)
    _play(two_stages.rounds.get(number=2), sara)
    _show(dora, second)
    assert _settle(dora, second).is_final
    with pytest.raises(Refused, match="Una segnalazione aspetta risposta"):
        _settle(dora, first)


def test_minutes_run_out_for_one_stage_leave_the_other_open(two_stages, dora, sara):
    _show(dora, _stages(two_stages)[0])
    with pytest.raises(Refused, match="minuti della classifica provvisoria"):
        _penalise(dora, two_stages, 1)
    assert _score(sara, 2).version == 1


def test_a_tournament_that_has_ended_is_closed_without_final_standings(two_stages, dora, sara, giulia):
    first, second = _stages(two_stages)
    ended = interrupt(by=acting(dora), tournament=two_stages, reason="Allagamento")
    assert not Publication.objects.exists()
    assert (is_closed(ended, first), is_closed(ended, second)) == (True, True)
    for number in (1, 2, None):
        with pytest.raises(Refused, match="Il torneo è finito"):
            _penalise(dora, two_stages, number)
    with pytest.raises(Refused, match="Il torneo è finito"):
        _score(sara, 2)
    with pytest.raises(Refused, match="Il torneo è finito"):
        _show(dora, first)
    with pytest.raises(Refused, match="Prima va esposta"):
        _settle(dora, first)
    assert deciding_publications(ended) == []


def test_under_an_ended_tournament_a_decision_is_still_carried_out(two_stages, dora, giulia):
    interrupt(by=acting(dora), tournament=two_stages, reason="Allagamento")
    entry = two_stages.entries.get(number=1)
    given = give_adjustment(
        by=acting(giulia, at=LATER), entry=entry, round=None, kind="vp", amount=-1, reason="No", reference="GS 1/2026"
    )
    assert given.reference == "GS 1/2026"


def test_another_tournament_s_final_standings_close_nothing_here(two_stages, dora, sara, other_tournament):
    first, second = _stages(two_stages)
    _show(dora, first)
    _settle(dora, first)
    other = other_tournament.stages.get()
    assert (is_closed(other_tournament, other), is_closed(two_stages, second)) == (False, False)
    assert open_stages(other_tournament) == [other]
