"""A figure chooses the word that follows it, in every order and in every sentence in figures."""

import pytest

from codes.deciding.walk import say
from codes.format.effects import DealScore
from codes.format.model import Figured
from codes.library import get_rulebook


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ("1", "1 posta"),
        ("0", "0 poste"),
        ("2", "2 poste"),
        ("1/2", "1/2 posta"),
        ("1 3/4", "1 3/4 poste"),
        ("11", "11 poste"),
        ("−1", "−1 posta"),
    ],
)
def test_one_and_a_part_of_one_take_the_singular(figure, words):
    told = Figured(figure)
    assert f"{told} {told:posta|poste}" == words


def test_a_part_of_one_may_have_a_word_of_its_own():
    said = [f"{told} {told:posta|poste|di posta}" for told in map(Figured, ("0", "4/5", "1", "1 3/5", "2"))]
    assert said == ["0 poste", "4/5 di posta", "1 posta", "1 3/5 poste", "2 poste"]


def test_a_figure_is_laid_out_like_any_other_string():
    assert f"{Figured('7'):>3}" == "  7"


def test_the_score_of_a_board_that_the_arbiter_settled_is_one_point_or_several():
    book = get_rulebook("fitres-tressette")
    scores = [DealScore(deal_score="punteggio-deciso", whom="avversari", points=points) for points in (1, -1, 3)]
    assert [say(score, book, "it").split(": ")[1] for score in scores] == [
        "1 punto nella passata.",
        "−1 punto nella passata.",
        "3 punti nella passata.",
    ]
