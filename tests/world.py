"""A world in which every address of the application has something to answer, and who asks there.

It is made once for a module of tests; whatever a request writes is taken back at once, so each finds it as it was made.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth.models import Permission
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from codes.seats import Line
from federation.api.actions import make_token as make_api_token
from federation.api.models import ApiToken, Scope
from federation.archive_exports.models import ArchiveFeed, feed_key
from federation.casebook.models import HeadnoteDraft
from federation.drafts.models import DraftEdition
from federation.packages.models import KnownKey, ReceivedPackage, SentAnswer, UploadToken
from federation.received.models import ReceivedTournament
from federation.second_instance.models import SecondJudge
from federation.webhooks.models import TRIAL, Webhook, WebhookMessage
from hall.calls.actions import call_arbiter
from hall.calls.models import Call
from hall.line_codes.codes import line_key
from keeping.personal_data.actions import merge_players
from people.accounts.models import Club, Player, User, first_account_token
from people.invitations.actions import link_token
from people.offices.models import FederationOffice
from people.players.models import Member, RosterUpdate, Suspension
from records.rights import Role
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.models import Case
from referee.decisions.details import Details
from referee.decisions.happenings import Happening
from referee.incidents.actions import record_happening
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.federation.casebook.headnotes import publish_a_headnote
from tests.federation.drafts.drafting import load_a_draft
from tests.federation.seasons.a_season import publish_something_of_a_season
from tests.federation.shown import INVITED, go_to_the_judge, keep_a_roster, receive_something, tell_another_program
from tests.published import publish_something
from tournaments.appeals.models import Appeal
from tournaments.draw.record_actions import freeze
from tournaments.entries.models import Admission
from tournaments.entries.queries import check_in_key, line_up_key
from tournaments.entry_lists.actions import stage_import
from tournaments.entry_lists.models import ImportBatch
from tournaments.publication.models import ErrorReport, Prize, Publication
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament
from tournaments.staff.actions import invite

BY_EAST = Detected(seats=["E"], timing="tempestiva")
# What the case of each number is: its procedure and answers, and what deciding it still asks.
CASES: list[tuple[str, dict[str, str], Details | None]] = [
    (
        "accusa-anticipata",
        {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-incompleta"},
        None,
    ),
    ("altra-anomalia", {"scelta": "sanatoria-sospesa", "gioco-proseguito": "nessuno"}, Details(voiced_by="E")),
    ("numero-carte-errato", {"fase-passata": "in-corso", "origine-numero": "ricevuto"}, None),
]
DRAFT, ANNULLED, WAITING = 4, 3, 5
# What has something to answer only where the code rules on whole matches.
OF_A_MATCH = {"annul_ruling", "public_ruling"}
# And where a board is over at every table.
OF_A_BOARD_OVER = {"deal"}


@dataclass(frozen=True)
class Address:
    """An address of the application: its name (or route), its whole route, and the arguments it takes."""

    name: str
    route: str
    arguments: tuple[str, ...] = ()

    def path(self, arguments: Mapping[str, Any]) -> str:
        """Where it is for these arguments, of which it takes its own."""
        mine = {name: arguments[name] for name in self.arguments}
        return reverse(self.name, kwargs=mine) if self.name != self.route else f"/{self.route}"


def addresses(patterns: list[Any] | None = None, before: str = "", space: str = "") -> Iterator[Address]:
    """Every address but those of the administration, which has its own test."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if one.namespace != "admin":
                yield from addresses(one.url_patterns, route, f"{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern):
            yield Address(space + one.name if one.name else route, route, tuple(one.pattern.converters))


@dataclass(frozen=True)
class World:
    """A tournament with something of everything, another one with things of its own, and everybody by user name.

    burraco: of the same people, its code also rules on whole matches. dealt: in the whole world, its first round over.
    """

    tournament: Tournament
    other: Tournament
    burraco: Tournament
    dealt: Tournament
    people: Mapping[str, User | None]
    # Of every address asked for once: everybody asks there, and nothing that a request writes stays.
    _paths: dict[Address, str] = field(default_factory=dict)

    @cached_property
    def table(self) -> Table:
        return Table.objects.get(round__tournament=self.tournament, round__number=1, number=1)

    def path(self, address: Address) -> str:
        """Where the address has something to answer."""
        # Whoever enters ends what was made for them before.
        if address not in self._paths or address.name == "welcome":
            self._paths[address] = address.path(self._arguments(address))
        return self._paths[address]

    def _arguments(self, address: Address) -> dict[str, Any]:
        known: dict[str, Any] = {  # what is asked of the database only where the address takes it
            "slug": lambda: self._answering(address).slug,
            "code": "fitres" if address.route.startswith("federazioni/") else "fitres-tressette",
            "season": "stagione",
            "federation": "fitres",
            "rulebook": "fitres-tressette",
            "year": 2026,
            "edition": "prova",
            "procedure": "accusa-anticipata",
            "game": "tressette-classico",
            "tool": "conto",
            "source": lambda: f"ruling-{Ruling.objects.filter(tournament=self.tournament).earliest('pk').pk}",
            "kind": "torneo",
            "record": lambda: f"standings:{self.tournament.publications.latest('number').number}",
            "number": lambda: 2 if address.name in ("take_decision", "fetch_decision") else self._number(address),
            **dict.fromkeys(("table", "board", "entry", "version", "stage", "choice"), 1),
            "pk": lambda: self._pk(address.name),
            "token": lambda: token_for(address, self.table),
            "key": lambda: line_key(self.table, Line.A),
        }
        return {name: one() if callable(one := known[name]) else one for name in address.arguments}

    def _answering(self, address: Address) -> Tournament:
        if address.name in OF_A_BOARD_OVER:
            return self.dealt
        return self.burraco if address.name in OF_A_MATCH else self.tournament

    def _number(self, address: Address) -> int:
        if address.name == "resend_message":
            return WebhookMessage.objects.filter(kind=TRIAL).earliest("pk").pk
        if "reclami/" in address.route:
            return Appeal.objects.filter(tournament=self.tournament, state=Appeal.State.OPEN).earliest("number").number
        case = {"arbitral_score": ANNULLED, "late_results": ANNULLED, "export_faculty": WAITING}.get(
            address.name, DRAFT
        )
        return case if "casi/" in address.route else 1

    def _pk(self, name: str) -> int:
        kept = {
            "received_class": ReceivedTournament.objects.all(),
            "of_received": ReceivedTournament.objects.all(),
            "recognise": ReceivedPackage.objects.all(),
            "release_second": SecondJudge.objects.filter(appeal__number=1),
            "carry_out": SentAnswer.objects.all(),
            "webhook": Webhook.objects.all(),
            "resend_message": Webhook.objects.all(),
            "discard_headnote": HeadnoteDraft.objects.filter(headnote__isnull=True),
            "headnote": HeadnoteDraft.objects.filter(headnote__isnull=False),
            "draft": DraftEdition.objects.all(),
            "lift_suspension": Suspension.objects.all(),
            "roster": RosterUpdate.objects.all(),
            "member": Member.objects.all(),
            "withdraw_admission": Admission.objects.filter(entry__tournament=self.tournament),
            "admit": Player.objects.filter(memberships__entry=self.tournament.entries.get(number=1)),
            "register_": ImportBatch.objects.filter(tournament=None),
            "reservation": Reservation.objects.filter(ruling__tournament=self.tournament),
            "order": StandingOrder.objects.filter(ruling__tournament=self.tournament),
            "part_player": Player.objects.filter(merged_into__parted_at=None, merged_into__isnull=False),
            "player": Player.objects.all(),
            "club": Club.objects.all(),
            "report": ErrorReport.objects.filter(publication__tournament=self.tournament),
            "prize": self.tournament.prizes,
            "apart": self.tournament.kept_apart,
            "import": self.tournament.imports,
            "call": Call.objects.of(self.tournament),
            "end_office": FederationOffice.objects.all(),
            "revoke_token": ApiToken.objects.all(),
            "end_key": KnownKey.objects.all(),
            "token": UploadToken.objects.all(),
            "pack": ReceivedPackage.objects.all(),
            "remark": ReceivedPackage.objects.all(),
            "homologate": ReceivedPackage.objects.all(),
            "fetch_answer": ReceivedPackage.objects.all(),
        }
        # The longest says most: a headnote's draft is no draft of a code.
        rows = kept.get(max((word for word in kept if word in name), key=len, default=""))
        return (rows or self.tournament.entries.get(number=1).adjustments).earliest("pk").pk


def token_for(address: Address, table: Table) -> str:
    """The signed part of an address about the entry in line A of the table."""
    if address.name == "first_account":
        return first_account_token(timezone.now())
    if address.name == "welcome":
        return link_token(User.objects.earliest("pk"))
    if address.name == "invitation":
        return INVITED
    if address.name == "archive_feed":
        return feed_key(ArchiveFeed.objects.earliest("pk"))
    if address.name == "captain_line_up":
        return line_up_key(table.round, table.line_a)
    return check_in_key(table.line_a)


def make_world() -> World:
    """The world, with the package of its tournament in its federation's inbox."""
    world = make_played()
    world = with_a_board_over(world)
    receive_something(world.tournament, olga=world.people["olga"])
    go_to_the_judge(world.tournament, gemma=world.people["gemma"], dora=world.people["dora"])
    return world


def make_played() -> World:
    """The same while nothing was sent to anybody."""
    tournament, other, burraco = factories.make_levante(), factories.make_ponente(), factories.make_burraco("burraco")
    people: dict[str, User | None] = {name: factories.make_person(name) for name in factories.CAST}
    for name, (_first, _last, role) in factories.CAST.items():
        if role:
            for one in (other,) if name == "ettore" else (tournament, burraco):
                factories.give_role(people[name], one, role)
    people |= {name: factories.make_officer(name, tournament.federation) for name in factories.OFFICERS}
    keep_a_roster(tournament, people["olga"])
    people["dora"].user_permissions.add(Permission.objects.get(codename="add_tournament"))
    make_api_token(by=acting(people["dora"], at=timezone.now()), token="x", name="Prova", scopes=list(Scope), days=30)
    _play(tournament, bruno=people["bruno"], dora=people["dora"])
    _leave_the_table(burraco, bruno=people["bruno"])
    Club.objects.create(federation=tournament.federation, name="Circolo Prova")
    tell_another_program(tournament.federation, people["olga"])
    ArchiveFeed.objects.create(user=people["aldo"], federation=tournament.federation, made_at=factories.NOON)
    publish_something_of_a_season(tournament.federation, people["olga"])
    publish_a_headnote(tournament, people["aldo"])
    load_a_draft(tournament.federation, people["remo"])
    return World(tournament, other, burraco, tournament, people | {"nobody": None})


def with_a_board_over(world: World) -> World:
    """The same with a tournament that keeps its deals, and a round closed in which they were played."""
    dora, dealt = world.people["dora"], factories.make_tournament("smazzate", name="Coppa Ionio")
    factories.make_deals(dealt, dora)
    one, two = (factories.make_entry(dealt, number) for number in (71, 72))
    round = factories.make_round(dealt, 1, [(one, two)], state="closed")
    factories.make_score(round.tables.get(), round.boards.get(number=1), (7, 4), dora)
    return replace(world, dealt=dealt)


def _play(tournament: Tournament, *, bruno: User, dora: User) -> None:
    """A score, a penalty, rulings, an order, a reservation, drafts (one waits), an import, an invitation, standings."""
    round = tournament.rounds.get(number=1)
    table, board = round.tables.get(number=1), round.boards.get(number=1)
    factories.make_score(table, board, (7, 4), bruno)
    factories.make_adjustment(tournament.entries.get(number=1), dora)
    factories.make_kept_apart(tournament, dora)
    factories.make_sitting(tournament, dora)
    invite(by=acting(dora, at=timezone.now()), tournament=tournament, role=Role.SCORER, token=INVITED)
    freeze(by=acting(dora), round=round)
    for procedure, facts, details in CASES:
        case = open_case(by=acting(bruno), table=table, board=board)
        told = Answers(procedure=procedure, responsible="N", detected=BY_EAST, facts=facts)
        case = answer(by=acting(bruno), case=case, expected_version=1, answers=told)
        more = {"details": details} if details else {}
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="Come si è visto", **more)
    open_case(by=acting(bruno), table=table, board=board)
    # Whoever voiced the reservation has not said yet whether they invoke it.
    waiting = open_case(by=acting(bruno), table=table, board=board, procedure="riserva-invocata")
    for version, told in enumerate((Answers(facts={"effetto-temuto": "si"}), Answers(waits_for="chi-invoca")), start=1):
        waiting = answer(by=acting(bruno), case=waiting, expected_version=version, answers=told)
    batch = stage_import(
        by=acting(dora), tournament=tournament, kind="entries", file_name="coppie.csv", content=b"Coppia\nRossi Mario"
    )
    assert batch.is_pending
    known = {"federation": tournament.federation, "kind": "players", "file_name": "tesserati.csv"}
    stage_import(by=acting(dora), content=b"Nominativo;Tessera\nRossi Mario;x\nTotale 1\n", **known)
    twice = [Player.objects.create(first_name="Elvio", last_name=name) for name in ("Solitari", "Solittari")]
    merge_players(by=acting(dora), kept=twice[0], merged=twice[1], reason="Registrato due volte")
    call_arbiter(by=acting(dora), table=table)
    factories.sealed(tournament)  # what was published is sealed before
    publish_something(tournament, dora)


