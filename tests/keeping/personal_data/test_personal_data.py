"""What is kept of a person, handed out whole: JSON and PDF, to themselves or by whoever may, and noted each time."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from pypdf import PdfReader

from codes.seats import Seat
from keeping.personal_data.kinds import KINDS, WITHOUT_PERSONS
from people.accounts.models import PersonalExport, Player, User
from referee.rulings.models import Ruling
from tests.world import World
from tournaments.entries.models import Entry, EntryMember
from tournaments.rounds.models import Table
from tournaments.scores.models import Adjustment, BoardScore

MODELS = {model._meta.label: model for model in apps.get_models(include_auto_created=True)}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def handed_out(client: Client, player: Player | None = None) -> dict[str, list[dict[str, Any]]]:
    """The records of the JSON, by their kind."""
    where = f"/giocatori/{player.pk}/dati-personali/" if player else "/accesso/mio/dati-personali/"
    answer = client.post(where, {"form": "json"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    return {one["kind"]: one["records"] for one in json.loads(answer.content)["sections"]}


def names(records: list[dict[str, Any]]) -> set[str]:
    return {one["record"] for one in records}


def test_every_kind_of_record_is_exported_or_left_out_with_a_reason() -> None:
    assert set(MODELS) == set(KINDS) | set(WITHOUT_PERSONS)
    assert not set(KINDS) & set(WITHOUT_PERSONS)
    assert all(WITHOUT_PERSONS.values())


@pytest.mark.parametrize(
    ("to", "of"),
    [
        (Player, lambda kind: kind.player),
        (User, lambda kind: kind.account + kind.signed),
        (Entry, lambda kind: kind.entries),
        (Table, lambda kind: kind.seats),
    ],
)
def test_every_column_that_leads_to_a_person_is_followed(to: type[models.Model], of: Any) -> None:
    columns = {
        (label, field.name)
        for label, model in MODELS.items()
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.remote_field.model is to
    }
    # The places of the others of an entry are theirs.
    columns -= {("tournaments.EntryMember", "entry")}
    # Where a table's entries sit is read seat by seat, for the round: somebody may have come in for another.
    columns -= {("tournaments.Table", line) for line in ("line_a", "line_b", "line_a2", "line_b2")}
    followed = {(label, column) for label, kind in KINDS.items() for column in of(kind)}
    assert columns - followed == set()


@pytest.mark.long
def test_a_player_gets_all_that_is_kept_of_them(world: World, olga: User) -> None:
    entry = world.tournament.entries.get(number=1)
    north, south = (member.player for member in entry.members.order_by("position"))
    told = handed_out(signed_in(olga), north)
    mine = Table.objects.filter(line_a=entry) | Table.objects.filter(line_b=entry)

    def all_of(model: type[models.Model], **found: Any) -> set[str]:
        return {f"{model._meta.label}:{pk}" for pk in model._base_manager.filter(**found).values_list("pk", flat=True)}

    assert names(told["people.Player"]) == {f"people.Player:{north.pk}"}
    assert told["people.Player"][0]["last_name"] == north.last_name
    assert names(told["tournaments.EntryMember"]) == all_of(EntryMember, player=north)
    assert names(told["tournaments.Table"]) == all_of(Table, pk__in=mine)
    assert names(told["tournaments.BoardScore"]) == all_of(BoardScore, table__in=mine) != set()
    assert names(told["tournaments.Adjustment"]) == all_of(Adjustment, entry=entry) != set()
    rulings = told["referee.Ruling"]
    assert names(rulings) == all_of(Ruling, case__table__in=mine) != set()
    assert all(str(north) in json.dumps(one["scene"], ensure_ascii=False) for one in rulings)
    assert [one["rows"][0]["entry"] for one in told["tournaments.Publication"]] == [1]
    # Of the export itself too; of the partner nothing that is the partner's alone.
    assert len(told["people.PersonalExport"]) == 1
    assert f"people.Player:{south.pk}" not in json.dumps(told)


@pytest.mark.long
def test_a_substitute_gets_the_tables_of_their_own_rounds(world: World, olga: User) -> None:
    table = world.table
    member = table.line_a.members.get(position=1)
    EntryMember.objects.filter(pk=member.pk).update(until_round=table.round.number - 1)
    came_in = Player.objects.create(first_name="Ivo", last_name="Sala")
    EntryMember.objects.create(entry=table.line_a, player=came_in, position=1, from_round=table.round.number)
    table = Table.objects.with_players().get(pk=table.pk)
    assert table.player_at(Seat("N")) == came_in
    mine = f"tournaments.Table:{table.pk}"
    assert mine in names(handed_out(signed_in(olga), came_in)["tournaments.Table"])
    assert mine not in names(handed_out(signed_in(olga), member.player)["tournaments.Table"])


@pytest.mark.long
def test_a_ruling_of_another_table_that_names_the_player_is_among_theirs(world: World, olga: User) -> None:
    ruling = Ruling.objects.filter(tournament=world.tournament).earliest("pk")
    stranger = world.tournament.entries.get(number=4).members.earliest("pk").player
    assert handed_out(signed_in(olga), stranger)["referee.Ruling"] == []
    copy = Ruling.objects.get(pk=ruling.pk)
    copy.pk, copy.number, copy.version, copy.case = None, 90, 1, ruling.case.tournament.cases.latest("pk")
    copy.note = f"Lo ha visto {stranger}, che passava."
    copy.save()
    (found,) = handed_out(signed_in(olga), stranger)["referee.Ruling"]
    assert (found["record"], found["ways"], found["note"]) == (f"referee.Ruling:{copy.pk}", ["named"], copy.note)


def test_who_signs_in_gets_their_account_and_of_others_only_what_they_signed(world: World) -> None:
    bruno = world.people["bruno"]
    client = signed_in(bruno)
    told = handed_out(client)
    (account,) = told["people.User"]
    assert account["username"] == "bruno"
    assert "password" not in account
    assert len(told["tournaments.Membership"]) == bruno.memberships.count()
    assert len(told["sessions.Session"]) == 1
    assert len(told["records.LogEntry"]) == bruno.log.count() > 0
    ruling = told["referee.Ruling"][0]
    assert ruling["decided_by"] == {"id": bruno.pk, "called": "Bruno Riva"}
    assert not {"scene", "reason", "note", "facts"} & set(ruling)
    assert "data" not in told["records.LogEntry"][0]


@pytest.mark.long
def test_a_player_with_an_account_gets_both(world: World) -> None:
    carla = world.people["carla"]
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    Player.objects.filter(pk=player.pk).update(account=carla)
    told = handed_out(signed_in(carla))
    assert names(told["people.Player"]) == {f"people.Player:{player.pk}"}
    assert told["tournaments.BoardScore"] != []
    assert names(told["people.User"]) == {f"people.User:{carla.pk}"}


@pytest.mark.long
def test_the_paper_says_what_the_json_says(world: World, olga: User) -> None:
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    Player.objects.filter(pk=player.pk).update(card_number="TX-4711")
    told = handed_out(signed_in(olga), player)
    answer = signed_in(olga).post(f"/giocatori/{player.pk}/dati-personali/", {"form": "pdf"})
    assert answer["Content-Type"] == "application/pdf"
    paper = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    words = "".join(paper.split())
    assert "TX-4711" in words
    assert "".join(str(player).split()) in words
    for records in told.values():
        for one in records:
            reason = "".join(str(one.get("reason", "")).split())
            assert reason in words
    # What a machine reads as «played» is told as the pages tell it.
    assert "genere:giocato" in words
    assert "genere:played" not in words


@pytest.mark.long
def test_each_export_is_noted_before_the_file_exists(world: World, olga: User) -> None:
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    for form in ("json", "pdf"):
        signed_in(olga).post(f"/giocatori/{player.pk}/dati-personali/", {"form": form})
    noted = PersonalExport.objects.order_by("pk").values_list("player", "account", "form", "made_by")
    assert list(noted) == [(player.pk, None, "json", olga.pk), (player.pk, None, "pdf", olga.pk)]


def test_nobody_else_may_take_a_players_data(world: World) -> None:
    player = Player.objects.earliest("pk")
    for name in ("dora", "giulia", "bruno", "sara", "carla", "ettore"):
        answer = signed_in(world.people[name]).post(f"/giocatori/{player.pk}/dati-personali/", {"form": "json"})
        assert answer.status_code == 403
    assert Client().post(f"/giocatori/{player.pk}/dati-personali/").status_code == 302
    assert not PersonalExport.objects.exists()


def test_a_signed_in_person_never_gets_the_data_of_a_namesake(world: World) -> None:
    Player.objects.create(first_name="Carla", last_name="Bassi", card_number="OTHER")
    assert handed_out(signed_in(world.people["carla"]))["people.Player"] == []


def test_the_buttons_stand_where_they_may_be_used(world: World) -> None:
    player = Player.objects.earliest("pk")
    assert "Esporta i dati" not in signed_in(world.people["dora"]).get(f"/giocatori/{player.pk}/").content.decode()
    root = User.objects.create_superuser("root", password="root")
    assert "Esporta i dati (PDF)" in signed_in(root).get(f"/giocatori/{player.pk}/").content.decode()
    assert "Esporta i dati (JSON)" in signed_in(world.people["carla"]).get("/accesso/mio/").content.decode()
