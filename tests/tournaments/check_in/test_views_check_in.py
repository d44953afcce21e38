"""Check-in: the list with its switches, the address on a card, the close."""

import pytest
from django.test import Client

from people.accounts.models import User
from records.models import LogEntry
from records.rights import Role
from tests import factories
from tests.asking import queries_of, send, source, text
from tournaments.entries.models import Entry
from tournaments.entries.queries import check_in_address, check_in_key
from tournaments.setup.models import Tournament

BASE = "/tornei/coppa-libeccio/"
ROLL = BASE + "direzione/presenze/"
CLOSE = ROLL + "chiusura/"


@pytest.fixture
def burraco(dora: User, sara: User) -> Tournament:
    """Dora's, with Sara at the door: burraco, four pairs, nothing drawn yet."""
    made = factories.make_burraco("coppa-libeccio")
    factories.give_role(dora, made, Role.DIRECTOR)
    factories.give_role(sara, made, Role.SCORER)
    factories.make_entries(made, 4)
    return made


@pytest.fixture
def door(burraco: Tournament, sara: User, client_of) -> Client:
    return client_of(sara)


@pytest.fixture
def director(burraco: Tournament, dora: User, client_of) -> Client:
    return client_of(dora)


def states(tournament: Tournament) -> list[str]:
    return list(tournament.entries.values_list("state", flat=True))


def test_switch_marks_present_and_takes_it_back(door: Client, burraco: Tournament) -> None:
    assert "presenti 0 di 4" in text(door.get(ROLL))
    assert send(door, ROLL + "1/", cerca="conti").url == f"{ROLL}?cerca=conti#iscrizione-1"
    assert states(burraco) == ["present", "entered", "entered", "entered"]
    assert "presenti 1 di 4 numero dispari" in text(door.get(ROLL))
    send(door, ROLL + "1/", presente="no")
    assert states(burraco) == ["entered"] * 4


def test_switch_answers_with_its_line_and_the_count(door: Client, burraco: Tournament) -> None:
    page = send(door, ROLL + "2/", htmx=True)
    assert text(page).startswith("2 Galli – Fontana Piero Galli, Rita Fontana Presente togli presenti 1 di 4")
    assert 'hx-swap-oob="true"' in source(page)
    assert "<html" not in source(page)


def test_roll_says_that_the_first_mark_leaves_the_others_out(door: Client, burraco: Tournament) -> None:
    words = "dalla prima in poi giocano solo le presenti"
    assert words in text(door.get(ROLL))
    send(door, ROLL + "1/")
    assert words not in text(door.get(ROLL))


def test_list_is_looked_through_and_shows_who_is_missing(door: Client, burraco: Tournament) -> None:
    send(door, ROLL + "1/")
    missing = text(door.get(ROLL, {"chi": "mancano"}))
    assert "Conti – Serra" not in missing
    assert "Galli – Fontana" in missing
    assert "Nessuna iscrizione così" in text(door.get(ROLL, {"cerca": "zzz"}))
    for number in (2, 3, 4):
        send(door, ROLL + f"{number}/")
    assert "Ci sono tutte" in text(door.get(ROLL, {"chi": "mancano"}))


def test_roll_of_nobody_says_what_comes_first(door: Client, burraco: Tournament) -> None:
    burraco.entries.all().delete()
    assert "Qui si segna chi è arrivato: prima servono le iscrizioni." in text(door.get(ROLL))


def test_who_withdrew_is_not_on_the_roll(door: Client, burraco: Tournament) -> None:
    Entry.objects.filter(number=1).update(state="withdrawn", until_round=0)
    assert "Conti – Serra" not in text(door.get(ROLL))
    assert "presenti 0 di 3" in text(door.get(ROLL))
    send(door, ROLL + "1/")
    assert states(burraco)[0] == "withdrawn"


def test_roll_costs_the_same_for_many(door: Client, burraco: Tournament) -> None:
    before = queries_of(door, ROLL)
    for number in range(5, 30):
        factories.make_entry(burraco, number)
    assert queries_of(door, ROLL) == before < 10


# ---- the address on a card --------------------------------------------------


def test_card_marks_present_with_one_tap(door: Client, burraco: Tournament) -> None:
    path = check_in_address(burraco.entries.get(number=3))
    assert path.startswith(BASE + "presenza/")
    page = door.get(path)
    assert "D’Amico – Leone" in text(page)
    assert states(burraco)[2] == "entered"  # looking marks nobody
    assert send(door, path).url == path
    assert "presente" in text(door.get(path))
    assert "presenti 1 di 4" in text(door.get(path))
    send(door, path, presente="no")
    assert states(burraco)[2] == "entered"


