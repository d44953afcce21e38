"""The API: what everybody reads, what a token does and no more, and the contract that others were written against."""

import json
import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from codes.victory_points import get_scale
from federation.api import app
from federation.api.actions import make_token, new_token, revoke_token
from federation.api.models import ApiToken, Scope
from people.accounts.models import Player, User
from records.models import LogEntry
from records.requests import Refused
from tests import factories
from tests.factories import acting
from tests.published import publish_something
from tournaments.entries.models import Entry
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

HERE = "/api/v1/tournaments/coppa-levante"
NOW = datetime.now(UTC)


def ask(path: str, **headers: str) -> tuple[int, Any]:
    answer = Client().get(path, headers=headers)
    return answer.status_code, json.loads(answer.content) if answer.content else None


def token_of(user: User, *scopes: Scope) -> str:
    token = new_token()
    make_token(by=acting(user, at=NOW), token=token, name="Prova", scopes=scopes, days=30)
    return token


def send(path: str, token: str, said: dict[str, Any], key: str = "chiave-uno") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    answer = Client().post(path, json.dumps(said), content_type="application/json", headers=headers)
    return answer.status_code, json.loads(answer.content)


SCORE = f"{HERE}/rounds/1/tables/1/boards/1"
SAID = {"points_a": 7, "points_b": 4, "expected_version": 0}


def test_public_standings_are_rebuilt_from_what_is_answered(tournament, dora):
    publish_something(tournament, dora)
    status, told = ask(HERE)
    assert (status, told["slug"], [one["number"] for one in told["publications"]]) == (200, "coppa-levante", [1])
    _status, standings = ask(f"{HERE}/standings/1")
    for row in (row for group in standings["groups"] for row in group["rows"]):
        assert (row["vp"], row["mp"]) == tuple(sum(item[name] for item in row["items"]) for name in ("vp", "mp"))
    kept = [row for group in tournament.publications.get().rows for row in group["rows"]]
    shown = [row for group in standings["groups"] for row in group["rows"]]
    assert [(row["place"], row["entry"], row["vp"]) for row in shown] == [
        (row["place"], row["entry"], row["vp"]) for row in kept
    ]


def test_a_round_tells_its_tables_with_what_came_out(tournament, bruno, table, board):
    factories.make_score(table, board, (7, 4), bruno)
    status, told = ask(f"{HERE}/rounds/1")
    assert status == 200
    first = told["tables"][0]
    assert (first["number"], first["line_a"]["entry"], first["line_b"]["entry"]) == (1, 1, 2)
    assert [(one["board"], one["points_a"], one["points_b"]) for one in first["boards"]] == [(1, 7, 4)]
    assert (first["vp_a"], told["next"]) == (None, None)


def test_the_vp_of_a_match_moved_by_a_bonus_follow_from_its_own_figures(sara: User, dora: User) -> None:
    tournament = factories.make_playing_burraco(slug="coppa-ponente")
    round_ = tournament.rounds.get()
    table = round_.tables.order_by("number").first()
    for board, points in zip(round_.boards.order_by("number"), [(1000, 600), (700, 905)], strict=True):
        factories.make_score(table, board, points, sara)
    factories.make_adjustment(table.line_a, dora, kind="mp", amount=-400, round=round_)
    factories.make_adjustment(table.line_b, dora, kind="points", amount=100, round=round_)
    told = ask("/api/v1/tournaments/coppa-ponente/rounds/1")[1]["tables"][0]
    assert {name: told[name] for name in ("points_a", "points_b", "ruled_a", "ruled_b", "bonus", "lead", "fixed")} == {
        "points_a": 1700, "points_b": 1605, "ruled_a": 0, "ruled_b": 100, "bonus": -400, "lead": -305, "fixed": None,
    }  # fmt: skip
    award = get_scale("burraco").award(told["lead"], boards=2)
    assert (told["vp_a"], told["vp_b"]) == (award.vp_a, award.vp_b)
    assert told["vp_a"] < told["vp_b"]