def _leave_the_table(burraco: Tournament, *, bruno: User) -> None:
    """A ruling on a whole match."""
    table = factories.make_round(burraco, 1, [tuple(factories.make_entries(burraco, 2))]).tables.get()
    left = Happening(procedure="abbandono", facts={"motivo-abbandono": "intemperanze"})
    record_happening(by=acting(bruno), table=table, happening=left, expected_version=0)


def make_foreign(world: World) -> dict[str, Any]:
    """Arguments of things that only the other tournament has; `seated` is a table, the others stand in addresses."""
    other, ettore = world.other, world.people["ettore"]
    entries = [factories.make_entry(other, number) for number in (71, 72)]
    round = factories.make_round(other, 70, [tuple(entries)], state="closed")
    table, board = round.tables.get(), round.boards.earliest("number")
    case = Case.objects.create(
        tournament=other, number=70, table=table, board=board, opened_by=ettore,
        opened_at=factories.NOON, updated_at=factories.NOON,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        tournament=other, case=case, number=70, title={}, decided_by=ettore, decided_at=factories.NOON
    )
    reservation = Reservation.objects.create(ruling=ruling, voiced_by="E", words={}, opened_at=factories.NOON)
    order = StandingOrder.objects.create(ruling=ruling, verb="forbid", words={}, started_at=factories.NOON)
    return {
        "number": 70,
        "table": 1,
        "board": board.number,
        "key": line_key(table, Line.A),
        "seated": table,
        "version": 1,
        "kind": "altro",
        "stage": 70,
        "choice": 70,
        "entry": 71,
        "reservation": reservation.pk,
        "order": order.pk,
        "report": _report(other, ettore).pk,
        "call_step": Call.objects.create(table=table, opened_by=ettore, opened_at=factories.NOON).pk,
        "prize": Prize.objects.create(tournament=other, place_from=1, place_to=1, name="Altro").pk,
        "adjustment": factories.make_adjustment(entries[0], ettore).pk,
        "apart": factories.make_kept_apart(other, ettore).pk,
        "sitting": factories.make_sitting(other, ettore, number=70).pk,
    }


