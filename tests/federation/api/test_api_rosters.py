"""The roster by token: read by position, brought up to date as a whole, within the offices of the token's owner."""

import json

import pytest

from federation.api.models import Scope
from federation.roster.queries import version_of
from people.offices.models import FederationLine
from people.players.models import Member
from tests import factories
from tests.federation.api.test_api import ask, send, token_of
from tests.federation.roster.rosters import ANNA, HEAD, LUCA, PIERO, take

ROSTER = "/api/v1/federations/fitres/roster"


@pytest.fixture
def token(olga):
    return token_of(olga, Scope.ROSTER_READ, Scope.ROSTER_WRITE)


def read(token, after=0):
    return ask(f"{ROSTER}?after={after}", Authorization=f"Bearer {token}")


def staged(token, *rows, key="chiave-uno"):
    return send(f"{ROSTER}/updates", token, {"csv": "\n".join([HEAD, *rows])}, key)


def test_the_roster_is_sent_looked_at_accepted_and_read(olga, token):
    take(olga, factories.make_federation(), ANNA, PIERO)
    _status, preview = staged(token, ANNA, LUCA.replace("31/12/2026", "30/11/2026"))
    assert (preview["version"], preview["unread"], preview["drops_many"]) == (1, 0, True)
    assert Member.objects.filter(left_at=None).count() == 2
    accept = f"{ROSTER}/updates/{preview['update']}/accept"
    assert send(accept, token, {"version": 1}, "chiave-due")[0] == 422
    status, made = send(accept, token, {"version": 1, "drop_many": True}, "chiave-tre")
    assert (status, made["version"]) == (200, 2)
    factories.make_suspension(Member.objects.get(card_key="101"), olga)
    status, told = read(token)
    assert (status, told["version"], told["next"]) == (200, 2, None)
    assert [(one["card"], one["last_name"], one["valid_until"], one["suspended"]) for one in told["members"]] == [
        ("00101", "Conti", "2026-12-31", True),
        ("00102", "Serra", "2026-11-30", False),
    ]


def test_whoever_looked_at_another_roster_looks_again(olga, token):
    _status, preview = staged(token, ANNA)
    take(olga, factories.make_federation(), LUCA)
    status, told = send(f"{ROSTER}/updates/{preview['update']}/accept", token, {"version": 0}, "chiave-due")
    assert (status, "Intanto l’albo è stato aggiornato" in told["messages"][0]) == (422, True)
    assert version_of(factories.make_federation()) == 1


def test_a_request_sent_again_stages_and_accepts_once(olga, token):
    first, again = staged(token, ANNA), staged(token, ANNA)
    assert first == again
    accept = f"{ROSTER}/updates/{first[1]['update']}/accept"
    assert send(accept, token, {"version": 0}, "chiave-due") == send(accept, token, {"version": 0}, "chiave-due")
    assert FederationLine.objects.filter(action="accept_roster").count() == 1


def test_what_is_no_roster_is_refused_in_words(token):
    status, told = send(f"{ROSTER}/updates", token, {"csv": "niente"})
    assert status == 422
    assert told["messages"][0]
    assert send(f"{ROSTER}/updates", token, {"csv": "x" * 2_000_001}, "chiave-due")[0] == 422


def test_long_rosters_go_on_by_position(olga, token):
    federation = factories.make_federation()
    told = {"federation": federation, "last_name": "Lungo"}
    Member.objects.bulk_create(Member(card_number=str(n), card_key=str(n), **told) for n in range(1, 1002))
    seen, after = [], 0
    for _turn in range(3):
        _status, page = read(token, after)
        seen += [one["card"] for one in page["members"]]
        after = page["next"]
    assert (after, seen) == (None, [str(n) for n in range(1, 1002)])


def test_a_token_reaches_no_further_than_its_scope_nor_than_the_office(olga, carla):
    federation = factories.make_federation()
    gemma, remo = (factories.make_officer(name, federation) for name in ("gemma", "remo"))
    assert read(token_of(olga, Scope.RULINGS_READ))[0] == 403
    assert read(token_of(gemma, Scope.ROSTER_READ))[0] == 200
    assert read(token_of(remo, Scope.ROSTER_READ))[0] == 403
    assert read(token_of(carla, Scope.ROSTER_READ))[0] == 404
    assert staged(token_of(gemma, Scope.ROSTER_WRITE), ANNA)[0] == 403
    assert staged(token_of(olga, Scope.ROSTER_READ), ANNA)[0] == 403
    assert ask(ROSTER)[0] == 401


def test_what_another_federation_staged_does_not_exist(olga, token):
    other = factories.make_federation("fibur")
    boss = factories.make_user("capo")
    factories.FederationOffice.objects.create(
        user=boss, federation=other, office="secretary", given_by=boss, given_at=factories.NOON
    )
    theirs = take(boss, other, ANNA)
    assert send(f"{ROSTER}/updates/{theirs.pk}/accept", token, {"version": 0})[0] == 404
    assert json.dumps(read(token)[1]["members"]) == "[]"