def test_made_up_and_foreign_cards_are_not_found(
    door: Client, burraco: Tournament, tournament: Tournament, sara: User
) -> None:
    signed = check_in_key(burraco.entries.get(number=1))
    number, _dot, signature = signed.partition(".")
    foreign = check_in_key(tournament.entries.get(number=1))
    for token in (f"{number[:-1]}2.{signature}", "x", foreign):
        assert door.get(f"{BASE}presenza/{token}/").status_code == 404
        assert send(door, f"{BASE}presenza/{token}/").status_code == 404
    assert states(burraco) == ["entered"] * 4


def test_players_scan_their_card_in_vain(burraco: Tournament, carla: User, client_of) -> None:
    path = check_in_address(burraco.entries.get(number=1))
    assert client_of(carla).get(path).status_code == 404
    assert Client().get(path).url == f"/accesso/?next={path}"


def test_withdrawn_entry_cannot_be_marked_by_card(door: Client, burraco: Tournament) -> None:
    Entry.objects.filter(number=1).update(state="withdrawn", until_round=0)
    path = check_in_address(burraco.entries.get(number=1))
    assert "Prima va fatta rientrare" in text(door.get(path))
    send(door, path)
    assert states(burraco)[0] == "withdrawn"


# ---- the close --------------------------------------------------------------


@pytest.mark.parametrize(("absent", "becomes"), [("left-out", "entered"), ("withdrawn", "withdrawn")])
def test_close_leaves_out_or_withdraws_who_is_missing(
    director: Client, burraco: Tournament, absent: str, becomes: str
) -> None:
    for number in (1, 2, 3):
        send(director, ROLL + f"{number}/")
    page = text(director.get(CLOSE))
    assert "Non è presente 1 iscrizione: 4 Villa – Ricci" in page
    assert send(director, CLOSE, absent=absent).url == BASE + "direzione/"
    assert states(burraco) == ["present", "present", "present", becomes]
    assert not burraco.entries.get(number=4).plays_in(1)


def test_close_is_refused_while_nobody_is_there(director: Client, burraco: Tournament) -> None:
    answer = send(director, CLOSE, absent="withdrawn")
    assert answer.status_code == 422
    assert "Nessuno risulta presente" in text(answer)
    assert send(director, CLOSE).status_code == 422
    assert states(burraco) == ["entered"] * 4


def test_close_with_everybody_there_has_nothing_to_do(director: Client, burraco: Tournament) -> None:
    Entry.objects.update(state="present")
    assert "Non manca nessuno" in text(director.get(CLOSE))


def test_close_costs_the_same_for_many(director: Client, burraco: Tournament) -> None:
    before = queries_of(director, CLOSE)
    for number in range(5, 30):
        factories.make_entry(burraco, number)
    assert queries_of(director, CLOSE) == before < 10


def test_only_the_director_closes(door: Client, burraco: Tournament) -> None:
    assert door.get(CLOSE).status_code == 403
    assert send(door, CLOSE, absent="withdrawn").status_code == 403
    send(door, ROLL + "1/")
    assert "Chiudi l’appello" not in text(door.get(ROLL))


def test_all_that_are_missing_are_marked_at_once(burraco, dora, client_of):
    client = client_of(dora)
    page = source(client.get(ROLL))
    assert 'name="missing" value="1 2 3 4"' in page
    assert send(client, f"{ROLL}tutti/", missing="1 2 3 4").url == ROLL
    assert {one.state for one in burraco.entries.all()} == {"present"}
    assert LogEntry.objects.filter(action="check_in").count() == 4
    assert "tutti/" not in source(client.get(ROLL))


def test_the_roll_of_all_leads_on_to_the_next_step_of_the_evening(burraco, dora, door, client_of):
    """To the first round, or back to what is to be done; the last switch brings the way with it."""
    client = client_of(dora)
    burraco.entries.exclude(number=4).update(state="present")
    assert "Chiudi l’appello" in text(client.get(ROLL))
    assert "Ci sono tutte: prepara il turno 1" in text(send(client, ROLL + "4/", htmx=True))
    assert f'href="{BASE}direzione/turni/prepara/"' in source(client.get(ROLL)).split('id="primary"')[1]
    assert "Ci sono tutte: torna alla direzione" in text(door.get(ROLL))
    factories.make_round(burraco, 1, [tuple(burraco.entries.filter(number__in=[1, 2]))])
    assert "Ci sono tutte: torna alla direzione" in text(client.get(ROLL))


def test_nobody_is_marked_whom_the_page_did_not_show(burraco, dora, client_of):
    client = client_of(dora)
    burraco.entries.filter(number=4).update(state="present")
    send(client, f"{ROLL}tutti/", missing="1 2 3 4")
    assert burraco.entries.filter(state="present").count() == 1
    assert "riguarda chi manca" in text(client.get(ROLL))


def test_the_button_says_the_act_and_keeps_its_name_for_the_focus(burraco, dora, client_of):
    page = source(client_of(dora).get(ROLL))
    assert 'id="presenza-1"' in page
    assert "Segna presente</button>" in page
