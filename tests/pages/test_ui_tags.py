"""The tags pages are built with: icons, keys, times in words, the drawn table."""

import re
from datetime import datetime, timedelta
from xml.etree.ElementTree import canonicalize
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.template import engines
from django.utils import translation
from django.utils.translation import gettext_lazy
from lucide.templatetags.lucide import lucide

from codes.seats import Seat
from tournaments.templatetags.ui import ago, seat, seat_letter

NOW = datetime(2026, 11, 14, 15, 30, tzinfo=ZoneInfo("Europe/Rome"))
PLAYERS = {Seat.N: "Anna Conti", Seat.S: "Luca Serra", Seat.E: "Piero Galli", Seat.W: "<Rita>"}


def render(source: str, **context: object) -> str:
    return engines["django"].from_string("{% load ui %}" + source).render(context)


def test_icon_without_a_label_is_hidden_from_readers() -> None:
    assert 'aria-hidden="true"' in render('{% icon "gavel" %}')


def test_icon_with_a_label_is_an_image_with_that_name() -> None:
    drawn = render('{% icon "gavel" label=label %}', label='a "b" <c>')
    assert 'role="img"' in drawn
    assert 'aria-label="a &quot;b&quot; &lt;c&gt;"' in drawn


@pytest.mark.parametrize("name", ["gavel", "menu", "shield-check"])
def test_an_icon_is_drawn_as_lucide_draws_it(name: str) -> None:
    own = lucide(name, size=18, **{"class": "icon", "role": "img", "aria-label": 'a "b" <c>'})
    drawn = render("{% icon name label=label size=18 %}", name=name, label='a "b" <c>')
    assert canonicalize(drawn, strip_text=True) == canonicalize(own, strip_text=True)


def test_a_kept_icon_still_speaks_the_language_of_the_page() -> None:
    label = gettext_lazy("Vai al contenuto")
    italian = render('{% icon "gavel" label=label %}', label=label)
    with translation.override("en"):
        english = render('{% icon "gavel" label=label %}', label=label)
    assert 'aria-label="Vai al contenuto"' in italian
    assert 'aria-label="Skip to the content"' in english


def test_idempotency_key_is_new_every_time() -> None:
    keys = re.findall(r'name="key" value="([0-9a-f-]{36})"', render("{% idempotency_key %}{% idempotency_key %}"))
    assert len(set(keys)) == 2


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=30), "adesso"),
        (timedelta(minutes=1), "1 minuto fa"),
        (timedelta(minutes=59), "59 minuti fa"),
        (timedelta(hours=1, minutes=20), "1 ora fa"),
        (timedelta(hours=5), "5 ore fa"),
        (timedelta(hours=7), "oggi alle 08:30"),
        (timedelta(hours=20), "ieri alle 19:30"),
        (timedelta(days=3), "11 novembre 2026 alle 15:30"),
    ],
)
def test_ago_says_it_as_a_person_would(passed: timedelta, words: str) -> None:
    with time_machine.travel(NOW, tick=False):
        assert ago(NOW - passed) == words


def test_ago_of_nothing_is_nothing() -> None:
    assert ago(None) == ""


def test_seats_have_the_letters_of_the_language() -> None:
    assert [str(seat_letter(s)) for s in Seat] == ["N", "O", "S", "E"]
    with translation.override("en"):
        assert [str(seat_letter(s)) for s in Seat] == ["N", "W", "S", "E"]
    assert [str(seat(s)) for s in Seat] == ["Nord", "Ovest", "Sud", "Est"]


def test_seat_table_shows_players_dealer_and_leader() -> None:
    drawn = render('{% seat_table players dealer="N" leader="W" %}', players=PLAYERS)
    assert "Anna Conti" in drawn
    assert "&lt;Rita&gt;" in drawn
    assert drawn.count("mazziere") == drawn.count("di mano") == 1
    assert "rotate(270 60 60)" in drawn  # the leader's mark points West
    assert "<input" not in drawn


def test_seat_table_with_a_name_is_a_choice_of_one() -> None:
    drawn = render('{% seat_table players name="offender" label="Chi?" selected="W" required=True %}', players=PLAYERS)
    assert drawn.count('type="radio"') == drawn.count("required") == 4
    assert re.search(r'value="W"\s+checked', drawn)
    assert drawn.count("checked") == 1
    assert "<legend>Chi?</legend>" in drawn


def test_seat_table_may_offer_a_choice_of_several() -> None:
    drawn = render('{% seat_table name="who" selected=chosen multiple=True %}', chosen=["N", "E"])
    assert drawn.count('type="checkbox"') == 4
    assert drawn.count("checked") == 2
