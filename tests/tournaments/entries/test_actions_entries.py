"""Entries: entered with known and new players, corrected, checked in, withdrawn and back; each with its history."""

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import Player, User
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import acting
from tournaments.check_in.actions import check_in, close_check_in, return_entry, undo_check_in, withdraw
from tournaments.entries.actions import Newcomer, change_entry, enter
from tournaments.entries.models import Entry, EntryEvent
from tournaments.entries.rules import Absent, Leaving, is_odd
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

ELENA, FABIO = Newcomer(first_name="Elena", last_name="Bruni"), Newcomer(first_name="Fabio", last_name="Costa")


def kinds(entry: Entry) -> list[str]:
    return list(entry.events.values_list("kind", flat=True))


def last_line(tournament: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=tournament).latest("sequence")


# ---- entering ---------------------------------------------------------------


def test_entry_gets_the_next_number_and_the_name_of_its_players(burraco: Tournament, dora: User) -> None:
    known = Player.objects.create(first_name="Gino", last_name="Paoli", category="A")
    entry = enter(by=acting(dora), tournament=burraco, people=[known, ELENA])
    assert (entry.number, entry.name, entry.from_round, entry.state) == (5, "Paoli – Bruni", 1, "entered")
    assert [str(one.player) for one in entry.members.all()] == ["Gino Paoli", "Elena Bruni"]
    assert entry.members.last().player.federation == burraco.federation
    assert kinds(entry) == ["entered"]
    assert last_line(burraco).action == "enter"


def test_entry_takes_the_category_that_its_players_share(burraco: Tournament, dora: User) -> None:
    both = [Player.objects.create(first_name="Uno", last_name=name, category="B") for name in ("Primo", "Secondo")]
    assert enter(by=acting(dora), tournament=burraco, people=both).category == "B"
    mixed = [Player.objects.create(first_name="Due", last_name="Terzo", category="A"), FABIO]
    assert enter(by=acting(dora), tournament=burraco, people=mixed).category == ""


@pytest.mark.parametrize(("contest", "right", "wrong"), [("pairs", 2, 1), ("teams", 4, 3), ("individual", 1, 2)])
def test_entry_has_the_players_of_its_contest(
    burraco: Tournament, dora: User, contest: str, right: int, wrong: int
) -> None:
    Tournament.objects.filter(pk=burraco.pk).update(contest=contest)
    people = [Newcomer(first_name="Nome", last_name=f"Cognome{place}") for place in range(8)]
    burraco.refresh_from_db()
    with pytest.raises(Refused, match="un’iscrizione"):
        enter(by=acting(dora), tournament=burraco, people=people[:wrong])
    assert enter(by=acting(dora), tournament=burraco, people=people[:right]).members.count() == right


def test_nobody_is_entered_twice(burraco: Tournament, dora: User) -> None:
    anna = burraco.entries.get(number=1).members.first().player
    with pytest.raises(Refused, match="Anna Conti è già iscritto col numero 1"):
        enter(by=acting(dora), tournament=burraco, people=[anna, ELENA])
    gino = Player.objects.create(first_name="Gino", last_name="Paoli")
    with pytest.raises(Refused, match="Gino Paoli è indicato due volte"):
        enter(by=acting(dora), tournament=burraco, people=[gino, gino])
    assert burraco.entries.count() == 4


def test_who_withdrew_without_playing_enters_again_with_somebody_else(burraco: Tournament, dora: User) -> None:
    one = burraco.entries.get(number=1)
    withdraw(by=acting(dora), entry=one, reason="Febbre del compagno")
    entry = enter(by=acting(dora), tournament=burraco, people=[one.members.first().player, ELENA])
    assert entry.number == 5
    with pytest.raises(Refused, match="Anna Conti gioca ora col numero 5"):
        return_entry(by=acting(dora), entry=one, reason="Guarito")


def test_who_has_played_forms_no_new_pair(burraco: Tournament, dora: User) -> None:
    one, two = burraco.entries.filter(number__lte=2)
    factories.make_round(burraco, 1, [(one, two)], state="closed")
    withdraw(by=acting(dora), entry=one, reason="Febbre del compagno")
    people = [one.members.first().player, ELENA]
    with pytest.raises(Refused, match=r"non forma una nuova coppia: Anna Conti ha giocato col numero 1 \(art. 39\)"):
        enter(by=acting(dora), tournament=burraco, people=people)
    entry = enter(by=acting(dora), tournament=burraco, people=people, departure="Torneo di beneficenza")
    assert last_line(burraco).data["departure"] == "Torneo di beneficenza"
    assert entry.events.get().reason == "Torneo di beneficenza"


def test_who_is_still_at_a_table_to_come_enters_nowhere_else(burraco: Tournament, dora: User) -> None:
    one, two = burraco.entries.filter(number__lte=2)
    factories.make_round(burraco, 1, [(one, two)], state="published")
    withdraw(by=acting(dora), entry=one, reason="Febbre del compagno")
    people = [one.members.first().player, ELENA]
    with pytest.raises(Refused, match="siede ancora col numero 1 al turno 1"):
        enter(by=acting(dora), tournament=burraco, people=people, departure="Lo voglio")