def test_every_figure_of_a_result_and_of_the_standings_is_told_with_its_unit() -> None:
    schemas = json.loads(app.FILE.read_text())["components"]["schemas"]
    figures = re.compile(r"(vp|mp|points|ruled|accusa)(_[ab])?|bonus|lead|read_as|other_room")
    named = {
        (name, field): told.get("description", "")
        for name in ("BoardResult", "FixedResult", "TableResult", "StandingsItem", "StandingsRow")
        for field, told in schemas[name]["properties"].items()
        if figures.fullmatch(field)
    }
    assert len(named) > 20
    assert [key for key, words in named.items() if not re.search(r"\b(VP|MP|points)\b", words)] == []
    # Gross and net have two names: `mp` is always what enters the standings.
    assert [key for key in named if key[1].startswith("mp") and key[0] == "TableResult"] == []


def test_long_lists_go_on_by_position(db):
    for number in range(205):
        factories.make_tournament(f"torneo-{number:03}")
    seen, after = [], ""
    for _turn in range(3):
        _status, page = ask(f"/api/v1/tournaments?after={after}")
        seen += [one["slug"] for one in page["tournaments"]]
        after = page["next"]
    assert (after, seen) == (None, [f"torneo-{number:03}" for number in range(205)])


@pytest.mark.parametrize("what", ["", "/entries", "/rounds/1", "/standings/1"])
def test_what_is_not_public_does_not_exist(tournament, dora, what):
    publish_something(tournament, dora)
    Tournament.objects.update(is_public=False)
    assert ask(HERE + what)[0] == 404
    assert ask("/api/v1/tournaments")[1]["tournaments"] == []


def test_a_draft_round_is_nobodys(tournament):
    tournament.rounds.filter(number=1).update(state="draft")
    assert ask(f"{HERE}/rounds/1")[0] == 404
    assert 1 not in [one["number"] for one in ask(HERE)[1]["rounds"]]


def test_what_is_read_is_asked_for_by_head_too(tournament: Tournament) -> None:
    read, asked = Client().get(HERE), Client().head(HERE)
    assert (asked.status_code, asked.headers["ETag"], asked.content) == (read.status_code, read.headers["ETag"], b"")
    assert Client().head(f"{HERE}/entries").status_code == Client().get(f"{HERE}/entries").status_code


def test_whoever_has_the_answer_is_told_so(tournament):
    tag = Client().get(HERE).headers["ETag"]
    again = Client().get(HERE, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_minors_stand_by_their_initials(tournament):
    member = tournament.entries.get(number=1).members.first()
    member.player.minor_until = datetime(2100, 1, 1, tzinfo=UTC).date()
    member.player.save()
    names = str(ask(f"{HERE}/entries")[1])
    assert str(member.player) not in names


def test_a_minor_stands_by_their_initials_beside_a_partner_who_was_erased(tournament):
    entry = tournament.entries.get(number=1)
    Player.objects.filter(last_name="Conti").update(first_name="", last_name="⟦1⟧")
    Player.objects.filter(last_name="Serra").update(minor_until=date(2100, 1, 1))
    Entry.objects.filter(pk=entry.pk).update(name="⟦1⟧ – Serra")
    (told,) = [one for one in ask(f"{HERE}/entries")[1]["entries"] if one["number"] == 1]
    assert (told["name"], told["players"]) == (
        "Persona cancellata n. 1 – L. S.",
        ["Persona cancellata n. 1", "L. S."],
    )


def test_a_score_is_given_once_by_its_key(tournament, sara):
    token = token_of(sara, Scope.SCORES_WRITE)
    first, again = send(SCORE, token, SAID), send(SCORE, token, SAID)
    assert first == again == (200, {"version": 1, "state": "given"})
    assert BoardScore.objects.count() == 1
    assert LogEntry.objects.filter(action="give_score").values_list("actor", flat=True).get() == sara.pk


def test_the_same_key_with_other_words_is_told(tournament, sara):
    token = token_of(sara, Scope.SCORES_WRITE)
    send(SCORE, token, SAID)
    status, told = send(SCORE, token, SAID | {"points_a": 8, "points_b": 3})
    assert (status, "Idempotency-Key" in told["messages"][0]) == (409, True)


def test_whoever_did_not_see_the_last_version_is_told_it(tournament, sara):
    token = token_of(sara, Scope.SCORES_WRITE)
    send(SCORE, token, SAID)
    status, told = send(SCORE, token, SAID | {"points_a": 8, "points_b": 3}, key="chiave-due")
    assert (status, told["version"]) == (409, 1)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (SAID | {"points_a": "molti"}, "points_a"),
        (SAID | {"points_a": 10**30}, "points_a"),
        ({"points_a": 7}, "points_b"),
        (SAID | {"points_b": 5}, ""),
    ],
)
def test_what_cannot_be_is_refused_in_words(tournament, sara, said, words):
    status, told = send(SCORE, token_of(sara, Scope.SCORES_WRITE), said)
    assert status == 422
    assert words in told["messages"][0]
    assert not BoardScore.objects.exists()


