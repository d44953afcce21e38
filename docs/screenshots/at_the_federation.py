"""The pictures of the federation's guide: whose eyes, on which screen, at which address of the demonstration."""

from collections.abc import Callable

from django.utils import timezone

from federation.casebook.models import HeadnoteVersion
from federation.demo.plan import HOMOLOGATED, RETURNED
from federation.packages.models import ReceivedPackage
from federation.second_instance.models import SecondAppeal
from people.accounts.models import User
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.demo.people import Clock
from referee.demo.presence import SLUG
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

OF_US = "/federazioni/fitres"
ARCHIVE = f"{OF_US}/archivio"
ANOMALY = "accusa-anticipata"
FACTS = {
    "esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-completa",
}  # fmt: skip
# Where that case stands, once it is made: after the pictures of the hall, which it would change.
_CASE: list[str] = []
# A word as an officer types it, narrowed to what was decided otherwise than proposed.
SEARCHED = f"{ARCHIVE}/?q=accusa&diversa=si"


def package_of(slug: str) -> str:
    name = Tournament.objects.get(slug=slug).name
    return f"{OF_US}/pacchetti/{ReceivedPackage.objects.get(name=name).pk}/"


def returned() -> str:
    return package_of(RETURNED)


def homologated() -> str:
    return package_of(HOMOLOGATED)


def headnote() -> str:
    first = HeadnoteVersion.objects.select_related("headnote").earliest("pk").headnote
    return f"{OF_US}/massimario/{first.reference}/"


def appeal() -> str:
    return f"{OF_US}/giudice/{SecondAppeal.objects.get(state='open').number}/"


def undecided() -> str:
    """A case that an arbiter has told whole and not decided yet: it shows what was decided elsewhere."""
    if _CASE:
        return _CASE[0]
    bruno, clock = User.objects.get(username="bruno"), Clock(timezone.now(), "precedents")
    table = Table.objects.get(round__tournament__slug=SLUG, round__number=4, number=6)
    board = table.round.boards.order_by("-number")[0]  # not played there yet
    case = open_case(by=clock.by(bruno), table=table, board=board, procedure=ANOMALY)
    said = Answers(responsible="N", facts=FACTS, detected=Detected(seats=["E"], timing="tempestiva"))
    case = answer(by=clock.by(bruno), case=case, expected_version=case.version, answers=said)
    _CASE.append(f"/tornei/{SLUG}/casi/{case.number}/")
    return _CASE[0]


PAGES: tuple[tuple[str, str, str | Callable[[], str]], ...] = (
    ("laptop-federation-home", "olga", f"{OF_US}/"),
    ("phone-federation-home", "gemma", f"{OF_US}/"),
    ("laptop-federation-members", "olga", f"{OF_US}/tesserati/?chi=scaduti"),
    ("laptop-federation-remark", "olga", returned),
    ("laptop-federation-homologated", "olga", homologated),
    ("laptop-federation-archive", "aldo", SEARCHED),
    ("phone-federation-archive", "aldo", SEARCHED),
    ("laptop-federation-consistency", "remo", f"{ARCHIVE}/coerenza/"),
    ("laptop-federation-casebook", "", f"{OF_US}/massimario/"),
    ("phone-federation-headnote", "", headnote),
    ("laptop-federation-judge", "gemma", appeal),
)
# What a tap unfolds: the archive's filters, and how cases like this one were decided elsewhere.
UNFOLDED: tuple[tuple[str, str, str | Callable[[], str], str], ...] = (
    ("phone-federation-filters", "aldo", f"{ARCHIVE}/", ".archive-filter > summary"),
    ("laptop-federation-precedents", "bruno", undecided, ".precedents summary"),
)
TALLEST = {"laptop-federation-judge": 1700, "laptop-federation-homologated": 1500, "laptop-federation-remark": 1500}
