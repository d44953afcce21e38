"""What counts as a word, and when a number is an article."""

import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from codes.finding.vocabulary import articles_in_query, plain, stem, stems


def test_words_are_lower_case_without_accents_and_small_ones():
    assert plain("Il Re di Città, n. 5, l’asso") == ["re", "citta", "5", "asso"]


@pytest.mark.parametrize("word", ["coppia", "linea", "coppie", "Linee", "pair", "Nord", "ovest"])
def test_a_pair_a_line_and_a_seat_weigh_nothing(word):
    assert plain(word) == []


def test_what_tells_two_happenings_apart_stays():
    assert (
        plain("non ha pescato prima, senza scarto, fuori turno") == "non pescato prima senza scarto fuori turno".split()
    )


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("nn ha pescato", ["non", "pescato"]),
        ("dp lo scarto", ["dopo", "scarto"]),
        ("he didn't draw", ["not", "draw"]),
        ("gioc", ["gioc"]),  # somebody who is still typing
    ],
)
def test_what_is_written_short_is_the_word_in_full(typed, words):
    assert plain(typed) == words


@pytest.mark.parametrize(("written", "digits"), [("undici", "11"), ("eleven", "11"), ("Due", "2"), ("ventuno", "21")])
def test_a_number_in_letters_is_the_number(written, digits):
    (word,) = plain(written)
    assert stems(word) == (digits,)


@pytest.mark.parametrize(
    "forms",
    [
        ("tardi", "tardiva", "tardivo"),
        ("anticipata", "anticipo", "anticipare"),
        ("pesca", "pescato", "pescare"),
        ("chiude", "chiusura", "chiuso"),  # no ending tells it
        ("raccoglie", "raccolta", "raccolto"),
        ("alza", "alzato", "alzando"),  # the stemmer takes it for three words
        ("dimentica", "dimenticato"),
        ("rifiuto", "rifiutare"),
        ("mette", "mise", "mettono"),  # in the remote past, and of many
        ("spade", "coppe", "denari"),  # any suit: which one says nothing
    ],
)
def test_forms_of_a_word_have_one_stem(forms):
    assert len({stem(form, "it") for form in forms}) == 1


def test_a_word_has_its_stem_in_both_languages():
    assert {stem("declared", "en"), stem("declared", "it")} == set(stems("declared"))


@pytest.mark.parametrize(
    ("query", "articles", "words"),
    [
        ("183", (183,), []),
        ("181 183", (181, 183), []),
        ("art. 18", (18,), []),
        ("accusa art 183", (183,), ["accusa"]),
        ("articolo 36 chiusura", (36,), ["chiusura"]),
        ("article 36", (36,), []),
        ("artt. 181 e 183 accusa", (181, 183), ["accusa"]),
        ("arrivati a 21 punti", (), ["arrivati", "21", "punti"]),
        ("art. 130, 21 punti", (130, 21), ["punti"]),
        ("articolo", (), []),
        ("", (), []),
    ],
)
def test_a_number_is_an_article_only_alone_or_after_the_word(query, articles, words):
    assert articles_in_query(query) == (articles, words)


@pytest.fixture
def hurried_threads() -> Generator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_threads_that_stem_at_the_same_time_find_the_same_stems(hurried_threads: None) -> None:
    words = (
        "distribuzione scoperta giocare dichiarare annullamento contestata rilevazione napoletana palesamento".split()
    )
    expected = [stem(word, "it") for word in words] * 60
    # Past the cache, which would ask the stemmer only once.
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(stem.__wrapped__, words * 60, repeat("it")))
    assert found == expected
