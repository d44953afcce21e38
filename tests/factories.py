"""Makers of what tests need, with plain functions: each returns what it saved."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Permission
from django.db import transaction

from codes.seats import Seat
from codes.tressette.deals import commitment
from keeping.erasing.actions import by_the_program
from people.accounts.models import Federation, Player, User
from people.imports.rows import card_key
from people.offices.log import write_federation_line
from people.offices.models import FederationOffice
from people.players.models import Member, Suspension
from records.action import Actor
from records.log import write_line
from records.official_records import collect_written, note_written, way_to_owner
from records.rights import Office, Role
from records.seal_comparison import federation_models, sealed_models
from tournaments.draw.models import KeptApart
from tournaments.entries.admission_actions import seen_of_flags
from tournaments.entries.admission_queries import Flag
from tournaments.entries.models import Admission, Entry, EntryMember
from tournaments.pairing.sittings import SittingInputs, Sizes, draw_sitting
from tournaments.planning.models import Formula, Stage
from tournaments.rounds.deal_models import DealSecret, DealSet
from tournaments.rounds.models import Board, Round, Table
from tournaments.rounds.queries import unconfirmed_scores
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Membership, Tournament
from tournaments.standings.models import Sitting, SittingScore, SittingSeat

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
LOT_SEED = "Bari 14 novembre 2026: 12 45 7 33 90"

# Everybody with first name, surname and role; Ettore's is in the other tournament, Carla has none.
CAST: dict[str, tuple[str, str, Role | None]] = {
    "giulia": ("Giulia", "Marchi", Role.CHIEF_ARBITER),
    "bruno": ("Bruno", "Riva", Role.ARBITER),
    "dora": ("Dora", "Pace", Role.DIRECTOR),
    "sara": ("Sara", "Moro", Role.SCORER),
    "carla": ("Carla", "Bassi", None),
    "ettore": ("Ettore", "Longo", Role.CHIEF_ARBITER),
}

# Who holds which office in the federation of the tournament; Ivo administers, and holds none.
OFFICERS: dict[str, tuple[str, str, Office | None]] = {
    "olga": ("Olga", "Valli", Office.SECRETARY),
    "aldo": ("Aldo", "Neri", Office.ARCHIVIST),
    "gemma": ("Gemma", "Dossi", Office.JUDGE),
    "remo": ("Remo", "Carli", Office.REFEREE),
    "ivo": ("Ivo", "Testa", None),
}

PAIRS = [
    ("Anna Conti", "Luca Serra"),
    ("Piero Galli", "Rita Fontana"),
    ("Nicolò D’Amico", "Sofia Leone"),
    ("Mara Villa", "Ugo Ricci"),
]


def make_user(username: str, *, first_name: str = "", last_name: str = "", **fields: object) -> User:
    """An account whose password is its username."""
    return User.objects.create_user(
        username, password=username, first_name=first_name or username.title(), last_name=last_name, **fields
    )


def make_person(name: str) -> User:
    """Somebody of the cast, still without a role."""
    first_name, last_name, _role = CAST[name]
    return make_user(name, first_name=first_name, last_name=last_name)


def make_officer(name: str, federation: Federation) -> User:
    """Somebody of the officers, with their office, in another federation too; Ivo names who holds which."""
    first_name, last_name, office = OFFICERS[name]
    user = User.objects.filter(username=name).first() or make_user(name, first_name=first_name, last_name=last_name)
    if office:
        FederationOffice.objects.create(
            user=user, federation=federation, office=office.value, given_by=user, given_at=NOON
        )
    else:
        user.user_permissions.add(Permission.objects.get(codename="add_federationoffice"))
    return user


def make_federation(code: str = "fitres") -> Federation:
    federation, _created = Federation.objects.get_or_create(code=code, defaults={"name": code.upper()})
    return federation


def make_tournament(slug: str = "coppa-levante", **fields: object) -> Tournament:
    """A public duplicate tournament with accusa, two boards per round, without pairs."""
    defaults: dict[str, object] = {
        "name": slug.replace("-", " ").title(),
        "federation": make_federation(),
        "place": "Bari",
        "starts_on": date(2026, 11, 14),
        "forma": "duplicato",
        "norme": "moderne",
        "accusa": "con-accusa",
        "boards_per_round": 2,
        "lot_seed": LOT_SEED,
        "is_public": True,
    }
    return Tournament.objects.create(slug=slug, **(defaults | fields))


def sealed(tournament: Tournament, *, at: datetime = NOON) -> Tournament:
    """The tournament with what these makers wrote, past the actions, under seal: it proves itself."""
    with transaction.atomic(), collect_written():
        for model in sealed_models():
            mine = model._base_manager.filter(**{model.TOURNAMENT: tournament.pk}).order_by("pk")
            for pk in mine.values_list("pk", flat=True):
                note_written(model, pk, None)
        by = by_the_program(at, "seal")
        write_line(tournament=tournament, actor=by.user, at=at, action="change_tournament", record=tournament, data={})
    tournament.refresh_from_db(fields=["data_version"])
    return tournament


def sealed_federation(federation: Federation, *, at: datetime = NOON) -> None:
    """The same of a federation, without its tournaments."""
    with transaction.atomic(), collect_written():
        for model in federation_models():
            mine = model._base_manager.filter(**{way_to_owner(model): federation.pk}).order_by("pk")
            for pk in mine.values_list("pk", flat=True):
                note_written(model, pk, None)
        write_federation_line(by_the_program(at, "seal-federation"), federation)


def make_entry(tournament: Tournament, number: int, players: Sequence[str] = ()) -> Entry:
    """A pair; without names it gets invented ones. Its own name is the two surnames."""
    (entry,) = _make_entries(tournament, {number: players or _invented(number)})
    return entry


def make_entries(tournament: Tournament, how_many: int) -> list[Entry]:
    return _make_entries(tournament, {number: _invented(number) for number in range(1, how_many + 1)})


def _invented(number: int) -> Sequence[str]:
    return PAIRS[number - 1] if number <= len(PAIRS) else (f"Uno Pari{number}", f"Due Dispari{number}")


def _make_entries(tournament: Tournament, players: Mapping[int, Sequence[str]]) -> list[Entry]:
    """In few statements, as thousands of tests begin with them."""
    named = {number: [player.split(" ", 1) for player in pair] for number, pair in players.items()}
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, name=" – ".join(last for _first, last in pair))
        for number, pair in named.items()
    )
    persons = iter(
        Player.objects.bulk_create(
            Player(first_name=first, last_name=last) for pair in named.values() for first, last in pair
        )
    )
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=next(persons), position=position)
        for entry in entries
        for position in range(1, len(named[entry.number]) + 1)
    )
    return entries


def make_stage(tournament: Tournament, number: int = 1, **fields: object) -> Stage:
    """The stage of that number; made, with tables chosen by hand, when there is none."""
    defaults: dict[str, object] = {"name": f"Fase {number}", "formula": Formula.BY_HAND}
    stage, _made = Stage.objects.get_or_create(tournament=tournament, number=number, defaults=defaults | fields)
    return stage


def make_round(
    tournament: Tournament,
    number: int,
    pairings: Sequence[tuple[Entry, Entry | None]],
    *,
    state: str = Round.State.PLAYING,
) -> Round:
    """A round with a table per pairing and its boards, numbered on from the rounds before."""
    round = Round.objects.create(tournament=tournament, stage=make_stage(tournament), number=number, state=state)
    Table.objects.bulk_create(
        Table(round=round, number=table_number, line_a=line_a, line_b=line_b)
        for table_number, (line_a, line_b) in enumerate(pairings, start=1)
    )
    first = (number - 1) * tournament.boards_per_round + 1
    Board.objects.bulk_create(
        _board(round, board_number) for board_number in range(first, first + tournament.boards_per_round)
    )
    return round


def make_board(round: Round, number: int) -> Board:
    board = _board(round, number)
    board.save()
    return board


def _board(round: Round, number: int) -> Board:
    return Board(tournament=round.tournament, round=round, number=number, dealer=Seat.dealer_of(number))


def make_score(table: Table, board: Board, points: tuple[int, int], by: User, **fields: object) -> BoardScore:
    """A first version in force, as if given at noon; the lines' total points."""
    defaults: dict[str, object] = {"version": 1, "kind": "played", "given_by": by, "given_at": NOON}
    defaults["game"] = table.round.tournament.game
    points_a, points_b = points
    return BoardScore.objects.create(
        table=table, board=board, points_a=points_a, points_b=points_b, **(defaults | fields)
    )


