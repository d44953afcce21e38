"""The catalogue of games, and its calculator over every division of the cards."""

from fractions import Fraction
from itertools import product
from shutil import copytree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from codes.burraco.cards import POINTS
from codes.burraco.count import BONUS, CLOSING, POZZO_NOT_TAKEN, TWO_PACKS
from codes.format.model import RulebookError
from codes.games.calculator import (
    Accuse,
    Deal,
    ImpossibleDeal,
    feats_of,
    score_deal,
    stakes,
    winner,
)
from codes.games.catalogue import (
    FOLDER,
    CardGame,
    MatchEnd,
    NoSuchGame,
    Pack,
    all_games,
    all_packs,
    forbidden,
    get_game,
    pack_of,
    pack_tally,
)
from codes.seats import Line
from codes.tressette.buongioco import FOUR_POINTS, THREE_POINTS
from codes.tressette.cards import DECK_THIRDS, Rank
from codes.tressette.count import DECK_POINTS

A, B = Line.A, Line.B
FORBIDDEN = {"banco-di-faraone", "bassetta", "bestia", "petrangola", "sette-e-mezzo"}
TRESSETTE = [game for game in all_games() if game.calculator == "tressette"]
BURRACO = [game for game in all_games() if game.calculator == "burraco"]
CLASSIC = get_game("tressette-classico")
CORRENTE, GELLI, GENERALE = (CLASSIC.tradition(one) for one in ("corrente", "gelli", "generale"))
EVERYTHING = {"aces": 4, "third_cards": 20, "last_trick": A}

deals = st.builds(
    Deal,
    aces=st.integers(0, 4),
    third_cards=st.integers(0, 20),
    last_trick=st.sampled_from(Line),
    before=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    alone=st.booleans(),
    decima=st.sampled_from([None, A, B]),
    called_out=st.booleans(),
)


# -- the catalogue --------------------------------------------------------------------


def test_the_games_of_the_list_of_1967_are_forbidden_and_no_other():
    assert {game.id for game in all_games() if game.is_forbidden} == FORBIDDEN
    assert {game.prohibition.since for game in all_games() if game.prohibition} == {"1967-07-10"}


def test_a_forbidden_game_says_its_reason():
    told = forbidden()
    assert set(told) == FORBIDDEN
    assert all("1967" in why.it and "1967" in why.en for _title, why in told.values())


def test_a_game_that_is_not_there_is_no_game():
    with pytest.raises(NoSuchGame):
        get_game("briscola")


def test_tressette_of_the_same_page_is_flagged_and_playable():
    flagged = {game.id for game in all_games() if game.flag}
    assert flagged == {
        "tressette-classico",
        "tressette-chiamata-del-tre",
        "tressette-col-morto",
        "tressette-in-due",
    }
    assert flagged.isdisjoint(FORBIDDEN)


def test_the_pack_of_tressette_is_that_of_the_law():
    pack = all_packs()["tressette"]
    assert sum(value.total for value in pack.values) == Fraction(DECK_THIRDS, 3)
    assert (pack.deal_total, len(pack.order)) == (DECK_POINTS, len(Rank))
    assert [name.en for name in pack.order][:4] == [rank.label.en for rank in Rank][:4]


def test_the_accuse_of_the_catalogue_are_worth_what_the_law_says():
    bonuses = {bonus.title.it: bonus.points for bonus in CLASSIC.bonuses}
    assert bonuses["Napoletana"] == bonuses["Tre carte uguali"] == THREE_POINTS
    assert bonuses["Quattro carte uguali"] == FOUR_POINTS
    assert Accuse(napoletane=1, threes=2, fours=1).points == 3 * THREE_POINTS + FOUR_POINTS


@pytest.mark.parametrize("game", BURRACO, ids=lambda game: game.id)
def test_the_figures_of_burraco_are_those_of_the_law(game: CardGame):
    points = {bonus.points for bonus in game.bonuses}
    assert {*BONUS.values(), CLOSING, -POZZO_NOT_TAKEN} <= points
    assert {int(value.each) for value in pack_of(game).values} == set(POINTS.values())
    assert pack_tally(game).cards == pack_of(game).cards
    assert (pack_tally(game) == TWO_PACKS) == (game.players != (5,))


@pytest.mark.parametrize("game", BURRACO, ids=lambda game: game.id)
def test_every_player_of_burraco_sits_on_one_side(game: CardGame):
    assert {sum(side.players for side in phase.sides) for phase in game.phases} == set(game.players)


def test_a_file_with_another_name_and_an_unknown_pack_are_refused(tmp_path):
    renamed, unknown = tmp_path / "a", tmp_path / "b"
    for folder in (renamed, unknown):
        copytree(FOLDER, folder)
    (renamed / "bestia.yaml").rename(renamed / "bestiola.yaml")
    with pytest.raises(RulebookError, match="is not the file's name"):
        all_games(renamed)
    text = (unknown / "bestia.yaml").read_text("utf-8")
    (unknown / "bestia.yaml").write_text(text.replace("pack: bestia", "pack: tarocchi"), "utf-8")
    with pytest.raises(RulebookError, match="unknown pack «tarocchi»"):
        all_games(unknown)


