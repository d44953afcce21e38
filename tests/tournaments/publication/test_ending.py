"""How a tournament ends, and who wins what (F.I.Bur. 41)."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import NO_FEDERATION, Federation
from records.models import LogEntry
from records.requests import Refused
from tests.asking import DESK, send, source, text
from tests.factories import NOON, acting, make_round, make_score, make_stage, one_hand
from tournaments.appeals.actions import file_appeal
from tournaments.planning.models import Group, GroupPlace, Stage
from tournaments.publication.actions import (
    conclude,
    interrupt,
    publish_final,
    publish_provisional,
    remove_prize,
    set_prize,
)
from tournaments.publication.models import Prize
from tournaments.publication.queries import awards, deciding_publications, prizes_after_stop, unconfirmed_behind
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import words_of_line


def version(tournament):
    return Tournament.objects.get(pk=tournament.pk).data_version


def close(tournament, round, by):
    for table in round.tables.all():
        for board in round.boards.order_by("number"):
            make_score(table, board, (8, 3), by)
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)


def show(by, stage, at=NOON, **more):
    return publish_provisional(by=acting(by, at=at), stage=stage, data_version=version(stage.tournament), **more)


def settle(by, stage, at=NOON + timedelta(minutes=10), **more):
    return publish_final(by=acting(by, at=at), stage=stage, data_version=version(stage.tournament), **more)


@pytest.fixture
def planned(tournament, sara):
    """Round 1 closed, round 2 drawn, four rounds planned."""
    one_hand(tournament)
    close(tournament, tournament.rounds.get(number=1), sara)
    Stage.objects.update(rounds_planned=4)
    return tournament


def play_second(tournament, by):
    Round.objects.filter(number=2).update(state=Round.State.PLAYING)
    close(tournament, tournament.rounds.get(number=2), by)


def play_third(tournament, by):
    play_second(tournament, by)
    one, two, three, four = tournament.entries.order_by("number")
    close(tournament, make_round(tournament, 3, [(one, four), (two, three)]), by)


# Interruption


def test_at_exactly_half_nobody_wins_and_the_money_goes_back(planned, dora, sara):
    play_second(planned, sara)
    show(dora, Stage.objects.get())
    ended = interrupt(by=acting(dora), tournament=planned, reason="Manca la corrente")
    found = prizes_after_stop(ended)
    assert (found.halfway.played, found.halfway.planned, found.gives_prizes) == (2, 4, False)
    assert deciding_publications(ended) == []


def test_over_half_the_last_standings_shown_decide(planned, dora, sara):
    play_third(planned, sara)
    shown = show(dora, Stage.objects.get())
    ended = interrupt(by=acting(dora), tournament=planned, reason="Manca la corrente")
    assert prizes_after_stop(ended).gives_prizes
    assert deciding_publications(ended) == [shown]


def test_over_half_but_nothing_was_ever_shown(planned, dora, sara):
    play_third(planned, sara)
    ended = interrupt(by=acting(dora), tournament=planned, reason="Manca la corrente")
    assert prizes_after_stop(ended).halfway.is_over_half
    assert not prizes_after_stop(ended).gives_prizes


@pytest.fixture
def by_two_hands(planned, dora, sara):
    """Three rounds of four closed and shown, two scores of the third confirmed by nobody."""
    play_third(planned, sara)
    Tournament.objects.update(one_hand=False)
    table = Table.objects.get(round__number=3, number=2)
    BoardScore.objects.exclude(table=table).update(state="confirmed", confirmed_by=dora, confirmed_at=NOON)
    show(dora, Stage.objects.get())
    return Tournament.objects.get()


def test_prizes_of_an_interrupted_tournament_name_what_nobody_confirmed(by_two_hands, dora):
    words = "2 punteggi non sono confermati da una seconda persona: turno 3, tavolo 2, smazzate 5, 6."
    with pytest.raises(Refused) as refused:
        interrupt(by=acting(dora), tournament=by_two_hands, reason="Manca la corrente")
    assert refused.value.messages == (words,)
    waiting = unconfirmed_behind(prizes_after_stop(by_two_hands))
    with pytest.raises(Refused):
        interrupt(by=acting(dora), tournament=by_two_hands, reason="Manca la corrente", let_be=waiting[:1])
    interrupt(by=acting(dora), tournament=by_two_hands, reason="Manca la corrente", let_be=waiting)
    line = LogEntry.objects.get(action="interrupt")
    assert "2 punteggi non confermati (turno 3, tavolo 2, smazzate 5, 6)" in words_of_line(line, by_two_hands).figures


def test_the_page_names_them_and_asks_to_let_them_be(by_two_hands, dora, client_of):
    director, page = client_of(dora), f"{DESK}fine/"
    shown = director.get(page)
    assert "2 punteggi non sono confermati da una seconda persona: turno 3" in text(shown)
    seen = re.search(r'name="unconfirmed" value="([^"]*)"', source(shown))[1]
    why = {"reason": "Manca la corrente", "unconfirmed": seen}
    assert send(director, f"{page}interruzione/", **why).status_code == 422
    assert not Tournament.objects.get().has_ended
    assert send(director, f"{page}interruzione/", let_be="on", **why).status_code == 302
    assert Tournament.objects.get().ending == "interrupted"


@pytest.mark.parametrize("change", [{"one_hand": True}, {"final": True}])
def test_nothing_is_asked_again_where_it_was_answered(by_two_hands, dora, change):
    assert unconfirmed_behind(prizes_after_stop(by_two_hands)) != []
    if "final" in change:
        Stage.objects.update(rounds_planned=3)
        settle(dora, Stage.objects.get(), incomplete=True, reason="Chi confermava è andato via")
    else:
        Tournament.objects.update(**change)
    assert unconfirmed_behind(prizes_after_stop(Tournament.objects.get())) == []


def test_a_round_still_being_played_does_not_count(planned, dora, sara):
    play_second(planned, sara)
    one, two, three, four = planned.entries.order_by("number")
    make_round(planned, 3, [(one, four), (two, three)])
    assert not prizes_after_stop(planned).halfway.is_over_half


def test_an_interruption_has_its_reason_and_happens_once(planned, dora):
    with pytest.raises(Refused, match="perché"):
        interrupt(by=acting(dora), tournament=planned, reason=" ")
    ended = interrupt(by=acting(dora), tournament=planned, reason="Allagamento")
    assert (ended.ending, ended.end_reason, ended.ended_at) == ("interrupted", "Allagamento", NOON)
    with pytest.raises(Refused, match="già finito"):
        interrupt(by=acting(dora), tournament=planned, reason="Ancora")
    with pytest.raises(Refused, match="Il torneo è finito"):
        show(dora, Stage.objects.get())


@pytest.mark.parametrize("name", ["giulia", "sara", "carla", "ettore"])
def test_only_the_director_ends_it(planned, cast, name):
    with pytest.raises(PermissionDenied):
        interrupt(by=acting(cast[name]), tournament=planned, reason="Basta")


# Conclusion


@pytest.fixture
def finished(planned, dora):
    """One round, its standings final: pairs 1 and 3 won alike, then 2 and 4."""
    Stage.objects.update(rounds_planned=1)
    show(dora, Stage.objects.get())
    settle(dora, Stage.objects.get())
    return planned


def test_it_is_concluded_when_every_stage_is_final(finished, dora):
    assert conclude(by=acting(dora), tournament=finished).ending == "concluded"
    assert LogEntry.objects.get(action="conclude").data["publication"] == 2


@pytest.mark.parametrize("is_named", [True, False])
def test_a_tournament_of_no_federation_sends_nothing_to_one(finished, dora, client_of, is_named):
    conclude(by=acting(dora), tournament=finished)
    if not is_named:
        Federation.objects.filter(pk=finished.federation_id).update(code=NO_FEDERATION, name="")
    page = text(client_of(dora).get(DESK + "fine/"))
    assert "Premi in PDF" in page
    told = ["Pacchetto per la federazione", "Che cosa ha risposto la federazione"]
    assert [words for words in told if words in page] == (told if is_named else [])


def test_a_stage_still_to_come_or_an_open_appeal_keeps_it_open(finished, dora, giulia):
    make_stage(finished, 2, name="Finale")
    with pytest.raises(Refused, match="Finale"):
        conclude(by=acting(dora), tournament=finished)
    Stage.objects.filter(number=2).delete()
    file_appeal(by=acting(giulia), entry=finished.entries.first(), against="standings:2", grounds="MP")
    with pytest.raises(Refused, match="reclamo"):
        conclude(by=acting(dora), tournament=finished)


def test_nothing_is_concluded_without_standings(tournament, dora):
    with pytest.raises(Refused, match="Non è definitiva"):
        conclude(by=acting(dora), tournament=tournament)


# Prizes


def put(user, tournament, first, last, name="Trofeo", **more):
    what = {"group": None, "category": ""} | more
    return set_prize(by=acting(user), tournament=tournament, place_from=first, place_to=last, name=name, **what)


def winners(tournament):
    return {
        award.prize.name: [(won.place, won.row.entry.number) for won in award.winners] for award in awards(tournament)
    }


def test_places_win_what_was_put_up_for_them(finished, dora):
    put(dora, finished, 1, 1, "Trofeo")
    put(dora, finished, 2, 3, "Medaglia")
    put(dora, finished, 9, 9, "Prosciutto")
    order = [row["entry"] for row in deciding_publications(finished)[0].rows[0]["rows"]]
    assert winners(finished) == {
        "Trofeo": [(1, order[0])],
        "Medaglia": [(2, order[1]), (3, order[2])],
        "Prosciutto": [],
    }


def test_nobody_wins_before_the_standings_are_final(planned, dora):
    put(dora, planned, 1, 1)
    show(dora, Stage.objects.get())
    assert winners(planned) == {"Trofeo": []}


def test_nobody_wins_by_a_stage_that_another_follows(finished, dora):
    put(dora, finished, 1, 1)
    make_stage(finished, 2, name="Finale")
    assert winners(finished) == {"Trofeo": []}


def test_after_an_interruption_the_last_standings_shown_give_the_prizes(planned, dora, sara):
    put(dora, planned, 1, 1)
    make_stage(planned, 2, name="Finale", rounds_planned=1)
    play_third(planned, sara)
    show(dora, Stage.objects.get(number=1))
    ended = interrupt(by=acting(dora), tournament=planned, reason="Allagamento")
    assert len(winners(ended)["Trofeo"]) == 1


def test_a_category_counts_its_own_places(planned, dora):
    Stage.objects.update(rounds_planned=1)
    planned.entries.filter(number__in=[2, 4]).update(category="Esordienti")
    show(dora, Stage.objects.get())
    settle(dora, Stage.objects.get())
    put(dora, planned, 1, 1, "Primi esordienti", category="esordienti")
    [(place, number)] = winners(planned)["Primi esordienti"]
    assert (place, number in (2, 4)) == (1, True)


def test_a_group_s_prize_goes_by_its_own_standings(tournament, dora, sara):
    one_hand(tournament)
    stage = Stage.objects.get()
    groups = [Group.objects.create(stage=stage, number=number, name=f"Girone {number}") for number in (1, 2)]
    for entry in tournament.entries.all():
        GroupPlace.objects.create(group=groups[entry.number > 2], entry=entry, seed=entry.number)
    Stage.objects.update(rounds_planned=1)
    close(tournament, tournament.rounds.get(number=1), sara)
    show(dora, stage)
    settle(dora, stage)
    put(dora, tournament, 1, 1, "Primi del girone 2", group=groups[1])
    assert winners(tournament) == {"Primi del girone 2": [(1, 3)]}


def test_a_prize_is_changed_and_taken_off(planned, dora):
    prize = put(dora, planned, 1, 1)
    put(dora, planned, 1, 2, "Coppe", prize=prize)
    assert [(one.name, one.place_to) for one in Prize.objects.all()] == [("Coppe", 2)]
    remove_prize(by=acting(dora), prize=prize)
    assert not Prize.objects.exists()


def test_impossible_prizes_are_refused(planned, dora):
    with pytest.raises(Refused, match="migliore al peggiore"):
        put(dora, planned, 3, 2)
    group = Group.objects.create(stage=Stage.objects.get(), number=1, name="A")
    with pytest.raises(Refused, match="non di tutti e due"):
        put(dora, planned, 1, 1, group=group, category="Seconda")


def test_prizes_stand_still_once_it_has_ended(finished, dora):
    conclude(by=acting(dora), tournament=finished)
    with pytest.raises(Refused, match="i premi non cambiano più"):
        put(dora, finished, 1, 1)
