"""Setting up: a tournament, its staff; refused forms say what to do and keep what was typed."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from codes.games.catalogue import forbidden
from people.accounts.models import Federation, User
from people.offices.models import FederationOffice
from records.rights import Role
from tests import factories
from tests.asking import DESK, queries_of, seen_on, send, source, text
from tournaments.setup.models import Membership, Tournament

NEW = "/nuovo-torneo/"
STAFF = DESK + "incarichi/"


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


def test_new_tournament_tells_how_many_its_mitchell_asks_for(founder: Client, typed: dict[str, object]) -> None:
    answer = send(founder, NEW, **(typed | {"formula": "mitchell", "rounds_planned": 6}))
    assert "Mitchell, turni previsti 6: servono almeno 11 iscritti." in text(founder.get(answer.url))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"norme": "tradizionali"}, "Il gioco duplicato segue sempre le norme moderne."),
        ({"boards_per_round": 9}, "minore o uguale a 8"),
        ({"boards_per_round": 0}, "maggiore o uguale a 1"),
        ({"slug": "coppa scirocco"}, "slug"),
        ({"formula": "individual"}, "solo nel torneo individuale giallo"),
        ({"formula": "knockout", "contest": "individual"}, "quattro giocatori singoli non siedono a un tavolo"),
        ({"boards_move": "on"}, "solo col Mitchell del gioco duplicato"),
        ({"rounds_planned": 61}, "minore o uguale a 60"),
        ({"rulebook": "fibur-burraco-2019"}, "Scegli un'opzione valida"),
        ({"slug": "coppa-levante"}, "esiste già"),
        ({"lot_seed": "!!"}, "ha bisogno di lettere o cifre"),
        ({"lot_seed": ""}, "Questo campo è obbligatorio."),
        ({"starts_on": "domani"}, "Scrivi un giorno come"),
        ({"federation": "77"}, "Scegli un'opzione valida"),
        ({"other_federation": "Lega Salentina"}, "non tutte e due"),
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


@pytest.mark.long
def test_every_forbidden_game_is_named_and_refused(founder: Client, typed: dict[str, object]) -> None:
    names = {"banco-di-faraone", "bassetta", "bestia", "petrangola", "sette-e-mezzo"}
    assert set(forbidden()) == names
    for name in names:
        assert f'href="?gioco={name}"' in source(founder.get(NEW))
        assert "su questo gioco non si può aprire un torneo" in text(founder.get(NEW, {"gioco": name}))
        assert send(founder, NEW, **(typed | {"game": name})).status_code == 422


def test_tournament_sent_twice_is_created_once(founder: Client, typed: dict[str, object]) -> None:
    for _ in range(2):
        assert send(founder, NEW, key="una", **typed).url == "/tornei/coppa-scirocco/direzione/"
    assert Tournament.objects.filter(slug="coppa-scirocco").count() == 1


def test_new_tournament_proposes_a_seed_and_the_only_federation(founder: Client, typed: dict[str, object]) -> None:
    first, second = (source(founder.get(NEW)) for _ in range(2))
    assert "selected>FITRES" in first
    assert first.split('name="lot_seed" value="')[1][:32] != second.split('name="lot_seed" value="')[1][:32]


@pytest.mark.parametrize(
    ("named", "code", "name"),
    [
        ("", "nessuna", ""),
        ("Lega  Salentina", "lega-salentina", "Lega Salentina"),
        ("fitres", "fitres", "FITRES"),
        ("Fitres ", "fitres", "FITRES"),
    ],
)
def test_a_tournament_is_of_none_or_of_the_federation_that_is_named(
    founder: Client, typed: dict[str, object], named: str, code: str, name: str
) -> None:
    answer = send(founder, NEW, **(typed | {"federation": "", "other_federation": named}))
    assert answer.url == "/tornei/coppa-scirocco/direzione/"
    federation = Tournament.objects.get(slug="coppa-scirocco").federation
    assert (federation.code, federation.name) == (code, name)
    assert not FederationOffice.objects.exists()
    assert ("Lecce, 5 dicembre 2026" + f" · {name}" * bool(name)) in text(founder.get("/tornei/coppa-scirocco/"))


def test_on_an_empty_installation_a_first_tournament_is_created(founder: Client, typed: dict[str, object]) -> None:
    Federation.objects.all().delete()
    assert "Nessuna federazione" in text(founder.get(NEW))
    for slug in ("prima", "seconda"):
        assert send(founder, NEW, **(typed | {"slug": slug, "federation": ""})).url == f"/tornei/{slug}/direzione/"
    assert [one.code for one in Federation.objects.all()] == ["nessuna"]


def test_a_typed_federation_without_letters_is_refused(founder: Client, typed: dict[str, object]) -> None:
    answer = send(founder, NEW, **(typed | {"federation": "", "other_federation": "***"}))
    assert answer.status_code == 422
    assert "con lettere o cifre" in text(answer)


def test_only_those_allowed_create_tournaments(director: Client, carla: User, typed: dict[str, object]) -> None:
    assert director.get(NEW).status_code == 403
    assert send(director, NEW, **typed).status_code == 403
    assert Client().get(NEW).url == "/accesso/?next=/nuovo-torneo/"


def test_new_tournament_with_a_wrong_method(founder: Client) -> None:
    assert founder.delete(NEW).status_code == 405


def test_new_tournament_has_its_first_stage_and_figures(founder: Client, typed: dict[str, object]) -> None:
    more = {"contest": "teams", "formula": "round-robin", "first_round": "category", "rounds_planned": 7}
    send(founder, NEW, **(typed | more), round_minutes=50, bye_vp=9, bye_mp=0, clubs_apart="on")
    made = Tournament.objects.get(slug="coppa-scirocco")
    assert (made.contest, made.round_minutes, made.bye_vp, made.warnings_per_vp) == ("teams", 50, 9, 0)
    stage = made.stages.get()
    assert (stage.formula, stage.first_round, stage.rounds_planned) == ("round-robin", "category", 7)


def test_new_tournament_takes_its_address_from_its_name(founder: Client, typed: dict[str, object]) -> None:
    for slug in ("coppa-scirocco", "coppa-scirocco-2"):
        assert send(founder, NEW, **(typed | {"slug": ""})).url == f"/tornei/{slug}/direzione/"


def test_burraco_asks_only_for_what_burraco_has(founder: Client, typed: dict[str, object]) -> None:
    tressette, burraco = (source(founder.get(NEW, {"gioco": game})) for game in ("tressette", "burraco"))
    assert 'name="separe"' in burraco and 'name="forma"' not in burraco
    assert 'name="forma"' in tressette and 'name="separe"' not in tressette
    assert "Codice del Tressette" in tressette and "Regole del tressette in linea" in tressette
    assert "Codice di Gara del Burraco" in burraco and "Codice del Tressette" not in burraco


@pytest.mark.parametrize(
    ("deals", "minutes", "taken"),
    # F.I.Bur. 6: 25, 30 and 42 minutes for 2, 3 and 4 deals, at most two less.
    [(2, "", 25), (3, "", 30), (4, "", 42), (4, 40, 40), (4, 39, None), (4, 43, None), (2, 23, 23), (2, 22, None)],
)
def test_minutes_of_burraco_are_the_codes_or_two_less(
    founder: Client, typed: dict[str, object], deals: int, minutes: int | str, taken: int | None
) -> None:
    burraco = {"game": "burraco", "separe": "senza-separe", "boards_per_round": deals, "round_minutes": minutes}
    answer = send(founder, NEW, **(typed | burraco))
    made = Tournament.objects.filter(slug="coppa-scirocco").first()
    assert (made.round_minutes if made else None) == taken
    assert taken or "(art. 6)" in text(answer)


@pytest.mark.parametrize(("game", "its_own"), [("tressette", ()), ("burraco", ("warnings_per_vp",))])
def test_figures_of_the_code_are_not_typed_beforehand(founder: Client, game: str, its_own: tuple[str, ...]) -> None:
    page = source(founder.get(NEW, {"gioco": game}))
    for name in ("round_minutes", "bye_vp", "bye_mp", *its_own):
        [field] = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
        assert "value=" not in field, field


def test_a_tournament_of_tressette_has_no_warnings_to_add_up(founder: Client) -> None:
    assert "mmonizion" not in source(founder.get(NEW, {"gioco": "tressette"}))


def test_teams_of_burraco_have_their_scale_and_rest(founder: Client, typed: dict[str, object]) -> None:
    burraco = {"game": "burraco", "separe": "senza-separe", "contest": "teams"}
    send(founder, NEW, **(typed | burraco))
    made = Tournament.objects.get(slug="coppa-scirocco")
    assert (made.vp_scale, made.bye_vp, made.bye_mp) == ("burraco-teams", 13, 555)  # F.I.Bur. 40


# ---- staff ------------------------------------------------------------------


def test_task_is_given_and_changed(director: Client, carla: User, tournament: Tournament) -> None:
    for role, name in (("scorer", "Segnapunti"), ("arbiter", "Arbitro")):
        assert send(director, STAFF, user="carla", role=role, seen=seen_on(director, STAFF)).url == STAFF
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


def test_a_task_is_given_by_the_name_that_a_director_knows(
    director: Client, tournament: Tournament, carla: User, giulia: User
) -> None:
    """The invitation comes first; who helped before is offered by name; of two called alike the user name tells."""
    page = source(director.get(STAFF))
    assert page.index("Fai l’invito") < page.index('name="user"')
    assert '<option value="Giulia Marchi">' in page.split('id="people"')[1].split("</datalist>")[0]
    name = f"{carla.last_name} {carla.first_name}".upper()
    assert send(director, STAFF, user=name, role="scorer").status_code == 302
    assert tournament.memberships.get(user=carla).role == Role.SCORER
    twin = factories.make_user("carla2")
    User.objects.filter(pk=twin.pk).update(first_name=carla.first_name, last_name=carla.last_name)
    assert "scrivi il nome utente" in text(send(director, STAFF, user=name, role="arbiter"))


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


def test_another_game_keeps_what_was_typed_and_the_mitchell_opens_its_settings(founder: Client) -> None:
    page = source(
        founder.get(NEW, {"gioco": "burraco", "name": "Coppa Bora", "formula": "mitchell", "game": "tressette"})
    )
    assert 'value="Coppa Bora"' in page
    assert 'name="game" value="burraco"' in page
    opens = page[page.index('data-opens-with="formula=mitchell"') - 40 :]
    assert " open" in opens[:40]
    assert " open" not in source(founder.get(NEW)).split('data-opens-with="formula=mitchell"')[0][-40:]
