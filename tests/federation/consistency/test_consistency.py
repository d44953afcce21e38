"""How alike is decided: each figure is that of the search it leads to, and chance is never told as a difference."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from urllib.parse import parse_qsl

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook
from pypdf import PdfReader

from federation.archive.actions import refresh, write_entries
from federation.archive.forms import ArchiveForm
from federation.archive.models import ArchivedRuling
from federation.archive.queries import search
from federation.archive.records import Entry, entries_of, penalties_of
from federation.consistency.layout import hatch
from federation.consistency.queries import Measured, Selection, Share, measure, rank
from federation.seasons.models import PointsTable, Season, SeasonRules
from hall.calls.models import Call
from people.accounts.models import Federation
from people.accounts.models import Federation as Owner
from tests.reading import fonts
from tests.world import Visitor, World

pytestmark = pytest.mark.long

PAGE = "/federazioni/fitres/archivio/coerenza/"
BOOK = "fitres-tressette"
NINE = datetime(2021, 3, 1, 9, tzinfo=UTC)


def entry(key: int, **more: object) -> Entry:
    first = Entry(kind="ruling", key=key, at=NINE + timedelta(days=key % 40), number=key, code=BOOK)
    return replace(first, procedure="accusa-anticipata", articles=(183,), waited=60 * (key % 20), **more)  # type: ignore[arg-type]


@pytest.fixture
def fitres(world: World) -> Owner:
    """Forty rulings more: of the first anomaly 30, 6 of them departed; of another ten; and what must not be counted."""
    bruno = world.people["bruno"]
    assert bruno is not None
    made = [
        entry(key, departed=key % 5 == 0, arbiter=bruno.pk, penalties=("vp-2",) if key % 3 == 0 else ())
        for key in range(30)
    ]
    made += [
        replace(entry(key), procedure="mancata-risposta", articles=(183, 120), waited=None) for key in range(30, 33)
    ]
    made += [replace(entry(40), version=2, departed=True), replace(entry(41), kind="score", method="assigned")]
    federation = world.tournament.federation
    write_entries(federation, None, made, origin="x:")
    return federation


def total(federation: Federation, address: str) -> int:
    """How many the archive's own page finds there."""
    form = ArchiveForm(dict(parse_qsl(address)), federation=federation)
    assert form.is_valid(), form.errors
    return search(federation, form.search).total


def figures(rows: list[Measured]) -> Iterator[tuple[int, str]]:
    for row in rows:
        yield row.total, row.search_query
        yield row.departed, row.departed_query
        yield from ((count, found) for _value, count, found, _share in row.shown_spread)


def look(world: World, who: str = "aldo", path: str = "", query: str = "") -> HttpResponse:
    return Visitor(world.people[who]).send("GET", f"{PAGE}{path}?{query}")


SPAN = {"since": date(2021, 3, 1), "until": date(2021, 4, 1)}


@pytest.mark.long
def test_what_is_counted_is_every_first_version_of_that_kind(world: World, fitres: Owner) -> None:
    whole, rows = measure(fitres, Selection(**SPAN))
    assert [(row.key, row.total, row.departed) for row in rows] == [
        ((BOOK, "accusa-anticipata"), 30, 6),
        ((BOOK, "mancata-risposta"), 2, 0),
    ]
    assert (whole.total, whole.departed, dict(whole.spread)) == (32, 6, {"vp-2": 10})
    # Of thirty waits of 0 to 19 minutes, the first ten twice: the 15th is of 7, the 27th of 16.
    assert (rows[0].measured, rows[0].median, rows[0].p90) == (30, 7, 16)
    assert (rows[1].measured, rows[1].median) == (0, None)


@pytest.mark.long
@pytest.mark.parametrize("by", ["anomalia", "articolo", "arbitro"])
@pytest.mark.parametrize("kind", ["ruling", "score", "appeal"])
def test_each_figure_is_the_count_of_the_search_it_leads_to(world: World, fitres: Owner, by: str, kind: str) -> None:
    refresh(fitres)
    for asked in (Selection(by=by, kind=kind), Selection(by=by, kind=kind, code=BOOK, **SPAN)):
        whole, rows = measure(fitres, asked)
        shown = list(figures([whole, *rows]))
        assert shown == [(total(fitres, address), address) for _count, address in shown]
    assert rows or kind == "appeal" or by == "arbitro"


