"""A tournament copied: its settings and stages, whoever is ticked, nothing of what happened in it."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from hall.line_codes.models import LineCode
from people.accounts.models import ERASED, Player, User
from records.log import verify_log
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.asking import DESK, send, source, text
from tests.factories import acting
from tests.outside import troubles
from tournaments.entries.models import Entry, EntryMember
from tournaments.planning.actions import copy_tournament
from tournaments.planning.models import Formula
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.actions import set_membership
from tournaments.staff.log_words import words_of_line

COPY = "/tornei/coppa-levante/direzione/copia/"
NEXT_YEAR = {"name": "Coppa Levante 2027", "place": "Lecce", "starts_on": "2027-11-13"}


@pytest.fixture
def dora(dora: User) -> User:
    """Who directs the tournament, and may create others."""
    dora.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return User.objects.get(pk=dora.pk)


@pytest.fixture
def director(dora: User, client_of) -> Client:
    return client_of(dora)


def copied(dora: User, tournament: Tournament, **more: object) -> Tournament:
    fields = {**NEXT_YEAR, "starts_on": date(2027, 11, 13), "slug": "coppa-2027", "lot_seed": "Lecce 1 2 3"}
    return copy_tournament(by=acting(dora), source=tournament, **(fields | more))


def players_of(tournament: Tournament) -> list[tuple[int, str, list[Player]]]:
    entries = tournament.entries.prefetch_related("members__player")
    return [(one.number, one.name, [member.player for member in one.members.all()]) for one in entries]


def test_the_copy_is_played_as_its_source(tournament: Tournament, dora: User) -> None:
    factories.make_stage(tournament, 1, formula=Formula.DANISH, rounds_planned=5)
    factories.make_stage(tournament, 2, formula=Formula.KNOCKOUT, third_place=True)
    Tournament.objects.filter(pk=tournament.pk).update(one_hand=True, appeal_deposit=5000, round_minutes=44)
    tournament.refresh_from_db()
    made = copied(dora, tournament)
    alike = (
        "federation",
        "game",
        "rulebook",
        "forma",
        "norme",
        "accusa",
        "contest",
        "boards_per_round",
        "round_minutes",
    )
    same = (*alike, "bye_vp", "bye_mp", "one_hand", "appeal_deposit", "vp_scale")
    assert {name: getattr(made, name) for name in same} == {name: getattr(tournament, name) for name in same}
    assert (made.name, made.place, made.starts_on) == ("Coppa Levante 2027", "Lecce", date(2027, 11, 13))
    assert (made.lot_seed, made.is_public, made.copied_from) == ("Lecce 1 2 3", False, tournament)
    stages = made.stages.order_by("number").values_list("name", "formula", "third_place")
    assert list(stages) == list(tournament.stages.order_by("number").values_list("name", "formula", "third_place"))


def test_those_ticked_enter_again_with_the_same_players(tournament: Tournament, dora: User) -> None:
    made = copied(dora, tournament, entries={1, 3, 99})
    assert players_of(made) == [one for one in players_of(tournament) if one[0] in (1, 3)]
    assert Player.objects.count() == 8
    assert {event.kind for entry in made.entries.all() for event in entry.events.all()} == {"entered"}


def test_nothing_that_happened_comes_along(tournament: Tournament, round_1, board, dora: User) -> None:
    before = LogEntry.objects.filter(tournament=tournament).count()
    made = copied(dora, tournament, entries={1, 2, 3, 4})
    assert not made.rounds.exists() and not BoardScore.objects.filter(board__tournament=made).exists()
    assert not LineCode.objects.filter(table__round__tournament=made).exists()
    assert LogEntry.objects.filter(tournament=tournament).count() == before


def test_the_log_says_from_which_it_came_and_holds(tournament: Tournament, round_1: Round, dora: User) -> None:
    made = copied(dora, tournament, entries={2})
    lines = list(made.log.order_by("sequence"))
    assert [line.action for line in lines] == ["create_tournament", "add_stage", "copy_tournament"]
    words = words_of_line(lines[-1])
    assert (words.what, words.figures) == ("Copiato da un altro torneo", "da «Coppa Levante», 1 iscrizione")
    assert verify_log(made).holds and troubles(made) == []


def test_tasks_are_kept_by_whom_is_ticked(tournament: Tournament, dora: User, giulia: User, sara: User) -> None:
    made = copied(dora, tournament, staff={giulia.pk})
    assert set(made.memberships.values_list("user__username", "role")) == {
        ("dora", "director"),
        ("giulia", "chief_arbiter"),
    }


def test_a_task_that_ended_is_not_kept(tournament: Tournament, dora: User, sara: User) -> None:
    Membership.ever.filter(user=sara).update(ends_at=factories.NOON.replace(year=2020))
    assert list(copied(dora, tournament, staff={sara.pk}).memberships.values_list("user__username", flat=True)) == [
        "dora"
    ]


def test_whoever_was_erased_does_not_come_back(tournament: Tournament, dora: User) -> None:
    Player.objects.filter(last_name="Conti").update(first_name="", last_name=f"{ERASED}1⟧")
    made = copied(dora, tournament, entries={1, 2})
    assert [number for number, _name, _players in players_of(made)] == [2]


def test_a_pair_whose_players_changed_is_called_after_those_who_play_now(tournament: Tournament, dora: User) -> None:
    entry = tournament.entries.get(number=1)
    EntryMember.objects.filter(entry=entry, position=2).update(until_round=1)
    new = Player.objects.create(first_name="Ida", last_name="Testa")
    EntryMember.objects.create(entry=entry, player=new, position=2, from_round=2)
    assert players_of(copied(dora, tournament, entries={1}))[0][1] == "Conti – Testa"


def test_a_name_that_holds_an_erased_one_is_made_anew(tournament: Tournament, dora: User) -> None:
    Entry.objects.filter(tournament=tournament, number=1).update(name=f"{ERASED}7⟧ – Serra")
    assert players_of(copied(dora, tournament, entries={1}))[0][1] == "Conti – Serra"


def test_it_takes_both_the_task_and_the_leave_to_create(
    tournament: Tournament, dora: User, giulia: User, carla: User
) -> None:
    for user in (giulia, carla):
        user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
        with pytest.raises(PermissionDenied):
            copied(User.objects.get(pk=user.pk), tournament)
    dora.user_permissions.clear()
    with pytest.raises(PermissionDenied):
        copied(User.objects.get(pk=dora.pk), tournament)
    assert Tournament.objects.count() == 1


def test_an_address_that_is_taken_leaves_nothing(tournament: Tournament, dora: User) -> None:
    with pytest.raises(Refused, match="esiste già"):
        copied(dora, tournament, slug="coppa-levante", entries={1})
    assert Tournament.objects.count() == 1


# ---- the page ---------------------------------------------------------------


def test_the_page_asks_and_ticks_who_comes_again(director: Client, tournament: Tournament, giulia: User) -> None:
    Entry.objects.filter(tournament=tournament, number=4).update(state="withdrawn", until_round=0)
    page = source(director.get(COPY))
    assert 'value="Coppa Levante"' in page and "Giulia Marchi, Capo arbitro" in page
    ticked = [
        number
        for number in "1234"
        if f'name="entries" value="{number}" class="form-check-input" id="id_entries_{int(number) - 1}" checked' in page
    ]
    assert ticked == ["1", "2", "3"]


@pytest.mark.long
def test_the_desk_of_one_that_ended_leads_to_its_copy(
    director: Client, tournament: Tournament, giulia: User, client_of
) -> None:
    assert COPY not in source(director.get(DESK))
    Tournament.objects.update(ending="concluded", ended_at=timezone.now())
    assert COPY in source(director.get(DESK))
    assert COPY not in source(client_of(giulia).get(DESK))


def test_whoever_withdrew_is_not_ticked_and_the_page_says_so(director: Client, tournament: Tournament) -> None:
    page = f"/tornei/{tournament.slug}/direzione/copia/"
    assert "ritirat" not in text(director.get(page))
    Entry.objects.filter(tournament=tournament, number=4).update(state="withdrawn", until_round=0)
    shown = text(director.get(page))
    assert "4 Villa – Ricci, ritirata" in shown
    assert "Chi si è ritirato non è segnato: è una sola iscrizione" in shown


def test_a_copy_is_made_from_the_page_once(director: Client, tournament: Tournament) -> None:
    for _ in range(2):
        answer = send(director, COPY, key="una", **NEXT_YEAR, entries=["1", "2"])
        assert answer.url == "/tornei/coppa-levante-2027/direzione/impostazioni/"
    made = Tournament.objects.get(slug="coppa-levante-2027")
    assert [one[0] for one in players_of(made)] == [1, 2]
    assert "Copiato da «Coppa Levante»." in text(director.get(answer.url))


def test_only_the_settings_are_copied_where_that_is_said(director: Client, tournament: Tournament) -> None:
    send(director, COPY, **NEXT_YEAR, entries=["1", "2"], settings_only="on")
    assert players_of(Tournament.objects.get(slug="coppa-levante-2027")) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"name": ""}, "obbligatorio"),
        ({"starts_on": ""}, "obbligatorio"),
        ({"starts_on": "domani"}, "Scrivi un giorno come"),
        ({"entries": ["1", "x"]}, "Scegli un'opzione valida"),
        ({"staff": ["99999"]}, "Scegli un'opzione valida"),
    ],
)
def test_a_refused_copy_keeps_what_was_typed(
    director: Client, tournament: Tournament, change: dict[str, object], why: str
) -> None:
    answer = send(director, COPY, **(NEXT_YEAR | {"entries": ["2"]} | change))
    assert (answer.status_code, why in text(answer), 'value="Lecce"' in source(answer)) == (422, True, True)
    assert Tournament.objects.count() == 1


def test_the_way_there_is_shown_to_those_who_may(director: Client, dora: User, tournament: Tournament) -> None:
    settings = "/tornei/coppa-levante/direzione/impostazioni/"
    assert COPY in source(director.get(settings))
    dora.user_permissions.clear()
    assert COPY not in source(director.get(settings))
    assert director.get(COPY).status_code == 403


def test_others_find_no_copy(tournament: Tournament, ettore: User, giulia: User, client_of) -> None:
    for user, status in ((ettore, 404), (giulia, 403)):
        user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
        assert client_of(user).get(COPY).status_code == status


def test_a_pair_that_was_two_people_twice_is_refused_in_words(tournament: Tournament, dora: User, giulia: User) -> None:
    set_membership(by=acting(dora), tournament=tournament, user=giulia, role=Role.ARBITER)
    first, second = (tournament.entries.get(number=number) for number in (1, 2))
    shared = first.members.first().player
    EntryMember.objects.filter(entry=second, position=1).update(player=shared)
    with pytest.raises(Refused, match="Anna Conti"):
        copied(dora, tournament, entries={1, 2})


def test_a_task_for_a_while_is_not_copied_for_ever(tournament: Tournament, dora: User, sara: User) -> None:
    dora.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    Membership.ever.filter(user=sara).update(ends_at=timezone.now() + timedelta(hours=2))
    made = copied(User.objects.get(pk=dora.pk), tournament, staff={sara.pk})
    assert not made.memberships.filter(user=sara, ends_at__isnull=True).exists()


def test_what_a_copied_movement_asks_for_is_said_at_once(tournament: Tournament, director: Client) -> None:
    tournament.stages.update(formula=Formula.MITCHELL, rounds_planned=9)
    page = text(director.get(send(director, COPY, **NEXT_YEAR).url))
    assert "Mitchell, turni previsti 9: servono almeno 17 iscritti." in page
