"""The play of a board card by card: told by whoever rules, kept with its values, replayed forward and back."""

import re
import sys
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction

from codes.seats import Line, Seat
from codes.tressette.cards import parse_cards
from codes.tressette.deals import deals_text, dealt
from codes.tressette.endings.search import BIT, SEATS, Rules, Search, Trick, mask_of
from codes.tressette.replay import EndingValues
from codes.tressette.whole_deals.values import play_values
from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from referee.cards.actions import record_play
from referee.cards.endings import bounds_for
from referee.cards.models import BoardPlay
from referee.cards.plays import (
    ANOMALY,
    COSTS,
    REVOKE,
    PlayReplay,
    StatedPlay,
    WhatIf,
    amount_words,
    gain_words,
    mark_words,
    start_from,
    work_out_play,
)
from referee.cases.actions import discard_case
from tests import factories
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

PAGE = TOURNAMENT + "casi/1/passata/"
# North leads the Three of coins; East, holding the Ace, throws the Four of cups: West takes the Ace at the end.
REVOKED = "d3 s2 b4 c4 / s4 s3 b5 dA"
HANDS = {"N": "d3 s4", "W": "s3 s2", "S": "b5 b4", "E": "dA c4"}


def told(cards=REVOKED, leader=Seat.N, hands=None, **more):
    played = tuple(parse_cards(cards.replace("/", " ")))
    held = {Seat(seat): parse_cards(of) for seat, of in (hands or {}).items()}
    return StatedPlay(start=start_from(held, leader, played), cards=played, **more)


def tell(case, by, *, with_accusa=False, **more):
    return record_play(by=acting(by), case=case, worked=work_out_play(told(**more), with_accusa=with_accusa))


def test_it_keeps_hands_cards_and_what_each_was_worth(draft, bruno):
    made = tell(draft, bruno, before=6)
    assert (made.number, made.hands, made.leader) == (1, {seat: of.split() for seat, of in HANDS.items()}, Seat.N)
    assert (made.cards, made.anomaly) == (parse_short(REVOKED), 4)
    # Six thirds before; with suit followed the Three takes the Ace and the Two.
    assert made.values == [11, 11, 11, 11, 8, 8, 8, 8, 8]
    assert made.instead == [{"place": 4, "cards": [["dA", 11]]}]
    assert tell(draft, bruno).number == 2


def parse_short(cards):
    return cards.replace("/", " ").split()


def test_what_a_revoke_brought_is_the_difference_to_following_suit(draft, bruno):
    shown = PlayReplay(tell(draft, bruno, before=6))
    card = shown.played(4)
    assert (card.seat, card.marks, card.lost) == (Seat.E, (REVOKE, ANOMALY), -3)
    what_if = shown.what_if(4)
    # Eleven thirds are three points against two.
    assert (what_if.lawful, what_if.played, what_if.gained) == ((3, 8), (2, 9), 3)
    assert gain_words(card.seat, what_if) == "Differenza: 1 punto a favore di chi non poteva giocarla (Est)."
    assert "Est non ha risposto a seme pur potendo (25): Quattro di coppe." in mark_words(card)
    assert shown.what_if(3) is None
    assert shown.result == (2, 9)


@pytest.mark.parametrize(
    ("thirds", "lawful", "played", "more"),
    [
        (
            1,
            (7, 4),
            (6, 5),
            "Differenza: 1/3 di punto a favore di chi non poteva giocarla (Est). Nel risultato da segnare: 1 punto.",
        ),
        (
            2,
            (2, 9),
            (2, 9),
            "Differenza: 2/3 di punto a favore di chi non poteva giocarla (Est). Il risultato da segnare è lo stesso.",
        ),
        (
            -4,
            (2, 9),
            (3, 8),
            "Differenza: 1 1/3 punti a sfavore della linea di Est. Nel risultato da segnare: 1 punto.",
        ),
    ],
)
def test_thirds_that_come_to_another_figure_in_the_result_say_so(thirds, lawful, played, more):
    assert gain_words(Seat.E, WhatIf(instead=(), lawful=lawful, played=played, gained=thirds)) == more


def test_the_bounds_before_a_revoke_stand_among_the_results_of_art_82(draft, bruno):
    made = tell(draft, bruno, before=6)
    assert [(one.a, one.b, one.why) for one in bounds_for(made, Line.A)] == [
        (3, 8, "Passata n. 1, al massimo a carte viste: un limite")
    ]


