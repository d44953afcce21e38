"""What is still open in a received tournament: before it is homologated somebody mends it, or says why it may stand."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from federation.models import ReceivedPackage
from federation.queries.packages import of_kind, standings
from tournaments.models import BoardScore


class Point(TextChoices):
    """The kinds of open point; other parts of the federation add theirs by `MORE`."""

    APPEALS = "appeals", _("reclami in esame")
    CASES = "cases", _("anomalie non decise")
    SCORES = "scores", _("punteggi senza una seconda persona")
    REPORTS = "reports", _("segnalazioni di errore senza risposta")
    ROUNDS = "rounds", _("turni non chiusi")
    PROVISIONAL = "provisional", _("classifiche non definitive")
    UNPUBLISHED = "unpublished", _("nessuna classifica pubblicata")
    ELIGIBILITY = "eligibility", _("tesserati da guardare")


class Unreadable(Exception):
    """A package that holds, of records that this program does not understand."""


@dataclass(frozen=True)
class OpenPoint:
    """How many of a kind; `where`: which, in short."""

    kind: str
    count: int
    where: str = ""

    @property
    def told(self) -> dict[str, Any]:
        return asdict(self)


# What else is looked at when a package is checked (the roster looks whether its players may play): each is asked with
# the package and says its points.
MORE: list[Callable[[ReceivedPackage], Iterator[OpenPoint]]] = []


def open_points(package: ReceivedPackage) -> list[OpenPoint]:
    """Raises Unreadable where a record says not what such records say, though all of it is signed and sealed."""
    try:
        found = [*_own(package), *(point for more in MORE for point in more(package))]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Unreadable(str(package)) from error
    return [one for one in found if one.count]


def _own(package: ReceivedPackage) -> Iterator[OpenPoint]:
    yield _numbered(package, Point.APPEALS, "tournaments.Appeal", {"open"})
    yield _numbered(package, Point.CASES, "referee.Case", {"draft"})
    if not of_kind(package, "tournaments.Tournament")[0]["one_hand"]:
        scores = of_kind(package, "tournaments.BoardScore")
        alone = [one for one in scores if BoardScore.awaits(one["kind"], one["state"], one["reference"])]
        yield OpenPoint(Point.SCORES, len(alone))
    reports = [one for one in of_kind(package, "tournaments.ErrorReport") if one["state"] == "open"]
    yield OpenPoint(Point.REPORTS, len(reports))
    yield _numbered(package, Point.ROUNDS, "tournaments.Round", {"published", "playing"})
    published = standings(package)
    provisional = [one.number for one in published if one.kind != "final"]
    yield OpenPoint(Point.PROVISIONAL, len(provisional), _listed(provisional))
    yield OpenPoint(Point.UNPUBLISHED, int(not published))


def _numbered(package: ReceivedPackage, kind: Point, label: str, states: Collection[str]) -> OpenPoint:
    found = [one["number"] for one in of_kind(package, label) if one["state"] in states]
    return OpenPoint(kind, len(found), _listed(found))


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(str(one) for one in sorted(numbers)[:12])
    return f"{shown} …" if len(numbers) > 12 else shown
