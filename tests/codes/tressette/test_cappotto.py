"""Going for cappotto: the ways by hand, then every sequence of up to four formulas against a small grammar."""

import re
from itertools import product

import pytest

from codes.format.model import RulebookError, read_data
from codes.tressette.cappotto import (
    CappottoFile,
    CappottoMode,
    Manner,
    SaidFormula,
    Speaker,
    State,
    cappotto_file,
    judge,
)
from codes.tressette.cards import FITRES

FREE, SHARED = CappottoMode.UNILATERALI, CappottoMode.CONDIVISE


def said(line):
    """`1 potrei, 2 andiamo`: what the first player (1) and the partner (2) say."""
    steps = [step.strip().split(" ", 1) for step in line.split(",") if step.strip()]
    return [
        SaidFormula(Speaker.FIRST if who == "1" else Speaker.PARTNER, word.replace(" ", "-")) for who, word in steps
    ]


def outcome(line, mode=FREE, **kwargs):
    return judge(said(line), mode=mode, **kwargs)


@pytest.mark.parametrize(
    ("line", "number", "goes", "manner"),
    [
        ("1 non vado", 1, False, Manner.UNILATERAL),
        ("1 scopre", 1, False, Manner.UNILATERAL),
        ("1 vado", 2, True, Manner.UNILATERAL),
        ("1 non potrei, 2 non andiamo", 3, False, Manner.SHARED),
        ("1 non potrei, 2 vado", 4, True, Manner.UNILATERAL),
        ("1 potrei, 2 andiamo", 5, True, Manner.SHARED),
        ("1 potrei, 2 non vado", 6, False, Manner.UNILATERAL),
        ("1 potrei, 2 scopre", 6, False, Manner.UNILATERAL),
        ("1 potrei, 2 non potrei, 1 vado", 7, True, Manner.UNILATERAL),
        ("1 potrei, 2 non potrei, 1 non andiamo", 8, False, Manner.SHARED),
        ("1 potrei, 2 non potrei, 1 scopre", 8, False, Manner.SHARED),
    ],
)
def test_the_eight_ways_of_142(line, number, goes, manner):
    result = outcome(line)
    assert (result.state, result.way.number, result.goes, result.manner) == (State.DECIDED, number, goes, manner)
    assert result.articles == (139, 142)


@pytest.mark.parametrize(
    ("line", "number", "goes"),
    [
        ("1 non vado", 1, False),
        ("1 scopre", 1, False),
        ("1 potrei, 2 no", 2, False),
        ("1 potrei, 2 scopre", 2, False),
        ("1 potrei, 2 andiamo", 3, True),
    ],
)
def test_the_three_ways_of_143(line, number, goes):
    result = outcome(line, SHARED)
    assert (result.state, result.way.number, result.goes, result.manner) == (State.DECIDED, number, goes, None)
    assert result.articles == (139, 143)


@pytest.mark.parametrize(
    ("line", "mode", "lapse", "at", "articles"),
    [
        ("1 andiamo", FREE, "formula-non-prevista", 0, (140, 142, 145)),
        ("1 potrei, 2 vado", FREE, "formula-non-prevista", 1, (140, 142, 145)),
        ("1 potrei, 2 no", FREE, "formula-non-prevista", 1, (140, 142, 145)),
        ("2 vado", FREE, "fuori-turno", 0, (141, 142, 145)),
        ("1 potrei, 1 vado", FREE, "fuori-turno", 1, (141, 142, 145)),
        ("1 vado", SHARED, "formula-non-prevista", 0, (140, 143, 145)),
        ("1 potrei, 2 non vado", SHARED, "formula-non-prevista", 1, (140, 143, 145)),
    ],
)
def test_other_words_or_turns_lose_the_faculty(line, mode, lapse, at, articles):
    result = outcome(line, mode)
    assert (result.state, result.lapse, result.at, result.articles) == (State.LOST, lapse, at, articles)
    assert result.goes is False
    assert bool(result.readings) == (mode is SHARED)


