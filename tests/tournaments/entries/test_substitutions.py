"""Art. 39, case by case: who may be replaced, by whom, until when; and who sat where told right afterwards."""

from collections.abc import Sequence

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from codes.seats import Seat
from people.accounts.models import Player, User
from records.models import LogEntry
from records.requests import Refused
from records.rights import Role
from tests import factories
from tests.factories import acting
from tournaments.check_in.actions import return_entry, withdraw
from tournaments.entries.actions import Newcomer, enter
from tournaments.entries.models import Entry
from tournaments.entries.queries import periods, sittings
from tournaments.entries.rules import taking_part
from tournaments.entries.substitution_actions import substitute
from tournaments.rounds.models import LineUp, Round
from tournaments.setup.models import Tournament

ELENA, FABIO = Newcomer(first_name="Elena", last_name="Bruni"), Newcomer(first_name="Fabio", last_name="Costa")


@pytest.fixture
def one(burraco: Tournament) -> Entry:
    """Pair 1: Anna Conti and Luca Serra."""
    return burraco.entries.get(number=1)


def play(tournament: Tournament, *states: str) -> None:
    """So many rounds, in these states: 1 against 2, 3 against 4."""
    first, second, third, fourth = tournament.entries.filter(number__lte=4)
    for number, state in enumerate(states, start=tournament.rounds.count() + 1):
        factories.make_round(tournament, number, [(first, second), (third, fourth)], state=state)


def names(entry: Entry, round_number: int) -> list[str]:
    return [str(member.player) for member in Entry.objects.get(pk=entry.pk).members_at(round_number)]


# ---- the rules --------------------------------------------------------------


