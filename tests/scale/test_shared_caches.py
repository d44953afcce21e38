"""What is said to a cache between us and the phones: how long it may keep a page, and when not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared

pytestmark = pytest.mark.dialect

ROOT = Path(__file__).parents[2]
KEPT = "public, max-age=0, s-maxage=5, stale-while-revalidate=5"


@pytest.fixture(autouse=True)
def a_cache_in_front(settings) -> None:
    settings.SHARED_CACHE_SECONDS = 5


def test_nothing_is_kept_unless_it_is_asked_for(tournament: Tournament, settings) -> None:
    settings.SHARED_CACHE_SECONDS = 0
    assert Client().get(f"/tornei/{tournament.slug}/").headers["Cache-Control"] == "no-cache"


def test_what_a_phone_has_already_may_be_kept_on(tournament: Tournament) -> None:
    page = f"/tornei/{tournament.slug}/"
    tag = Client().get(page).headers["ETag"]
    again = Client().get(page, headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["Cache-Control"], again.headers["ETag"]) == (304, KEPT, tag)


def test_a_hidden_tournament_is_never_kept(tournament: Tournament) -> None:
    Tournament.objects.update(is_public=False)
    answer = Client().get(f"/tornei/{tournament.slug}/")
    assert (answer.status_code, answer.headers.get("Cache-Control")) == (404, None)


def test_the_clock_of_the_hall_is_not_kept(tournament: Tournament) -> None:
    for address in ("schermo/", "schermo/pannello/"):
        assert Client().get(f"/tornei/{tournament.slug}/{address}").headers["Cache-Control"] == "no-cache"


@login_not_required
@shared
def forgetful(request, slug: str) -> HttpResponse:
    request.session["who"] = "me"  # a mistake that a page for all must not make
    return HttpResponse(slug)


urlpatterns = [path("prova/<str:slug>/", forgetful)]


@pytest.mark.urls(__name__)
def test_an_answer_with_a_cookie_or_to_somebody_by_name_is_not_kept(tournament: Tournament) -> None:
    page = f"/prova/{tournament.slug}/"
    first = Client().get(page)
    assert first.cookies
    assert first.headers["Cache-Control"] == "private, no-store"
    assert Client().get(page).headers["Cache-Control"] == KEPT
    by_name = Client().get(page, headers={"Authorization": "Basic x"})
    assert by_name.headers["Cache-Control"] == "private, no-store"


@pytest.mark.long
@pytest.mark.parametrize(("seconds", "starts"), [("0", True), ("30", True), ("31", False), ("-1", False)])
def test_no_page_is_kept_for_long(seconds: str, starts: bool) -> None:
    given = {**os.environ, "SHARED_CACHE_SECONDS": seconds, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", "from django.conf import settings; settings.SHARED_CACHE_SECONDS"]
    run = subprocess.run(command, cwd=ROOT, env=given, check=False, capture_output=True, text=True)
    assert (run.returncode == 0) is starts
    assert ("SHARED_CACHE_SECONDS is 0 to 30" in run.stderr) is not starts
