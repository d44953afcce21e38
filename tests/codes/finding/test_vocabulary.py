"""Which words a typed word may mean."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.finding.vocabulary import BEGUN, SECOND_SLIP, SLIP, SYNONYM, Vocabulary, stem

KNOWN = Vocabulary(
    [(word, "it") for word in ("anticipata", "esposta", "fuori", "mano", "pozzo", "183")],
    {"pozzett": frozenset({"pozz"}), "pinell": frozenset({"matt"}), "espost": frozenset({"mostr"})},
)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("anticipata", {"anticip": 1}),
        ("anticipare", {"anticip": 1}),  # another ending
        ("antcipata", {"anticip": SLIP}),  # a letter fewer
        ("anticpiata", {"anticip": SLIP}),  # two swapped
        ("antcpata", {"anticip": SECOND_SLIP}),  # two fewer
        ("antcipo", {"anticip": SLIP}),  # a slip before another ending
        ("ant", {"anticip": BEGUN}),  # still typing
        ("an", {}),
        ("pozzetto", {"pozz": SYNONYM}),
        ("pozetto", {"pozz": SLIP}),  # a slip in a synonym
        ("pinella", {}),  # a synonym that no text has leads nowhere
        ("esposta", {"espost": 1}),
        ("fuorimano", {"fuor": BEGUN, "man": BEGUN}),  # two words as one
        ("18", {}),  # a number is meant exactly
        ("183", {"183": 1}),
        ("mana", {"man": 1}),
        ("zucchine", {}),
    ],
)
def test_a_word_is_near_what_it_may_mean(asked, near):
    assert KNOWN.near(asked) == near


# Few letters: words that are near each other come up often.
WORDS = st.text("abt", min_size=1, max_size=9)


@cache  # the definition recurs a great deal
def slips(one, other):
    """Optimal string alignment by its recursive definition: a letter more, less, other, or two swapped."""
    if not one or not other:
        return len(one) + len(other)
    found = [slips(one[:-1], other) + 1, slips(one, other[:-1]) + 1]
    found.append(slips(one[:-1], other[:-1]) + (one[-1] != other[-1]))
    if len(one) > 1 and len(other) > 1 and one[-2:] == other[-1] + other[-2]:
        found.append(slips(one[:-2], other[:-2]) + 1)
    return min(found)


def forgiven(word):
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


@pytest.mark.long
@given(WORDS, st.sets(WORDS, max_size=4))
def test_a_slip_is_forgiven_as_the_definition_says(asked, words):
    near = Vocabulary([(word, "it") for word in words], {}).near(asked)
    own = {stem(word, "it") for word in words}
    spelled = words | own
    if {stem(asked, "it"), stem(asked, "en")} & own:
        return  # where the very word is known nothing is a slip
    typed = {asked, stem(asked, "it"), stem(asked, "en")}
    slipped = {
        word
        for word in spelled
        for one in typed
        if slips(one, word) <= min(forgiven(one), 2 if word[0] == one[0] else 1)
    }
    begun = {word for word in spelled if len(asked) >= 3 and word.startswith(asked)}
    expected = {stem(word, "it") if word in words else word for word in slipped | begun}
    expected |= (slipped | begun) & own
    if expected:
        assert set(near) == expected
