"""What the tests of slips send: two deals of burraco, by either line."""

from django.test import Client

from codes.seats import Line, Result
from hall.line_codes.codes import line_key
from hall.slips.actions import agree_slip, send_slip
from tests.asking import send
from tests.factories import acting
from tournaments.scores.models import BoardScore
from tournaments.staff.actions import NAME

A, B = Line.A, Line.B
OURS = {1: Result(points_a=600, points_b=100), 2: Result(points_a=400, points_b=300)}
THEIRS = OURS | {2: Result(points_a=300, points_b=400)}
TYPED = {
    "b1-line_a": "600",
    "b1-line_b": "100",
    "b2-line_a": "400",
    "b2-line_b": "300",
    "b1-version": 0,
    "b2-version": 0,
}
SWAPPED = TYPED | {"b2-line_a": "300", "b2-line_b": "400"}


def put(players, table, line=A, results=OURS, *, seen=0, issue=1, **fields):
    by = acting(players, **fields)
    return send_slip(by=by, table=table, line=line, issue=issue, results=results, expected_version=seen)


def agree(players, table, line=B, *, version=1, **fields):
    return agree_slip(by=acting(players, **fields), table=table, line=line, version=version)


def recorded():
    found = BoardScore.objects.current().order_by("table__number", "board__number")
    return [(one.board.number, one.points_a, one.points_b, one.given_by.get_full_name()) for one in found]


AGREED = [(1, 600, 100, NAME), (2, 400, 300, NAME)]


def address_of(table, line, issue=1, *, slug="coppa-levante"):
    """What the QR of that line opens."""
    return f"/tornei/{slug}/tavolo/{line_key(table, Line(line), issue)}/"


class Phone:
    """A phone that has opened the code of one line."""

    def __init__(self, address):
        self.address, self.client = address, Client()

    def get(self, more=""):
        return self.client.get(self.address + more)

    def send(self, **fields):
        return send(self.client, self.address, **fields)
