"""Questions put together once answer as Django's own do, whatever they are given, in whatever order they come."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet

from records.log import write_line
from records.models import LogEntry
from records.prepared_queries import Slices, prepared, prepared_records
from tests import factories
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

FIELDS = ("slug", "starts_on", "is_public", "boards_per_round")


def _wanted(*, day: date, slug: str, boards: int) -> QuerySet[Tournament, Any]:
    found = Tournament.objects.filter(Q(starts_on__gt=day) | Q(slug=slug), boards_per_round=boards)
    return found.order_by("slug").values_list(*FIELDS)


def _some(start: int, stop: int, *, boards: int) -> QuerySet[Tournament, Any]:
    return Tournament.objects.filter(boards_per_round=boards).order_by("slug").values_list("slug")[start:stop]


def _lines(*, tournament: int) -> QuerySet[LogEntry, Any]:
    return LogEntry.objects.filter(tournament=tournament).order_by("sequence").values_list("at", "data")


wanted, some, lines = prepared(_wanted), prepared(_some), prepared(_lines)


@pytest.fixture
def tournaments(db: None) -> list[Tournament]:
    return [
        factories.make_tournament(
            f"gara-{number}",
            starts_on=factories.NOON.date() + timedelta(days=number),
            is_public=number % 2 == 0,
            boards_per_round=4 + number % 2,
        )
        for number in range(4)
    ]


def test_days_texts_and_truths_come_back_as_python_keeps_them(tournaments):
    for after in range(-1, 4):
        for slug in ("gara-0", "gara-3", "niente"):
            for boards in (4, 5, 6):
                given = {"day": tournaments[0].starts_on + timedelta(days=after), "slug": slug, "boards": boards}
                assert wanted(**given) == list(_wanted(**given))
    assert wanted(day=tournaments[3].starts_on, slug="gara-2", boards=4) == [
        ("gara-2", tournaments[2].starts_on, True, 4)
    ]


def test_moments_and_json_too(tournaments, dora):
    write_line(
        tournament=tournaments[0],
        actor=dora,
        at=factories.NOON,
        action="proof",
        record="none",
        data={"figures": [7, 4]},
    )
    (line,) = lines(tournament=tournaments[0].pk)
    assert line == (factories.NOON, {"figures": [7, 4]})
    assert lines(tournament=tournaments[1].pk) == []


def test_the_bounds_of_a_slice_are_not_mixed_up(tournaments):
    asked = [some(start, start + 1, boards=4) for start in range(3)]
    assert asked == [[("gara-0",)], [("gara-2",)], []]
    assert some(0, 2, boards=5) == [("gara-1",), ("gara-3",)]


def test_the_sql_is_put_together_once(tournaments, django_assert_num_queries):
    made = []

    @prepared
    def asked(*, boards: int) -> QuerySet[Tournament, Any]:
        made.append(boards)
        return Tournament.objects.filter(boards_per_round=boards).values_list("slug")

    with django_assert_num_queries(3):
        found = [len(asked(boards=boards)) for boards in (4, 5, 6)]
    assert found == [2, 2, 0]
    assert len(made) == 1
    assert made[0] not in (4, 5, 6)


def test_records_come_with_those_beside_them_and_what_they_are_annotated_with(tournaments, django_assert_num_queries):
    federation = tournaments[0].federation

    @prepared_records
    def asked(*, boards: int) -> QuerySet[Tournament]:
        found = Tournament.objects.filter(boards_per_round=boards).select_related("federation")
        return found.annotate(twice=F("boards_per_round") * 2).defer("name").order_by("slug")

    with django_assert_num_queries(2):
        four, five = asked(boards=4), asked(boards=5)
        assert [(one, one.federation, vars(one)["twice"]) for one in (*four, *five)] == [
            (tournaments[number], federation, 2 * boards) for number, boards in ((0, 4), (2, 4), (1, 5), (3, 5))
        ]
    with django_assert_num_queries(1):  # a field left out is read when it is looked at
        assert four[0].name == tournaments[0].name
    four[0].name = "Un altro nome"
    four[0].save(update_fields=["name"])
    assert asked(boards=4)[0].name == "Un altro nome"


def test_a_paginator_reads_only_its_page():
    read = []

    def numbers(start: int, stop: int) -> list[int]:
        read.append((start, stop))
        return list(range(start, stop))

    pages = Paginator(Slices(lambda: 45, numbers), 20)
    assert list(pages.get_page("3")) == [40, 41, 42, 43, 44]
    assert (pages.num_pages, read) == (3, [(40, 45)])
    assert Slices(lambda: 45, numbers)[7] == 7


def test_a_list_of_nothing_has_one_empty_page():
    assert list(Paginator(Slices(lambda: 0, lambda start, stop: [1 / 0]), 20).get_page(1)) == []