@pytest.mark.parametrize(("thirds", "words"), [(2, "2/3 di punto"), (3, "1 punto"), (4, "1 1/3 punti"), (6, "2 punti")])
def test_an_amount_is_said_as_people_say_it(thirds, words):
    assert amount_words(thirds) == words


def test_what_was_taken_before_the_anomaly_counts_in_its_bounds(draft, bruno):
    made = tell(draft, bruno, before=6, cards="c3 c5 c6 c7 / " + REVOKED)
    # The Three of cups took a third: twelve with suit followed, where without it there were eleven.
    assert (made.anomaly, made.values[7], made.values[8]) == (8, 12, 9)
    assert [(one.a, one.b) for one in bounds_for(made, Line.A)] == [(4, 7)]
    assert PlayReplay(made).what_if(8).lawful == (4, 7)


def test_a_card_that_gives_points_away_is_marked(draft, bruno):
    # South lays the Ace of swords on West's trick though the Four would do.
    made = tell(draft, bruno, cards="s3 sA d6 d5 / d4 s4 c4 d7", leader=Seat.W, hands={})
    shown = PlayReplay(made)
    assert [one.marks for one in shown.tricks[0].cards] == [(), (COSTS,), (), ()]
    assert (shown.tricks[0].taker, shown.tricks[0].number, made.anomaly) == (Seat.W, 9, None)
    assert mark_words(shown.played(2)) == ["A carte viste costa 1 punto alla linea di Sud: Asso di spade."]


def test_a_forbidden_suit_is_told_by_its_card_and_what_was_barred(draft, bruno):
    coins = frozenset(card for card in parse_cards("d3 d2 dA d4"))
    made = tell(draft, bruno, anomaly=(9, Seat.N), barred=coins, cards="d3 s2 b4 dA / s4 s3 b5 c4")
    assert (made.anomaly, made.barred) == (1, ["d3", "d2", "dA", "d4"])
    assert made.instead[0] == {"place": 1, "cards": [["s4", 0]]}
    assert {one["line"][0] for one in made.outcomes} == {"s4"}
    assert mark_words(PlayReplay(made).played(1))[0] == "Qui sta l’anomalia del caso: Nord, Tre di danari."


