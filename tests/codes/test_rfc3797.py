"""RFC 3797, section 6: the published example, whole; then the properties a third party relies on."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.rfc3797 import MAX_DRAWS, digest, key_string, select

KEY = "9319./2.5.8.10.12./9.18.26.34.41.45./"
DIGESTS = [
    "990DD0A5692A029A98B5E01AA28F3459",
    "3691E55CB63FCC37914430B2F70B5EC6",
    "FE814EDF564C190AC1D25753979990FA",
    "1863CCACEB568C31D7DDBDF1D4E91387",
    "F4AB33DF4889F0AF29C513905BE1D758",
    "13EAEB529F61ACFB9A29D0BA3A60DE4A",
    "992DB77C382CA2BDB9727001F3CDCCD9",
    "63AB4258ECA922976811C7F55C383CE7",
    "DFBC5AC97CED01B3A6E348E3CC63F40D",
    "31CB111C4A4EBE9287CEAE16FE51B909",
]

keys = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)
pools = st.lists(st.integers(), min_size=1, max_size=40, unique=True)


def test_the_published_example_draws_the_published_ten():
    assert select(KEY, range(1, 26), 10) == [17, 7, 2, 16, 25, 23, 8, 24, 19, 13]


def test_the_published_example_has_the_published_hashes():
    assert [digest(KEY, draw) for draw in range(10)] == DIGESTS


def test_the_published_sources_give_the_published_key_in_any_order_of_the_numbers():
    assert key_string([9319, [2, 5, 12, 8, 10], [45, 9, 18, 26, 34, 41]]) == KEY


def test_a_text_source_keeps_only_upper_case_letters_and_digits():
    assert key_string(["Cefalù, 3 maggio – tavolo 7", "l'Aquila", "però"]) == "CEFALU3MAGGIOTAVOLO7/LAQUILA/PERO/"


def test_a_zero_is_a_number_like_another():
    assert key_string([0, [0, 7]]) == "0./0.7./"


@pytest.mark.parametrize("sources", [[], [""], ["—!"], [[]], [-1], [[3, -1]]], ids=str)
def test_a_source_without_content_is_refused(sources):
    with pytest.raises(ValueError, match="source"):
        key_string(sources)


@pytest.mark.parametrize("count", [-1, 4])
def test_drawing_more_than_there_are_is_refused(count):
    with pytest.raises(ValueError, match="out of 3"):
        select(KEY, "ABC", count)


def test_a_counter_beyond_two_bytes_is_refused():
    with pytest.raises(ValueError, match="two bytes"):
        digest(KEY, MAX_DRAWS)


def test_no_draw_gives_nobody():
    assert select(KEY, [], 0) == []


@given(keys, pools)
def test_a_whole_draw_is_a_new_order_of_the_pool(key, pool):
    assert sorted(select(key, pool, len(pool))) == sorted(pool)


@given(keys, pools, st.data())
def test_drawing_fewer_gives_the_beginning_of_drawing_more(key, pool, data):
    count = data.draw(st.integers(0, len(pool)))
    assert select(key, pool, count) == select(key, pool, len(pool))[:count]


@given(keys, st.integers(1, 500))
def test_the_first_drawn_is_the_hash_modulo_the_pool(key, size):
    raw = hashlib.md5(b"\0\0" + key.encode() + b"\0\0", usedforsecurity=False).digest()
    remainder = 0
    for byte in raw:  # long division, byte by byte, as on paper
        remainder = (remainder * 256 + byte) % size
    assert select(key, range(size), 1) == [remainder]
