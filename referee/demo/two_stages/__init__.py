"""The demo's large burraco: 24 pairs, four rounds in one field, then two merit groups, the second round in play."""

from datetime import datetime, timedelta

from referee.demo.play import Play
from referee.demo.two_stages import first_stage, merit_groups
from referee.demo.two_stages.field import enter_field
from referee.demo.two_stages.standings import make_final
from tournaments.planning.models import CarryOver, FirstRound, Formula
from tournaments.planning.stage_actions import add_stage

SLUG = "gran-premio-delle-matte"
NAME = "Gran Premio delle Matte"
DEALS = 2
# How long it takes until now.
LASTS = timedelta(minutes=262)


def play_two_stages(play: Play, now: datetime) -> None:
    """The whole of it, from the stages planned to the second round of the merit groups, begun some minutes ago."""
    _plan(play)
    enter_field(play)
    first_stage.play_rounds(play)
    make_final(play)
    merit_groups.play_rounds(play, now)


def _plan(play: Play) -> None:
    for name, fields in (
        ("Girone unico", {"first_round": FirstRound.LOT, "rounds_planned": 4}),
        ("Gironi di merito", {"first_round": FirstRound.STANDINGS, "rounds_planned": 2, "carry_over": CarryOver.FULL}),
    ):
        by = play.clock.by(play.staff.director)
        add_stage(by=by, tournament=play.tournament, name=name, formula=Formula.DANISH, **fields)
