"""The demo's large burraco: four rounds in one field, then two merit groups, the second round in play.

The first stage's standings are provisional, objected to, mended, provisional again, appealed, final. The groups are by
rank, with their prizes, one round closed and one in play.
"""

from datetime import datetime, timedelta

from codes.seats import Line
from hall.clock.actions import call_time_out, give_extra_time
from hall.slips.actions import send_slip
from referee.demo.burraco import deal
from referee.demo.play import Play
from referee.demo.two_stages.rounds import (
    begin,
    correct,
    enter_field,
    enter_late_pair,
    finish,
    give_results,
    opponents_of,
    record_late_pair,
    substitute_player,
    table_of,
    tables_of,
)
from tournaments.appeals.actions import decide_appeal, file_appeal
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.planning.models import CarryOver, FirstRound, Formula, Group, Stage
from tournaments.planning.stage_actions import add_stage, start_stage
from tournaments.publication.actions import answer_report, publish_final, publish_provisional, report_error, set_prize
from tournaments.publication.models import Publication
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.staff.actions import players_of

WARNED = 11
MILDLY_LATE = 5
VERY_LATE = 19
CORRECTED = 2
SLOWED = 8


def play_first_stage(play: Play) -> None:
    for happens in (_first, _second, _third, _fourth):
        happens(play)


def _first(play: Play) -> None:
    """One pair rests, one comes when the round has begun; another sits down a minute late and is warned."""
    round_ = begin(play)
    record_late_pair(play, round_, WARNED, "entro-2")
    enter_late_pair(play)
    finish(play, round_)
    substitute_player(play)


def _second(play: Play) -> None:
    """A second warning; when the round is closed two pairs notice that their figures stand on the wrong lines."""
    round_ = begin(play)
    give_adjustment(
        by=play.clock.by(play.staff.director),
        entry=play.tournament.entries.get(number=WARNED),
        round=round_,
        kind=Adjustment.Kind.WARNING,
        amount=0,
        reason="Commenta ad alta voce le carte mentre si gioca.",
    )
    finish(play, round_)
    _swap_figures(play, round_)


def _third(play: Play) -> None:
    """The third warning costs a VP by itself; lateness that gives the others MP; a table that waited gets time."""
    round_ = begin(play)
    record_late_pair(play, round_, WARNED, "entro-2")
    record_late_pair(play, round_, MILDLY_LATE, "da-2-a-5")
    give_extra_time(
        by=play.clock.by(play.staff.director),
        table=table_of(round_, SLOWED),
        minutes=3,
        reason="Un mazzo con una carta in più: sostituito dall’arbitro.",
    )
    finish(play, round_)


def _fourth(play: Play) -> None:
    """More than ten minutes late: the code fixes the score of the match."""
    round_ = begin(play)
    record_late_pair(play, round_, VERY_LATE, "oltre-10")
    call_time_out(by=play.clock.by(play.staff.director), round=round_)
    finish(play, round_)


def _swap_figures(play: Play, round_: Round) -> None:
    """A correction of the players before the next seating is shown; the opponents confirm it (F.I.Bur. 20)."""
    table = table_of(round_, CORRECTED)
    confirming = opponents_of(table, CORRECTED).members_at(round_.number)[0].player
    correct(
        play,
        table,
        lambda a, b: (b, a),
        cause=BoardScore.Cause.PLAYERS,
        agreed_by=str(confirming),
        reason="I punti erano scritti sulla linea sbagliata.",
    )


SIZES = (12, 12)
# The last round began so long ago; so many tables have handed in their result.
PLAYED_FOR = timedelta(minutes=14)
ALREADY_IN = 4
PRIZES = ((1, 1, "Coppa e iscrizione al prossimo Gran Premio"), (2, 3, "Targa"))


def play_merit_groups(play: Play, now: datetime) -> None:
    stage = Stage.objects.get(tournament=play.tournament, number=2)
    start_stage(by=play.clock.by(play.staff.director, minutes=3), stage=stage, sizes=SIZES)
    _set_prizes(play, stage)
    finish(play, begin(play))
    # Drawn, published and begun in seven minutes.
    play.clock.at = max(play.clock.at, now - PLAYED_FOR - timedelta(minutes=7))
    last = begin(play)
    play.clock.by(play.staff.scorer, minutes=11)
    handed_in, waiting = tables_of(last)[:ALREADY_IN], tables_of(last)[ALREADY_IN]
    give_results(play, handed_in)
    _send_from_the_table(play, waiting)