@pytest.mark.parametrize(
    "change",
    [
        {"calculator": None},  # neither a calculator nor a prohibition
        {"match_ends": ()},
        {"phases": (CLASSIC.phases[0].model_copy(update={"sides": CLASSIC.phases[0].sides * 2}),)},
        {"phases": (get_game("tressette-col-morto").phases[0].model_copy(update={
            "sides": (CLASSIC.phases[0].sides[0], get_game("tressette-col-morto").phases[0].sides[0].model_copy(
                update={"stakes": 3}))}),)},
    ],
)  # fmt: skip
def test_a_game_that_does_not_hold_together_is_refused(change):
    with pytest.raises(ValidationError):
        CardGame.model_validate(CLASSIC.model_dump() | change)


def test_a_pack_that_does_not_add_up_is_refused():
    pack = all_packs()["tressette"].model_dump()
    for change in ({"deal_total": 12}, {"cards": 52}):
        with pytest.raises(ValidationError):
            Pack.model_validate(pack | change)
    with pytest.raises(ValidationError):
        MatchEnd.model_validate({"text": {"it": "x", "en": "x"}})


# -- the calculator -----------------------------------------------------------------------


@pytest.mark.parametrize("game", TRESSETTE, ids=lambda game: game.id)
def test_every_division_of_the_cards_makes_eleven(game: CardGame):
    for aces, cards, last in product(range(5), range(21), Line):
        score = score_deal(game, Deal(aces=aces, third_cards=cards, last_trick=last))
        assert score.points == score.deck == score.totals
        assert sum(score.deck) == DECK_POINTS
        assert score.deck[0] == (3 * aces + cards) // 3 + (last is A)


@given(st.sampled_from(TRESSETTE), deals)
def test_the_deck_is_conserved_whatever_was_done(game: CardGame, deal: Deal):
    for tradition in (None, *game.traditions):
        score = score_deal(game, deal, tradition=tradition)
        assert sum(score.deck) == DECK_POINTS
        assert sum(score.totals) == DECK_POINTS + sum(deal.before)
        assert score.times >= 1


@given(deals)
def test_a_multiple_is_the_highest_of_those_made(deal: Deal):
    for tradition in CLASSIC.traditions:
        score = score_deal(CLASSIC, deal, tradition=tradition)
        made = {
            multiple.figure
            for line in Line
            for multiple in tradition.multiples
            if set(multiple.needs) <= feats_of(deal, score.count, line)
        }
        assert (score.win.multiple.figure if score.win else None) == max(made, default=None)
        assert score.times == (1 if deal.called_out or not made else max(made))


@pytest.mark.parametrize(
    ("tradition", "more", "expected"),
    [
        (CORRENTE, {}, ("cappotto", 3)),
        (CORRENTE, {"before": (0, 10)}, ("cappotto", 3)),
        (CORRENTE, {"before": (30, 11)}, None),
        (CORRENTE, {"swept": A}, ("stramazzo", 4)),
        (CORRENTE, {"swept": A, "alone": True}, ("stramazzone", 5)),
        (CORRENTE, {"alone": True}, ("cappotto", 3)),
        (CORRENTE, {"third_cards": 18}, ("cappotto", 3)),  # two thirds lost do not count
        (CORRENTE, {"third_cards": 17}, None),
        (CORRENTE, {"last_trick": B}, None),
        (GELLI, {"last_trick": B}, ("stramazzo", 3)),
        (GELLI, {"last_trick": B, "alone": True}, ("stramazzone", 6)),
        (GELLI, {"swept": A, "before": (0, 99)}, ("collada", 4)),
        (GELLI, {"swept": A, "alone": True}, ("colladone", 8)),
        (GELLI, {"swept": A, "decima": A}, ("collatondrione", 16)),
        # The general rules name no condition on the points before, and give no figure.
        (GENERALE, {"before": (30, 40)}, ("cappotto", None)),
        (GENERALE, {"third_cards": 18, "before": (0, 11)}, ("cappotto", None)),  # not every trick is needed
        (GENERALE, {"accuse": (Accuse(), Accuse(napoletane=1))}, ("cappotto", None)),
        (GENERALE, {"last_trick": B}, None),
    ],
)
def test_multiples_by_tradition(tradition, more, expected):
    score = score_deal(CLASSIC, Deal(**(EVERYTHING | more)), tradition=tradition)
    assert (score.win and (score.win.multiple.id, score.win.multiple.times)) == expected


def test_a_cappotto_without_a_figure_wins_the_simple_stake():
    score = score_deal(CLASSIC, Deal(**EVERYTHING, before=(30, 40)), tradition=GENERALE)
    assert (score.win.line, score.times) == (A, 1)


