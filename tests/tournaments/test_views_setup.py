"""Setting up: a tournament, its pairs, its staff; refused forms say what to do and keep what was typed."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tests import factories
from tests.tournaments.pages import DESK, queries_of, send, source, text
from tournaments.forms import forbidden_games
from tournaments.models import Membership, Tournament, User
from tournaments.permissions import Role

NEW = "/nuovo-torneo/"
PAIRS = DESK + "coppie/"
STAFF = DESK + "incarichi/"
PAIR = {"number": 5, "first_name_1": "Elena", "last_name_1": "Bruni", "first_name_2": "Fabio", "last_name_2": "Costa"}


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


@pytest.fixture
def founder(carla: User, client_of) -> Client:
    """Carla, allowed to create tournaments."""
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return client_of(carla)


@pytest.fixture
def typed(db: None) -> dict[str, object]:
    """A new tournament as it is typed."""
    return {
        "name": "Coppa Scirocco",
        "slug": "coppa-scirocco",
        "federation": factories.make_federation().pk,
        "place": "Lecce",
        "starts_on": "2026-12-05",
        "forma": "duplicato",
        "norme": "moderne",
        "accusa": "con-accusa",
        "boards_per_round": 4,
        "lot_seed": "Bari 5 dicembre: 1 2 3 4 5",
        "is_public": "on",
    }


# ---- a tournament -----------------------------------------------------------


def test_new_tournament_is_directed_by_who_creates_it(founder: Client, carla: User, typed: dict[str, object]) -> None:
    answer = send(founder, NEW, **typed)
    assert answer.url == "/tornei/coppa-scirocco/direzione/"
    created = Tournament.objects.get(slug="coppa-scirocco")
    assert (created.boards_per_round, created.vp_scale, created.is_public) == (4, "tressette", True)
    assert Membership.objects.values_list("user__username", "role").get(tournament=created) == ("carla", "director")
    assert "Iscrivi le coppie" in text(founder.get(answer.url))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"norme": "tradizionali"}, "Il gioco duplicato segue sempre le norme moderne."),
        ({"boards_per_round": 9}, "minore o uguale a 8"),
        ({"boards_per_round": 0}, "maggiore o uguale a 1"),
        ({"slug": "coppa scirocco"}, "slug"),
        ({"slug": "coppa-levante"}, "esiste già"),
        ({"lot_seed": "!!"}, "ha bisogno di lettere o cifre"),
        ({"lot_seed": ""}, "Questo campo è obbligatorio."),
        ({"starts_on": "domani"}, "data valida"),
        ({"federation": ""}, "Questo campo è obbligatorio."),
        ({"game": "bassetta"}, "su questo gioco non si può aprire un torneo"),
        ({"game": "scopa"}, "scopa non è"),
    ],
)
def test_refused_tournament_keeps_what_was_typed(
    founder: Client, tournament: Tournament, typed: dict[str, object], change: dict[str, object], why: str
) -> None:
    answer = send(founder, NEW, **(typed | change))
    assert answer.status_code == 422
    assert why in text(answer)
    assert 'value="Lecce"' in source(answer)
    assert not Tournament.objects.filter(name="Coppa Scirocco").exists()


def test_every_forbidden_game_is_named_and_refused(founder: Client, typed: dict[str, object]) -> None:
    names = {"banco-di-faraone", "bassetta", "bestia", "petrangola", "sette-e-mezzo"}
    assert set(forbidden_games()) == names
    for name in names:
        assert f'value="{name}"' in source(founder.get(NEW))
        assert send(founder, NEW, **(typed | {"game": name})).status_code == 422


def test_tournament_sent_twice_is_created_once(founder: Client, typed: dict[str, object]) -> None:
    for _ in range(2):
        assert send(founder, NEW, key="una", **typed).url == "/tornei/coppa-scirocco/direzione/"
    assert Tournament.objects.filter(slug="coppa-scirocco").count() == 1


def test_new_tournament_proposes_a_seed_and_the_only_federation(founder: Client, typed: dict[str, object]) -> None:
    first, second = (source(founder.get(NEW)) for _ in range(2))
    assert "selected>FITRES" in first
    assert first.split('name="lot_seed" value="')[1][:32] != second.split('name="lot_seed" value="')[1][:32]


def test_only_those_allowed_create_tournaments(director: Client, carla: User, typed: dict[str, object]) -> None:
    assert director.get(NEW).status_code == 403
    assert send(director, NEW, **typed).status_code == 403
    assert Client().get(NEW).url == "/accesso/?next=/nuovo-torneo/"


def test_new_tournament_with_a_wrong_method(founder: Client) -> None:
    assert founder.delete(NEW).status_code == 405


# ---- pairs ------------------------------------------------------------------


def test_pair_is_entered_and_the_next_number_ready(director: Client, tournament: Tournament) -> None:
    assert 'name="number" value="5"' in source(director.get(PAIRS))
    assert send(director, PAIRS, **PAIR).url == PAIRS
    entry = tournament.entries.get(number=5)
    assert entry.name == "Bruni – Costa"
    assert [str(one.player) for one in entry.members.all()] == ["Elena Bruni", "Fabio Costa"]
    page = director.get(PAIRS)
    assert "Iscritta la coppia 5 Bruni – Costa." in text(page)
    assert 'name="number" value="6"' in source(page)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"number": 2}, "Questo numero di coppia è già preso."),
        ({"number": 0}, "maggiore o uguale a 1"),
        ({"number": ""}, "Questo campo è obbligatorio."),
        ({"last_name_2": "  "}, "Questo campo è obbligatorio."),
    ],
)
def test_refused_pair_keeps_what_was_typed(
    director: Client, tournament: Tournament, change: dict[str, object], why: str
) -> None:
    answer = send(director, PAIRS, **(PAIR | change))
    assert answer.status_code == 422
    assert why in text(answer)
    assert 'value="Elena"' in source(answer)
    assert tournament.entries.count() == 4


def test_pair_sent_twice_is_entered_once(director: Client, tournament: Tournament) -> None:
    for _ in range(2):
        assert send(director, PAIRS, key="una", **PAIR).status_code == 302
    assert tournament.entries.count() == 5


def test_tournament_without_pairs_says_what_they_are_for(director: Client, dora: User) -> None:
    factories.give_role(dora, factories.make_tournament("vuota"), Role.DIRECTOR)
    page = director.get("/tornei/vuota/direzione/coppie/")
    assert "Nessuna coppia iscritta" in text(page)
    assert 'name="number" value="1"' in source(page)


def test_only_the_director_enters_pairs(bruno: User, client_of, tournament: Tournament) -> None:
    client = client_of(bruno)
    assert "Iscrivi" not in text(client.get(PAIRS))
    assert "Anna Conti" in text(client.get(PAIRS))
    assert send(client, PAIRS, **PAIR).status_code == 403


def test_names_of_players_are_never_markup(director: Client, tournament: Tournament) -> None:
    for name in ("<script>alert(1)</script>", ""):
        answer = send(director, PAIRS, **(PAIR | {"last_name_1": "<script>alert(1)</script>", "last_name_2": name}))
        assert "<script>alert" not in source(answer)
    for path in (PAIRS, DESK + "turni/nuovo/", DESK + "penalita/"):
        assert "<script>alert" not in source(director.get(path))


def test_pairs_cost_the_same_for_many(director: Client, tournament: Tournament) -> None:
    before = queries_of(director, PAIRS)
    for number in range(5, 25):
        factories.make_entry(tournament, number)
    assert queries_of(director, PAIRS) == before < 10


# ---- staff ------------------------------------------------------------------


def test_task_is_given_and_changed(director: Client, carla: User, tournament: Tournament) -> None:
    for role, name in (("scorer", "Segnapunti"), ("arbiter", "Arbitro")):
        assert send(director, STAFF, user="carla", role=role).url == STAFF
        assert f"{name} Carla Bassi carla" in text(director.get(STAFF))
    assert Membership.objects.filter(user=carla, tournament=tournament).count() == 1


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"user": "nessuno", "role": "scorer"}, "Nessun utente attivo ha questo nome"),
        ({"user": "carla", "role": "public"}, "Scegli un'opzione valida"),
        ({"user": "", "role": "scorer"}, "Questo campo è obbligatorio."),
        ({"user": "dora", "role": "scorer"}, "Il torneo resterebbe senza direttore"),
    ],
)
def test_refused_task_keeps_what_was_typed(
    director: Client, carla: User, tournament: Tournament, typed: dict[str, str], why: str
) -> None:
    answer = send(director, STAFF, **typed)
    assert answer.status_code == 422
    assert why in text(answer)
    assert not typed["user"] or f'value="{typed["user"]}"' in source(answer)
    assert Membership.objects.count() == 1


def test_director_leaves_once_there_is_another(director: Client, dora: User, carla: User) -> None:
    send(director, STAFF, user="carla", role="director")
    assert send(director, STAFF, user="dora", role="scorer").status_code == 302
    assert send(director, STAFF, user="dora", role="director").status_code == 403


def test_user_who_left_gets_no_task(director: Client, carla: User) -> None:
    User.objects.filter(pk=carla.pk).update(is_active=False)
    assert send(director, STAFF, user="carla", role="scorer").status_code == 422


def test_only_the_director_gives_tasks(giulia: User, client_of, carla: User) -> None:
    client = client_of(giulia)
    assert "Dai un incarico" not in text(client.get(STAFF))
    assert "Capo arbitro Giulia Marchi" in text(client.get(STAFF))
    assert send(client, STAFF, user="carla", role="scorer").status_code == 403


def test_staff_costs_the_same_for_many(director: Client, tournament: Tournament) -> None:
    before = queries_of(director, STAFF)
    for number in range(5):
        factories.give_role(factories.make_user(f"arbitro{number}"), tournament, Role.ARBITER)
    assert queries_of(director, STAFF) == before < 10
