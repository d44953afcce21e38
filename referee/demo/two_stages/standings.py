"""The first stage's standings: provisional, objected to, mended, provisional again, appealed, final."""

from referee.demo.play import Play
from referee.demo.two_stages.first_stage import VERY_LATE
from referee.demo.two_stages.rounds import correct, table_of
from tournaments.appeals.actions import decide_appeal, file_appeal
from tournaments.planning.models import Stage
from tournaments.publication.actions import answer_report, publish_final, publish_provisional, report_error
from tournaments.publication.models import Publication
from tournaments.scores.models import BoardScore

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