def test_a_token_reaches_no_further_than_its_owner_nor_than_its_scopes(tournament, sara, carla, giulia):
    assert send(SCORE, token_of(giulia, Scope.RULINGS_READ), SAID)[0] == 403
    assert send(SCORE, token_of(carla, Scope.SCORES_WRITE), SAID)[0] == 404
    assert ask(f"{HERE}/rulings", Authorization=f"Bearer {token_of(sara, Scope.RULINGS_READ)}")[0] == 403
    assert ask(f"{HERE}/rulings", Authorization=f"Bearer {token_of(giulia, Scope.RULINGS_READ)}")[0] == 200
    assert not BoardScore.objects.exists()


DESK = {"/desk/entries": Scope.ENTRIES_READ, "/desk/rounds/1": Scope.SCORES_READ}


@pytest.mark.parametrize("what", DESK)
@pytest.mark.parametrize("who", ["dora", "giulia", "bruno", "sara", "carla", "ettore"])
def test_the_desk_is_read_by_token_as_its_pages_are(tournament, who, what):
    """Of a tournament that nobody else sees: by the same matrix, and by no other scope."""
    Tournament.objects.update(is_public=False)
    user = factories.make_person(who)
    where = factories.make_ponente() if who == "ettore" else tournament
    role = factories.CAST[who][2]
    if role:
        factories.give_role(user, where, role)
    page = Client()
    page.force_login(user)
    expected = page.get("/tornei/coppa-levante/direzione/coppie/").status_code
    assert expected == (200 if role and who != "ettore" else 404)
    assert ask(HERE + what, Authorization=f"Bearer {token_of(user, DESK[what])}")[0] == expected
    others = token_of(user, *(set(Scope) - {DESK[what]}))
    assert ask(HERE + what, Authorization=f"Bearer {others}")[0] == 403
    assert ask(HERE + what)[0] == 401


def test_the_desk_tells_full_names_cards_and_versions(tournament, sara, bruno, table, board):
    factories.make_score(table, board, (7, 4), bruno)
    first = tournament.entries.get(number=1)
    player = first.members.earliest("position").player
    player.card_number, player.minor_until = "TX-1", datetime(2100, 1, 1, tzinfo=UTC).date()
    player.save()
    headers = {"Authorization": f"Bearer {token_of(sara, Scope.ENTRIES_READ, Scope.SCORES_READ)}"}
    _status, told = ask(f"{HERE}/desk/entries", **headers)
    said = {"first_name": player.first_name, "last_name": player.last_name, "card": "TX-1"}
    assert told["entries"][0]["players"][0] == said
    _status, told = ask(f"{HERE}/desk/rounds/1", **headers)
    score = {"board": 1, "kind": "played", "points_a": 7, "points_b": 4, "accusa_a": 0, "accusa_b": 0}
    assert told["tables"][0]["boards"] == [score | {"version": 1, "state": "given"}]
    assert player.last_name not in str(ask(f"{HERE}/entries")[1])
    tournament.rounds.filter(number=1).update(state="draft")
    assert ask(f"{HERE}/desk/rounds/1", **headers)[0] == 404


@pytest.mark.parametrize("why", ["revoked", "ended", "account shut", "another", "none"])
def test_what_is_no_token_in_force_opens_nothing(tournament, sara, why):
    token = token_of(sara, Scope.SCORES_WRITE)
    made = ApiToken.objects.get()
    if why == "revoked":
        revoke_token(by=acting(sara), token=made)
    elif why == "ended":
        ApiToken.objects.update(made_at=NOW - timedelta(days=9), expires_at=NOW - timedelta(days=1))
    elif why == "account shut":
        User.objects.filter(pk=sara.pk).update(is_active=False)
    sent = {"another": new_token(), "none": ""}.get(why, token)
    assert send(SCORE, sent, SAID)[0] == 401


