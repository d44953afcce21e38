"""Rounds drawn by every formula through the actions: who plays, who meets whom, who goes on."""

import pytest

from keeping.documents.records import knockout_sheet
from people.accounts.models import Club
from records.models import LogEntry
from records.requests import Refused
from tests.factories import acting, make_entry
from tests.tournaments.draw.by_formula import drawn, in_force, lines, next_round, play, staged, verify_published
from tournaments.draw.actions import CannotPair, Ground, change_pairing, redraw_round, withdraw_pairing
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.pairing.records import Change
from tournaments.rounds.actions import create_round, publish_round
from tournaments.rounds.models import Round, Table
from tournaments.standings.actions import decide_knockout


def swap(first: int, second: int) -> Change:
    return Change(kind="swap", first=first, second=second)


# ---- the first round ----------------------------------------------------------


def test_first_round_in_the_order_of_entry_is_a_draft_with_its_boards(db):
    tournament, dora = staged("danish", 6)
    round = next_round(tournament, dora)
    assert (round.number, round.state, round.boards.count()) == (1, "draft", 2)
    assert drawn(round) == [(1, (1,), (2,)), (2, (3,), (4,)), (3, (5,), (6,))]
    pairing = in_force(round)
    assert (pairing.version, pairing.state, pairing.formula, pairing.made_by) == (1, "draft", "danish", dora)
    assert [one["why"] for one in pairing.tables] == ["entered", "entered", "entered"]


def test_an_odd_field_has_a_rest_without_line_b(db):
    tournament, dora = staged("danish", 5)
    round = next_round(tournament, dora)
    assert lines(round) == [(1, 2), (3, 4), (5, None)]
    assert round.tables.get(line_a__number=5).is_bye


def test_the_lot_follows_from_the_published_seed(db):
    tournament, dora = staged("danish", 12, first_round="lot")
    first = next_round(tournament, dora)
    pairing = in_force(first)
    assert pairing.seed == f"{tournament.lot_seed} – 1.1"
    again = redraw_round(by=acting(dora), pairing=pairing)
    assert (again.version, again.seed) == (2, f"{tournament.lot_seed} – 1.2")
    assert again.tables != pairing.tables
    assert Pairing.objects.get(version=1).state == "superseded"
    assert LogEntry.objects.last().data == {"round": 1, "pairing_version": 2, "seed": again.seed}


def test_by_choice_takes_the_directors_order(db):
    tournament, dora = staged("danish", 4, first_round="choice")
    with pytest.raises(Refused, match="ogni coppia presente una volta sola"):
        next_round(tournament, dora, order=[1, 2, 3])
    assert lines(next_round(tournament, dora, order=[4, 1, 3, 2])) == [(4, 1), (3, 2)]


def test_one_club_does_not_meet_itself_in_the_first_round(db):
    tournament, dora = staged("danish", 4)
    club = Club.objects.create(federation=tournament.federation, name="Circolo dei Mille")
    for number in (1, 2):
        member = tournament.entries.get(number=number).members.first()
        member.player.club = club
        member.player.save()
    met = {frozenset(pair) for pair in lines(next_round(tournament, dora))}
    assert frozenset({1, 2}) not in met
    assert len(met) == 2


def test_a_pair_keeps_its_table(db):
    tournament, dora = staged("danish", 6)
    Entry.objects.filter(number=5).update(fixed_table=1)
    assert drawn(next_round(tournament, dora)) == [(1, (5,), (6,)), (2, (1,), (2,)), (3, (3,), (4,))]


# ---- who plays ----------------------------------------------------------------


def test_late_and_withdrawn_entries_are_left_out_until_they_play(db):
    tournament, dora = staged("danish", 4)
    make_entry(tournament, 5)
    Entry.objects.filter(number=5).update(from_round=2)
    Entry.objects.filter(number=2).update(state="withdrawn", until_round=1)
    first = next_round(tournament, dora)
    assert {entry for pair in lines(first) for entry in pair} == {1, 2, 3, 4}
    play(first, dora)
    assert {entry for pair in lines(next_round(tournament, dora)) for entry in pair} == {1, 3, 4, 5}


def test_once_somebody_is_checked_in_only_those_present_play(db):
    tournament, dora = staged("danish", 6)
    Entry.objects.filter(number__in=[1, 3, 4, 6]).update(state="present")
    assert lines(next_round(tournament, dora)) == [(1, 3), (4, 6)]


