"""Rounds as a calendar and publications as feeds: read back by readers of our own, and nothing of what is hidden."""

import re
from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from federation.seasons.actions import publish_season
from federation.seasons.queries import season_now
from hall.clock.models import RoundClock
from hall.listing.exports import Event, Feed, FeedEntry, atom, calendar, folded
from people.accounts.models import Player
from tests import factories
from tests.factories import NOON, acting
from tests.federation.seasons.a_season import make_finished, make_players, make_season, make_table, publish_final
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

ATOM = {"a": "http://www.w3.org/2005/Atom"}
CALENDAR, FEED = "/tornei/coppa-levante/turni.ics", "/tornei/coppa-levante/pubblicazioni.atom"


def parsed(text: str) -> list[dict[str, str]]:
    """The events of a calendar, read by the letter of RFC 5545: unfold, split, unescape."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = re.sub(r"\r\n[ \t]", "", text).split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    events: list[dict[str, str]] = []
    for line in lines[1:-1]:
        name, _colon, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events and line != "END:VEVENT":
            assert name not in events[-1]
            events[-1][name] = re.sub(r"\\(.)", lambda found: "\n" if found[1] in "nN" else found[1], value)
    return events


def entries(content: bytes) -> list[dict[str, str]]:
    root = ElementTree.fromstring(content)  # noqa: S314 our own answer
    assert root.tag == f"{{{ATOM['a']}}}feed"
    for name in ("id", "title", "updated", "author/a:name"):
        assert root.findtext(f"a:{name}", namespaces=ATOM)
    found = []
    for entry in root.findall("a:entry", ATOM):
        told = {name: entry.findtext(f"a:{name}", namespaces=ATOM) for name in ("id", "title", "updated", "summary")}
        found.append(told | {"link": entry.find("a:link", ATOM).get("href")})
    return found


def test_a_calendar_has_the_day_and_each_public_round_by_its_clock(client, tournament):
    RoundClock.objects.create(
        round=tournament.rounds.get(number=1), minutes=50, started_at=datetime(2026, 11, 14, 14, 30, tzinfo=UTC),
        paused_seconds=120,
    )  # fmt: skip
    answer = client.get(CALENDAR)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    day, first = parsed(answer.content.decode())
    assert (day["DTSTART;VALUE=DATE"], day["DTEND;VALUE=DATE"]) == ("20261114", "20261115")
    assert (day["SUMMARY"], day["LOCATION"], day["URL"]) == (
        "Coppa Levante", "Bari", "http://testserver/tornei/coppa-levante/",
    )  # fmt: skip
    assert first["SUMMARY"] == "Coppa Levante, turno 1"
    # 50 minutes and two of a pause, in UTC: 15.30 of a November afternoon in Italy.
    assert (first["DTSTART"], first["DTEND"]) == ("20261114T143000Z", "20261114T152200Z")


@pytest.mark.parametrize(("month", "hour"), [(1, "14"), (7, "13")])
def test_a_moment_of_any_zone_is_told_in_utc_winter_and_summer(month, hour):
    begins = datetime(2026, month, 14, 15, 30, tzinfo=ZoneInfo("Europe/Rome"))
    told = parsed(calendar("x", [Event("x", "x", begins, begins + timedelta(minutes=45), begins)]))[0]
    assert (told["DTSTART"], told["DTEND"][9:]) == (f"2026{month:02}14T{hour}3000Z", f"{int(hour) + 1}1500Z")
    assert told["DTSTAMP"] == told["DTSTART"]


def test_a_draft_is_in_no_calendar_and_an_event_keeps_its_name(client, tournament):
    before = parsed(client.get(CALENDAR).content.decode())
    Round.objects.filter(number=2).update(state=Round.State.PUBLISHED)
    after = parsed(client.get(CALENDAR).content.decode())
    assert [one["SUMMARY"][-7:] for one in after] == [" Levante"[-7:], "turno 1", "turno 2"]
    assert [one["UID"] for one in after[:2]] == [one["UID"] for one in before]
    assert len({one["UID"] for one in after}) == 3


def test_texts_are_written_as_the_format_wants_them(client, tournament):
    name = "Coppa; «Nicolò», ediz. \\ 1\r\ne " + "ò" * 90
    Tournament.objects.filter(pk=tournament.pk).update(name=name, place="Sala A,\x07 B")
    day = parsed(client.get(CALENDAR).content.decode())[0]
    assert (day["SUMMARY"], day["LOCATION"]) == (name.replace("\r\n", "\n"), "Sala A, B")


def test_a_minor_s_name_is_in_no_feed(client, tournament):
    minor = Player.objects.filter(first_name="Anna").get()
    Player.objects.filter(pk=minor.pk).update(minor_until=timezone.localdate() + timedelta(days=30))
    Tournament.objects.filter(pk=tournament.pk).update(
        name="Memorial di tutti, voluto a lungo da Anna Conti per Bari e non solo"
    )
    for path in (CALENDAR, FEED):
        text = re.sub(r"\r\n ", "", client.get(path).content.decode())
        assert "A. C." in text
        assert "Anna" not in text


@given(st.text(max_size=300))
def test_any_text_is_folded_and_read_again(text):
    event = Event("x", text, date(2026, 1, 1), date(2026, 1, 2), NOON, place=text)
    told = parsed(calendar(text, [event]))[0]
    kept = re.sub(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    assert told["SUMMARY"] == kept
    assert folded("x" * 75) == "x" * 75


@given(st.text(max_size=100))
def test_any_text_is_in_a_feed_that_can_be_read(text):
    one = FeedEntry("x", text, "http://h/1", NOON, summary=text)
    found = entries(atom(Feed("f", "t", "a", "http://h/f", "http://h/", NOON, [one])))
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)
    # XML reads every end of a line as \n.
    assert re.sub("[\r\n]", "", found[0]["title"] or "") == re.sub("[\r\n]", "", legal)


def test_a_feed_tells_what_was_published_the_latest_first(client, tournament, dora):
    publish_final(tournament, dora, [1, 2], kind="provisional")
    publish_final(tournament, dora, [2, 1])
    answer = client.get(FEED)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = {one["link"]: one for one in entries(answer.content)}
    assert set(found) == {f"http://testserver/tornei/coppa-levante/classifica/{number}/" for number in (1, 2)}
    last = found["http://testserver/tornei/coppa-levante/classifica/2/"]
    assert last["title"] == "Coppa Levante: Classifica n. 2, definitiva"
    assert (last["summary"], last["updated"]) == ("Fase 1, dopo il turno 1", "2026-11-14T12:00:00Z")
    again = {one["link"]: one["id"] for one in entries(client.get(FEED).content)}
    assert again == {link: one["id"] for link, one in found.items()}
    assert len(set(again.values())) == 2


def test_a_feed_of_nothing_can_be_read(client, tournament):
    assert entries(client.get(FEED).content) == []


def test_the_feed_of_a_federation_has_its_tournaments_and_seasons(client, fitres):
    olga = factories.make_officer("olga", fitres)
    season = make_season(olga, fitres, make_table(olga, fitres))
    players = make_players("Anna Conti", "Luca Serra")
    make_finished("levante", olga, [players], secretary=olga)
    figures = season_now(season).rows.figures
    publish_season(by=acting(olga, at=NOON + timedelta(days=1)), season=season, seen=0, figures=figures)
    found = entries(client.get("/federazioni/fitres/pubblicazioni.atom").content)
    assert [(one["title"], one["link"]) for one in found] == [
        ("Stagione 2026: classifica n. 1", "http://testserver/federazioni/fitres/classifiche/2026/1/"),
        ("Levante: Classifica n. 1, definitiva", "http://testserver/tornei/levante/classifica/1/"),
    ]


def test_nothing_hidden_is_told_by_any_feed(client, fitres):
    olga = factories.make_officer("olga", fitres)
    make_finished("canarino", olga, [make_players("Canario Segreto", "Altra Canaria")], is_public=False)
    for path in ("/tornei/canarino/turni.ics", "/tornei/canarino/pubblicazioni.atom"):
        assert client.get(path).status_code == 404
    assert client.get("/federazioni/fitres/pubblicazioni.atom").status_code == 404
    make_finished("levante", olga, [make_players("Anna Conti", "Luca Serra")])
    answer = client.get("/federazioni/fitres/pubblicazioni.atom").content
    assert b"anarin" not in answer
    assert len(entries(answer)) == 1
    assert client.get("/federazioni/nessuna/pubblicazioni.atom").status_code == 404


def test_a_long_feed_ends(client, fitres):
    olga = factories.make_officer("olga", fitres)
    levante = make_finished("levante", olga, [make_players("Anna Conti", "Luca Serra")])
    for _number in range(60):
        publish_final(levante, olga, [1])
    assert len(entries(client.get("/tornei/levante/pubblicazioni.atom").content)) == 50
    assert len(entries(client.get("/federazioni/fitres/pubblicazioni.atom").content)) == 50
