"""A roster of 10,000 members from a file: read and previewed, accepted, searched; and 400 pairs beside it."""

from collections.abc import Iterator
from io import BytesIO
from time import perf_counter, process_time

from django.core.management import call_command
from django.utils import timezone
from openpyxl import Workbook

from benchmarks.common import Goal, Row, best
from federation.roster.actions import accept_roster, stage_roster
from federation.roster.queries import MemberList, Preview
from people.accounts.models import Federation, User
from tests.factories import acting, make_entries, make_federation, make_officer, make_tournament
from tournaments.entries.admission_queries import flags_of

MEMBERS = 10_000
HEAD = ("Tessera", "Cognome", "Nome", "Circolo", "Categoria", "Valida dal", "Scadenza")
SURNAMES = 900
GOAL = Goal(seconds=5)
PAIRS = 400


def run() -> Iterator[Row]:
    """The first file, one that changes everybody, the same as a workbook; then the pages that use the roster."""
    call_command("migrate", verbosity=0)
    federation = make_federation("albo")
    by = make_officer("olga", federation)
    for name, content in (
        ("all new, CSV", as_csv(rows("Circolo"))),
        ("all changed, CSV", as_csv(rows("Sala"))),
        ("all changed, XLSX", as_xlsx(rows("Salone"))),
    ):
        yield from imported(name, content, federation, by)
    today = timezone.localdate()
    yield Row(
        "search of a member, a slip in the name",
        best(lambda: list(MemberList(federation, today, text="cognmoe77 mario").matches)),
        goal=Goal(seconds=0.5),
        note=f"{MEMBERS:,} members, {SURNAMES} surnames",
    )
    tournament = make_tournament("albo", federation=federation)
    entries = make_entries(tournament, PAIRS)
    note = "every player is looked up by card and name"
    yield Row(f"who is flagged, {PAIRS} pairs", best(lambda: flags_of(tournament)), goal=Goal(seconds=0.5), note=note)
    some = entries[:100]
    yield Row("the same, a page of 100", best(lambda: flags_of(tournament, some)), goal=Goal(seconds=0.3), note=note)


def imported(name: str, content: bytes, federation: Federation, by: User) -> Iterator[Row]:
    """The two steps, each once: what is accepted cannot be accepted again."""
    began, worked = perf_counter(), process_time()
    update = stage_roster(by=acting(by), federation=federation, file_name="albo", content=content)
    preview = Preview(update)
    counts = preview.changes.counts
    looked, worked_looking = perf_counter(), process_time()
    accept_roster(by=acting(by), update=update, version=preview.version)
    accepted, done = perf_counter() - looked, process_time()
    told = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    note = f"{told}; {worked_looking - worked:.1f} s of it at work"
    yield Row(f"roster read and previewed, {name}", looked - began, goal=GOAL, note=note)
    note = f"{told}; {done - worked_looking:.1f} s of it at work"
    yield Row(f"roster accepted, {name}", accepted, goal=GOAL, note=note)


def rows(club: str) -> list[tuple[str, ...]]:
    return [
        (f"{n:06d}", f"Cognome{n % SURNAMES}", f"Mario{n % 60}", f"{club} {n % 40}", "A", "01/01/2026", "31/12/2026")
        for n in range(1, MEMBERS + 1)
    ]


def as_csv(members: list[tuple[str, ...]]) -> bytes:
    return "\n".join(";".join(row) for row in [HEAD, *members]).encode()


def as_xlsx(members: list[tuple[str, ...]]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in [HEAD, *members]:
        sheet.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