def make_deals(tournament: Tournament, by: User, *, text: str = "", seed: str = "Un seme di prova") -> DealSet:
    """Its deals as they were made before it began: drawn from the seed, or written."""
    made = DealSet.objects.create(
        tournament=tournament, version=1, source="written" if text else "drawn", boards=8,
        commitment=commitment(seed + text), made_by=by, made_at=NOON,
    )  # fmt: skip
    DealSecret.objects.create(deal_set=made, secret=seed, text=text)
    return made


def one_hand(tournament: Tournament) -> None:
    """Its scores count as they are given, for tests that ask nothing of a second person."""
    Tournament.objects.filter(pk=tournament.pk).update(one_hand=True)


def let_be(scope: Round | Stage) -> dict[str, Any]:
    """For `close_round`: whatever nobody confirmed stays so, with a reason."""
    seen: dict[int, dict[int, int]] = {}
    for one in unconfirmed_scores(scope):
        seen.setdefault(one.table, {})[one.board] = one.version
    return {"unconfirmed": seen, "reason": "Manca la seconda persona"} if seen else {}


def let_play(flagged: Sequence[Flag]) -> dict[str, str]:
    """For `start_round` and `close_check_in`: whom the roster flags are admitted, with a reason."""
    return {"flagged": seen_of_flags(flagged), "reason": "Rinnovi in corso"} if flagged else {}