def test_a_whole_deal_is_replayed_and_valued_from_its_last_six_tricks(draft, bruno, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    deal = dealt("prova", 1)
    cards = []
    position = start_from(deal.hands, Seat.N, ())
    for _card in range(16):
        cards.append(max(position.lawful))
        position = PlayReplay(_unsaved(deal, cards)).positions[-1]
    made = record_play(
        by=acting(bruno),
        case=draft,
        worked=work_out_play(
            StatedPlay(start=start_from(deal.hands, Seat.N, ()), cards=tuple(cards), anomaly=(1, Seat.N)),
            with_accusa=True,
        ),
    )
    assert made.values[:16] == [None] * 16 and made.values[16] is not None
    shown = PlayReplay(made)
    # Ten cards a hand: what it would need is said instead.
    assert (made.outcomes, shown.what_if(1).lawful, gain_words(Seat.N, shown.what_if(1))) == ([], None, "")
    assert (shown.tricks[0].number, shown.result) == (1, None)


def by_plain_search(position):
    """What line A makes of any position, by the plain search without its limit of cards."""
    hands = {seat: set(held) for seat, held in position.hands.items()}
    trick = Trick(SEATS.index(position.leader))
    for place, card in enumerate(position.table):
        hands[position.leader.after(place)].add(card)
        trick = trick.with_card(BIT[card])
    deal = SimpleNamespace(hands=hands, tricks=position.tricks_left)
    search = Search(Rules(deal, (), None), [seat in (Seat.N, Seat.S) for seat in Seat])
    left, thirds = mask_of(card for held in hands.values() for card in held), 0
    while left and search.continues(trick, left, False, thirds + 1):
        thirds += 1
    return thirds


@pytest.mark.long
def test_a_search_that_is_handed_in_values_the_tricks_before_the_last_six(draft, bruno):
    """Each holds a suit but for a card: North makes all, unless it opens West's suit with the Four."""
    hands = {
        "N": "d3 d2 dA dR dC dD s4",
        "W": "s3 s2 sA sR sC sD d4",
        "S": "c3 c2 cA cR cC cD c7",
        "E": "b3 b2 bA bR bC bD b7",
    }
    play = told("s4 s3 c7 b7", hands=hands)
    made = record_play(
        by=acting(bruno), case=draft, worked=work_out_play(play, with_accusa=False, value_of=by_plain_search)
    )
    shown = PlayReplay(made)
    # West takes the Three, and goes on with its suit; with the coins first, the Four is lost in the last trick at most.
    assert made.values[0] > made.values[1]
    assert (made.instead[0]["place"], made.instead[0]["cards"][-1][0]) == (1, "s4")
    assert COSTS in shown.played(1).marks
    assert work_out_play(play, with_accusa=False)["values"][:4] == [None] * 4


@pytest.mark.long
def test_without_the_compiled_search_the_page_says_what_it_would_need(draft, bruno, client_of, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    assert isinstance(play_values(), EndingValues)
    deal = dealt("prova", 1)
    first, anomaly = max(deal.hands[Seat.N]).short, {"anomaly_trick": 1, "anomaly_seat": "N"}
    assert send(client_of(bruno), PAGE, leader="N", cards=first, deal=deals_text([deal]), **anomaly).url == PAGE
    page = PAGE + "?passata=1&carta=1"
    assert "servirebbe la ricerca compilata" in text(client_of(bruno).get(page))
    # Where it was installed since then, the play told without it says just that.
    monkeypatch.setattr("referee.cards.views.is_installed", lambda: True)
    assert "Non calcolato: la ricerca si è fermata al suo limite" in text(client_of(bruno).get(page))


def _unsaved(deal, cards):
    hands = {seat.value: [card.short for card in held] for seat, held in deal.hands.items()}
    return BoardPlay(hands=hands, leader="N", cards=[card.short for card in cards], values=[None] * (len(cards) + 1))


def test_the_log_tells_that_it_was_recorded_and_names_no_card(draft, bruno, tournament):
    factories.sealed(tournament)
    tell(draft, bruno)
    line = LogEntry.objects.get(action="record_play")
    assert (line.data["case"], line.data["number"], "cards" in line.data) == (1, 1, False)
    assert troubles(tournament) == []


@pytest.mark.parametrize("change", [lambda one: one.save(), lambda one: one.delete()])
def test_the_database_changes_and_deletes_nothing_told_of_cards(draft, bruno, change):
    made = tell(draft, bruno)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        change(made)


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"cards": "d3 s2 b4"}, "servono battute intere"),
        ({"cards": "d3 d3 b4 c4"}, "c’è due volte: Tre di danari"),
        (
            {"cards": "d3 c4", "hands": HANDS},
            "Alla carta n. 2: Chi deve giocare non ha quella carta: Ovest, Quattro di coppe",
        ),
        ({"hands": HANDS | {"E": "dA"}}, "stesso numero di carte: Est"),
        ({"hands": HANDS, "cards": ""}, "Nessuno ha carte"),
        ({"before": 90}, "ne sono uscite per"),
        ({"accuse": (3, 0)}, "accuse non sono possibili"),
        ({"anomaly": (8, Seat.N)}, "non è fra quelle giocate"),
        ({"anomaly": (1, Seat.N)}, "non è fra quelle giocate"),
    ],
)
def test_what_cannot_be_is_refused_in_words(more, refused):
    with pytest.raises(Refused, match=refused):
        work_out_play(told(**more), with_accusa=False)


def test_nobody_tells_it_who_plays_or_does_not_rule(draft, bruno, dora, sara):
    for user in (dora, sara):
        with pytest.raises(PermissionDenied):
            tell(draft, user)
    Player.objects.filter(last_name="Villa").update(account=bruno)
    with pytest.raises(PermissionDenied):
        tell(draft, bruno)
    assert not BoardPlay.objects.exists()


def test_a_discarded_case_takes_no_more(draft, bruno):
    discard_case(by=acting(bruno), case=draft, expected_version=draft.version, reason="Un abbaglio")
    draft.refresh_from_db()
    with pytest.raises(Refused, match="scartata"):
        tell(draft, bruno)


@pytest.mark.long
def test_the_page_replays_what_was_told_from_the_card_of_the_anomaly(draft, client_of, bruno):
    arbiter = client_of(bruno)
    assert "Tocca le carte nell’ordine" in text(arbiter.get(PAGE))
    assert send(arbiter, PAGE, leader="N", cards=REVOKED, points=2).url == PAGE
    page = text(arbiter.get(PAGE))
    for words in (
        "Battuta 9",
        "E se avesse risposto a seme?",
        "N-S 3 · E-O 8",
        "Differenza: 1 punto",
        "non la decisione",
    ):
        assert words in page
    first = text(arbiter.get(PAGE + "?passata=1&carta=0"))
    assert "prima della prima carta" in first and "E se avesse" not in first
    last = arbiter.get(PAGE + "?carta=999")
    assert 'rel="prev"' in source(last) and 'rel="next"' not in source(last)