def test_a_player_is_replaced_from_the_next_round(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed", "closed")
    changed = substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Luca ha la febbre")
    assert changed.name == "Conti – Bruni"
    assert names(one, 2) == ["Anna Conti", "Luca Serra"]
    assert names(one, 3) == ["Anna Conti", "Elena Bruni"]
    event = changed.events.get()
    assert (event.kind, event.round_number, event.reason) == ("substituted", 3, "Luca ha la febbre")


def test_both_players_are_replaced_at_once(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed")
    changed = substitute(by=acting(dora), entry=one, arriving={1: ELENA, 2: FABIO}, reason="Un lutto")
    assert changed.name == "Bruni – Costa"
    assert names(one, 2) == ["Elena Bruni", "Fabio Costa"]


def test_a_name_of_its_own_outlives_the_substitution(burraco: Tournament, one: Entry, dora: User) -> None:
    Entry.objects.filter(pk=one.pk).update(name="I Leoni")
    assert substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre").name == "I Leoni"


@pytest.mark.parametrize(
    ("planned", "states", "is_late"),
    [
        (4, ["closed", "playing"], False),  # half, and not more
        (4, ["closed", "closed", "playing"], True),
        (5, ["closed", "closed"], False),
        (5, ["closed", "closed", "playing"], True),  # three of five are more than half
        (6, ["closed", "closed", "playing"], False),
        (1, [], False),
    ],
)
def test_substitution_ends_with_the_first_half_of_the_rounds(
    one: Entry, dora: User, planned: int, states: Sequence[str], is_late: bool
) -> None:
    burraco = one.tournament
    burraco.stages.update(rounds_planned=planned)
    play(burraco, *states)
    if is_late:
        with pytest.raises(Refused, match=rf"cominciati 3 su {planned} \(art. 39\)"):
            substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    else:
        assert substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre").events.count() == 1


def test_half_is_of_the_rounds_of_all_stages(burraco: Tournament, one: Entry, dora: User) -> None:
    factories.make_stage(burraco, 2, rounds_planned=3)
    play(burraco, "closed", "closed", "closed")  # three of seven
    assert substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre").events.count() == 1


def test_an_entry_is_substituted_once(burraco: Tournament, one: Entry, dora: User) -> None:
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    with pytest.raises(Refused, match=r"ha già avuto una sostituzione .* \(art. 39\)"):
        substitute(by=acting(dora), entry=one, arriving={1: FABIO}, reason="Anche Anna")


def test_who_has_played_here_replaces_nobody(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed")
    two = burraco.entries.get(number=2)
    withdraw(by=acting(dora), entry=two, reason="Rita sta male")
    with pytest.raises(Refused, match=r"Piero Galli ha giocato col numero 2 \(art. 39\)"):
        substitute(by=acting(dora), entry=one, arriving={2: two.members.first().player}, reason="Restano in due")


def test_who_plays_with_others_replaces_nobody_whatever_the_reason(burraco: Tournament, one: Entry, dora: User) -> None:
    piero = burraco.entries.get(number=2).members.first().player
    with pytest.raises(Refused, match="Piero Galli è già iscritto col numero 2"):
        substitute(by=acting(dora), entry=one, arriving={2: piero}, reason="Febbre", departure="Lo decido io")


def test_who_left_a_pair_does_not_come_back_into_it(burraco: Tournament, one: Entry, dora: User) -> None:
    luca = one.members.last().player
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    with pytest.raises(Refused, match="Luca Serra è o è stato già in questa iscrizione"):
        substitute(by=acting(dora), entry=one, arriving={2: luca}, reason="Guarito", departure="È qui")


def test_first_seating_once_shown_admits_only_who_had_announced_it(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "published")
    with pytest.raises(Refused, match=r"chi aveva avvisato l’organizzazione .* \(art. 39\)"):
        substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Non si è visto")
    changed = substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Ha telefonato ieri", announced=True)
    assert changed.events.get().data["announced"] is True
    assert names(one, 1) == ["Anna Conti", "Elena Bruni"]
    assert [period.never_played for period in periods(one)[2]] == [True, False]


@pytest.mark.parametrize("states", [[], ["draft"], ["playing"], ["closed", "published"]])
def test_nothing_need_be_announced_but_for_the_first_seating(
    burraco: Tournament, one: Entry, dora: User, states: Sequence[str]
) -> None:
    play(burraco, *states)
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    assert "announced" not in one.events.get().data


def test_director_departs_with_a_reason_that_is_logged(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed", "closed", "closed")
    changed = substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre", departure="Gara amichevole")
    line = LogEntry.objects.filter(tournament=burraco).latest("sequence")
    assert (line.action, line.data["departure"], line.data["reason"]) == ("substitute", "Gara amichevole", "Febbre")
    assert "cominciati 3 su 4" in line.data["objections"][0]
    assert changed.events.get().data["departure"] == "Gara amichevole"


def test_no_departure_is_written_where_the_code_admits_it(burraco: Tournament, one: Entry, dora: User) -> None:
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre", departure="Non serviva")
    assert one.events.get().data["departure"] == ""


def test_every_objection_is_told_at_once(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed")
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    play(burraco, "closed", "closed")
    with pytest.raises(Refused) as refused:
        substitute(by=acting(dora), entry=one, arriving={1: FABIO}, reason="Anche Anna")
    assert len(refused.value.messages) == 2


def test_the_rule_is_a_custom_at_tressette(dora: User, tournament: Tournament) -> None:
    one = tournament.entries.get(number=1)
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    with pytest.raises(Refused, match=r"uso, dall’art\. 39 del codice di burraco"):
        substitute(by=acting(dora), entry=one, arriving={1: FABIO}, reason="Anche Anna")


def test_a_team_replaces_two_players_in_all(burraco: Tournament, dora: User) -> None:
    Tournament.objects.filter(pk=burraco.pk).update(contest="teams")
    burraco.refresh_from_db()
    people = [Newcomer(first_name="Nome", last_name=f"Cognome{place}") for place in range(8)]
    team = enter(by=acting(dora), tournament=burraco, people=people[:4], name="I Leoni")
    substitute(by=acting(dora), entry=team, arriving={1: people[4]}, reason="Uno")
    substitute(by=acting(dora), entry=team, arriving={3: people[5]}, reason="Due")
    with pytest.raises(Refused, match=r"al più due giocatori: ne sono già stati sostituiti 2 \(art. 39\)"):
        substitute(by=acting(dora), entry=team, arriving={2: people[6]}, reason="Tre")
    other = enter(by=acting(dora), tournament=burraco, people=_new("Otto", 4), name="I Lupi")
    with pytest.raises(Refused, match="al più due giocatori"):
        arriving = dict(enumerate(_new("Nove", 3), start=1))
        substitute(by=acting(dora), entry=other, arriving=arriving, reason="Tre insieme")


@pytest.mark.parametrize(("planned", "is_late"), [(4, True), (5, False), (3, True)])
def test_a_team_replaces_nobody_from_half_of_the_rounds_on(
    burraco: Tournament, one: Entry, dora: User, planned: int, is_late: bool
) -> None:
    burraco.stages.update(rounds_planned=planned)
    play(burraco, "closed", "playing")
    Tournament.objects.filter(pk=burraco.pk).update(contest="teams")
    one = Entry.objects.get(pk=one.pk)
    if is_late:
        with pytest.raises(Refused, match=rf"prima della metà dei turni: cominciati 2 su {planned} \(art. 39\)"):
            substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    else:
        assert substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre").events.count() == 1


def _new(word: str, how_many: int) -> list[Newcomer]:
    return [Newcomer(first_name=word, last_name=f"Cognome{place}") for place in range(how_many)]


def test_a_line_up_with_who_left_falls(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed", "published")
    anna, luca = (member.player for member in one.members.all())
    for table in one.tables_as_a.all():
        LineUp.objects.create(table=table, line="A", first=anna, second=luca)
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    assert [line_up.table.round.number for line_up in LineUp.objects.all()] == [1]


def test_substitution_needs_right_reason_and_somebody_to_leave(
    burraco: Tournament, one: Entry, dora: User, carla: User
) -> None:
    factories.give_role(carla, burraco, Role.CHIEF_ARBITER)
    with pytest.raises(PermissionDenied):
        substitute(by=acting(carla), entry=one, arriving={2: ELENA}, reason="Febbre")
    with pytest.raises(Refused, match="Scrivi il motivo"):
        substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason=" ")
    with pytest.raises(Refused, match="Scegli chi esce"):
        substitute(by=acting(dora), entry=one, arriving={}, reason="Febbre")
    withdraw(by=acting(dora), entry=one, reason="Via")
    with pytest.raises(Refused, match="prima va fatta rientrare"):
        substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")


# ---- who sat where ----------------------------------------------------------


def test_history_tells_table_seat_and_player_of_every_round(burraco: Tournament, one: Entry, dora: User) -> None:
    play(burraco, "closed")
    substitute(by=acting(dora), entry=one, arriving={2: ELENA}, reason="Febbre")
    two, three, four = burraco.entries.filter(number__gte=2)
    factories.make_round(burraco, 2, [(two, three), (four, one)], state="closed")
    factories.make_round(burraco, 3, [(one, None), (two, four)], state="published")
    factories.make_round(burraco, 4, [(one, three), (two, four)], state="draft")
    told = sittings(Entry.objects.get(pk=one.pk))
    seats = [[(seat, str(player)) for seat, player in sitting.seats] for sitting in told]
    assert [(sitting.round.number, sitting.table.number, sitting.rests) for sitting in told] == [
        (1, 1, False),
        (2, 2, False),
        (3, 1, True),
    ]
    assert seats[0] == [(Seat.N, "Anna Conti"), (Seat.S, "Luca Serra")]
    assert seats[1] == [(Seat.W, "Anna Conti"), (Seat.E, "Elena Bruni")]
    assert seats[2] == [(Seat.N, "Anna Conti"), (Seat.S, "Elena Bruni")]
    assert [[other.number for other in sitting.opponents] for sitting in told] == [[2], [4], []]


def test_history_of_a_late_entry_begins_without_a_table(burraco: Tournament, dora: User) -> None:
    play(burraco, "closed")
    late = enter(by=acting(dora), tournament=burraco, people=[ELENA, FABIO])
    assert [(sitting.round.number, sitting.table) for sitting in sittings(late)] == [(1, None)]


# ---- whatever happens -------------------------------------------------------


@pytest.mark.long
class TestNobodySitsTwice(TestCase):
    """Whatever is done, in whatever order: at the tables of a round no player sits twice."""

    @settings(max_examples=40)
    @given(steps=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7), st.integers(0, 15)), max_size=14))
    # Somebody whose pair withdrew, but still has a table in a round that is shown, replaces a player at another table.
    @example(steps=[(0, 0, 0), (0, 0, 0), (2, 0, 0), (4, 1, 10)])
    def test_players_of_a_round_never_overlap(self, steps: list[tuple[int, int, int]]) -> None:
        director = factories.make_user("direttrice")
        tournament = factories.make_burraco()
        factories.give_role(director, tournament, Role.DIRECTOR)
        factories.make_stage(tournament, rounds_planned=8)
        factories.make_entries(tournament, 5)
        for what, which, who in steps:
            _try(tournament, director, what, which, who)
            for round in tournament.rounds.all():
                seated = [
                    player for table in round.tables.with_players() for player in table.players.values() if player
                ]
                assert len(seated) == len(set(seated)), (round, seated)


def _try(tournament: Tournament, director: User, what: int, which: int, who: int) -> None:
    """One step of the story; what is refused leaves everything as it was."""
    entries = list(tournament.entries.all())
    entry = entries[which % len(entries)]
    everybody = list(Player.objects.order_by("pk"))
    person = everybody[who % len(everybody)] if who % 3 else Newcomer(first_name="Nuovo", last_name=f"Arrivo{who}")
    by, departure = acting(director), "Prova" if which % 2 else ""
    try:
        match what:
            case 0 | 1:
                _advance(tournament)
            case 2:
                withdraw(by=by, entry=entry, reason="Via")
            case 3:
                return_entry(by=by, entry=entry, reason="Di nuovo qui")
            case 4:
                substitute(
                    by=by,
                    entry=entry,
                    arriving={1 + who % 2: person},
                    reason="Febbre",
                    announced=True,
                    departure=departure,
                )
            case 5:
                partner = everybody[(who + which) % len(everybody)]
                enter(by=by, tournament=tournament, people=[person, partner], departure=departure)
    except Refused:
        pass


def _advance(tournament: Tournament) -> None:
    """The last round goes one state on; after the last state, a new one of whoever takes part."""
    states = [Round.State.DRAFT, Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED]
    last = tournament.rounds.last()
    if last is not None and last.state != Round.State.CLOSED:
        Round.objects.filter(pk=last.pk).update(state=states[states.index(Round.State(last.state)) + 1])
        return
    number = last.number + 1 if last else 1
    playing = [entry for entry in taking_part(tournament.entries.all()) if entry.plays_in(number)]
    pairs = [(playing[i], playing[i + 1] if i + 1 < len(playing) else None) for i in range(0, len(playing), 2)]
    if pairs:
        factories.make_round(tournament, number, pairs, state="draft")