# Read from the texts: what is paid, times what was staked; None is as much as the pool holds.
PAYMENTS = {
    "bestia": {"entrata": 1, "presa": 1, "bestia": None, "contro-le-regole": None},
    "petrangola": {"gioco-piu-basso": 1, "parita": 1, "parita-in-due": 1, "petrangolone": 1},
    "sette-e-mezzo": {
        "sballato": 1,
        "piu-del-mazziere": 1,
        "pari-o-meno": 1,
        "d-emblee": 2,
        "d-emblee-contro-piu-carte": 1,
        "d-emblee-contro-due-carte": 1,
        "triple": 3,
    },
    "banco-di-faraone": {"per-il-banco": 1, "contro-il-banco": 1},
    "bassetta": {"pace": 1, "paroli": 2},
}


def test_who_pays_what_at_the_games_of_stakes():
    told = {game.id: {one.id: one.times for one in game.payments} for game in all_games() if game.payments}
    assert told == PAYMENTS


@pytest.mark.parametrize(
    ("game", "payment", "who"),
    [
        ("petrangola", "parita-in-due", "chi non ha distribuito"),
        ("petrangola", "parita", "Ognuno"),
        ("bestia", "contro-le-regole", "anch’egli"),
        ("sette-e-mezzo", "pari-o-meno", "Il mazziere prende"),
        ("sette-e-mezzo", "d-emblee-contro-due-carte", "resta mazziere"),
    ],
)
def test_it_says_who_pays_or_takes(game, payment, who):
    assert who in next(one.pays.it for one in get_game(game).payments if one.id == payment)


def test_the_second_side_wins_multiples_too():
    deal = Deal(aces=0, third_cards=0, last_trick=B, swept=B)
    score = score_deal(CLASSIC, deal, tradition=CORRENTE)
    assert (score.win.line, score.win.multiple.id, score.deck) == (B, "stramazzo", (0, 11))


def test_the_deal_of_a_collatondrione_goes_to_the_side_that_suffered_it():
    score = score_deal(CLASSIC, Deal(**EVERYTHING, swept=A, decima=A), tradition=GELLI)
    assert (score.deck, score.count.points) == ((0, 11), (11, 0))


def test_a_side_called_out_wins_the_simple_stake():
    score = score_deal(CLASSIC, Deal(**EVERYTHING, swept=A, called_out=True), tradition=CORRENTE)
    assert (score.win.multiple.id, score.times) == ("stramazzo", 1)


def test_accuse_are_added_beside_the_eleven():
    deal = Deal(aces=2, third_cards=10, last_trick=A, accuse=(Accuse(), Accuse(napoletane=1, fours=1)), before=(20, 8))
    score = score_deal(CLASSIC, deal)
    assert (score.deck, score.accuse, score.totals) == ((6, 5), (0, 7), (26, 20))


@pytest.mark.parametrize(
    ("game", "figures", "why"),
    [
        ("tressette-classico", {"aces": 5}, "cards"),
        ("tressette-classico", {"third_cards": 21}, "cards"),
        ("tressette-classico", {"before": (-1, 0)}, "cards"),
        ("tressette-classico", {"swept": A}, "swept"),
        ("tressette-classico", {"swept": B, "last_trick": B}, "swept"),
        ("tressette-classico", {"accuse": (Accuse(napoletane=3), Accuse(napoletane=2))}, "accuse"),
        ("tressette-classico", {"accuse": (Accuse(threes=2), Accuse(fours=2))}, "accuse"),
        ("tressette-classico", {"accuse": (Accuse(threes=-1), Accuse())}, "accuse"),
        ("tressette-a-perdere", {"accuse": (Accuse(threes=1), Accuse())}, "no-accusa"),
        ("tressette-chiamata-del-tre", {"accuse": (Accuse(), Accuse(fours=1))}, "no-accusa"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(game, figures, why):
    with pytest.raises(ImpossibleDeal) as refused:
        score_deal(get_game(game), Deal(**({"aces": 1, "third_cards": 3, "last_trick": A} | figures)))
    assert refused.value.why == why


def test_for_two_the_same_rank_is_accused_again_after_drawing():
    deal = Deal(aces=1, third_cards=3, last_trick=A, accuse=(Accuse(threes=3, fours=2), Accuse()))
    assert score_deal(get_game("tressette-in-due"), deal).accuse == (17, 0)


# -- the end of the match and the stakes ----------------------------------------------------


@pytest.mark.parametrize("game", TRESSETTE, ids=lambda game: game.id)
def test_the_winner_over_every_total(game: CardGame):
    for a, b, last in product(range(26), range(26), Line):
        won = winner(game, (a, b), target=21, last_trick=last)
        if max(a, b) < 21:
            assert won is None
        elif a == b:
            assert won is (last if game.fewest_wins else None)
        else:
            assert won is (A if (a > b) != game.fewest_wins else B)


@pytest.mark.parametrize("game", TRESSETTE, ids=lambda game: game.id)
def test_what_is_won_is_what_is_lost(game: CardGame):
    for phase, line, times in product(game.phases, Line, (1, 3, 16)):
        assert sum(players * each for players, each in stakes(phase, line, times=times)) == 0


def test_the_dealer_with_the_dummy_wins_twice_what_each_other_loses():
    phase = get_game("tressette-col-morto").phase("partita")
    assert stakes(phase, A, times=3) == ((1, 6), (2, -3))
    assert stakes(phase, B, times=1) == ((1, -2), (2, 1))