def test_a_step_is_answered_with_the_replay_alone(draft, client_of, bruno):
    tell(draft, bruno)
    arbiter = client_of(bruno)
    part = source(arbiter.get(PAGE + "?passata=1&carta=2", headers={"HX-Request": "true", "HX-Target": "replay"}))
    assert part.lstrip().startswith("<section") and "<form" not in part


@pytest.mark.long
def test_what_is_left_after_a_card_is_offered_as_an_ending(draft, client_of, bruno):
    tell(draft, bruno, before=7)
    arbiter, ending = client_of(bruno), TOURNAMENT + "casi/1/finale/"
    assert f"{ending}?passata=1&amp;carta=4#ending" in source(arbiter.get(PAGE))
    page = " ".join(source(arbiter.get(ending + "?passata=1&carta=5")).split())
    boxes = re.findall(r'name="hand_(.)" value="(..)" checked', page)
    assert boxes == [("W", "s3"), ("S", "b5"), ("E", "dA")]
    # Seven thirds before, two in the first trick; North has led the Four of swords.
    assert 'name="table" maxlength="80" autocomplete="off" autocapitalize="none" value="s4"' in page
    assert 'name="points" min="0" max="11" inputmode="numeric" required value="3"' in page
    nothing = " ".join(source(arbiter.get(ending + "?passata=9&carta=5")).split())
    assert not re.findall(r'name="hand_(.)" value="(..)" checked', nothing)


def test_hands_pasted_as_text_are_the_boards_own(draft, client_of, bruno):
    deals = deals_text([dealt("prova", 1), dealt("prova", 2)])
    first = sorted(dealt("prova", 1).hands[Seat.N])[0].short
    assert send(client_of(bruno), PAGE, leader="N", cards=first, deal=deals).url == PAGE
    made = BoardPlay.objects.get()
    assert {Seat(seat): frozenset(parse_cards(" ".join(of))) for seat, of in made.hands.items()} == dealt(
        "prova", 1
    ).hands


def test_the_hands_that_the_program_keeps_are_there_for_whoever_may_see_them(draft, tournament, client_of, bruno, dora):
    deal = dealt("prova", 1)
    factories.make_deals(tournament, dora, text=deals_text([deal]), seed="prova")
    page = client_of(bruno).get(PAGE)
    assert "Le mani: si conoscono" in text(page)
    boxes = re.findall(r'name="hand_(.)" value="(..)" checked', " ".join(source(page).split()))
    assert {(seat, card) for seat, card in boxes} == {
        (seat.value, card.short) for seat in Seat for card in deal.hands[seat]
    }
    # Of a board that nobody was given yet not even an arbiter sees them.
    Round.objects.update(state=Round.State.DRAFT)
    assert "Le mani: si conoscono" not in text(client_of(bruno).get(PAGE))


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"cards": ""}, "Scrivi o tocca le carte giocate"),
        ({"cards": "zz"}, "«zz» non è una carta"),
        ({"deal": "niente"}, "Riga 1. non è né un commento né etichette intere"),
        ({"deal": deals_text([dealt("x", 7), dealt("x", 8)])}, "Nel testo non c’è la smazzata 1"),
        ({"anomaly_trick": 9}, "o nessuna delle due"),
        ({"barred": "d"}, "Di’ a quale carta vale"),
        ({"cards": "d3 s2 b4"}, "servono battute intere"),
    ],
)
def test_the_page_keeps_what_was_typed_when_it_refuses(draft, client_of, bruno, more, refused):
    answer = send(client_of(bruno), PAGE, **{"leader": "N", "cards": REVOKED, "points": 5} | more)
    assert (answer.status_code, refused in text(answer), 'value="5"' in source(answer)) == (422, True, True)


def test_whoever_plays_in_the_tournament_is_not_shown_the_page(draft, client_of, bruno, giulia, dora):
    tell(draft, bruno)
    assert client_of(giulia).get(PAGE).status_code == 200
    assert client_of(dora).get(PAGE).status_code == 403
    Player.objects.filter(last_name="Villa").update(account=giulia)
    assert client_of(giulia).get(PAGE).status_code == 403


def test_where_another_game_is_played_there_is_no_such_page(draft, client_of, bruno):
    Tournament.objects.update(rulebook="tressette-online")
    assert client_of(bruno).get(PAGE).status_code == 404
