"""Every constraint of the tournaments says in words why a record is refused, though only the database checks it.

The variants that break a constraint are searched for, so that a constraint added tomorrow is tried as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, combinations, product

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models

from hall.calls.models import Call, ZoneTable
from hall.clock.models import ExtraTime
from hall.line_codes.models import LineCode, LineRequests
from keeping.erasing.models import LegalHold
from people.accounts.models import Club, PersonalExport, Player, User
from people.offices.models import FederationLine, FederationOffice
from people.players.models import Member, MemberChange, PlayerMerge, RosterUpdate, Suspension
from records.action import save_checked
from records.guards import OwnSQL
from records.models import IdempotencyKey, LogEntry, RecordSalt
from records.requests import Refused
from tests.factories import NOON, make_entry, make_stage
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.check_in.models import Fee, FeePayment
from tournaments.draw.models import KeptApart, Pairing
from tournaments.entries.models import Admission, Entry, EntryMember
from tournaments.entry_lists.models import ImportBatch
from tournaments.planning.models import Group, GroupPlace, Stage
from tournaments.publication.models import ErrorReport, Prize, Publication
from tournaments.rounds.deal_models import DealSet
from tournaments.rounds.models import Board, BoardSet, LineUp, Round, Table
from tournaments.scores.match_models import KnockoutWinner, MatchScore, TableSlip
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.models import ClubNotice, Invitation, Job
from tournaments.standings.models import Sitting, SittingScore, SittingSeat

pytestmark = pytest.mark.dialect

HERE = ("records", "people", "tournaments", "hall", "keeping")
# Guards refuse what no form sends: they have no words for the user.
CONSTRAINTS = [
    (model, one)
    for model in apps.get_models()
    if model._meta.app_label in HERE
    for one in model._meta.constraints
    if not isinstance(one, OwnSQL)
]
MODELS = list(dict.fromkeys(model for model, _one in CONSTRAINTS))
CHECKS = [(model, one) for model, one in CONSTRAINTS if isinstance(one, models.CheckConstraint)]
UNIQUE = [(model, one) for model, one in CONSTRAINTS if isinstance(one, models.UniqueConstraint)]
# Nothing comes so far: the field itself refuses, by its choices, its bounds or because it is empty.
REFUSED_BY_THE_FIELD = {
    "adjustment_has_reason",
    "admission_has_reason",
    "board_dealer_known",
    "boards_per_round_in_scale",
    "tournament_contest_known",
    "dealset_source_known",
    "entry_state_known",
    "extra_time_has_reason",
    "federationoffice_office_known",
    "fee_per_known",
    "importbatch_kind_known",
    "keptapart_has_reason",
    "knockoutwinner_has_reason",
    "match_score_has_reason",
    "membership_role_known",
    "round_state_known",
    "boardscore_kind_known",
    "suspension_has_reason",
    "stage_rounds_in_bounds",
    "tournament_has_lot_seed",
}


@dataclass(frozen=True)
class Known:
    """What the records hang on."""

    tournament: Tournament
    stage: Stage
    group: Group
    table: Table
    board: Board
    entry: Entry
    publication: Publication
    sara: User

    @property
    def players(self) -> list[Player]:
        return [member.player for member in self.entry.members.order_by("position")]

    @property
    def given(self) -> dict[str, object]:
        return {"given_by": self.sara, "given_at": NOON}

    def appeal(self) -> Appeal:
        return Appeal.objects.create(
            tournament=self.tournament, number=7, entry=self.entry, against="x", grounds="x", filed_by=self.sara,
            filed_at=NOON,
        )  # fmt: skip

    def sitting(self, number: int) -> Sitting:
        return Sitting.objects.create(
            tournament=self.tournament, number=number, sizes="three", seed="12", inputs={"players": [1]},
            drawn_by=self.sara, drawn_at=NOON,
        )  # fmt: skip

    @property
    def standings(self) -> dict[str, object]:
        return shown(self.tournament, self.stage, self.sara)


def shown(tournament: Tournament, stage: Stage, by: User) -> dict[str, object]:
    """Provisional standings, but for their number."""
    moments = {"published_by": by, "published_at": NOON, "closes_at": NOON}
    rows = {"round_number": 1, "rows": [{"group": None}], "engine_version": "1", "hash": "a", "data_version": 1}
    return {"tournament": tournament, "stage": stage, "kind": "provisional", **moments, **rows}


@pytest.fixture
def known(tournament: Tournament, table: Table, board: Board, sara: User, dora: User) -> Known:
    # Dora is another user to put into a field (`values`).
    stage = make_stage(tournament)
    group = Group.objects.create(stage=stage, number=7, name="Girone G")
    publication = Publication.objects.create(number=8, **shown(tournament, stage, sara))
    return Known(tournament, stage, group, table, board, make_entry(tournament, 5), publication, sara)


Fields = dict[type[models.Model], dict[str, object]]


def of_people(known: Known) -> Fields:
    tournament, federation = known.tournament, known.tournament.federation
    return {
        Club: {"federation": federation, "name": "Circolo Vela"},
        Player: {"first_name": "Ada", "last_name": "Neri", "federation": federation, "card_number": "77"},
        Tournament: {
            "slug": "nuovo", "name": "Nuovo", "federation": federation, "place": "Bari", "starts_on": NOON,
            "boards_per_round": 2, "lot_seed": "12",
        },
        Membership: {"user": User.objects.create(username="nuova"), "tournament": tournament, "role": "scorer"},
        Entry: {"tournament": tournament, "number": 9, "name": "Nove"},
        EntryMember: {
            "entry": known.entry, "position": 3, "player": Player.objects.create(first_name="A", last_name="B")
        },
        PersonalExport: {
            "player": Player.objects.create(first_name="C", last_name="D"), "form": "json", "made_by": known.sara,
            "made_at": NOON,
        },
        LegalHold: {
            "player": Player.objects.create(first_name="E", last_name="F"), "reason": "Procedimento",
            "set_by": known.sara, "set_at": NOON,
        },
        PlayerMerge: {
            "kept": Player.objects.create(first_name="G", last_name="H"),
            "merged": Player.objects.create(first_name="I", last_name="L"),
            "reason": "La stessa persona", "by": known.sara, "at": NOON,
        },
        ImportBatch: {"tournament": tournament, "file_name": "a.csv", "staged_by": known.sara, "staged_at": NOON},
    }  # fmt: skip


def of_rounds(known: Known) -> Fields:
    tournament, table, first, second = known.tournament, known.table, *known.players
    return {
        Stage: {"tournament": tournament, "number": 4, "name": "Finale"},
        Group: {"stage": known.stage, "number": 3, "name": "Girone C"},
        GroupPlace: {"group": known.group, "entry": known.entry, "seed": 1},
        Round: {"tournament": tournament, "stage": known.stage, "number": 5},
        BoardSet: {"stage": known.stage, "number": 2},
        Table: {"round": table.round, "number": 6, "line_a": known.entry, "line_b": make_entry(tournament, 6)},
        LineUp: {"table": table, "line": "A", "first": first, "second": second},
        Board: {"tournament": tournament, "round": table.round, "number": 30, "dealer": "N"},
        ExtraTime: {"table": table, "minutes": 3, "reason": "Sospetto", **known.given},
        Pairing: {
            "round": table.round, "version": 1, "formula": "by-hand", "inputs": {"a": 1}, "tables": [1], "notes": [1],
            "made_by": known.sara, "made_at": NOON,
        },
    }  # fmt: skip


def of_scores(known: Known) -> Fields:
    table = known.table
    return {
        BoardScore: {
            "table": table, "board": known.board, "version": 1, "kind": "played", "points_a": 6, "points_b": 5,
            **known.given,
        },
        MatchScore: {
            "table": table, "version": 1, "kind": "x", "vp_a": 1, "vp_b": 2, "mp_a": 1, "mp_b": 2, "reason": "Ritardo",
            "reference": "19", **known.given,
        },
        Call: {"table": table, "opened_by": known.sara, "opened_at": NOON},
        ZoneTable: {"tournament": known.tournament, "table": 3, "arbiter": known.sara},
        LineCode: {"table": table, "line": "A", "issue": 2, "made_by": known.sara, "made_at": NOON},
        LineRequests: {"table": table, "line": "A", "issue": 1, "kind": "sent", "since": NOON},
        TableSlip: {"table": table, "version": 1, "points": [[1, 6, 5, 0, 0]], "given_by_line": "A", "given_at": NOON},
        KnockoutWinner: {
            "table": table, "version": 1, "winner": table.line_a, "reason": "Spareggio", "decided_by": known.sara,
            "decided_at": NOON,
        },
    }  # fmt: skip


def of_the_desk(known: Known) -> Fields:
    table = known.table
    return {
        ClubNotice: {
            "tournament": known.tournament, "record": "referee.Case:1", "user": known.sara, "act": "rules",
            "words": "Circolo Prova", "told_at": NOON,
        },
        Invitation: {
            "tournament": known.tournament, "role": "scorer", "digest": "a" * 64, "made_by": known.sara,
            "made_at": NOON, "expires_at": NOON,
        },
        KeptApart: {
            "tournament": known.tournament, "first": table.line_a, "second": table.line_b, "reason": "Famiglia",
            "set_by": known.sara, "set_at": NOON,
        },
        Sitting: {
            "tournament": known.tournament, "number": 3, "sizes": "three", "seed": "12", "inputs": {"players": [1]},
            "drawn_by": known.sara, "drawn_at": NOON,
        },
        SittingSeat: {"sitting": known.sitting(8), "table": 1, "seat": 1, "entry": known.entry},
        SittingScore: {
            "sitting": known.sitting(9), "table": 1, "version": 1, "points": [[2], [-1], [-1]], **known.given
        },
        Fee: {
            "tournament": known.tournament, "category": "", "version": 1, "cents": 2000, "per": "entry",
            "set_by": known.sara, "set_at": NOON,
        },
        DealSet: {
            "tournament": known.tournament, "version": 1, "source": "drawn", "boards": 8, "commitment": "0" * 64,
            "made_by": known.sara, "made_at": NOON,
        },
        FeePayment: {
            "entry": known.entry, "version": 1, "paid": True, "cents": 2000, "noted_by": known.sara, "noted_at": NOON,
        },
        Adjustment: {"entry": known.entry, "kind": "vp", "amount": -1, "reason": "Ritardo", **known.given},
    }  # fmt: skip


def of_papers(known: Known) -> Fields:
    tournament = known.tournament
    return {
        Publication: {"number": 9, **known.standings},
        ErrorReport: {
            "publication": known.publication, "text": "No", "reported_by": "Anna", "reported_at": NOON
        },
        Appeal: {
            "tournament": tournament, "number": 1, "entry": known.entry, "against": "Classifica", "grounds": "Errore",
            "filed_by": known.sara, "filed_at": NOON,
        },
        AppealJudge: {
            "appeal": known.appeal(), "user": known.sara, "role": "president", "named_by": known.sara, "named_at": NOON,
        },
        Job: {
            "tournament": tournament, "asked_by": known.sara, "kind": "torneo", "language": "it", "asked_at": NOON,
            "seen_at": NOON,
        },
        Prize: {"tournament": tournament, "place_from": 2, "place_to": 3, "name": "Coppa"},
        LogEntry: {
            "tournament": tournament, "sequence": 1, "at": NOON, "actor": known.sara, "action": "note",
            "object": "x:1", "data": {"a": 1}, "hash": "a", "salt": "b",
        },
        IdempotencyKey: {"user": known.sara, "key": "k", "action": "note"},
        RecordSalt: {"federation": known.tournament.federation, "record": "people.Member:1", "salt": "a" * 32},
    }  # fmt: skip


def of_rosters(known: Known) -> Fields:
    federation, sara = known.tournament.federation, known.sara
    member = Member.objects.create(federation=federation, card_number="1", card_key="1", last_name="Conti")
    settled = {"settled_by": sara, "settled_at": NOON}
    staged = {
        "federation": federation,
        "file_name": "albo.csv",
        "digest": "a" * 64,
        "staged_by": sara,
        "staged_at": NOON,
    }
    update = RosterUpdate.objects.create(**staged, number=7, state="accepted", **settled)
    return {
        RosterUpdate: {**staged, "number": 8, "state": "accepted", **settled},
        Member: {"federation": federation, "card_number": "2", "card_key": "2", "last_name": "Serra"},
        MemberChange: {"member": member, "update": update, "kind": "joined"},
        Suspension: {
            "member": member, "starts_on": NOON.date(), "reason": "Ricorso", "set_by": sara, "set_at": NOON,
        },
        Admission: {
            "entry": known.entry, "player": known.players[0], "findings": {"kinds": ["no_card"], "about": [""]},
            "reason": "Rinnovo", "by": sara, "at": NOON,
        },
        FederationOffice: {
            "user": sara, "federation": federation, "office": "judge", "given_by": sara, "given_at": NOON,
        },
        FederationLine: {
            "federation": federation, "sequence": 1, "at": NOON, "actor": sara, "action": "note", "object": "x:1",
            "data": {"a": 1}, "hash": "a",
        },
    }  # fmt: skip


@pytest.fixture
def new(known: Known) -> Callable[[type], models.Model]:
    """A record of a model, valid and not yet saved; the same one each time."""
    made = of_people(known) | of_rounds(known) | of_scores(known) | of_the_desk(known) | of_papers(known)
    made |= of_rosters(known)
    return lambda model: model(**made[model])


def values(record: models.Model, field: models.Field) -> list[object]:
    """What to put into a field so that a constraint may break."""
    if isinstance(field, models.ForeignKey):
        same = (one for one in record._meta.fields if one.related_model == field.related_model and one is not field)
        return [None, *filter(None, (getattr(record, one.name) for one in same)), User.objects.get(username="dora")]
    if isinstance(field, models.DateTimeField):
        return [None, NOON]
    if isinstance(field, models.DateField):
        return [None, NOON.date(), NOON.date() - timedelta(days=1)]
    if field.choices:
        return ["", *(key for key, _words in field.flatchoices)]
    return ["", "x"] if isinstance(field, models.CharField | models.TextField) else [None, -1, 0, 1, 2, 5, 6, 7, 61]


def variants(make: Callable[[], models.Model], names: list[str]) -> Iterator[models.Model]:
    """The record with one or two of these fields changed."""
    for some in chain(combinations(names, 1), combinations(names, 2)):
        for chosen in product(*(values(make(), make()._meta.get_field(name)) for name in some)):
            record = make()
            fits = all(_set(record, name, value) for name, value in zip(some, chosen, strict=True))
            if fits:
                yield record


def _set(record: models.Model, name: str, value: object) -> bool:
    try:
        setattr(record, name, value)
    except ValueError:  # a record of another model
        return False
    return True


def breaks(record: models.Model, constraint: models.BaseConstraint) -> bool:
    """Whether the fields accept the record and the constraint does not."""
    try:
        record.clean_fields()
    except ValidationError:
        return False
    try:
        constraint.validate(type(record), record)
    except ValidationError:
        return True
    return False


def breaking(make: Callable[[], models.Model], constraint: models.CheckConstraint) -> models.Model | None:
    names = sorted(constraint.condition.referenced_base_fields)
    return next((one for one in variants(make, names) if breaks(one, constraint)), None)


def refusal(record: models.Model) -> tuple[str, ...]:
    with pytest.raises(Refused) as caught:
        save_checked(record)
    return caught.value.messages


@pytest.mark.parametrize(("model", "constraint"), CHECKS, ids=[one.name for _model, one in CHECKS])
def test_a_check_of_the_database_is_refused_in_its_words(new, model, constraint):
    record = breaking(lambda: new(model), constraint)
    assert (record is None) == (constraint.name in REFUSED_BY_THE_FIELD)
    if record:
        before = model._default_manager.count()
        assert str(constraint.violation_error_message) in refusal(record)
        assert model._default_manager.count() == before


@pytest.mark.parametrize(("model", "constraint"), UNIQUE, ids=[one.name for _model, one in UNIQUE])
def test_what_is_there_once_is_refused_in_its_words(new, model, constraint):
    again = new(model)
    if constraint.name == "round_tournament_once":  # round 1 is
        again.state = Round.State.PLAYING
    else:
        save_checked(new(model))
    assert str(constraint.violation_error_message) in refusal(again)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_valid_record_of_every_model_is_saved(new, model):
    record = new(model)
    save_checked(record)
    assert model._default_manager.get(pk=record.pk) == record


def test_all_that_is_wrong_is_said_at_once(new):
    score = new(BoardScore)
    score.kind, score.reference, score.accusa_a = "assigned", "", 9
    both = {"I punti di accusa sono compresi nel totale.", "Un punteggio arbitrale cita il suo provvedimento."}
    assert set(refusal(score)) == both


def test_a_field_and_a_constraint_are_refused_together(new):
    score = new(BoardScore)
    score.reference, score.points_a = "x" * 201, 5
    assert any(words.startswith("provvedimento: ") for words in refusal(score))
    assert "I punti delle carte devono fare 11." in refusal(score)


def test_a_relation_that_nobody_read_is_looked_up(new, table):
    score = BoardScore(**{**_plain(new(BoardScore)), "table_id": table.pk + 10_000})
    assert any(words.startswith("tavolo: ") for words in refusal(score))


def _plain(record: models.Model) -> dict[str, object]:
    """The fields of a record with keys for relations, as if none had been read."""
    return {
        field.attname: getattr(record, field.attname) for field in record._meta.concrete_fields if field.name != "id"
    }
