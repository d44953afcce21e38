"""The proof of a line adds up to the line, whatever was played."""

import random

import pytest

from people.accounts.models import User
from tests import factories
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings
from tournaments.standings.record_queries import pair_record


def play_at_random(tournament: Tournament, by: User, seed: int) -> None:
    """Rounds with played and arbitral scores, some missing or void, and adjustments of every kind."""
    chance = random.Random(seed)  # noqa: S311  # a case that can be repeated
    entries = list(tournament.entries.all())
    for number in range(3, 8):
        chance.shuffle(entries)
        pairings = [(entries[0], entries[1]), (entries[2], entries[3])]
        for table in factories.make_round(tournament, number, pairings, state="closed").tables.all():
            for board in table.round.boards.all():
                deck, accusa = chance.randint(0, 11), chance.choice([0, 3, 4])
                kinds = {"kind": "artificial", "reference": "Provvedimento n. 1"} if chance.random() < 0.2 else {}
                if chance.random() < 0.9:
                    factories.make_score(table, board, (deck + accusa, 11 - deck), by, accusa_a=accusa, **kinds)
    for kind, amount in (("vp", -3), ("vp", 2), ("mp", -5), ("warning", 0)):
        factories.make_adjustment(chance.choice(entries), by, kind=kind, amount=amount)


@pytest.mark.parametrize("seed", range(8))
def test_every_line_is_the_sum_of_its_parts(tournament: Tournament, dora: User, seed: int) -> None:
    play_at_random(tournament, dora, seed)
    for row in standings(tournament).rows:
        record = pair_record(row.entry)
        assert record.row == row
        assert record.vp_played + row.vp_adjustment == row.vp
        assert record.mp_played + row.mp_adjustment == row.mp
        assert sum(one.mp_for for one in record.counted) == row.mp_for
        assert sum(one.mp_against for one in record.counted) == row.mp_against
        assert len(record.counted) == row.encounters
        for one in record.counted:
            assert sum(board.points or 0 for board in one.boards) == one.mp_for
        in_force = [one for one in record.adjustments if not one.is_cancelled]
        assert sum(one.amount for one in in_force if one.kind == "vp") == row.vp_adjustment


def test_drafts_are_left_out(tournament: Tournament) -> None:
    record = pair_record(tournament.entries.get(number=1))
    assert [one.table.round.number for one in record.encounters] == [1]


def test_a_rest_brings_its_score_once_the_round_has_begun(tournament: Tournament) -> None:
    entry = factories.make_entry(tournament, 5)
    round = factories.make_round(tournament, 3, [(entry, None)], state="published")
    assert pair_record(entry).counted == ()
    Round.objects.filter(pk=round.pk).update(state="closed")
    (rest,) = pair_record(entry).counted
    assert (rest.opponent, rest.vp, rest.difference, rest.boards[0].points) == (None, 10, 0, None)
    assert pair_record(entry).row.vp == 10