def _send_from_the_table(play: Play, table: Table) -> None:
    """One line has sent its figures by the QR of the table; the other has still to confirm them."""
    results = {board.number: deal(play) for board in Board.objects.played_at(table)}
    players = play.clock.by(players_of(play.tournament))
    send_slip(by=players, table=table, line=Line.A, results=results, expected_version=0)


def _set_prizes(play: Play, stage: Stage) -> None:
    groups = list(Group.objects.filter(stage=stage).order_by("number"))
    of_groups = [(group, "", *prize) for group in groups for prize in PRIZES]
    for group, category, place_from, place_to, name in (*of_groups, (None, "Seconda", 1, 1, "Prima di categoria")):
        set_prize(
            by=play.clock.by(play.staff.director, minutes=0),
            tournament=play.tournament,
            group=group,
            category=category,
            place_from=place_from,
            place_to=place_to,
            name=name,
        )


REPORTING = 3


def make_final(play: Play) -> None:
    stage = Stage.objects.get(tournament=play.tournament, number=1)
    publication = publish_provisional(
        by=play.clock.by(play.staff.director, minutes=2), stage=stage, data_version=play.data_version
    )
    _correct_reported_error(play, publication)
    again = publish_provisional(
        by=play.clock.by(play.staff.director),
        stage=stage,
        data_version=play.data_version,
        reason="Corretta una cifra registrata male al quarto turno.",
    )
    _decide_the_appeal(play, again)
    play.confirm_all()
    publish_final(by=play.clock.by(play.staff.director, minutes=6), stage=stage, data_version=play.data_version)


def _correct_reported_error(play: Play, publication: Publication) -> None:
    """A pair finds another figure than its own sheet; the sheet is right, the desk's error is mended (20)."""
    entry = play.tournament.entries.get(number=REPORTING)
    table = table_of(play.tournament.rounds.get(number=publication.round_number), REPORTING)
    report = report_error(
        publication=publication,
        entry=entry,
        name=str(entry.members_at(publication.round_number)[0].player),
        text="Nella prima smazzata del quarto turno ci mancano 100 punti.",
        at=play.clock.by(play.staff.director, minutes=3).at,
    )
    missing = (100, 0) if table.line_a_id == entry.pk else (0, 100)
    correct(
        play,
        table,
        lambda a, b: (a + missing[0], b + missing[1]),
        cause=BoardScore.Cause.SCORER,
        reason="Letto male lo score.",
    )
    answer_report(
        by=play.clock.by(play.staff.director),
        report=report,
        accepted=True,
        answer="Sullo score la cifra è quella che dite: corretta.",
    )


def _decide_the_appeal(play: Play, publication: Publication) -> None:
    """Who came too late appeals to the chief arbiter; nothing becomes final before she has decided."""
    appeal = file_appeal(
        by=play.clock.by(play.staff.director, minutes=3),
        entry=play.tournament.entries.get(number=VERY_LATE),
        against=f"standings:{publication.number}:{VERY_LATE}",
        grounds="L’ascensore del circolo era fermo: il ritardo del quarto turno non dipende da noi.",
    )
    decide_appeal(
        by=play.clock.by(play.staff.chief, minutes=4),
        appeal=appeal,
        outcome="rejected",
        decision="Oltre i dieci minuti l’articolo 40 non guarda ai motivi; l’altra coppia era al tavolo in orario.",
    )


SLUG = "gran-premio-delle-matte"
NAME = "Gran Premio delle Matte"
DEALS = 2
# How long it takes until now.
LASTS = timedelta(minutes=262)


def play_two_stages(play: Play, now: datetime) -> None:
    """The whole of it, from the stages planned to the second round of the merit groups, begun some minutes ago."""
    _plan(play)
    enter_field(play)
    play_first_stage(play)
    make_final(play)
    play_merit_groups(play, now)


def _plan(play: Play) -> None:
    for name, fields in (
        ("Girone unico", {"first_round": FirstRound.LOT, "rounds_planned": 4}),
        ("Gironi di merito", {"first_round": FirstRound.STANDINGS, "rounds_planned": 2, "carry_over": CarryOver.FULL}),
    ):
        by = play.clock.by(play.staff.director)
        add_stage(by=by, tournament=play.tournament, name=name, formula=Formula.DANISH, **fields)
