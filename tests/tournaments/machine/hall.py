"""The hall in which the machine plays: one tournament, its cast, a clock, and the one door to every action."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied

from hall.slips.actions import StaleSlip
from people.accounts.models import Club
from records.action import Actor
from records.requests import Refused, StaleVersion
from records.rights import Role
from tests import factories
from tests.factories import NOON
from tests.tournaments.machine.constancy import check_change
from tests.tournaments.machine.figures import check_figures
from tests.tournaments.machine.records import Records
from tests.tournaments.machine.seating import check_seating
from tournaments.planning.stage_actions import add_stage
from tournaments.publication.actions import DataMoved
from tournaments.scores.guards import StalePreview
from tournaments.setup.models import Tournament
from tournaments.staff.actions import players_of

CAST = {"dora": Role.DIRECTOR, "giulia": Role.CHIEF_ARBITER, "bruno": Role.ARBITER, "sara": Role.SCORER}
CLUBS = ("Levante", "Ponente")
REFUSALS = (Refused, StaleVersion, StalePreview, DataMoved, StaleSlip, PermissionDenied)

# Every action done and refused, over all the tournaments of a run.
done: Counter[str] = Counter()
refused: Counter[str] = Counter()
reasons: Counter[str] = Counter()


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What is played, and in which stages (formula, first round, rounds, carry-over)."""

    game: str = "tressette"
    contest: str = "pairs"
    boards: int = 2
    stages: tuple[tuple[str, str, int, str], ...] = (("danish", "entry-order", 3, "none"),)
    fields: tuple[tuple[str, object], ...] = ()


class Hall:
    """A tournament under way."""

    def __init__(self, setting: Setting) -> None:
        self.now = NOON
        self.count = 0
        self.names = 0
        self.sent: list[Callable[[], Any]] = []
        self.stranger_comes = False
        self.refusal: Exception | None = None
        self.tournament = _tournament(setting)
        self.cast = {name: factories.make_user(name, first_name=name.title()) for name in (*CAST, "carla")}
        for name, role in CAST.items():
            factories.give_role(self.cast[name], self.tournament, role)
        self.cast["players"] = players_of(self.tournament)
        factories.sealed(self.tournament)
        self.clubs = [Club.objects.create(federation=self.tournament.federation, name=name) for name in CLUBS]
        self.records = Records()
        for formula, first_round, rounds, carry_over in setting.stages:
            self.do(add_stage, "dora", tournament=self.tournament, name=f"Fase {self.count}", formula=formula,
                    first_round=first_round, rounds_planned=rounds, carry_over=carry_over,
                    boards_move=formula == "mitchell" and rounds % 2 == 1)  # fmt: skip

    def do(self, action: Callable[..., Any], who: str, **given: Any) -> Any:
        """What the action made; None where it was refused, which must have changed nothing."""
        self.count += 1
        self.now += timedelta(seconds=20)
        is_stranger, self.stranger_comes, self.refusal = self.stranger_comes, False, None
        by = Actor(user=self.cast["carla" if is_stranger else who], at=self.now, key=f"richiesta-{self.count}")
        made = self.attempt(action.__name__, lambda: action(by=by, **given))
        assert not (is_stranger and made), f"somebody without a role did {action.__name__}"
        if made is not None:
            self.sent.append(lambda: action(by=replace(by, at=self.now), **given))
        return made

    def attempt(self, name: str, act: Callable[[], Any]) -> Any:
        """Do it between two looks at the records."""
        before = self.records
        try:
            made = act()
        except REFUSALS as refusal:
            refused[name] += 1
            reasons[f"{name}: {type(refusal).__name__} {refusal}"] += 1
            self.refusal = refusal
            made = None
        self.records = Records()
        if made is None:
            assert self.records == before, [f"{name} was refused and changed", *before.differences(self.records)]
            return None
        done[name] += 1
        check_change(before, self.records, name)
        if self.records != before:
            check_seating(before, self.records)
            check_figures(before, self.records)
        return made

    def again(self, how_long_ago: int) -> None:
        """A request that comes a second time: the same answer, or none when its record is gone, and nothing new."""
        before = self.records
        try:
            self.sent[-1 - how_long_ago % len(self.sent)]()
        except Refused as refusal:
            self.refusal = refusal
        self.records = Records()
        assert self.records == before, ["sent twice, done twice", *before.differences(self.records)]

    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    def name(self) -> str:
        """A surname that nobody has yet."""
        self.names += 1
        return f"Giocatore{self.names}"


def _tournament(setting: Setting) -> Tournament:
    make = factories.make_burraco if setting.game == "burraco" else factories.make_tournament
    return make(
        contest=setting.contest,
        boards_per_round=setting.boards,
        lot_seed="4711",
        **dict(setting.fields),
    )