def make_adjustment(entry: Entry, by: User, **fields: object) -> Adjustment:
    defaults: dict[str, object] = {
        "kind": "vp",
        "amount": -1,
        "reason": "Ritardo al tavolo",
        "given_by": by,
        "given_at": NOON,
    }
    return Adjustment.objects.create(entry=entry, **(defaults | fields))


def give_role(user: User, tournament: Tournament, role: Role) -> Membership:
    return Membership.objects.create(user=user, tournament=tournament, role=role.value)


def acting(user: User, *, key: str = "", at: datetime = NOON) -> Actor:
    """An actor; every call is a new request unless a key is given."""
    return Actor(user=user, at=at, key=key or f"richiesta-{uuid4()}")


def make_kept_apart(tournament: Tournament, by: User, *numbers: int) -> KeptApart:
    """Two entries kept apart, the last two unless their numbers are given."""
    entries = tournament.entries.order_by("number")
    first, second = entries.filter(number__in=numbers) if numbers else list(entries)[-2:]
    return KeptApart.objects.create(
        tournament=tournament, first=first, second=second, reason="Una famiglia", set_by=by, set_at=NOON
    )


def make_member(federation: Federation, card: str, name: str = "Elvio Tesserati", **fields: object) -> Member:
    """Somebody of the roster, as a file that was accepted would have made them."""
    first_name, last_name = name.split(" ", 1)
    told = {"card_number": card, "card_key": card_key(card), "first_name": first_name, "last_name": last_name}
    return Member.objects.create(federation=federation, **(told | fields))


def make_suspension(member: Member, by: User, **fields: object) -> Suspension:
    told = {"starts_on": NOON.date(), "reason": "Ricorso respinto", "set_by": by, "set_at": NOON}
    return Suspension.objects.create(member=member, **(told | fields))


def make_admission(entry: Entry, by: User) -> Admission:
    """The first player of the entry, admitted without a card."""
    findings = {"kinds": ["no_card"], "about": [""]}
    player = entry.members.get(position=1).player
    return Admission.objects.create(
        entry=entry, player=player, findings=findings, reason="Rinnovo in corso", by=by, at=NOON
    )


def make_sitting(
    tournament: Tournament, by: User, *, number: int = 1, points: Sequence[Sequence[int]] = ((2,), (-1,), (-1,))
) -> Sitting:
    """A first sitting as it is drawn, of the tournament's first three entries; points: of its one table's seats."""
    entries = {one.number: one for one in tournament.entries.order_by("number")[:3]}
    inputs, seed = SittingInputs(sizes=Sizes.THREE, players=tuple(entries)), f"{LOT_SEED} – tornata {number}"
    drawn = draw_sitting(inputs, seed)
    sitting = Sitting.objects.create(
        tournament=tournament, number=number, sizes="three", seed=seed, inputs=inputs.to_json(), drawn_by=by,
        drawn_at=NOON,
    )  # fmt: skip
    for seat, entry in enumerate(drawn.tables[0], start=1):
        SittingSeat.objects.create(sitting=sitting, table=1, seat=seat, entry=entries[entry])
    if points:
        given = {"points": [list(one) for one in points], "given_by": by, "given_at": NOON}
        SittingScore.objects.create(sitting=sitting, table=1, version=1, **given)
    return sitting


def make_levante() -> Tournament:
    """Duplicate, modern rules, with accusa: four pairs, two tables, round 1 playing, round 2 in draft."""
    return with_two_rounds(make_tournament())


def with_two_rounds(tournament: Tournament) -> Tournament:
    """Four pairs, two tables, round 1 playing, round 2 in draft."""
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)])
    make_round(tournament, 2, [(one, three), (two, four)], state=Round.State.DRAFT)
    return tournament


def make_ponente() -> Tournament:
    """Ettore's: same shape, another place."""
    tournament = make_tournament("coppa-ponente", place="Genova")
    one, two = make_entries(tournament, 2)
    make_round(tournament, 1, [(one, two)])
    return tournament


def make_burraco(slug: str = "coppa-levante", **fields: object) -> Tournament:
    """A public burraco tournament of two deals per round, without screens, without pairs."""
    options = {"forma": "", "norme": "", "accusa": "", "separe": "senza-separe"}
    game = {"game": "burraco", "rulebook": "fibur-burraco-2019", "vp_scale": "burraco"}
    return make_tournament(slug, **(game | options | fields))


def make_playing_burraco(*, tables: int = 2, **fields: object) -> Tournament:
    """A burraco tournament whose first round is being played: pairs 1 and 2 at the first table, and so on."""
    tournament = make_burraco(**fields)
    entries = make_entries(tournament, 2 * tables)
    make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    return tournament
