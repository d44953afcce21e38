"""Orders in figures: each computed from the articles by hand, and every entry of the files by its own effect."""

from fractions import Fraction as F

import pytest
from pydantic import ValidationError

from codes.figures import WAYS, FiguresFile, ImpossibleFigures, figure_in_words, in_figures, order_figures, questions_of
from codes.library import get_rulebook, rulebook_ids
from codes.tressette.cards import Suit

POOL = "poste-nel-piatto"
FITRES, ONLINE, FIBUR = "fitres-tressette", "tressette-online", "fibur-burraco-2019"
NONE_ACCUSED = {"napoletane": 0, "terne": 0, "quaterne": 0}


@pytest.mark.parametrize(
    ("effect", "told", "words"),
    [
        # 108: the winners share the pool in halves. 147: two fifths and one, two sixths and one.
        (("inform", "piatto-a-meta"), {POOL: F(5)}, "La metà, 2 1/2, a ciascuno"),
        (
            ("inform", "piatto-in-quinti"),
            {POOL: F(13, 2)},
            "2 3/5, a ciascun vincitore; un quinto, 1 3/10",
        ),
        (("inform", "piatto-in-sesti"), {POOL: F(9)}, "3, a ciascun vincitore; un sesto, 1 1/2"),
        # 146: the pool is doubled. 147: with five the reading of the code in stakes.yaml, with six one sixth less.
        (("inform", "piatto-raddoppiato"), {POOL: F(5)}, "mette 5 poste, 2 1/2 ciascuno: il piatto diventa di 10"),
        (
            ("inform", "piatto-raddoppiato-meno-quinto"),
            {POOL: F(5)},
            "mette 4 poste, 2 ciascuno: il piatto diventa di 9",
        ),
        (
            ("inform", "piatto-raddoppiato-meno-sesto"),
            {POOL: F(6)},
            "5 poste, 2 1/2 ciascuno: il piatto diventa di 11",
        ),
        # 109: a stake before the first match, a quarter before each of those after it.
        (("inform", "ritiro-dal-piatto"), {"partite-dal-cappotto": 1}, "delle altre (0): ritira in tutto 1 posta."),
        (("inform", "ritiro-dal-piatto"), {"partite-dal-cappotto": 4}, "delle altre (3): ritira in tutto 1 3/4 poste."),
        # 169, 108: one stake from eleven points on, two below; one more after a cappotto laid down.
        (("inform", "posta-di-chi-chiama"), {"punti-di-chi-chiama": 11}, "vincitore: 1; col cappotto a terra, 2."),
        (("inform", "posta-di-chi-chiama"), {"punti-di-chi-chiama": 10}, "vincitore: 2; col cappotto a terra, 3."),
        (("inform", "posta-secondo-differenza"), {"poste-convenute": F(9, 4)}, "paga 2 1/4 poste"),
        # 174, 176: three points each, four for four cards alike, and they add up.
        (("rectify", "punti-buongioco"), NONE_ACCUSED | {"napoletane": 1, "terne": 1, "quaterne": 1}, "= 10 punti"),
        (("forfeit", "punti-buongioco"), NONE_ACCUSED | {"quaterne": 2}, "0 × 3 + 2 × 4: perde 8 punti."),
        (("inform", "accusa-resta"), NONE_ACCUSED | {"terne": 1}, "1 × 3 + 0 × 4: restano 3 punti."),
        (("rectify", "accusa"), NONE_ACCUSED | {"quaterne": 1}, "0 × 3 + 1 × 4: restano 4 punti."),
        (("rectify", "accusa-se-occorre"), NONE_ACCUSED | {"napoletane": 1}, "1 × 3 + 0 × 4: restano 3 punti."),
        # 135, 10: 18 2/3 lack two points and a third to 21.
        (
            ("oblige", "dichiarare-quanto-manca"),
            {"traguardo": 21, "punti-fatti": 18, "terzi-fatti": 2},
            "Mancano 2 punti e 1 terzo.",
        ),
        (
            ("oblige", "dichiarare-quanto-manca"),
            {"traguardo": 21, "punti-fatti": 20, "terzi-fatti": 0},
            "Manca 1 punto.",
        ),
        (
            ("oblige", "dichiarare-quanto-manca"),
            {"traguardo": 21, "punti-fatti": 20, "terzi-fatti": 2},
            "Manca 1 terzo.",
        ),
        (
            ("oblige", "dichiarare-quanto-manca"),
            {"traguardo": 21, "punti-fatti": 21, "terzi-fatti": 0},
            "Non manca nulla.",
        ),
        (("indemnity", "poste-pagate"), {"poste-pagate": F(3), "poste-versate": F(5, 4)}, "Poste: 3 + 1 1/4 = 4 1/4."),
        # 36: three and five ascertained, three in dispute; all of these go to the side that mixed up nothing.
        (
            ("concede", "punti-controversi"),
            {"punti-accertati-altri": 5, "punti-accertati-responsabile": 3, "punti-controversi": 3},
            "Punti: 5 + 3 = 8, contro 3 di chi ha confuso",
        ),
        # 181, 183: the suit of the napoletana. 185: those where none of its cards is known elsewhere.
        (("forbid", "uscire-palo-napoletana"), {"palo-napoletana": Suit.COPPE}, "Palo vietato: coppe."),
        (
            ("forbid", "uscire-pali-possibile-napoletana"),
            {"pali-esclusi": (Suit.SPADE, Suit.BASTONI)},
            "Pali vietati: danari e coppe",
        ),
        # 76, 96: a burden that the arbiter settles, where it is about a suit.
        (("forbid", "condotta-stabilita"), {"pali-vietati": (Suit.COPPE,)}, "Vietato uscire a coppe."),
        (("oblige", "condotta-stabilita"), {"pali-imposti": (Suit.SPADE,)}, "Obbligo di uscire a spade."),
    ],
)
def test_an_order_says_its_figures(effect, told, words):
    found = in_figures(FITRES, effect, told)
    assert found is not None
    assert words in found.it
    assert found.en != found.it


