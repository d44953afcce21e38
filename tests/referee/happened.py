"""What happens to a whole match, told from the quick page, and what it then leaves on record."""

from codes.seats import Line
from referee.decisions.happenings import Happening, lateness
from referee.incidents.actions import record_happening
from tests.asking import DESK
from tests.factories import acting
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment
from tournaments.standings.queries import standings

A, B = Line.A, Line.B
PAGE = DESK + "turni/1/tavoli/1/ritardo/"
BY_DEALS = {
    2: ((14, 305), (6, -305), (7, -205), (0, -1005)),
    3: ((14, 355), (6, -355), (7, -255), (0, -1505)),
    4: ((13, 505), (7, -505), (7, -505), (0, -2005)),
}
LATE, ABSENT, LEFT = "ritardo-al-tavolo", "assenza", "abbandono"
LOST, NOT_RETURNED = "score-smarrito", "score-non-consegnato"
OVER_TEN = {"ritardo": "oltre-10", "ritardo-altra": "presente"}
AWAY = {"direttore-avvisato": "si", "turno-di-assenza": "primi-tre"}
QUARREL = {"motivo-abbandono": "litigio", "colpa-del-litigio": "coppia", "punteggio-superiore": "no"}
CANNOT = {
    "motivo-abbandono": "impossibilita",
    "durata-abbandono": "definitiva",
    "direttore-avvisato": "si",
    "ingiusto-vantaggio": "no",
    "punteggio-superiore": "no",
}
BETTER = CANNOT | {"punteggio-superiore": "si"}
BOTH_LEFT = {"motivo-abbandono": "entrambe", "come-abbandonano": "avvisando"}
MISCONDUCT = {"motivo-abbandono": "intemperanze"}
GONE = {"score-ritrovato": "no"}


def record(user, table, procedure, facts, *, line=None, version=0, **more):
    happening = Happening(procedure=procedure, line=line, facts=facts)
    return record_happening(by=acting(user), table=table, happening=happening, expected_version=version, **more)


def record_late(user, table, a="", b="", version=0):
    happening = lateness({A: a, B: b})
    return record(user, table, LATE, happening.facts, line=happening.line, version=version)


def match():
    score = MatchScore.objects.current().get()
    return (score.vp_a, score.mp_a), (score.vp_b, score.mp_b), score.kind


def by_entry(tournament):
    return {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}


def given():
    found = Adjustment.objects.filter(cancelled_at__isnull=True)
    return sorted(found.values_list("entry__number", "kind", "amount", "round__number", "reference"))
