"""What holds of the figures: points and victory points that add up, standings that the oracle makes too, proofs."""

from records.log import verify_log
from records.models import LogEntry
from records.seal_comparison import records_unlike_seals
from tests.tournaments.machine.records import BEGUN, Records
from tests.tournaments.machine.retold import retold
from tests.tournaments.standings import oracle_standings as oracle
from tests.tournaments.standings.oracle_standings import Line
from tournaments.planning.models import Stage
from tournaments.publication.models import Publication
from tournaments.publication.proof import canonical_publication, verify_publication
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import words_of_own_line
from tournaments.standings.queries import standing_figures, standings, standings_now, state_of

TOTAL_VP, DECK = 20, 11
# Online 23: the points of a match that stands for so many boards; 11: extra boards at most.
TARGETS = {1: 6, 2: 11, 3: 17}
MOST_EXTRA = 3
# What a ruling decided on a board after the end stays (docs/decisions/0037).
DECIDED = {"artificial", "assigned", "rectified", "void"}


def check_figures(before: Records, after: Records) -> None:
    tournament = Tournament.objects.get(pk=after.tournament["id"])
    _check_boards(before, after)
    _check_targets(after)
    _check_tie_breaks(before, after)
    # What is kept is what is reckoned now: whatever moves the standings has moved the version that they are kept under.
    assert standings_now(tournament, state_of(tournament)) == standing_figures(tournament)
    for stage in Stage.objects.filter(tournament=tournament):
        if any(round["state"] in BEGUN for round in after.rounds(stage.pk)):
            _check_standings(after, tournament, stage)
    for pk in after.rows("Publication").keys() - before.rows("Publication").keys():
        _check_publication(after, Publication.objects.select_related("tournament", "stage").get(pk=pk))
    log = verify_log(tournament)
    assert log.holds
    assert list(records_unlike_seals(tournament, log.seals, log.erased)) == []
    for line in LogEntry.objects.filter(pk__in=after.rows("LogEntry").keys() - before.rows("LogEntry").keys()):
        assert words_of_own_line(line).what != line.action, line.action


def _check_boards(before: Records, after: Records) -> None:
    """Eleven points of cards on every board of tressette that was played; one version of each score in force."""
    for pk in after.rows("BoardScore").keys() - before.rows("BoardScore").keys():
        one = after.one("BoardScore", pk)
        if one["kind"] == "played" and one["game"] == "tressette":
            accuse = one["accusa_a"] + one["accusa_b"]
            assert one["points_a"] + one["points_b"] == DECK + accuse
        table = after.one("Table", one["table_id"])
        assert one["board_id"] in {board["id"] for board in after.boards(table)}
        assert table["line_b_id"] is not None
        versions = after.all("BoardScore", table_id=one["table_id"], board_id=one["board_id"])
        versions.sort(key=lambda version: version["version"])
        assert [version["version"] for version in versions] == list(range(1, len(versions) + 1))
        assert [version["state"] != "superseded" for version in versions] == [False] * (len(versions) - 1) + [True]


def _check_targets(records: Records) -> None:
    """A match to points: none of its boards is played after the one that reached the target, and every one before."""
    target = TARGETS[records.tournament["boards_per_round"]] if "a-punti" in records.tournament["match_kind"] else None
    for table in records.all("Table") if target else ():
        boards = sorted(records.boards(table), key=lambda one: one["number"])
        sums, is_over = [0, 0], False
        for board in boards:
            now = [one for one in records.all("BoardScore", table_id=table["id"], board_id=board["id"])
                   if one["state"] != "superseded"]  # fmt: skip
            if is_over and not (now and now[0]["kind"] in DECIDED):
                assert now and now[0]["kind"] == "unplayed", f"board {board['number']} after the target: {now}"
            elif not is_over:
                assert not now or now[0]["kind"] != "unplayed", f"board {board['number']} before the target: {now}"
            if now and now[0]["kind"] != "void":
                sums = [sums[0] + now[0]["points_a"], sums[1] + now[0]["points_b"]]
            is_over = max(sums) >= target


def _check_tie_breaks(before: Records, after: Records) -> None:
    """Whoever won a tie-break made more points in its last board, or, all being level, did what the code says."""
    fewest = after.tournament["match_kind"].startswith("a-perdere")
    for pk in after.rows("KnockoutWinner").keys() - before.rows("KnockoutWinner").keys():
        one = after.one("KnockoutWinner", pk)
        if not one["tie_break"]:
            continue
        table = after.one("Table", one["table_id"])
        deals, last = one["tie_break"]["deals"], one["tie_break"]["last_trick"]
        assert all(a == b for a, b, *_accusa in deals[:-1])
        if fewest:
            winner = "line_a_id" if last == "A" else "line_b_id"  # 16: it wins
        elif deals[-1][0] != deals[-1][1]:
            winner = "line_a_id" if deals[-1][0] > deals[-1][1] else "line_b_id"
        else:
            assert len(deals) == MOST_EXTRA
            winner = "line_b_id" if last == "A" else "line_a_id"  # 11: it loses
        assert one["winner_id"] == table[winner]


def _check_standings(records: Records, tournament: Tournament, stage: Stage) -> None:
    now = standings(tournament, stage=stage)
    for one in now.facts.encounters:
        assert one.vp_a + one.vp_b == TOTAL_VP
    lines = [Line(row.group, row.place, row.entry.number, row.vp, row.mp) for row in now.rows]
    expected = oracle.standings(retold(records, records.one("Stage", stage.pk)))
    assert lines == expected, f"{stage}: {lines}, the oracle {expected}"
    assert all(row.sums.vp == sum(item.vp for item in now.account(row.entry)) for row in now.rows)


def _check_publication(records: Records, publication: Publication) -> None:
    """It shows what the oracle makes of the records, it is in the log, and its bytes give its hash."""
    assert verify_publication(publication).holds, canonical_publication(publication)
    shown = [
        Line(section["group"], row["place"], row["entry"], row["vp"], row["mp"])
        for section in publication.rows
        for row in section["rows"]
    ]
    assert shown == oracle.standings(retold(records, records.one("Stage", publication.stage_id)))
    assert publication.data_version == records.tournament["data_version"] - 1
