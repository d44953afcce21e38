"""The last tricks of a deal: told by whoever rules, kept with its bounds, and seen by nobody who plays."""

import re

import pytest
from django.core.exceptions import PermissionDenied

from codes.seats import Line, Seat
from codes.tressette.cards import parse_cards
from codes.tressette.endings.position import CardOrder, OrderVerb
from people.accounts.models import Player
from records.models import LogEntry
from records.requests import Refused
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.score import Choice
from referee.cards.actions import record_ending
from referee.cards.endings import StatedEnding, bounds_for, ending_from, order_words, outcomes_in_words, work_out
from referee.cards.models import CardEnding
from referee.cases.actions import discard_case
from referee.rulings.document import document_of
from tests import factories
from tests.asking import TOURNAMENT, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tests.referee.told import TO_BLAME
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

PAGE = TOURNAMENT + "casi/1/finale/"
# North leads: the Three draws the Ace, and then West has the rest.
HANDS = {"N": "d3 s4", "W": "s3 c4", "S": "d4 b5", "E": "dA sA"}
TYPED = {f"hand_{seat}": cards.split() for seat, cards in HANDS.items()} | {"leader": "N", "points": 2, "thirds": 1}


def told(hands=HANDS, leader=Seat.N, table="", before=7, **more):
    held = {Seat(seat): parse_cards(cards) for seat, cards in hands.items()}
    return StatedEnding(ending=ending_from(held, leader, parse_cards(table)), before=before, **more)


def tell(case, by, **more):
    return record_ending(by=acting(by), case=case, worked=work_out(told(**more), with_accusa=False))


def points(record):
    return [(one.way, one.points_a, one.points_b) for one in outcomes_in_words(record)]


def test_it_keeps_the_hands_and_what_they_come_to_at_most_and_at_least(draft, bruno):
    made = tell(draft, bruno)
    assert (made.number, made.hands["N"], made.leader, made.before) == (1, ["d3", "s4"], Seat.N, 7)
    # Seven thirds before: best play brings four more, West's Three in the first trick a fifth; else nothing.
    assert points(made) == [("free", 3, 8), ("free", 4, 7), ("free", 2, 9), ("free", 2, 9)]
    assert tell(draft, bruno).number == 2


def test_the_log_tells_that_it_was_recorded_and_names_no_card(draft, bruno, tournament):
    factories.sealed(tournament)
    tell(draft, bruno)
    line = LogEntry.objects.get(action="record_ending")
    assert (line.data["case"], line.data["number"], "hands" in line.data) == (1, 1, False)
    assert troubles(tournament) == []


def test_a_line_of_play_leads_to_each_bound_trick_by_trick(draft, bruno):
    best = outcomes_in_words(tell(draft, bruno))[0]
    first, last = best.tricks
    assert [(seat.value, card.short) for seat, card in first.plays] == [
        ("N", "d3"),
        ("W", "c4"),
        ("S", "d4"),
        ("E", "dA"),
    ]
    assert (first.taker, last.taker) == (Seat.N, Seat.W)


def test_a_hand_laid_down_that_does_not_hold_is_bounded_as_art_120_has_it_played_too(draft, bruno):
    made = tell(draft, bruno, laid_down=Seat.N)
    assert (made.verdict, made.subject) == ("soggetta", "s4")
    assert [one.way for one in outcomes_in_words(made)] == ["free"] * 4 + ["best-first"] * 4


def test_a_hand_laid_down_that_holds_takes_all_that_is_left(draft, bruno):
    made = tell(draft, bruno, hands={"N": "d3 d2", "W": "c4 c5", "S": "d4 b5", "E": "b6 sA"}, laid_down=Seat.N)
    assert (made.verdict, points(made)) == ("reggono", [("sovereign", 5, 6)])
    assert outcomes_in_words(made)[0].tricks == ()


def test_who_is_not_to_play_lays_nothing_down():
    with pytest.raises(Refused, match="ora tocca a Nord"):
        work_out(told(laid_down=Seat.W), with_accusa=False)


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"hands": HANDS | {"W": "d3 c4"}}, "in due posti: Tre di danari"),
        ({"hands": HANDS | {"E": "dA"}}, "stesso numero di carte: Est"),
        ({"hands": dict.fromkeys("NWSE", "")}, "Nessuno ha carte"),
        ({"before": 25}, "ne sono uscite per 8 punti e 0 terzi in tutto"),
        ({"accuse": (3, 0)}, "accuse non sono possibili"),
    ],
)
def test_what_cannot_be_is_refused_in_words(more, refused):
    with pytest.raises(Refused, match=refused):
        work_out(told(**more), with_accusa=False)


def test_accuse_stand_beside_the_deck_points(draft, bruno):
    worked = work_out(told(accuse=(3, 0)), with_accusa=True)
    made = record_ending(by=acting(bruno), case=draft, worked=worked)
    assert points(made)[0] == ("free", 6, 8)