def test_while_undecided_it_says_who_speaks_next_and_how():
    result = outcome("1 potrei, 2 non potrei")
    assert (result.state, result.goes) == (State.PENDING, None)
    assert result.next == tuple(said("1 vado, 1 non andiamo, 1 scopre"))
    assert outcome("").next == tuple(said("1 non vado, 1 scopre, 1 vado, 1 non potrei, 1 potrei"))


def test_words_after_the_decision_change_nothing_and_that_is_a_reading():
    result = outcome("1 vado, 2 non vado")
    assert (result.state, result.goes, result.ignored) == (State.DECIDED, True, tuple(said("2 non vado")))
    assert result.readings == (cappotto_file().readings["parole-dopo"],)


@pytest.mark.parametrize("lapse", ["verifica-di-altri", "tono-non-neutro", "indugio", "ricostruzione-ad-alta-voce"])
def test_what_145_lists_loses_the_faculty_whatever_was_said(lapse):
    result = outcome("1 vado", lapses=[lapse])
    assert (result.state, result.goes, result.lapse) == (State.LOST, False, lapse)
    assert 145 in result.articles


def test_tricks_looked_at_again_lose_it_by_a_reading():
    result = outcome("", lapses=["pigliate-riviste"])
    assert (result.state, result.articles, len(result.readings)) == (State.LOST, (144, 145), 1)


# Every sequence. The oracle is a regular expression over one letter per formula, capitals for the partner.

LETTERS = dict(zip("v n p q a m o s".split(), cappotto_file().words, strict=True))
WORDS = [SaidFormula(who, word) for who in Speaker for word in LETTERS.values()]
LETTER = {
    SaidFormula(who, word): letter.upper() if who is Speaker.PARTNER else letter
    for letter, word in LETTERS.items()
    for who in Speaker
}
# v vado, n non vado, p potrei, q non potrei, a andiamo, m non andiamo, o no, s scopre
YES = {FREE: r"v|qV|pA|pQv", SHARED: r"pA"}
NO = {FREE: r"[ns]|qM|p[NS]|pQ[ms]", SHARED: r"[ns]|p[OS]"}
UNDECIDED = {FREE: r"|q|p|pQ", SHARED: r"|p"}


def expected(line, mode):
    for state, pattern in ((True, YES), (False, NO)):
        if re.match(pattern[mode], line):
            return State.DECIDED, state
    return (State.PENDING, None) if re.fullmatch(UNDECIDED[mode], line) else (State.LOST, False)


@pytest.mark.long
@pytest.mark.parametrize("mode", CappottoMode)
def test_every_sequence_of_up_to_four_formulas(mode):
    seen = set()
    for length in range(5):
        for sequence in product(WORDS, repeat=length):
            result = judge(sequence, mode=mode)
            line = "".join(LETTER[one] for one in sequence)
            assert (result.state, result.goes) == expected(line, mode), line
            seen.add(result.way.number if result.way else result.lapse)
    ways = {way.number for way in cappotto_file().procedures[mode].ways}
    assert seen == {*ways, "fuori-turno", "formula-non-prevista", None}


@pytest.mark.parametrize("mode", CappottoMode)
def test_what_it_offers_next_never_loses_the_faculty(mode):
    pending = [()]
    while pending:
        so_far = pending.pop()
        for one in judge(so_far, mode=mode).next:
            result = judge((*so_far, one), mode=mode)
            assert result.state is not State.LOST
            pending += [(*so_far, one)] if result.state is State.PENDING else []


def test_a_formula_that_no_way_uses_is_refused(tmp_path):
    text = (FITRES / "cappotto.yaml").read_text(encoding="utf-8")
    broken = tmp_path / "cappotto.yaml"
    broken.write_text(text.replace("words:\n", "words:\n  forse: {it: forse, en: forse}\n", 1), encoding="utf-8")
    with pytest.raises(RulebookError, match="forse"):
        read_data(broken, CappottoFile)


def test_a_missing_file_is_a_problem_with_its_name(tmp_path):
    with pytest.raises(RulebookError, match=r"cappotto\.yaml:1: the file is missing"):
        read_data(tmp_path / "cappotto.yaml", CappottoFile)