def test_a_session_is_no_token(tournament, sara, client):
    client.force_login(sara)
    answer = client.post(SCORE, json.dumps(SAID), content_type="application/json")
    assert answer.status_code == 401


def test_wrong_tokens_are_held_back(tournament):
    answers = Counter(send(SCORE, new_token(), SAID)[0] for _turn in range(12))
    assert answers == {401: 10, 429: 2}


def test_a_pair_is_entered(tournament, dora):
    said = {"players": [{"first_name": "Ada", "last_name": "Prova"}, {"first_name": "Ugo", "last_name": "Esempio"}]}
    status, told = send(f"{HERE}/entries", token_of(dora, Scope.ENTRIES_WRITE), said)
    made = Entry.objects.get(tournament=tournament, number=told["number"])
    assert (status, made.name) == (200, "Prova – Esempio")


def test_the_page_shows_a_token_once_and_keeps_only_its_digest(carla, client):
    client.force_login(carla)
    sent = {"key": "k1", "name": "Tabellone", "scopes": ["rulings:read"], "days": "30"}
    page = client.post("/accesso/mio/chiavi/", sent).content.decode()
    token = page.split('class="code token">')[1].split("<")[0]
    assert token.startswith("referee_")
    assert token not in client.get("/accesso/mio/chiavi/").content.decode()
    assert token not in str(ApiToken.objects.values_list())
    # Sent again it made nothing new, and shows nothing.
    assert 'class="code token"' not in client.post("/accesso/mio/chiavi/", sent).content.decode()
    assert ApiToken.objects.count() == 1


def test_nobody_revokes_the_token_of_another(carla, sara, client):
    token_of(sara, Scope.RULINGS_READ)
    client.force_login(carla)
    assert client.post(f"/accesso/mio/chiavi/{ApiToken.objects.get().pk}/revoca/", {"key": "k"}).status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [({"name": " "}, "a che cosa serve"), ({"scopes": []}, "che cosa può fare"), ({"days": 400}, "da uno a 366")],
)
def test_a_token_says_what_for_and_how_long(carla, change, words):
    with pytest.raises(Refused, match=words):
        make_token(
            by=acting(carla), token="x", **{"name": "Prova", "scopes": [Scope.RULINGS_READ], "days": 30} | change
        )


def test_the_contract_kept_is_what_is_answered():
    call_command("api_contract", check=True, verbosity=0)
    assert app.FILE.read_text() == app.contract_now()


def test_another_contract_needs_another_version():
    now = app.contract_now()
    kept = json.loads(now)
    del kept["paths"]["/api/v1/tournaments"]
    assert "raise CONTRACT" in app.why_not(json.dumps(kept), now)
    kept["info"]["version"] = "0.9.0"
    assert "out of date" in app.why_not(json.dumps(kept), now)
    assert app.why_not(now, now) == ""


def test_a_contract_that_changed_is_not_written_over(tmp_path, monkeypatch):
    old = json.loads(app.contract_now()) | {"tags": ["x"]}
    kept = tmp_path / "api-v1.json"
    kept.write_text(json.dumps(old))
    monkeypatch.setattr("federation.management.commands.api_contract.FILE", kept)
    with pytest.raises(CommandError, match="raise CONTRACT"):
        call_command("api_contract", verbosity=0)
    assert json.loads(kept.read_text()) == old


def test_a_revocation_that_arrives_incomplete_is_refused_in_words(sara, client):
    token_of(sara, Scope.ENTRIES_WRITE)
    client.force_login(sara)
    kept = ApiToken.objects.get()
    for key in ("", "x" * 5000):
        answer = client.post(f"/accesso/mio/chiavi/{kept.pk}/revoca/", {"key": key})
        assert answer.status_code == 422
        assert "non è stato registrato nulla" in answer.content.decode()
    kept.refresh_from_db()
    assert kept.revoked_at is None
