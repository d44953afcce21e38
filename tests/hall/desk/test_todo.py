"""The list of what is to be done: phase by phase, with the one thing to do next, for whoever looks."""

import pytest

from hall.desk.tasks import Phase, PhaseState, Todo
from people.accounts.models import User
from records.rights import MATRIX, Role
from tests import factories
from tests.asking import counted
from tests.factories import NOON
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry
from tournaments.planning.models import GroupPlace, Stage
from tournaments.publication.models import ErrorReport, Publication
from tournaments.rounds.models import Round
from tournaments.scores.match_models import TableSlip
from tournaments.setup.models import Tournament

DESK = "/tornei/coppa-libeccio/direzione/"


@pytest.fixture
def burraco(dora: User) -> Tournament:
    """Dora's: burraco, four pairs, two rounds of the only stage foreseen, none drawn yet."""
    made = factories.make_burraco("coppa-libeccio")
    factories.give_role(dora, made, Role.DIRECTOR)
    factories.make_entries(made, 4)
    factories.make_stage(made, rounds_planned=2)
    return made


def todo(tournament: Tournament, role: Role = Role.DIRECTOR) -> Todo:
    return Todo(Tournament.objects.get(pk=tournament.pk), MATRIX[role], NOON)


def phase(tournament: Tournament, name: str, role: Role = Role.DIRECTOR) -> Phase:
    return next(one for one in todo(tournament, role).phases if one.name == name)


def tasks(tournament: Tournament, name: str, role: Role = Role.DIRECTOR) -> list[str]:
    return [task.words for task in phase(tournament, name, role).tasks]


def next_words(tournament: Tournament, role: Role = Role.DIRECTOR) -> str:
    task = todo(tournament, role).next
    return task.words if task else ""


def draw(tournament: Tournament, number: int, state: str) -> Round:
    one, two, three, four = tournament.entries.filter(number__lte=4)
    return factories.make_round(tournament, number, [(one, two), (three, four)], state=state)


def publish(tournament: Tournament, dora: User, *, final: bool) -> Publication:
    number = Publication.objects.filter(tournament=tournament).count() + 1
    return Publication.objects.create(
        tournament=tournament, number=number, kind="final" if final else "provisional",
        stage=tournament.stages.first(), round_number=2, rows=[], data_version=1, engine_version="x", hash="x",
        published_by=dora, published_at=NOON, closes_at=None if final else NOON,
    )  # fmt: skip


def test_empty_tournament_begins_with_the_entries(burraco: Tournament) -> None:
    burraco.entries.all().delete()
    assert [(one.name, one.when) for one in todo(burraco).phases] == [
        ("Iscrizioni", PhaseState.NOW),
        ("Presenze", PhaseState.LATER),
        ("Turni", PhaseState.LATER),
        ("Classifica", PhaseState.LATER),
        ("Fine e premi", PhaseState.LATER),
    ]
    assert next_words(burraco) == "Iscrivi le coppie"
    assert todo(burraco).next.href == DESK + "coppie/"


def test_entered_pairs_are_called_then_paired(burraco: Tournament) -> None:
    assert tasks(burraco, "Presenze") == ["Segna chi è arrivato"]
    assert next_words(burraco) == "Prepara il turno 1"
    Entry.objects.filter(tournament=burraco, number__lte=3).update(state="present")
    assert phase(burraco, "Presenze").words == "presenti 3 di 4 · numero dispari: a ogni turno una riposa"
    assert tasks(burraco, "Presenze") == ["Ne manca 1, che non gioca il prossimo turno", "Chiudi l’appello"]
    Entry.objects.filter(tournament=burraco).update(state="present")
    assert phase(burraco, "Presenze") == Phase("Presenze", PhaseState.DONE, "presenti 4 di 4")


def test_odd_entries_announce_a_rest(burraco: Tournament) -> None:
    factories.make_entry(burraco, 5)
    assert "numero dispari: a ogni turno una riposa" in phase(burraco, "Presenze").words


def test_check_in_that_was_never_held_is_not_asked_for_later(burraco: Tournament) -> None:
    draw(burraco, 1, "playing")
    assert "Presenze" not in [one.name for one in todo(burraco).phases]


def test_tournament_without_stages_asks_for_the_formula(burraco: Tournament) -> None:
    burraco.stages.all().delete()
    assert tasks(burraco, "Turni") == ["Scegli la formula della prima fase", "Prepara il turno 1"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("draft", ["Turno 1: controlla e pubblica"]),
        ("published", ["Turno 1: avvia il gioco"]),
        ("playing", ["Punteggi del turno 1", "Mancano 4 punteggi"]),
    ],
)
def test_open_round_goes_on(burraco: Tournament, state: str, words: list[str]) -> None:
    draw(burraco, 1, state)
    assert tasks(burraco, "Turni") == words
    assert next_words(burraco) == words[0]
    assert all(task.href == DESK + "turni/1/" for task in phase(burraco, "Turni").tasks)