def test_fewer_than_two_cannot_be_paired(db):
    tournament, dora = staged("danish", 1)
    with pytest.raises(Refused, match="almeno 2 iscritti"):
        next_round(tournament, dora)
    assert not Round.objects.exists()


# ---- the Danish system --------------------------------------------------------


@pytest.mark.long
def test_danish_pairs_neighbours_who_have_not_met(db):
    tournament, dora = staged("danish", 6)
    play(next_round(tournament, dora), dora, {1: (8, 3), 2: (9, 2), 3: (10, 1)})
    # Standings: 5, 3, 1 by how much they won, then 2, 4, 6; 1 and 2 have met.
    second = next_round(tournament, dora)
    met = [frozenset(pair) for pair in lines(second)]
    assert met == [frozenset({5, 3}), frozenset({1, 4}), frozenset({2, 6})]
    assert in_force(second).inputs["sections"][0]["met"] == [[1, 2, [1]], [3, 4, [1]], [5, 6, [1]]]


def test_danish_waits_for_the_round_before(db):
    tournament, dora = staged("danish", 4)
    first = next_round(tournament, dora)
    with pytest.raises(Refused, match="Prima pubblica il turno 1"):
        next_round(tournament, dora)
    publish_round(by=acting(dora), round=first)
    with pytest.raises(Refused, match="Prima chiudi il turno 1"):
        next_round(tournament, dora)


@pytest.mark.long
def test_nobody_rests_twice_in_a_session(db):
    tournament, dora = staged("danish", 5)
    rested = []
    for _round in range(4):
        round = next_round(tournament, dora)
        rested += [a for a, b in lines(round) if b is None]
        play(round, dora)
    assert len(set(rested)) == 4


@pytest.mark.long
def test_no_pairing_without_a_rematch_offers_the_smallest_way_out(db):
    tournament, dora = staged("danish", 4, rounds_planned=5)
    for _round in range(3):
        play(next_round(tournament, dora), dora)
    with pytest.raises(CannotPair) as cannot:
        next_round(tournament, dora)
    (way_out,) = cannot.value.impossible.cause.relaxations
    assert (way_out.relaxing, way_out.count) == ("rematches", 2)
    round = next_round(tournament, dora, accepted={None: way_out})
    assert {frozenset(pair) for pair in lines(round)} == {frozenset(pair) for pair in way_out.pairs}
    assert LogEntry.objects.last().data["accepted"] == ["rematches"]
    assert verify_published(round, dora).holds


def test_the_rounds_planned_are_kept(db):
    tournament, dora = staged("danish-pure", 4, rounds_planned=1)
    play(next_round(tournament, dora), dora)
    with pytest.raises(Refused, match="passa alla fase successiva"):
        next_round(tournament, dora)


@pytest.mark.long
def test_pure_danish_lets_the_first_two_meet_again(db):
    tournament, dora = staged("danish-pure", 4)
    for _round in range(3):
        round = next_round(tournament, dora)
        play(round, dora)
    assert Round.objects.count() == 3


# ---- movements ----------------------------------------------------------------