def test_late_entry_plays_from_the_first_round_not_yet_shown(burraco: Tournament, dora: User) -> None:
    one, two = burraco.entries.filter(number__lte=2)
    factories.make_round(burraco, 1, [(one, two)], state="closed")
    factories.make_round(burraco, 2, [(one, two)], state="published")
    factories.make_round(burraco, 3, [(one, two)], state="draft")
    check_in(by=acting(dora), entry=one)
    entry = enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO], is_here=True)
    assert (entry.from_round, entry.state) == (3, "present")
    assert entry.members_at(2) == []
    assert len(entry.members_at(3)) == 2
    assert kinds(entry) == ["entered", "checked_in"]
    assert last_line(burraco).data["from_round"] == 3


def test_odd_entries_leave_a_table_incomplete(burraco: Tournament, dora: User) -> None:
    assert not is_odd(burraco.entries.all())
    enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO])
    assert is_odd(burraco.entries.all())
    check_in(by=acting(dora), entry=burraco.entries.get(number=1))  # from now on who is not there does not count
    assert is_odd(burraco.entries.all())
    check_in(by=acting(dora), entry=burraco.entries.get(number=2))
    assert not is_odd(burraco.entries.all())


def test_entries_need_the_right_and_a_tournament_that_goes_on(burraco: Tournament, dora: User, carla: User) -> None:
    factories.give_role(carla, burraco, Role.SCORER)
    with pytest.raises(PermissionDenied):
        enter(by=acting(carla), tournament=burraco, people=[ELENA, FABIO])
    Tournament.objects.filter(pk=burraco.pk).update(ending="concluded", ended_at=factories.NOON)
    with pytest.raises(Refused, match="Il torneo è finito"):
        enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO])


# ---- correcting -------------------------------------------------------------


def test_correction_keeps_what_stood_there_before(burraco: Tournament, dora: User) -> None:
    one = burraco.entries.get(number=1)
    changed = change_entry(by=acting(dora), entry=one, name="I Leoni", category="A", fixed_table=2, reason="Stampelle")
    assert (changed.name, changed.category, changed.fixed_table) == ("I Leoni", "A", 2)
    assert one.events.get().data["changes"]["name"] == ["Conti – Serra", "I Leoni"]
    assert last_line(burraco).data["changes"]["fixed_table"] == [None, 2]
    with pytest.raises(Refused, match="Non è cambiato niente"):
        change_entry(by=acting(dora), entry=changed, name="I Leoni", category="A", fixed_table=2)


def test_a_table_is_fixed_for_two_entries_at_most(burraco: Tournament, dora: User) -> None:
    for number in (1, 2):
        entry = burraco.entries.get(number=number)
        change_entry(by=acting(dora), entry=entry, name=entry.name, fixed_table=1)
    third = burraco.entries.get(number=3)
    with pytest.raises(Refused, match="già fisso per altre due"):
        change_entry(by=acting(dora), entry=third, name=third.name, fixed_table=1)


# ---- check-in ---------------------------------------------------------------


def test_check_in_is_marked_once_and_taken_back(burraco: Tournament, dora: User) -> None:
    one = burraco.entries.get(number=1)
    for _ in range(2):
        assert check_in(by=acting(dora), entry=one).state == "present"
    assert undo_check_in(by=acting(dora), entry=one).state == "entered"
    assert kinds(one) == ["checked_in", "check_in_undone"]
    assert [line.action for line in burraco.log.order_by("sequence")] == ["check_in", "undo_check_in"]


def test_every_task_checks_in_but_only_the_director_withdraws(burraco: Tournament, carla: User) -> None:
    factories.give_role(carla, burraco, Role.SCORER)
    one = burraco.entries.get(number=1)
    assert check_in(by=acting(carla), entry=one).state == "present"
    with pytest.raises(PermissionDenied):
        withdraw(by=acting(carla), entry=one, reason="Via")
    with pytest.raises(PermissionDenied):
        close_check_in(by=acting(carla), tournament=burraco, absent=Absent.WITHDRAWN)


@pytest.mark.parametrize(
    ("absent", "becomes"), [(Absent.LEFT_OUT, ("entered", 2, None)), (Absent.WITHDRAWN, ("withdrawn", 1, 0))]
)
def test_who_is_not_there_at_the_close_is_left_out_or_withdrawn(
    burraco: Tournament, dora: User, absent: Absent, becomes: tuple[str, int, int | None]
) -> None:
    for number in (1, 2, 3):
        check_in(by=acting(dora), entry=burraco.entries.get(number=number))
    close_check_in(by=acting(dora), tournament=burraco, absent=absent)
    four = burraco.entries.get(number=4)
    assert (four.state, four.from_round, four.until_round) == becomes
    assert not four.plays_in(1)
    assert burraco.entries.filter(state="present").count() == 3
    assert last_line(burraco).data["entries"] == [[4, "Villa – Ricci"]]


