"""What a stage cannot play is said when it is planned, and before its round is drawn; no way out is offered in vain."""

import re

import pytest

from records.requests import Refused
from tests.asking import DESK, queries_of, send, source, text
from tests.factories import acting, make_entry
from tests.shown_forms import forms_of
from tests.tournaments.draw.by_formula import next_round, play, staged
from tests.tournaments.planning.test_stages import two_stages
from tournaments.draw.actions import draw_round
from tournaments.entries.models import Entry
from tournaments.planning.models import Group, Stage
from tournaments.planning.stage_actions import add_stage, start_stage
from tournaments.rounds.models import Round

PREPARE = DESK + "turni/prepara/"
STAGES = DESK + "fasi/"
FIVE_TABLES = (
    "Mitchell con 6 iscritti dura al più 3 turni, e ne sono previsti 4: riduci i turni previsti, o servono 7 iscritti."
)


@pytest.fixture
def mitchell(db):
    return staged("mitchell", 6)


def test_a_mitchell_too_long_is_told_when_it_is_planned(mitchell, client_of) -> None:
    tournament, dora = mitchell
    Stage.objects.all().delete()
    client = client_of(dora)
    given = {"name": "Girone unico", "formula": "mitchell", "first_round": "lot", "rounds_planned": 4}
    send(client, STAGES, **given)
    shown = text(client.get(STAGES))
    assert shown.count(FIVE_TABLES) == 2  # as an answer, and at the stage for whoever comes later
    assert FIVE_TABLES in text(client.get(STAGES))
    make_entry(tournament, 7)
    assert "Mitchell con" not in text(client.get(STAGES))


def test_the_page_of_the_round_says_so_and_offers_the_change_instead(mitchell, client_of) -> None:
    client = client_of(mitchell[1])
    page = client.get(PREPARE)
    assert FIVE_TABLES in text(page)
    assert "Prepara gli abbinamenti" not in text(page)
    assert f'href="{STAGES}1/"' in source(page)
    Stage.objects.update(rounds_planned=3)
    assert "Prepara gli abbinamenti" in text(client.get(PREPARE))


def test_sent_all_the_same_it_is_refused_without_a_way_out_in_vain(mitchell, client_of) -> None:
    page = send(client_of(mitchell[1]), PREPARE, expected=1)
    assert page.status_code == 422
    assert "Questa formula non ha deroghe da scegliere." in text(page)
    assert text(page).count(FIVE_TABLES) == 1
    assert not any("accepted" in form.fields for form in forms_of(source(page)))
    assert not Round.objects.exists()


@pytest.mark.long
def test_an_all_play_all_that_has_ended_offers_no_rematches(client_of, db) -> None:
    tournament, dora = staged("round-robin", 4, rounds_planned=4)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    client = client_of(dora)
    told = "All’italiana con 4 iscritti dura al più 3 turni, e ne sono previsti 4"
    assert told in text(client.get(PREPARE))
    page = send(client, PREPARE, expected=4)
    assert (page.status_code, "accepted" in source(page), told in text(page)) == (422, False, True)


def test_who_came_late_does_not_lengthen_what_has_begun(client_of, db) -> None:
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    play(next_round(tournament, dora), dora)
    Stage.objects.update(rounds_planned=4)
    for number in (7, 8):
        make_entry(tournament, number)
    assert FIVE_TABLES in text(client_of(dora).get(PREPARE))


def test_absent_entries_count_where_somebody_is_checked_in(client_of, db) -> None:
    _tournament, dora = staged("mitchell", 8)
    client = client_of(dora)
    assert "Prepara gli abbinamenti" in text(client.get(PREPARE))
    Entry.objects.filter(number__lte=6).update(state=Entry.State.PRESENT)
    assert FIVE_TABLES in text(client.get(PREPARE))


def test_groups_too_small_for_their_mitchell_are_not_formed(db) -> None:
    _tournament, dora, stage = two_stages(10, formula="mitchell", rounds_planned=3)
    with pytest.raises(Refused) as error:
        start_stage(by=acting(dora), stage=stage, sizes=[6, 4], without_publication=True)
    assert error.value.messages == (
        "Girone B. Mitchell con 4 iscritti dura al più 2 turni, e ne sono previsti 3: riduci i turni previsti, o "
        "servono 5 iscritti.",
    )
    assert not Group.objects.exists()


def test_single_players_are_offered_only_what_seats_four_of_them(client_of, db) -> None:
    tournament, dora = staged("individual", 8, contest="individual")
    page = source(client_of(dora).get(STAGES))
    offered = [value for value in ("danish", "individual", "by-hand", "mitchell", "knockout") if f'"{value}"' in page]
    assert offered == ["danish", "individual", "by-hand"]
    with pytest.raises(Refused, match="quattro giocatori singoli non siedono"):
        add_stage(by=acting(dora), tournament=tournament, name="Finale", formula="knockout", rounds_planned=2)
    Stage.objects.update(formula="mitchell")  # as a tournament of before may have it
    with pytest.raises(Refused, match="quattro giocatori singoli non siedono"):
        draw_round(by=acting(dora), tournament=tournament)


@pytest.mark.long
def test_ways_out_of_two_groups_add_up(client_of, db) -> None:
    tournament, dora, stage = two_stages(8, rounds_planned=4)
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    client, groups = client_of(dora), []
    page = send(client, PREPARE, expected=5)
    while page.status_code == 422 and len(groups) < 3:
        groups.append("Girone A: con queste" in text(page))
        way_out = re.findall(r'form="prepare" name="accepted" value="([^"]*)"', source(page))[0]
        page = send(client, PREPARE, expected=5, accepted=way_out)
    assert (groups, page.status_code) == ([True, False], 302)


@pytest.mark.parametrize("stages", [1, 4])
def test_the_page_of_stages_asks_as_much_for_one_as_for_four(client_of, db, stages: int) -> None:
    tournament, dora = staged("mitchell", 12)
    for number in range(2, stages + 1):
        add_stage(by=acting(dora), tournament=tournament, name=f"Fase {number}", formula="knockout", rounds_planned=2)
    assert queries_of(client_of(dora), STAGES) == 11
