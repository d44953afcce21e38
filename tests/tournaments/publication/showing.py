"""Standings to publish in tests: a stage that is played out, shown and made final."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.http import HttpResponse

from people.accounts.models import User
from tests.factories import NOON, acting, make_score, one_hand
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_final, publish_provisional
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment
from tournaments.setup.models import Tournament

TEN = timedelta(minutes=10)


def play(round: Round, by: User, results: Sequence[tuple[int, int]]) -> None:
    """The result of each table, on every board."""
    for table, points in zip(round.tables.order_by("number"), results, strict=True):
        for board in round.boards.order_by("number"):
            make_score(table, board, points, by)


def played_out(round: Round, by: User, results: Sequence[tuple[int, int]], **fields: object) -> Stage:
    """The stage of the round, the one it plans, which is closed; its scores need one hand."""
    play(round, by, results)
    one_hand(round.tournament)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)
    Stage.objects.update(rounds_planned=1, **fields)
    return Stage.objects.get()


def correct(user: User, stage: Stage, at: datetime = NOON) -> Adjustment:
    """A penalty that moves pair 3, within the minutes of the provisional standings."""
    entry = stage.tournament.entries.get(number=3)
    return give_adjustment(by=acting(user, at=at), entry=entry, round=None, kind="mp", amount=-5, reason="Ritardo")


def version(stage: Stage) -> int:
    return Tournament.objects.get(pk=stage.tournament_id).data_version


def show(user: User, stage: Stage, *, at=NOON, **more: object) -> Publication:
    return publish_provisional(by=acting(user, at=at), stage=stage, data_version=version(stage), **more)


def settle(user: User, stage: Stage, *, at=NOON + TEN, **more: object) -> Publication:
    return publish_final(by=acting(user, at=at), stage=stage, data_version=version(stage), **more)


def fields(answer: HttpResponse) -> dict[str, object]:
    """What the page of the desk sends hidden when its standings are shown or made final."""
    initial = answer.context["panels"][0].form.initial
    return {name: initial[name] for name in ("stage", "data_version", "figures")}