def test_check_in_without_anybody_there_is_not_closed(burraco: Tournament, dora: User) -> None:
    with pytest.raises(Refused, match="Nessuno risulta presente"):
        close_check_in(by=acting(dora), tournament=burraco, absent=Absent.WITHDRAWN)


def test_who_has_sat_at_a_table_is_never_missing_at_the_close(burraco: Tournament, dora: User) -> None:
    one, two, three, four = burraco.entries.all()
    factories.make_round(burraco, 1, [(one, two)], state="closed")
    check_in(by=acting(dora), entry=three)
    close_check_in(by=acting(dora), tournament=burraco, absent=Absent.WITHDRAWN)
    assert list(burraco.entries.values_list("state", flat=True)) == ["entered", "entered", "present", "withdrawn"]
    assert four.events.get().reason == "Non presente all’appello."


# ---- withdrawal and return --------------------------------------------------


def test_withdrawal_stands_after_the_last_round_begun(burraco: Tournament, dora: User) -> None:
    one, two = burraco.entries.filter(number__lte=2)
    factories.make_round(burraco, 1, [(one, two)], state="closed")
    factories.make_round(burraco, 2, [(one, two)], state="playing")
    factories.make_round(burraco, 3, [(one, two)], state="published")
    gone = withdraw(by=acting(dora), entry=one, reason="Un malore")
    assert (gone.state, gone.until_round, gone.plays_in(2), gone.plays_in(3)) == ("withdrawn", 2, True, False)
    assert gone.events.get().round_number == 3
    with pytest.raises(Refused, match="già ritirata"):
        withdraw(by=acting(dora), entry=one, reason="Di nuovo")


def test_withdrawal_needs_a_reason(burraco: Tournament, dora: User) -> None:
    with pytest.raises(Refused, match="Scrivi il motivo"):
        withdraw(by=acting(dora), entry=burraco.entries.get(number=1), reason="  ")


def test_who_withdrew_comes_back_from_the_next_round(burraco: Tournament, dora: User) -> None:
    one, two, three, _four = burraco.entries.all()
    factories.make_round(burraco, 1, [(one, two)], state="closed")
    for entry in (one, three):
        withdraw(by=acting(dora), entry=entry, reason="Un impegno")
    back = return_entry(by=acting(dora), entry=one, reason="Si è liberato")
    assert (back.state, back.from_round, back.until_round) == ("entered", 1, None)
    never = return_entry(by=acting(dora), entry=three, reason="È arrivata")
    assert (never.from_round, never.plays_in(1), never.plays_in(2)) == (2, False, True)
    assert kinds(never) == ["withdrawn", "returned"]
    with pytest.raises(Refused, match="non è ritirata"):
        return_entry(by=acting(dora), entry=one, reason="Ancora")


def test_nobody_is_present_before_the_check_in_begins(burraco: Tournament, dora: User) -> None:
    """Or all the others, not marked, would be left out of the next round."""
    late = enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO], is_here=True)
    assert late.state == "entered"
    check_in(by=acting(dora), entry=burraco.entries.get(number=2))
    withdraw(by=acting(dora), entry=late, reason="Un impegno")
    assert return_entry(by=acting(dora), entry=late, reason="Libero").state == "present"


def test_who_left_for_a_quarrel_never_comes_back(burraco: Tournament, dora: User) -> None:
    one = burraco.entries.get(number=1)
    withdraw(by=acting(dora), entry=one, reason="Lite al tavolo", leaving=Leaving.QUARREL)
    with pytest.raises(Refused, match=r"litigio o contestazione non riprende il torneo \(art. 39\)"):
        return_entry(by=acting(dora), entry=one, reason="Si è scusato")
    with pytest.raises(Refused, match="prima va fatta rientrare"):
        check_in(by=acting(dora), entry=one)


def test_nobody_is_excluded_by_hand_where_two_persons_are_wanted(burraco: Tournament, dora: User) -> None:
    Tournament.objects.update(confirm_expulsion=True)
    one = burraco.entries.get(number=1)
    with pytest.raises(Refused, match="serve una seconda persona"):
        withdraw(by=acting(dora), entry=one, reason="Lite al tavolo", leaving=Leaving.QUARREL)
    assert withdraw(by=acting(dora), entry=one, reason="Un impegno").is_withdrawn
    Tournament.objects.update(single_arbiter=True)
    two = burraco.entries.get(number=2)
    assert withdraw(by=acting(dora), entry=two, reason="Lite al tavolo", leaving=Leaving.QUARREL).is_withdrawn


def test_events_tell_the_whole_story_in_order(burraco: Tournament, dora: User) -> None:
    entry = enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO])
    check_in(by=acting(dora), entry=entry)
    withdraw(by=acting(dora), entry=entry, reason="Un impegno")
    return_entry(by=acting(dora), entry=entry, reason="Libero")
    assert kinds(entry) == ["entered", "checked_in", "withdrawn", "returned"]
    assert EntryEvent.objects.filter(entry=entry, by=dora).count() == 4
    assert Round.objects.filter(tournament=burraco).count() == 0