@pytest.mark.long
def test_mitchell_keeps_line_a_and_moves_line_b_up(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    for expected in ([(1, 2), (3, 4), (5, 6)], [(1, 6), (3, 2), (5, 4)], [(1, 4), (3, 6), (5, 2)]):
        round = next_round(tournament, dora)
        assert lines(round) == expected
        play(round, dora)


def test_mitchell_goes_on_from_the_first_round_as_it_was_changed(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    first = next_round(tournament, dora)
    change_pairing(by=acting(dora), pairing=in_force(first), change=swap(1, 6), seen=0)
    assert lines(first) == [(6, 2), (3, 4), (5, 1)]
    play(first, dora)
    assert lines(next_round(tournament, dora)) == [(6, 1), (3, 2), (5, 4)]


def test_a_latecomer_takes_the_half_table_of_a_mitchell(db):
    tournament, dora = staged("mitchell", 5, rounds_planned=3)
    first = next_round(tournament, dora)
    assert lines(first) == [(1, 2), (3, 4), (5, None)]
    play(first, dora)
    make_entry(tournament, 6)
    Entry.objects.filter(number=6).update(from_round=2)
    assert lines(next_round(tournament, dora)) == [(1, 6), (3, 2), (5, 4)]


def test_who_withdraws_from_a_mitchell_leaves_a_half_table(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    play(next_round(tournament, dora), dora)
    Entry.objects.filter(number=2).update(state="withdrawn", until_round=1)
    assert lines(next_round(tournament, dora)) == [(1, 6), (3, None), (5, 4)]


@pytest.mark.long
def test_who_must_keep_a_table_is_of_the_fixed_line(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=3)
    Entry.objects.filter(number=2).update(fixed_table=2)
    for _round in range(3):
        round = next_round(tournament, dora)
        assert round.tables.get(line_a__number=2).number == 2
        play(round, dora)


def test_more_rounds_than_tables_is_no_mitchell(db):
    tournament, dora = staged("mitchell", 6, rounds_planned=4)
    with pytest.raises(CannotPair):
        next_round(tournament, dora)


@pytest.mark.long
@pytest.mark.parametrize(("entries", "rounds"), [(4, 3), (5, 5), (6, 5)])
def test_all_italiana_everybody_meets_everybody(db, entries, rounds):
    tournament, dora = staged("round-robin", entries, rounds_planned=rounds)
    met = []
    for _round in range(rounds):
        round = next_round(tournament, dora)
        met += [frozenset(pair) for pair in lines(round) if None not in pair]
        play(round, dora)
    assert len(met) == len(set(met)) == entries * (entries - 1) // 2


def test_all_italiana_follows_the_berger_table_of_the_lot(db):
    tournament, dora = staged("round-robin", 4, rounds_planned=3, first_round="lot")
    first = next_round(tournament, dora)
    (a, d), (b, c) = lines(first)  # 1–4, 2–3
    play(first, dora)
    second = next_round(tournament, dora)
    assert lines(second) == [(d, c), (a, b)]  # 4–3, 1–2


def test_an_exchange_in_the_first_round_of_a_berger_table_exchanges_places(db):
    tournament, dora = staged("round-robin", 4, rounds_planned=3)
    first = next_round(tournament, dora)
    change_pairing(by=acting(dora), pairing=in_force(first), change=swap(1, 2), seen=0)
    met = [frozenset(pair) for pair in lines(first)]
    play(first, dora)
    for _round in range(2):
        round = next_round(tournament, dora)
        met += [frozenset(pair) for pair in lines(round)]
        play(round, dora)
    assert len(set(met)) == 6


def test_a_berger_table_whose_first_round_was_by_hand_goes_on_in_the_order_of_entry(db):
    tournament, dora = staged("round-robin", 4, rounds_planned=3, first_round="lot")
    one, two, three, four = tournament.entries.order_by("number")
    play(create_round(by=acting(dora), tournament=tournament, pairings=[(one, four), (two, three)]), dora)
    assert lines(next_round(tournament, dora)) == [(4, 3), (1, 2)]


def test_scheduled_rounds_can_be_drawn_before_the_one_before_ends(db):
    tournament, dora = staged("round-robin", 4, rounds_planned=3)
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    assert next_round(tournament, dora).number == 2


# ---- knock-out ----------------------------------------------------------------


@pytest.mark.long
def test_knock_out_goes_on_with_the_winners_and_the_byes(db):
    tournament, dora = staged("knockout", 6, rounds_planned=3)
    first = next_round(tournament, dora)
    assert {frozenset(pair) for pair in lines(first)} == {
        frozenset({3, 6}), frozenset({4, 5}), frozenset({1, None}), frozenset({2, None})
    }  # fmt: skip
    play(first, dora)  # line A, the better seed, wins
    second = next_round(tournament, dora)
    assert {frozenset(pair) for pair in lines(second)} == {frozenset({1, 4}), frozenset({2, 3})}
    play(second, dora)
    final = next_round(tournament, dora)
    assert lines(final) == [(1, 2)]
    play(final, dora)
    Round.objects.get(number=3).stage.__class__.objects.update(rounds_planned=9)
    with pytest.raises(Refused, match="La finale è stata giocata"):
        next_round(tournament, dora)


def test_a_level_match_waits_for_the_directors_decision(db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, level=(1,))
    with pytest.raises(Refused, match="Prima decidi chi passa: turno 1, tavolo 1"):
        next_round(tournament, dora)
    table = Table.objects.get(number=1)
    with pytest.raises(Refused, match="Scrivi perché"):
        decide_knockout(by=acting(dora), table=table, winner=table.line_b, reason=" ", expected_version=0)
    decide_knockout(
        by=acting(dora), table=table, winner=table.line_b, reason="Smazzata di spareggio", expected_version=0
    )
    final = next_round(tournament, dora)
    assert table.line_b.number in {entry for pair in lines(final) for entry in pair}
    with pytest.raises(Refused, match="già stato preparato"):
        decide_knockout(by=acting(dora), table=table, winner=table.line_a, reason="Ripensamento", expected_version=0)


def test_a_second_decision_is_the_next_version_and_the_first_stays(db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    play(next_round(tournament, dora), dora, level=(1,))
    table = Table.objects.get(number=1)
    first = decide_knockout(by=acting(dora), table=table, winner=table.line_b, reason="Spareggio", expected_version=0)
    with pytest.raises(Refused, match="Intanto un altro ha deciso"):
        decide_knockout(by=acting(dora), table=table, winner=table.line_a, reason="Non l’ho vista", expected_version=0)
    later = acting(dora)
    decide_knockout(by=later, table=table, winner=table.line_a, reason="Smazzata ricontata", expected_version=1)
    kept, current = table.knockout_winners.all()
    assert (kept.pk, kept.version, kept.winner, kept.reason) == (first.pk, 1, table.line_b, "Spareggio")
    assert (kept.superseded_by, kept.superseded_at, kept.supersede_reason) == (dora, later.at, "Smazzata ricontata")
    assert (current.version, current.winner, current.superseded_at) == (2, table.line_a, None)
    sheet = knockout_sheet(tournament)
    assert sheet.values("Passa il turno") == [table.line_b.name, table.line_a.name]
    assert sheet.values("Perché è stato sostituito") == ["Smazzata ricontata", ""]
    final = next_round(tournament, dora)
    seated = {entry for pair in lines(final) for entry in pair}
    assert table.line_a.number in seated and table.line_b.number not in seated


# ---- single players and teams -------------------------------------------------


@pytest.mark.long
def test_individuals_change_partner_every_round(db):
    tournament, dora = staged("individual", 8, contest="individual", rounds_planned=7)
    together = []
    for _round in range(7):
        round = next_round(tournament, dora)
        together += [frozenset(line) for _table, a, b in drawn(round) for line in (a, b)]
        play(round, dora)
    assert len(set(together)) == 28


def test_danish_individuals_sit_four_neighbours_at_a_table(db):
    tournament, dora = staged("danish", 8, contest="individual")
    assert drawn(next_round(tournament, dora)) == [(1, (1, 4), (2, 3)), (2, (5, 8), (6, 7))]


def test_a_match_of_teams_takes_two_rooms(db):
    tournament, dora = staged("danish", 3, contest="teams")
    round = next_round(tournament, dora)
    rows = round.tables.order_by("number").values_list("number", "room", "line_a__number", "line_b__number")
    assert list(rows) == [(1, 1, 1, 2), (2, 2, 2, 1), (3, 1, 3, None)]


def test_teams_move_through_a_mitchell_match_by_match(db):
    tournament, dora = staged("mitchell", 6, contest="teams", rounds_planned=3)
    play(next_round(tournament, dora), dora)
    tables = next_round(tournament, dora).tables.order_by("number")
    rows = tables.values_list("number", "line_a__number", "line_b__number")
    assert list(rows) == [(1, 1, 6), (2, 6, 1), (3, 3, 2), (4, 2, 3), (5, 5, 4), (6, 4, 5)]


def test_a_late_team_completes_the_match_in_both_rooms(db):
    tournament, dora = staged("danish", 3, contest="teams")
    round = next_round(tournament, dora)
    publish_round(by=acting(dora), round=round)
    late = make_entry(tournament, 4)
    withdraw_pairing(by=acting(dora), round=round, ground=Ground.LATE, reason="Arrivata ora", late=late)
    assert lines(round) == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_teams_put_together_by_hand_take_two_rooms_too(db):
    tournament, dora = staged("by-hand", 2, contest="teams")
    one, two = tournament.entries.order_by("number")
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(one, two)])
    assert list(round.tables.order_by("number").values_list("number", "room")) == [(1, 1), (2, 2)]