@pytest.mark.parametrize(
    ("bound", "first", "words"),
    [
        ({"verb": OrderVerb.FORBID, "leading": True}, "s4", "Nord non esce con: Tre di danari"),
        ({"verb": OrderVerb.FORBID, "tricks": 1}, "s4", "Nord non gioca: Tre di danari (per una battuta)"),
        ({"verb": OrderVerb.FORBID, "tricks": 2}, "s4", "Nord non gioca: Tre di danari (per 2 battute)"),
        ({"verb": OrderVerb.OBLIGE}, "d3", "Nord gioca appena può: Tre di danari"),
    ],
)
def test_a_ban_is_kept_and_read_out(draft, bruno, bound, first, words):
    order = CardOrder(seat=Seat.N, cards=frozenset(parse_cards("d3")), **bound)
    made = tell(draft, bruno, orders=(order,))
    assert [order_words(one) for one in made.orders] == [words]
    assert made.outcomes[0]["line"][0] == first


def test_nobody_tells_it_who_plays_or_does_not_rule(draft, bruno, dora, sara):
    for user in (dora, sara):
        with pytest.raises(PermissionDenied):
            tell(draft, user)
    Player.objects.filter(last_name="Villa").update(account=bruno)
    with pytest.raises(PermissionDenied):
        tell(draft, bruno)
    assert not CardEnding.objects.exists()


def test_a_discarded_case_takes_no_more(draft, bruno):
    discard_case(by=acting(bruno), case=draft, expected_version=draft.version, reason="Un abbaglio")
    draft.refresh_from_db()
    with pytest.raises(Refused, match="scartata"):
        tell(draft, bruno)


def test_the_page_tells_the_bounds_and_says_that_they_are_no_decision(draft, client_of, bruno):
    arbiter = client_of(bruno)
    assert "Tocca le carte rimaste" in text(arbiter.get(PAGE))
    assert send(arbiter, PAGE, **TYPED).url == PAGE
    page = text(arbiter.get(PAGE))
    for words in ("Se tutti giocano al meglio, a carte viste", "N-S 3 · E-O 8", "non la decisione", "Un altro finale"):
        assert words in page


def test_what_bounds_nothing_is_not_among_the_bounds_and_lines_of_play_are_folded(draft, client_of, bruno):
    arbiter = client_of(bruno)
    send(arbiter, PAGE, **TYPED)
    told = arbiter.get(PAGE)
    page = text(told)
    most, least, between, best = (
        page.index(words)
        for words in (
            "Il massimo di Nord-Sud",
            "Il massimo di Est-Ovest",
            "Fra questi limiti:",
            "Se tutti giocano al meglio",
        )
    )
    assert most < between < best and least < between
    assert "al peggio" not in page
    folds = re.findall(r"<details[^>]*ending-bound[^>]*>", told.content.decode())
    assert len(folds) == 3 and not any("open" in fold for fold in folds)


def test_the_page_says_what_a_hand_laid_down_does_by_itself(draft, client_of, bruno):
    arbiter = client_of(bruno)
    send(arbiter, PAGE, **TYPED, laid_down="N")
    page = text(arbiter.get(PAGE))
    assert "Nord ha messo a terra. Non regge: una carta può restare soggetta (118): Quattro di spade." in page
    assert "Giocando a meglio a meglio (120)" in page and "Giocando liberi" in page
    holds = TYPED | {"hand_N": ["d3", "d2"], "hand_W": ["c4", "c5"], "hand_E": ["b6", "sA"], "laid_down": "N"}
    send(arbiter, PAGE, **holds)
    page = text(arbiter.get(PAGE))
    assert "Regge: fa da sola tutte le pigliate (118)." in page and "una sola battuta sovrana (122)" in page


def test_the_page_keeps_what_was_tapped_when_it_refuses(draft, client_of, bruno):
    answer = send(client_of(bruno), PAGE, **TYPED | {"hand_W": ["d3", "c4"], "bound": "N", "table": "zz"})
    assert answer.status_code == 422
    page = text(answer)
    assert "«zz» non è una carta" in page and "Di’ come è vincolato" in page
    twice = send(client_of(bruno), PAGE, **TYPED | {"hand_W": ["d3", "c4"]})
    assert (twice.status_code, "in due posti: Tre di danari" in text(twice)) == (422, True)
    assert source(twice).count(" checked") >= 8


def test_a_ban_on_a_suit_is_told_by_its_letter(draft, client_of, bruno):
    send(client_of(bruno), PAGE, **TYPED | {"bound": "N", "kind": "no-lead", "cards": "d"})
    order = CardEnding.objects.get().orders[0]
    assert (order["verb"], order["leading"], len(order["cards"]), order["tricks"]) == ("forbid", True, 10, None)


