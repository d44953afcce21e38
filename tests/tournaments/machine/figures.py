"""What holds of the figures: points and victory points that add up, standings that the oracle makes too, proofs."""

from tests.tournaments import oracle_standings as oracle
from tests.tournaments.machine.records import BEGUN, Records
from tests.tournaments.machine.retold import retold
from tests.tournaments.oracle_standings import Line
from tournaments.hall.kept_standings import standings_now, state_of
from tournaments.log import verify_log
from tournaments.log_wording import told
from tournaments.models import LogEntry, Publication, Stage, Tournament
from tournaments.publishing.sealed_rows import unlike_their_seals
from tournaments.publishing.snapshots import canonical, verify
from tournaments.queries import ranked, standings

TOTAL_VP, DECK = 20, 11


def check_figures(before: Records, after: Records) -> None:
    tournament = Tournament.objects.get(pk=after.tournament["id"])
    _check_boards(before, after)
    # What is kept is what is reckoned now: whatever moves the standings has moved the version that they are kept under.
    assert standings_now(tournament, state_of(tournament)) == ranked(tournament)
    for stage in Stage.objects.filter(tournament=tournament):
        if any(round["state"] in BEGUN for round in after.rounds(stage.pk)):
            _check_standings(after, tournament, stage)
    for pk in after.rows("Publication").keys() - before.rows("Publication").keys():
        _check_publication(after, Publication.objects.select_related("tournament", "stage").get(pk=pk))
    log = verify_log(tournament)
    assert log.holds
    assert list(unlike_their_seals(tournament, log.seals)) == []
    for line in LogEntry.objects.filter(pk__in=after.rows("LogEntry").keys() - before.rows("LogEntry").keys()):
        assert told(line).what != line.action, line.action


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
    assert verify(publication).holds, canonical(publication)
    shown = [
        Line(section["group"], row["place"], row["entry"], row["vp"], row["mp"])
        for section in publication.rows
        for row in section["rows"]
    ]
    assert shown == oracle.standings(retold(records, records.one("Stage", publication.stage_id)))
    assert publication.data_version == records.tournament["data_version"] - 1
