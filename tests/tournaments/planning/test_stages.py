"""Stages: planned and changed until they begin, begun with groups by rank, the points they carry, who is out."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from records.models import LogEntry
from records.requests import Refused
from tests.asking import DESK, TOURNAMENT, queries_of, seen_on, send, source, text
from tests.factories import NOON, acting, make_entries, make_tournament
from tests.tournaments.draw.by_formula import drawn, in_force, lines, next_round, play, staged
from tournaments.draw.actions import CannotPair, change_pairing
from tournaments.draw.queries import verify
from tournaments.entries.models import Entry
from tournaments.pairing.records import Change
from tournaments.planning.models import GroupPlace, Stage
from tournaments.planning.stage_actions import add_stage, change_stage, split, start_stage
from tournaments.publication.models import Publication
from tournaments.rounds.actions import publish_round
from tournaments.rounds.models import Round
from tournaments.standings.queries import standings

FIELDS = {"name": "Gironi di merito", "formula": "danish", "first_round": "standings", "rounds_planned": 2}


def two_stages(entries: int = 8, *, first: str = "danish", **second: object):
    """A tournament whose first stage, of one round, has been played; the second waits."""
    tournament, dora = staged(first, entries, rounds_planned=1)
    add_stage(by=acting(dora), tournament=tournament, **(FIELDS | second))
    results = {table: (8 + table % 4, 3 - table % 4) for table in range(1, entries // 2 + 1)}
    play(next_round(tournament, dora), dora, results)
    return tournament, dora, tournament.stages.get(number=2)


def seeds(stage: Stage) -> list[tuple[str, list[int]]]:
    """The groups with their entries by seed."""
    return [
        (group.name, list(group.places.order_by("seed").values_list("entry__number", flat=True)))
        for group in stage.groups.order_by("number")
    ]


def ranking(tournament, stage: int = 1) -> list[int]:
    return [row.entry.number for row in standings(tournament, stage=tournament.stages.get(number=stage)).rows]


# ---- planning -------------------------------------------------------------------


def test_stages_are_numbered_as_they_are_added(db):
    tournament, dora = staged("danish", 4)
    stage = add_stage(by=acting(dora), tournament=tournament, **FIELDS)
    assert (stage.number, stage.name, stage.carry_over) == (2, "Gironi di merito", "none")
    assert LogEntry.objects.last().data["stage"] == 2


@pytest.mark.parametrize(("field", "value"), [("rounds_planned", 0), ("rounds_planned", 61), ("name", "")])
def test_a_stage_that_cannot_be_is_refused(db, field, value):
    tournament, dora = staged("danish", 4)
    with pytest.raises(Refused):
        add_stage(by=acting(dora), tournament=tournament, **(FIELDS | {field: value}))
    assert Stage.objects.count() == 1


def test_everything_changes_until_the_stage_begins(db):
    tournament, dora = staged("danish", 4)
    stage = Stage.objects.get()
    change_stage(by=acting(dora), stage=stage, formula="mitchell", first_round="lot", rounds_planned=2)
    stage.refresh_from_db()
    assert (stage.formula, stage.first_round, stage.rounds_planned) == ("mitchell", "lot", 2)
    next_round(tournament, dora)
    with pytest.raises(Refused, match="solo il nome e i turni previsti"):
        change_stage(by=acting(dora), stage=stage, formula="danish")
    change_stage(by=acting(dora), stage=stage, name="Qualificazione", rounds_planned=1)
    stage.refresh_from_db()
    assert (stage.name, stage.formula, stage.rounds_planned) == ("Qualificazione", "mitchell", 1)


def test_no_fewer_rounds_than_there_are(db):
    tournament, dora = staged("danish", 4)
    play(next_round(tournament, dora), dora)
    play(next_round(tournament, dora), dora)
    with pytest.raises(Refused, match="già 2 turni"):
        change_stage(by=acting(dora), stage=Stage.objects.get(), rounds_planned=1)


# ---- splitting ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entries", "groups", "sizes"),
    [
        (24, 2, [12, 12]),
        (26, 2, [14, 12]),  # never two odd groups: nobody would need to rest
        (25, 2, [12, 13]),
        (23, 2, [12, 11]),
        (30, 4, [8, 8, 8, 6]),
        (7, 1, [7]),
    ],
)
def test_groups_are_even_and_the_last_takes_what_is_left(entries, groups, sizes):
    assert split(entries, groups) == sizes


def test_single_players_are_split_by_fours():
    assert split(30, 2, unit=4) == [16, 14]


def test_merit_groups_follow_the_ranking(db):
    tournament, dora, stage = two_stages()
    ranked = ranking(tournament)
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    assert seeds(stage) == [("Girone A", ranked[:4]), ("Girone B", ranked[4:])]
    assert list(GroupPlace.objects.order_by("seed").values_list("seed", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert not GroupPlace.objects.exclude(carried_vp=0, carried_mp=0).exists()
    round = next_round(tournament, dora)
    a, b = ranked[:4], ranked[4:]
    expected = [{a[0], a[1]}, {a[2], a[3]}, {b[0], b[1]}, {b[2], b[3]}]
    assert [{*pair} for pair in lines(round)] == expected
    assert [table.group.name for table in round.tables.order_by("number")] == ["Girone A"] * 2 + ["Girone B"] * 2
    assert [section["group"] for section in in_force(round).inputs["sections"]] == [1, 2]


def test_nobody_changes_group_by_hand(db):
    tournament, dora, stage = two_stages()
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    round = next_round(tournament, dora)
    (_a, first), (_b, second) = seeds(stage)
    with pytest.raises(Refused, match="due gironi diversi"):
        change_pairing(
            by=acting(dora),
            pairing=in_force(round),
            change=Change(kind="swap", first=first[0], second=second[0]),
            seen=0,
        )


def test_meetings_of_an_earlier_stage_do_not_bind(db):
    tournament, dora, stage = two_stages(2)
    start_stage(by=acting(dora), stage=stage, sizes=[2], without_publication=True)
    assert {*lines(next_round(tournament, dora))[0]} == {1, 2}


@pytest.mark.long
def test_each_group_is_paired_by_its_own_standings(db):
    tournament, dora, stage = two_stages(12)
    start_stage(by=acting(dora), stage=stage, sizes=[6, 6], without_publication=True)
    groups = [set(members) for _name, members in seeds(stage)]
    play(next_round(tournament, dora), dora)
    round = next_round(tournament, dora)
    for pair in lines(round):
        assert any(set(pair) <= group for group in groups)
    play(round, dora)
    assert verify(in_force(round)).holds


def test_points_are_carried_when_the_stage_says_so(db):
    tournament, dora, stage = two_stages(4, carry_over="full")
    before = {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}
    start_stage(by=acting(dora), stage=stage, sizes=[4], without_publication=True)
    carried = GroupPlace.objects.values_list("entry__number", "carried_vp", "carried_mp")
    assert {number: (vp, mp) for number, vp, mp in carried} == before


def test_who_ranks_below_the_places_is_out(db):
    tournament, dora, stage = two_stages(8, formula="knockout", name="Finali")
    ranked = ranking(tournament)
    start_stage(by=acting(dora), stage=stage, sizes=[4], without_publication=True)
    assert seeds(stage) == [("Tabellone", ranked[:4])]
    assert lines(next_round(tournament, dora)) == [(ranked[0], ranked[3]), (ranked[1], ranked[2])]


@pytest.mark.long
def test_the_first_of_every_group_go_through_in_turn(db):
    tournament, dora, stage = two_stages(8)
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    change_stage(by=acting(dora), stage=stage, rounds_planned=1)
    play(next_round(tournament, dora), dora)
    final = add_stage(by=acting(dora), tournament=tournament, **(FIELDS | {"formula": "knockout", "name": "Finali"}))
    rows = standings(tournament, stage=stage).rows
    best = [[row.entry.number for row in rows if row.group == group][:2] for group in (1, 2)]
    start_stage(by=acting(dora), stage=final, sizes=[4], per_group=2, without_publication=True)
    assert seeds(final) == [("Tabellone", [best[0][0], best[1][0], best[0][1], best[1][1]])]


def test_who_has_withdrawn_goes_nowhere(db):
    _tournament, dora, stage = two_stages(6)
    Entry.objects.filter(number=1).update(state="withdrawn", until_round=1)
    start_stage(by=acting(dora), stage=stage, sizes=[5], without_publication=True)
    assert 1 not in seeds(stage)[0][1]


def test_a_stage_can_be_started_anew_until_it_has_a_round(db):
    tournament, dora, stage = two_stages()
    for sizes in ([8], [4, 4]):
        start_stage(by=acting(dora), stage=stage, sizes=sizes, without_publication=True)
    assert [len(members) for _name, members in seeds(stage)] == [4, 4]
    next_round(tournament, dora)
    with pytest.raises(Refused, match="non si rifanno"):
        start_stage(by=acting(dora), stage=stage, sizes=[8], without_publication=True)


@pytest.mark.parametrize(
    ("sizes", "message"), [([4, 5], "più di chi passa"), ([7, 1], "almeno due posti"), ([], "almeno due posti")]
)
def test_sizes_that_do_not_fit_are_refused(db, sizes, message):
    _tournament, dora, stage = two_stages()
    with pytest.raises(Refused, match=message):
        start_stage(by=acting(dora), stage=stage, sizes=sizes, without_publication=True)


def test_an_impossible_group_is_named(db):
    tournament, dora, stage = two_stages(4, formula="mitchell", rounds_planned=2)
    start_stage(by=acting(dora), stage=stage, sizes=[4], without_publication=True)
    change_stage(by=acting(dora), stage=stage, rounds_planned=4)
    with pytest.raises(CannotPair) as cannot:
        next_round(tournament, dora)
    assert cannot.value.impossible.section.name == "Gironi di merito"


# ---- when -----------------------------------------------------------------------


def publish(stage: Stage, dora, kind: str) -> None:
    closes = NOON + timedelta(minutes=10) if kind == "provisional" else None
    Publication.objects.create(
        tournament=stage.tournament, number=Publication.objects.count() + 1, kind=kind, stage=stage, round_number=1,
        rows=[], data_version=1, engine_version="1", hash="0" * 64, published_by=dora, published_at=NOON,
        closes_at=closes,
    )  # fmt: skip


def test_standings_never_published_must_be_waived(db):
    _tournament, dora, stage = two_stages()
    with pytest.raises(Refused, match="non è stata pubblicata"):
        start_stage(by=acting(dora), stage=stage, sizes=[4, 4])


def test_provisional_standings_must_become_final(db):
    tournament, dora, stage = two_stages()
    publish(tournament.stages.get(number=1), dora, "provisional")
    with pytest.raises(Refused, match="ancora provvisoria"):
        start_stage(by=acting(dora), stage=stage, sizes=[4, 4], without_publication=True)
    publish(tournament.stages.get(number=1), dora, "final")
    start_stage(by=acting(dora), stage=stage, sizes=[4, 4])
    assert len(seeds(stage)) == 2


def test_an_open_round_keeps_the_next_stage_waiting(db):
    tournament, dora = staged("danish", 4, rounds_planned=1)
    stage = add_stage(by=acting(dora), tournament=tournament, **FIELDS)
    with pytest.raises(Refused, match="non è ancora stata giocata"):
        start_stage(by=acting(dora), stage=stage, sizes=[4])
    publish_round(by=acting(dora), round=next_round(tournament, dora))
    with pytest.raises(Refused, match="Prima chiudi il turno 1"):
        start_stage(by=acting(dora), stage=stage, sizes=[4])


def test_the_first_stage_begins_with_its_round(db):
    _tournament, dora = staged("danish", 4)
    with pytest.raises(Refused, match="col suo primo turno"):
        start_stage(by=acting(dora), stage=Stage.objects.get(), sizes=[4])


@pytest.mark.parametrize("name", ["giulia", "bruno", "sara", "carla", "ettore"])
def test_only_the_director_plans_stages(cast, tournament, name):
    stage = tournament.stages.get()
    for act in (
        lambda by: add_stage(by=by, tournament=tournament, **FIELDS),
        lambda by: change_stage(by=by, stage=stage, name="Altro"),
        lambda by: start_stage(by=by, stage=stage, sizes=[4]),
    ):
        with pytest.raises(PermissionDenied):
            act(acting(cast[name]))


# ---- movements in groups ----------------------------------------------------------


@pytest.mark.long
def test_groups_keep_their_tables_through_a_mitchell(db):
    tournament, dora, stage = two_stages(12, formula="mitchell", rounds_planned=3)
    start_stage(by=acting(dora), stage=stage, sizes=[6, 6], without_publication=True)
    met = []
    for _round in range(3):
        round = next_round(tournament, dora)
        tables = {table.number: table.group.number for table in round.tables.all()}
        assert tables == {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
        met += [frozenset(pair) for pair in lines(round)]
        play(round, dora)
        assert verify(in_force(round)).holds
    assert len(set(met)) == 18
    stayed = [{a for number in (2, 3, 4) for at, a, _b in drawn(Round.objects.get(number=number)) if at == table}
              for table in range(1, 7)]  # fmt: skip
    assert all(len(line) == 1 for line in stayed)


def test_a_fixed_table_is_kept_across_groups_and_rests_come_last(db):
    tournament, dora, stage = two_stages(10)
    ranked = ranking(tournament)
    Entry.objects.filter(number=ranked[5]).update(fixed_table=1)
    start_stage(by=acting(dora), stage=stage, sizes=[5, 5], without_publication=True)
    tables = [(number, {*a, *b}) for number, a, b in drawn(next_round(tournament, dora))]
    assert tables == [
        (1, {ranked[5], ranked[6]}),
        (2, {ranked[0], ranked[1]}),
        (3, {ranked[2], ranked[3]}),
        (4, {ranked[7], ranked[8]}),
        (5, {ranked[4]}),
        (6, {ranked[9]}),
    ]


# ---- pages ----------------------------------------------------------------------


@pytest.fixture
def director(client_of, db):
    _tournament, dora, _stage = two_stages()
    return client_of(dora)


def test_a_stage_is_added_on_its_page(client_of, db):
    _tournament, dora = staged("danish", 4)
    client = client_of(dora)
    Stage.objects.all().delete()
    page = client.get(DESK + "fasi/")
    assert "Nessuna fase" in text(page)
    assert "Dalla classifica precedente" not in source(page)
    fields = {"name": "Girone unico", "formula": "danish", "first_round": "lot", "rounds_planned": 4}
    assert send(client, DESK + "fasi/", **fields, clubs_apart="on").url == DESK + "fasi/"
    stage = Stage.objects.get()
    assert (stage.formula, stage.first_round, stage.rounds_planned, stage.clubs_apart) == ("danish", "lot", 4, True)
    assert "Danese senza ripetere gli incontri, 4 turni" in text(client.get(DESK + "fasi/"))
    assert send(client, DESK + "fasi/", **fields | {"rounds_planned": 99}).status_code == 422


def test_a_stage_begun_offers_only_name_and_rounds(director, db):
    page = source(director.get(DESK + "fasi/1/"))
    assert 'name="rounds_planned"' in page
    assert 'name="formula"' not in page
    send(director, DESK + "fasi/1/", name="Qualificazione", rounds_planned=1, seen=seen_on(director, DESK + "fasi/1/"))
    assert Stage.objects.get(number=1).name == "Qualificazione"


def test_the_sizes_are_shown_and_may_be_changed(director, db):
    page = director.get(DESK + "fasi/2/gironi/", {"groups": "2"})
    assert 'value="4 4"' in source(page)
    assert "I gironi sono pari, così nessuno riposa" in text(page)
    refused = send(director, DESK + "fasi/2/gironi/", sizes="6 2")
    assert refused.status_code == 422
    assert "conferma di procedere così" in text(refused)
    answer = send(director, DESK + "fasi/2/gironi/", sizes="6 2", without_publication="on")
    assert answer.url == DESK + "turni/prepara/"
    assert [len(members) for _name, members in seeds(Stage.objects.get(number=2))] == [6, 2]
    assert "Girone A: 6, Girone B: 2" in text(director.get(answer.url))


def test_a_finished_stage_leads_to_the_next(director, db):
    page = source(director.get(DESK + "turni/prepara/"))
    assert "Comincia la fase «Gironi di merito»" in page
    assert f'href="{DESK}fasi/2/gironi/"' in page


@pytest.mark.long
def test_groups_are_told_apart_on_draft_and_proof(director, client, db):
    send(director, DESK + "fasi/2/gironi/", sizes="4 4", without_publication="on")
    send(director, DESK + "turni/prepara/", expected=2)
    page = text(director.get(DESK + "turni/2/abbinamento/"))
    assert page.index("Girone A") < page.index("Girone B")
    send(director, DESK + "turni/2/stato/", state="draft")
    assert "Girone B" in text(client.get(TOURNAMENT + "turni/2/abbinamento/"))


@pytest.mark.long
def test_stages_cost_the_same_for_many_places(client_of, db):
    _tournament, dora, stage = two_stages(4)
    start_stage(by=acting(dora), stage=stage, sizes=[4], without_publication=True)
    client = client_of(dora)
    before = queries_of(client, DESK + "fasi/")
    for entry in make_entries(make_tournament("altra"), 9):
        GroupPlace.objects.create(group=stage.groups.get(), entry=entry, seed=entry.number)
    assert queries_of(client, DESK + "fasi/") == before


def test_a_stage_of_another_number_is_not_found(director: Client, db):
    assert director.get(DESK + "fasi/9/").status_code == 404
    assert director.get(DESK + "fasi/9/gironi/").status_code == 404
