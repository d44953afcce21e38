"""What tables and arbiters do in the tests of calls, each with its minute after noon."""

from datetime import timedelta

from codes.seats import Line
from hall.calls.actions import call_arbiter
from tests.factories import NOON, acting

A, B = Line.A, Line.B


def at(user, minutes=0, seconds=0):
    return acting(user, at=NOON + timedelta(minutes=minutes, seconds=seconds))


def called(players, table, line=A, minutes=0, **said):
    return call_arbiter(by=at(players, minutes), table=table, line=line, **said)