def test_online_the_accuse_add_up():
    """Three points each, four for four cards alike (17, 18)."""
    told = {"napoletane": 1, "terne": 0, "quaterne": 1}
    assert in_figures(ONLINE, ("inform", "accuso-somma"), told).it == "1 × 3 + 1 × 4 = 7 punti di accuso."


@pytest.mark.parametrize(
    ("order", "points", "words"),
    [
        # 14: six points of eleven at most; 16: a perdere they are counted to whoever left.
        ("sei-punti", (8, 25, 11), "25 + 6 = 31, contro 8: la differenza è 23."),
        (
            "punti-residui",
            (20, 12, 4),
            "12 + 4 = 16, contro 20: chi è fuori tempo è ancora in vantaggio, e la differenza è zero.",
        ),
        ("a-perdere-sei", (9, 11, 8), "9 + 6 = 15, contro 11: la differenza è 4."),
        (
            "a-perdere-residui",
            (9, 16, 5),
            "9 + 5 = 14, contro 16: chi è fuori tempo è ancora in vantaggio, e la differenza è zero.",
        ),
    ],
)
def test_the_difference_after_a_time_out_is_worked_out(order, points, words):
    told = dict(zip(("punti-fuori-tempo", "punti-degli-altri", "punti-residui"), points, strict=True))
    assert words in in_figures(ONLINE, ("concede", order), told).it


def test_the_minutes_of_an_absence_are_made_up():
    """F.I.Bur. 39: the match stood still for seven minutes while the round had gone on to twelve before its end."""
    told = {"minuti-del-turno": 12, "minuti-di-assenza": 7}
    found = in_figures(FIBUR, ("inform", "tempo-recuperato"), told)
    assert found.it == "12 + 7 = 19 minuti ancora da giocare a questo tavolo."


def test_one_minute_left_is_said_of_one():
    told = {"minuti-del-turno": 0, "minuti-di-assenza": 1}
    found = in_figures(FIBUR, ("inform", "tempo-recuperato"), told)
    assert found.it.endswith("= 1 minuto ancora da giocare a questo tavolo.")
    assert found.en.endswith("= 1 minute still to be played at this table.")


@pytest.mark.parametrize(
    ("effect", "told", "words"),
    [
        (("rectify", "punti-buongioco"), {"napoletane": 0, "terne": 3, "quaterne": 1}, "ciascuno"),
        (
            ("oblige", "dichiarare-quanto-manca"),
            {"traguardo": 21, "punti-fatti": 21, "terzi-fatti": 1},
            "già raggiunto",
        ),
    ],
)
def test_figures_that_cannot_be_are_refused(effect, told, words):
    with pytest.raises(ImpossibleFigures) as refused:
        in_figures(FITRES, effect, told)
    assert words in refused.value.text.it


def test_an_order_without_its_answers_stays_in_words():
    assert in_figures(FITRES, ("inform", "piatto-a-meta"), {}) is None
    assert in_figures(FITRES, ("inform", "una-posta"), {POOL: F(5)}) is None
    assert in_figures(FIBUR, ("inform", "piatto-a-meta"), {POOL: F(5)}) is None


def test_only_what_the_orders_need_is_asked():
    asked = questions_of(FITRES, [("forfeit", "punti-buongioco"), ("forbid", "uscire-palo-napoletana")])
    assert list(asked) == ["napoletane", "terne", "quaterne", "palo-napoletana"]
    assert questions_of(FITRES, [("inform", "una-posta")]) == {}


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_entry_is_an_order_of_its_code(rulebook):
    wording = get_rulebook(rulebook).effects.wording
    for order in order_figures(rulebook).orders:
        verb, what = order.key
        assert what in wording[verb]


def test_every_way_of_computing_is_used():
    assert {order.by for one in rulebook_ids() for order in order_figures(one).orders} == set(WAYS)


WORDS = {"it": "{n}", "en": "{n}"}
QUESTION = {"ask": WORDS, "kind": "count", "most": 3}
ORDER = {"effect": {"inform": "x"}, "asks": ["n"], "by": "as-told", "words": WORDS}


@pytest.mark.parametrize(
    ("questions", "orders", "why"),
    [
        ({"n": QUESTION, "m": QUESTION}, [ORDER], "do not match"),
        ({}, [ORDER], "do not match"),
        ({"n": QUESTION}, [ORDER | {"by": "guessing"}], "no way of computing"),
        ({"n": QUESTION}, [ORDER, ORDER], "twice"),
        ({"n": QUESTION | {"most": 0}}, [ORDER], "bound"),
        ({"n": QUESTION | {"kind": "suit"}}, [ORDER], "bound"),
    ],
)
def test_a_file_that_does_not_hold_together_is_refused(questions, orders, why):
    with pytest.raises(ValidationError, match=why):
        FiguresFile.model_validate({"questions": questions, "orders": orders})


def test_figures_are_said_as_people_say_them():
    suits = (Suit.DANARI, Suit.SPADE, Suit.COPPE)
    assert [figure_in_words(one, "it") for one in (F(9, 4), F(3, 4), 7, Suit.SPADE, (), suits[:2], suits)] == [
        "2 1/4",
        "3/4",
        "7",
        "spade",
        "nessuno",
        "danari e spade",
        "danari, spade e coppe",
    ]


def test_an_order_about_no_suit_says_none():
    assert in_figures(FITRES, ("forbid", "condotta-stabilita"), {"pali-vietati": ()}) is None
