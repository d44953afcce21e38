"""Who in a file is already known."""

from itertools import starmap

import pytest

from people.imports.likeness import MOST_CANDIDATES, Comparison, Known, Likeness, Sureness, compare_people
from people.imports.rows import WrittenPlayer
from people.imports.words import given_names


def verdict(name: str, card: str, known: str, known_card: str) -> Comparison:
    """How a «Surname, Name» of a file stands to one known."""
    return compare_people([_person(name, card)], [Known(7, _person(known, known_card))])[0]


def _person(name: str, card: str = "") -> WrittenPlayer:
    last, _comma, first = name.partition(", ")
    return WrittenPlayer(first, last, card)


@pytest.mark.parametrize(
    ("name", "card", "known", "known_card"),
    [
        ("Rossi, Mario", "123", "Rossi, Mario", "123"),
        ("Rossi, Mario", "123", "Rosi, Mario", "00123"),
        ("Mario, Rossi", "ba 12", "Rossi, Mario", "BA-12"),
        ("Rossi, M.", "123", "Rossi, Mario", "123"),
    ],
)
def test_a_card_with_a_like_name_is_the_same_player(name: str, card: str, known: str, known_card: str) -> None:
    found = verdict(name, card, known, known_card)
    assert (found.verdict, found.proposed) == (Sureness.SAME, 7)


@pytest.mark.parametrize(
    ("name", "known", "likeness"),
    [
        ("Rossi, Mario", "Rossi, Mario", Likeness.NAME),
        ("ROSSI, MARIO", "rossi, mario", Likeness.NAME),
        ("Mario, Rossi", "Rossi, Mario", Likeness.NAME),
        ("D'Amico, Nicolo", "D’Amico, Nicolò", Likeness.NAME),
        ("De Luca, Gian Luca", "Deluca, Gianluca", Likeness.NAME),
        ("Rossi, M.", "Rossi, Mario", Likeness.SHORTENED),
        ("Rossi, Maria", "Rossi, Maria Grazia", Likeness.SHORTENED),
        ("Rosi, Mario", "Rossi, Mario", Likeness.SLIP),
        ("Rossi, Mraio", "Rossi, Mario", Likeness.SLIP),
        ("Bossi, Mario", "Rossi, Mario", Likeness.SLIP),
        ("Mario, Rosi", "Rossi, Mario", Likeness.SLIP),
        ("Mastrangleo, Giovani", "Mastrangelo, Giovanni", Likeness.SLIP),
        ("Mastrangelo, Anna", "Mastrangello, Anna", Likeness.SLIP),
    ],
)
def test_a_like_name_is_asked_about(name: str, known: str, likeness: Likeness) -> None:
    found = verdict(name, "", known, "123")
    assert found.verdict is Sureness.PROBABLY
    assert [one.likeness for one in found.candidates] == [likeness]
    assert found.proposed == (7 if likeness is Likeness.NAME else None)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Rossi, Mario", "Rossi, Maria"),
        ("Rossi, Mario", "Rossi, Luca"),
        ("Rossi, Mario", "Verdi, Mario"),
        ("Re, Ugo", "Ro, Ugo"),
        ("Rossi, Anna", "Russo, Arianna"),
        ("Rossi, ", "Rossi, Mario"),
    ],
)
def test_another_name_is_another_player(name: str, known: str) -> None:
    assert verdict(name, "", known, "") == Comparison(Sureness.NEW)


def test_an_equal_card_under_another_name_is_asked_and_not_proposed() -> None:
    found = verdict("Rossi, Mario", "123", "Verdi, Anna", "123")
    assert (found.verdict, found.candidates[0].likeness) == (Sureness.PROBABLY, Likeness.CARD_ONLY)
    assert found.proposed is None


def test_a_namesake_with_another_card_is_asked_and_not_proposed() -> None:
    found = verdict("Rossi, Mario", "123", "Rossi, Mario", "124")
    assert (found.verdict, found.candidates[0].likeness) == (Sureness.PROBABLY, Likeness.NAME_OTHER_CARD)
    assert found.proposed is None


def test_a_slip_with_another_card_is_another_player() -> None:
    assert verdict("Rosi, Mario", "123", "Rossi, Mario", "124").verdict is Sureness.NEW


def test_the_likeliest_come_first() -> None:
    known = [Known(1, _person("Rosi, Mario")), Known(2, _person("Rossi, M.")), Known(3, _person("Rossi, Mario"))]
    found = compare_people([_person("Rossi, Mario")], known)[0]
    assert [one.key for one in found.candidates] == [3, 2, 1]


def test_a_card_known_twice_is_asked_about() -> None:
    known = [Known(1, _person("Rossi, Mario", "5")), Known(2, _person("Rossi, Mario", "05"))]
    assert compare_people([_person("Rossi, Mario", "5")], known)[0].verdict is Sureness.PROBABLY


def test_five_hundred_are_found_among_five_thousand() -> None:
    """Surnames made of syllables, so that many are nearly alike."""
    firsts = sorted(given_names())
    lasts = [
        f"{a}{b}{c}"
        for a in ("Ros", "Man", "Bel", "Car", "Fer")
        for b in ("si", "to", "la", "ne")
        for c in ("ni", "ri", "lli")
    ]
    known = [Known(key, WrittenPlayer(firsts[key % len(firsts)], lasts[key * 7 % len(lasts)])) for key in range(5_000)]
    people = [WrittenPlayer(one.person.first_name, one.person.last_name + "i") for one in known[::10]]
    found = compare_people(people, known)
    assert all(
        one.key in {candidate.key for candidate in result.candidates} or len(result.candidates) == MOST_CANDIDATES
        for one, result in zip(known[::10], found, strict=True)
    )


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Rosi, Mario", "Rossi, Mario"),
        ("Mario, Rosi", "Rossi, Mario"),
        ("Marino, Mario", "Mario, Martino"),
        ("Rossi, Giovanni", "Rossi, Giovannni"),
        ("Iovannio, Giovannino", "Giovanninoli, Giovannino"),
    ],
)
def test_a_slip_is_found_among_hundreds_who_share_a_name(name: str, known: str) -> None:
    """Also with surname and name the other way round, or so like each other that one may stand for the other."""
    shared = {word for one in (name, known) for word in one.split(", ")}
    crowd = [WrittenPlayer(word, f"{'bcdfglmn'[key % 8]}{key}qwz") for word in shared for key in range(200)]
    found = compare_people([_person(name)], [*starmap(Known, enumerate(crowd, start=8)), Known(7, _person(known))])[0]
    assert [(one.key, one.likeness) for one in found.candidates] == [(7, Likeness.SLIP)]


@pytest.mark.long
def test_of_thousands_with_one_first_name_none_is_taken_for_another() -> None:
    people = [WrittenPlayer("Mario", f"{chr(97 + n % 26)}{n}abcde") for n in range(3_000)]
    found = compare_people(
        people, [Known(key, WrittenPlayer("Mario", f"{chr(122 - key % 26)}{key}vwxyz")) for key in range(3_000)]
    )
    assert {one.verdict for one in found} == {Sureness.NEW}