def test_round_being_played_tells_what_comes_from_the_tables(burraco: Tournament, dora: User) -> None:
    table = draw(burraco, 1, "playing").tables.first()
    factories.make_score(table, table.round.boards.first(), (455, 300), dora)
    slip = TableSlip.objects.create(table=table, version=1, points=[], given_by_line="A", given_at=NOON)
    assert tasks(burraco, "Turni")[1:] == [
        "Mancano 3 punteggi",
        "1 punteggio da confermare",
        "1 risultato dai tavoli aspetta gli avversari",
    ]
    slip.state = "disputed"
    slip.save()
    assert tasks(burraco, "Turni")[-1] == "1 risultato contestato"


def test_rounds_played_out_lead_to_the_standings(burraco: Tournament, dora: User) -> None:
    draw(burraco, 1, "closed")
    assert next_words(burraco) == "Prepara il turno 2"
    draw(burraco, 2, "closed")
    assert phase(burraco, "Turni") == Phase("Turni", PhaseState.DONE, "chiusi 2 di 2")
    assert next_words(burraco) == "Esponi la classifica provvisoria"
    publish(burraco, dora, final=False)
    assert next_words(burraco) == "Rendi definitiva la classifica"
    publish(burraco, dora, final=True)
    assert next_words(burraco) == "Concludi il torneo e premia"
    # What is left to do stands in its own phase.
    assert phase(burraco, "Classifica") == Phase("Classifica", PhaseState.DONE)
    assert tasks(burraco, "Fine e premi") == ["Concludi il torneo e premia"]


def test_reports_and_appeals_come_first_among_the_standings(burraco: Tournament, dora: User) -> None:
    draw(burraco, 1, "closed")
    shown = publish(burraco, dora, final=False)
    ErrorReport.objects.create(publication=shown, text="Mancano 2 VP", reported_by="Anna", reported_at=NOON)
    Appeal.objects.create(
        tournament=burraco, number=1, entry=burraco.entries.first(), against="n. 1", grounds="x", filed_by=dora,
        filed_at=NOON,
    )  # fmt: skip
    headless = "Nomina la giuria del reclamo n. 1"
    assert tasks(burraco, "Classifica") == ["Rispondi a una segnalazione", headless]
    assert tasks(burraco, "Classifica", Role.CHIEF_ARBITER) == [headless]
    factories.give_role(factories.make_user("olga"), burraco, Role.CHIEF_ARBITER)
    assert tasks(burraco, "Classifica", Role.CHIEF_ARBITER) == ["Un reclamo è in esame"]


def test_next_stage_begins_when_the_standings_are_final(burraco: Tournament, dora: User) -> None:
    later = factories.make_stage(burraco, 2, name="Gironi di merito", rounds_planned=2)
    draw(burraco, 1, "closed")
    draw(burraco, 2, "closed")
    publish(burraco, dora, final=False)
    assert next_words(burraco) == "Rendi definitiva la classifica"
    publish(burraco, dora, final=True)
    assert next_words(burraco) == "Forma i gironi: Gironi di merito"
    assert todo(burraco).next.href == DESK + "fasi/2/gironi/"
    group = later.groups.create(number=1, name="A")
    GroupPlace.objects.create(group=group, entry=burraco.entries.first(), seed=1)
    assert next_words(burraco) == "Prepara il turno 3"
    assert phase(burraco, "Turni").words == "chiusi 2 di 4"


def test_ended_tournament_has_nothing_left_but_its_prizes_and_its_package(burraco: Tournament) -> None:
    Tournament.objects.filter(pk=burraco.pk).update(ending="concluded", ended_at=NOON)
    assert next_words(burraco) == ""
    assert phase(burraco, "Fine e premi").when == PhaseState.DONE
    assert tasks(burraco, "Fine e premi") == ["I premi", "Il pacchetto per la federazione"]


@pytest.mark.parametrize("role", [Role.ARBITER, Role.SCORER, Role.CHIEF_ARBITER])
def test_others_see_what_is_due_but_are_led_only_where_they_may(burraco: Tournament, role: Role) -> None:
    assert next_words(burraco, role) == ""
    assert tasks(burraco, "Turni", role) == []
    assert tasks(burraco, "Presenze", role) == ["Segna chi è arrivato"]
    draw(burraco, 1, "draft")
    assert next_words(burraco, role) == ""
    Round.objects.filter(tournament=burraco).update(state="playing")
    assert next_words(burraco, role) == "Punteggi del turno 1"


def test_list_costs_the_same_for_many(burraco: Tournament) -> None:
    draw(burraco, 1, "playing")
    Stage.objects.update(rounds_planned=30)  # once all are closed the standings are asked for too
    with counted() as few:
        assert todo(burraco).phases
    for number in range(5, 25):
        factories.make_entry(burraco, number)
    for number in range(2, 8):
        draw(burraco, number, "closed")
    with counted() as many:
        assert todo(burraco).phases
    assert len(many) == len(few) < 12
