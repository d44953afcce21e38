"""One person, one name: the same letters, wherever they part into surname and name, are one person or a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.imports.likeness import SURE, Known, Likeness, Sureness, compare_people
from people.imports.names import Order, is_guess, split_name
from people.imports.rows import RowFault, WrittenPlayer
from tests.people.imports.files import names, players


def likeness(written: tuple[str, str], known: tuple[str, str]) -> Likeness | None:
    """How a «surname, name» of a file stands to one known."""
    person, other = (WrittenPlayer(last_name=last, first_name=first) for last, first in (written, known))
    found = compare_people([person], [Known(1, other)])[0]
    return found.candidates[0].likeness if found.verdict is Sureness.PROBABLY else None


@pytest.mark.parametrize(
    ("written", "known"),
    [
        (("García", "Márquez Anna"), ("García Márquez", "Anna")),
        (("Márquez", "Anna García"), ("García Márquez", "Anna")),
        (("MARQUEZ GARCIA", "ANNA"), ("García Márquez", "Anna")),
        (("Garcia-Marquez", "Anna"), ("García Márquez", "Anna")),
        (("Anna", "García Márquez"), ("García Márquez", "Anna")),
        (("Luca", "Ivo De"), ("De Luca", "Ivo")),
        (("Deluca", "Ivo Ugo"), ("De Luca", "Ugo Ivo")),
        (("D Amico", "Nicolò"), ("D’Amico", "Nicolo'")),
        (("Maria Rossi", "Anna"), ("Rossi", "Annamaria")),
        (("Dell'Òrto", "Lea"), ("Lea", "Dell Orto")),
    ],
)
def test_the_same_letters_parted_elsewhere_are_asked(written: tuple[str, str], known: tuple[str, str]) -> None:
    assert likeness(written, known) in SURE


@pytest.mark.parametrize(
    ("written", "known"),
    [
        (("García", "Anna"), ("García Márquez", "Anna")),
        (("Anna", "Márquez"), ("García Márquez", "Anna")),
        (("Luca", "Ivo"), ("De Luca", "Ivo")),
        (("Verdi Neri", "Ida"), ("Verdi", "Ida")),
    ],
)
def test_a_name_with_a_word_less_is_asked(written: tuple[str, str], known: tuple[str, str]) -> None:
    assert likeness(written, known) is Likeness.SHORTENED


@pytest.mark.parametrize(
    ("written", "known"),
    [
        (("Leno", "Maria"), ("Lena", "Mario")),  # the same letters, and no word of them
        (("De Rossi", "Ugo"), ("De Luca", "Ugo")),
        (("Rossi", "Anna"), ("Bianchi", "Anna")),
    ],
)
def test_another_person_is_not_asked(written: tuple[str, str], known: tuple[str, str]) -> None:
    assert likeness(written, known) is None


WORD = st.text("abcdeghilmnoprstuvàèìòùéñç", min_size=2, max_size=7).map(str.capitalize)
WORDS = st.lists(st.one_of(WORD, st.sampled_from(["De", "Di", "D’Alba", "Lo"])), min_size=2, max_size=5)


@given(WORDS, st.data())
def test_a_name_cut_and_turned_anyhow_is_never_somebody_new(words: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(words) - 1))
    known = (" ".join(words[:cut]), " ".join(words[cut:]))
    turned = data.draw(st.permutations(words))
    other = data.draw(st.integers(1, len(words) - 1))
    between = data.draw(st.sampled_from([" ", "-", "  "]))
    style = data.draw(st.sampled_from([str, str.upper, str.lower]))
    written = (style(between.join(turned[:other])), style(" ".join(turned[other:])))
    assert likeness(written, known) in SURE


@pytest.mark.parametrize(
    ("text", "order", "last", "first"),
    [
        ("García Márquez Anna", Order.LAST_FIRST, "García Márquez", "Anna"),
        ("Anna García Márquez", Order.FIRST_LAST, "García Márquez", "Anna"),
        ("De Luca Anna Maria", Order.LAST_FIRST, "De Luca", "Anna Maria"),
        ("Anna Maria De Luca", Order.FIRST_LAST, "De Luca", "Anna Maria"),
        ("Maria Grazia Rossi", Order.FIRST_LAST, "Rossi", "Maria Grazia"),
        ("Rossi Maria Grazia", Order.LAST_FIRST, "Rossi", "Maria Grazia"),
        ("Rossi Mario M.", Order.LAST_FIRST, "Rossi", "Mario M."),
        ("José Ortega y Gómez", Order.FIRST_LAST, "Ortega y Gómez", "José"),
        ("Rossi Xaver", Order.LAST_FIRST, "Rossi", "Xaver"),
    ],
)
def test_given_names_and_particles_tell_where_a_name_parts(text: str, order: Order, last: str, first: str) -> None:
    assert split_name(text, order) == (last, first)


@pytest.mark.parametrize(
    ("text", "order", "is_one"),
    [
        ("García Márquez Anna", Order.LAST_FIRST, True),
        ("Anna Rossi", Order.LAST_FIRST, True),
        ("Rossi Anna Maria", Order.LAST_FIRST, False),
        ("De Luca Anna", Order.LAST_FIRST, False),
        ("GARCÍA MÁRQUEZ Anna", Order.LAST_FIRST, False),
        ("García Márquez, Anna", Order.LAST_FIRST, False),
        ("Rossi Xaver", Order.LAST_FIRST, False),
    ],
)
def test_a_name_parted_by_a_guess_is_known_as_one(text: str, order: Order, is_one: bool) -> None:
    assert is_guess(text, *split_name(text, order)) is is_one


def test_a_guess_is_shown_with_its_row() -> None:
    first, second = players("Nominativo\nRossi Mario\nGarcía Márquez Anna\n")
    assert names([first, second]) == [["Rossi Mario"], ["García Márquez Anna"]]
    assert (first.problems, [(one.code, one.text) for one in second.problems]) == (
        (),
        [(RowFault.CUT, "García Márquez / Anna")],
    )
    assert second.is_good