def test_a_filter_leaves_out_another_edition_and_other_days(world: World, fitres: Owner) -> None:
    assert measure(fitres, Selection(code="fibur-burraco-2019", **SPAN))[0].total == 0
    assert measure(fitres, Selection(since=date(2021, 3, 1), until=date(2021, 3, 1)))[0].total == 1
    assert measure(fitres, Selection(since=date(1999, 1, 1), until=date(1999, 1, 2))) == (
        Measured((), Selection(since=date(1999, 1, 1), until=date(1999, 1, 2))),
        [],
    )


def test_another_federation_counts_nothing_of_it(world: World, fitres: Owner) -> None:
    other = Federation.objects.create(code="altra", name="Altra")
    assert measure(other, Selection(**SPAN))[0].total == 0


# -- chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        # Worked out apart, to thousandths outwards: (k + z²/2 ± z√(k(n−k)/n + z²/4)) / (n + z²), z = 1.96.
        (12, 40, 180, 455),
        (0, 10, 0, 278),
        (10, 10, 722, 1000),
        (1, 3, 61, 793),
        (500, 1000, 469, 531),
        (0, 0, 0, 1000),
    ],
)
def test_a_share_says_between_which_bounds_the_true_one_lies(part: int, whole: int, low: int, high: int) -> None:
    assert (Share(part, whole).low, Share(part, whole).high) == (low, high)


def test_few_are_too_few_to_say(world: World, fitres: Owner) -> None:
    page = look(world, query="dal=2021-03-01&al=2021-04-01").content.decode()
    assert "n = 2: troppo pochi per dire" in page
    # Six of thirty: one in five, and by chance alone between 9 and 38 in a hundred.
    assert "fra 9 e 38 %" in page and '<strong class="figures">20 %</strong>' in page
    assert (Share(0, 9).is_telling, Share(0, 10).is_telling) == (False, True)


def test_a_rank_is_a_value_that_was_measured() -> None:
    assert [rank({5: 1}, 50), rank({1: 5, 9: 5}, 50), rank({1: 5, 9: 5}, 90), rank({}, 50)] == [5, 1, 9, None]


# -- the index --------------------------------------------------------------------------------------------------------


def test_penalties_are_named_by_kind_and_amount() -> None:
    effects = [
        {"verb": "penalty", "penalty": "vp", "amount": 2},
        {"verb": "penalty", "penalty": "vp", "amount": 2},
        {"verb": "penalty", "penalty": "ammonizione"},
        {"verb": "forfeit", "forfeit": "accusa"},
    ]
    assert penalties_of(effects) == ("vp-2", "ammonizione")


def test_a_wait_begins_with_the_call_that_the_case_answered(world: World) -> None:
    def waited() -> list[int | None]:
        found = [one for one in entries_of(world.tournament) if one.key == ruling.pk and one.kind == "ruling"]
        return [one.waited for one in found]

    ruling = world.tournament.rulings.filter(version=1).earliest("pk")
    case, bruno = ruling.case, world.people["bruno"]
    assert case.table is not None and bruno is not None
    Call.objects.filter(table=case.table).delete()
    from_case = (ruling.decided_at - case.opened_at) // timedelta(seconds=1)
    assert waited() == [from_case]
    opened = case.opened_at - timedelta(seconds=90)
    call = Call.objects.create(table=case.table, opened_by=bruno, opened_at=opened)
    assert waited() == [from_case + 90]
    # One that was answered before the case was opened was about something else.
    Call.objects.filter(pk=call.pk).update(
        closed_at=case.opened_at - timedelta(seconds=30), closed_by=bruno, outcome="information"
    )
    assert waited() == [from_case]


# -- pages and files ---------------------------------------------------------------------------------------------------


def test_a_page_has_the_same_queries_however_many_rows(world: World, fitres: Owner) -> None:
    look(world)
    counts = []
    for _time in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            look(world, query="per=articolo")
        counts.append(len(queries))
        more = [replace(entry(key), articles=tuple(range(1, 15))) for key in range(100, 110)]
        write_entries(fitres, None, [*more], origin="y:")
    assert counts[0] == counts[1]


def test_a_season_says_the_days(world: World, fitres: Owner) -> None:
    olga = world.people["olga"]
    season = Season.objects.create(federation=fitres, code="s21", name="2021", made_by=olga, made_at=NINE)
    table = PointsTable.objects.filter(federation=fitres).first()
    assert table is not None
    SeasonRules.objects.create(
        season=season, version=1, starts_on=date(2021, 3, 1), ends_on=date(2021, 4, 1), table=table, classes=["A"],
        ties="shared", set_by=olga, set_at=NINE,
    )  # fmt: skip
    by_season, by_days = look(world, query="stagione=s21"), look(world, query="dal=2021-03-01&al=2021-04-01")
    links = [re.findall(r'archivio/\?([^"]+)"', one.content.decode()) for one in (by_season, by_days)]
    assert links[0] == links[1] != []
    refused = look(world, query="stagione=s21&dal=2021-03-01")
    assert (refused.status_code, "Scegli una stagione o dei giorni" in refused.content.decode()) == (422, True)


