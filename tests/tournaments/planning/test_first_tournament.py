"""The first evening on an empty installation: a preset, a place, and a federation offered, typed or left out."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from people.accounts.models import NO_FEDERATION, Federation, User
from tests import factories
from tests.asking import send, text
from tournaments.setup.models import Tournament

FIRST = "/si-comincia/"
TYPED = {
    "preset": "burraco-danese",
    "holder": "-",
    "name": "Serata del giovedì",
    "place": "Circolo Prova",
    "starts_on": "2026-12-03",
    "rounds": 3,
    "is_public": "on",
}


@pytest.fixture
def founder(db: None, client_of) -> Client:
    carla = factories.make_user("carla")
    carla.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return client_of(carla)


def test_an_empty_installation_leads_to_the_first_tournament(founder: Client) -> None:
    page = text(founder.get("/"))
    assert "Qui non c’è ancora nessun torneo" in page
    assert "Il primo torneo" in page
    assert "Il primo torneo" not in text(Client().get("/"))


def test_codes_federations_are_offered_though_none_is_known(founder: Client) -> None:
    page = text(founder.get(FIRST))
    assert not Federation.objects.exists()
    for words in ("Di nessuna federazione", "F.I.Bur.", "FITRES", "Di un’altra federazione"):
        assert words in page, words
    assert "In linea" not in page


def test_a_club_evening_is_of_no_federation(founder: Client) -> None:
    assert send(founder, FIRST, **TYPED).url == "/tornei/serata-del-giovedi/direzione/"
    created = Tournament.objects.get()
    assert (created.federation.code, created.game, created.boards_per_round) == (NO_FEDERATION, "burraco", 4)
    stage = created.stages.get()
    assert (stage.formula, stage.first_round, stage.rounds_planned) == ("danish", "lot", 3)
    assert (created.one_hand, created.single_arbiter) == (None, None)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"holder": "F.I.Bur."}, "fibur"),
        ({"holder": "+", "other_federation": "Lega dei Circoli"}, "lega-dei-circoli"),
    ],
)
def test_a_federation_is_offered_or_typed(founder: Client, said: dict[str, str], code: str) -> None:
    assert send(founder, FIRST, **TYPED | said).status_code == 302
    assert Tournament.objects.get().federation.code == code


def test_a_known_federation_stands_once(founder: Client) -> None:
    Federation.objects.create(code="fibur", name="Federazione di prova")
    page = text(founder.get(FIRST))
    assert "Federazione di prova" in page
    assert "F.I.Bur." not in page


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"holder": "+"}, "Scrivi il nome della federazione."),
        ({"holder": "FITRES", "other_federation": "Lega"}, "Scegli dall’elenco o scrivine un’altra"),
        ({"holder": "-", "other_federation": "Lega"}, "Scegli dall’elenco o scrivine un’altra"),
        ({"preset": "inventato"}, "inventato"),
        ({"rounds": 0}, "1"),
        ({"place": ""}, "obbligatorio"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(founder: Client, said: dict[str, str], told: str) -> None:
    answer = send(founder, FIRST, **TYPED | said)
    assert answer.status_code == 422
    assert told in text(answer)
    assert "Serata del giovedì" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("preset", "kind"),
    [
        ("duplicato-mitchell", ("tressette", "duplicato", "moderne", "mitchell")),
        ("trofeo-tradizionale", ("tressette", "ordinario", "tradizionali", "danish")),
    ],
)
def test_presets_of_tressette(founder: Client, preset: str, kind: tuple[str, ...]) -> None:
    assert send(founder, FIRST, **TYPED | {"preset": preset}).status_code == 302
    created = Tournament.objects.get()
    assert (created.game, created.forma, created.norme, created.stages.get().formula) == kind


def test_who_directs_alone_says_it_once(founder: Client) -> None:
    send(founder, FIRST, **TYPED | {"alone": "on"})
    created = Tournament.objects.get()
    assert (created.one_hand, created.single_arbiter) == (True, True)


def test_who_may_not_open_a_tournament_is_refused(db: None, client_of) -> None:
    visitor: User = factories.make_user("vito")
    assert client_of(visitor).get(FIRST).status_code == 403
    assert Client().get(FIRST).url == "/accesso/?next=/si-comincia/"