def test_a_trick_under_way_is_told_in_order(draft, client_of, bruno):
    typed = TYPED | {"hand_N": ["s4"], "hand_W": ["c4"], "table": "D3 d7"}
    send(client_of(bruno), PAGE, **typed)
    made = CardEnding.objects.get()
    assert made.table == ["d3", "d7"]
    assert [card.short for _seat, card in outcomes_in_words(made)[0].tricks[0].plays][:3] == ["d3", "d7", "d4"]


def test_whoever_plays_in_the_tournament_is_not_shown_the_page(draft, client_of, bruno, giulia):
    tell(draft, bruno)
    assert client_of(giulia).get(PAGE).status_code == 200
    Player.objects.filter(last_name="Villa").update(account=giulia)
    assert client_of(giulia).get(PAGE).status_code == 403


def test_where_another_game_is_played_there_is_no_such_page(draft, client_of, bruno):
    Tournament.objects.update(rulebook="tressette-online")
    assert client_of(bruno).get(PAGE).status_code == 404


@pytest.mark.long
def test_among_the_results_of_an_assigned_score_it_stands_with_its_reason(ruled, client_of, bruno, dora):
    case = ruled("accusa-anticipata", TO_BLAME).case
    record = tell(case, bruno)
    assert [(one.a, one.b) for one in bounds_for(record, Line.A)] == [(4, 7), (3, 8)]
    assert [(one.a, one.b) for one in bounds_for(record, Line.B)] == [(2, 9), (3, 8)]
    address = TOURNAMENT + "casi/1/punteggio-arbitrale/"
    page = source(client_of(bruno).get(address))
    assert 'value="2-9-ending-1"' in page and "Finale n. 1, al massimo a carte viste: un limite" in text(
        client_of(bruno).get(address)
    )
    # The director reads the page, and no card that is still in play elsewhere can be read off it.
    assert "Finale n. 1" not in text(client_of(dora).get(address))
    given = {"version": case.version, "score_version": 1, "innocent": "B", "result": "2-9-ending-1"}
    for wrong in ("3-8-ending-2", "9-2-ending-1", "2-9-deck-1"):
        answer = send(client_of(bruno), address, **given | {"result": wrong, "reason": "Con le carte"})
        assert (answer.status_code, "non è fra quelli registrati" in text(answer)) == (422, True)
    assert send(client_of(bruno), address, **given, reason="Con le carte").status_code == 302
    score = ArbitralScore.objects.get(is_current=True)
    assert (score.ending, score.play, score.points_a) == (record, None, 2)
    words, ruling = "Si fonda su: Finale n. 1, al massimo a carte viste: un limite.", TOURNAMENT + "provvedimenti/1/"
    for page in (ruling, address):
        assert words in text(client_of(bruno).get(page))
    # Whoever else reads the ruling reads on which ending it rests, and how far the cards go once nobody plays them.
    for page in (ruling, address):
        assert "Si fonda su: Finale n. 1." in text(client_of(dora).get(page))
    assert document_of(case.rulings.get(), language="en").score.rests_on == "Ending no. 1"
    Round.objects.update(state=Round.State.CLOSED)
    assert words in text(client_of(dora).get(ruling))
    told_in_english = document_of(case.rulings.get(), language="en").score.rests_on
    assert told_in_english == "Ending no. 1, at most, with the cards in view: a bound"


def test_the_table_leads_there_in_a_tap_board_by_board(draft, table, client_of, bruno, dora):
    arbiter, address = client_of(bruno), TOURNAMENT + f"turni/1/tavoli/{table.number}/"
    page = source(arbiter.get(address))
    # Board 1 has a case; for another one is opened on the way.
    assert PAGE in page and 'form="ending-of-2"' in page and 'form="ending-of-1"' not in page
    assert send(arbiter, address + "anomalia/", board=2, finale=1).url == TOURNAMENT + "casi/2/finale/"
    assert "finale/" not in source(client_of(dora).get(address))


@pytest.mark.long
def test_a_ruling_leads_there_whoever_rules(ruled, client_of, bruno, dora):
    ruled("accusa-anticipata", TO_BLAME)
    ruling = TOURNAMENT + "provvedimenti/1/"
    assert (PAGE in source(client_of(bruno).get(ruling)), PAGE in source(client_of(dora).get(ruling))) == (True, False)


def test_whoever_may_not_see_the_cards_rests_no_score_on_them(ruled, bruno, giulia):
    case = ruled("accusa-anticipata", TO_BLAME).case
    tell(case, bruno)
    Player.objects.filter(last_name="Villa").update(account=giulia)
    choice = Choice(chosen=(2, 9), innocent=Line.B, reason="Con le carte", rests_on=("ending", 1))
    with pytest.raises(PermissionDenied):
        set_arbitral_score(by=acting(giulia), case=case, expected_version=case.version, score_version=1, choice=choice)