def _report(tournament: Tournament, user: User) -> ErrorReport:
    """A report in standings that only that tournament has."""
    published = Publication.objects.create(
        tournament=tournament, number=70, kind="provisional", stage=tournament.stages.get(), round_number=70, rows=[],
        data_version=0, engine_version="x", hash="x", published_by=user, published_at=factories.NOON,
        closes_at=factories.NOON,
    )  # fmt: skip
    return ErrorReport.objects.create(publication=published, text="?", reported_by="?", reported_at=factories.NOON)


class Visitor:
    """Somebody of the cast who signs in once, and asks each time as if it were the first."""

    def __init__(self, user: User | None) -> None:
        self._client = Client()
        if user:
            self._client.force_login(user)
        self._cookies = self._client.cookies.output(header="", sep="; ")

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "", language: str = "") -> HttpResponse:
        """The answer; whatever was written is taken back."""
        with transaction.atomic():
            answered = self.send(method, path, body, kind, language)
            transaction.set_rollback(True)
        return answered

    def send(self, method: str, path: str, body: bytes = b"", kind: str = "", language: str = "") -> HttpResponse:
        """The answer; what was written stays until whoever asks takes it back."""
        self._client.cookies = SimpleCookie(self._cookies)
        headers = {"accept-language": language} if language else None
        return self._client.generic(method, path, body, content_type=kind, headers=headers)


class KnownVisitor(Visitor):
    """The same, whose session and account are not read from the database with each of thousands of requests."""

    def __init__(self, user: User | None) -> None:
        super().__init__(user)
        if user:
            self._client.handler = KnownHandler(User.objects.get(pk=user.pk))


class KnownHandler(ClientHandler):
    def __init__(self, user: User) -> None:
        super().__init__(enforce_csrf_checks=False)
        self._user = user

    def get_response(self, request: Any) -> HttpResponse:
        # Where Django keeps who has signed in; what they may do is asked anew each time.
        request._cached_user = copy(self._user)
        return super().get_response(request)