@pytest.mark.parametrize(
    "query", ["per=arbitro", "codice=x", "tipo=x", "dal=x", "dal=2021-02-01&al=2021-01-01", "al=0001-01-01"]
)
def test_what_cannot_be_read_is_refused_in_words(world: World, query: str) -> None:
    assert look(world, query=query).status_code == 422
    assert look(world, path="coerenza.xlsx", query=query).status_code == 404


def test_nothing_to_compare_says_so(world: World) -> None:
    page = look(world, query="dal=1999-01-01&al=1999-02-01")
    assert (page.status_code, "Niente da confrontare" in page.content.decode()) == (200, True)


def test_arbiters_are_the_referees_alone(world: World, fitres: Owner) -> None:
    name = str(world.people["bruno"])
    for path in ("arbitri/", "arbitri/arbitri.xlsx", "arbitri/arbitri.pdf"):
        asked = {who: look(world, who, path).status_code for who in ("remo", "aldo", "gemma", "olga", "giulia")}
        assert asked == {"remo": 200, "aldo": 403, "gemma": 403, "olga": 403, "giulia": 404}
    assert name in look(world, "remo", "arbitri/").content.decode()
    for query in ("", "per=articolo"):
        page = look(world, "aldo", "", query).content.decode()
        assert name not in page and "arbitri/" not in page and "arbitro=" not in page
        assert name not in str(workbook(look(world, "aldo", "coerenza.xlsx", query)))


def workbook(answer: HttpResponse) -> list[list[tuple[object, ...]]]:
    book = load_workbook(BytesIO(answer.content))
    return [list(sheet.iter_rows(values_only=True)) for sheet in book]


def test_the_files_have_the_figures_of_the_page(world: World, fitres: Owner) -> None:
    query = "dal=2021-03-01&al=2021-04-01"
    shares, ordered = workbook(look(world, path="coerenza.xlsx", query=query))
    assert [row[2:7] for row in shares if row[2] == 30] == [(30, 6, 20, 9, 38)]
    assert [row[10] for row in shares if row[2] == 2] == ["n = 2: troppo pochi per dire"]
    assert [row[2:5] for row in ordered if row[3] == 10] == [("2 VP", 10, 30)]
    paper = PdfReader(BytesIO(look(world, path="coerenza.pdf", query=query).content))
    assert "troppo pochi per dire" in " ".join("".join(page.extract_text() for page in paper.pages).split())


def test_the_index_keeps_them_of_first_versions(world: World) -> None:
    refresh(world.tournament.federation)
    kept = ArchivedRuling.objects.filter(tournament=world.tournament, kind="ruling")
    assert kept.filter(version=1, waited__isnull=True).count() == 0
    assert kept.filter(version__gt=1, waited__isnull=False).count() == 0


def test_the_paper_draws_each_row_in_black_and_tells_every_figure(world: World, fitres: Owner) -> None:
    content = look(world, path="coerenza.pdf", query="dal=2021-03-01&al=2021-04-01").content
    paper = PdfReader(BytesIO(content))
    assert all(fonts(content).values()) and not paper.is_encrypted
    first = paper.pages[0]
    drawn, words = first.get_contents().get_data().decode("latin-1"), first.extract_text()
    # Two anomalies and all together: a circle is four curves, and those of too few are hollow on a broken stroke.
    curves = [line for line in drawn.splitlines() if line.endswith(" c")]
    assert len(curves) >= 4 * 3 and "[2.5 2]" in drawn.replace(".0", "")
    assert "fra 9 e 38 %" in " ".join(words.split()) and "mediana 7 min" in words
    every = " ".join("".join(page.extract_text() for page in paper.pages).split())
    assert "Che cosa se ne può dire" in every and "Quante volte" in every


def test_every_kind_of_penalty_has_a_hatch_of_its_own_over_its_bar() -> None:
    strokes = {kind: tuple(hatch(kind, 100)) for kind in ("vp", "mp", "points", "warning", "other")}
    assert len(set(strokes.values())) == 5
    for several in strokes.values():
        assert max(x for _x, _y, x, _y2 in several) >= 90
