"""What waits for an arbiter, a line each: where it leads, what it is, why it waits."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.accounts.models import User, called
from referee.arbitral_scores.queries import Proposal
from referee.cases.walk import book_of
from referee.cases.words import draft_words, spoken
from referee.home.queries import ArbiterHome, Awaiting, Binding, Dispute, Draft, Reopened, Voiced, arbiter_home
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.models import Ruling
from tournaments.appeals.hearing_queries import Hearing
from tournaments.scores.words import reference_in_words
from tournaments.setup.models import Tournament
from tournaments.templatetags.ui import ago


@dataclass(frozen=True)
class WaitingLine:
    """Something that waits; `symbol` is the icon of its state."""

    href: str
    words: str
    aside: str
    label: str
    symbol: str


def waiting_lines(
    home: ArbiterHome, tournament: Tournament, user: User, *, confirms: bool = False
) -> Iterator[WaitingLine]:
    """One line after the other: the appeals that the user judges, the own drafts, which stand where they left off.

    confirms: whether the user answers what is proposed, and so has it in a list of its own.
    """
    for hearing in home.hearings:
        if user.pk in hearing.judges:
            yield _hearing(hearing, tournament)
    for dispute in home.disputes:
        yield _dispute(dispute, tournament)
    drafts = [draft for draft in home.drafts if not (confirms and draft.proposal is not None)]
    for draft in sorted(drafts, key=lambda draft: draft.opened_by != user.pk):
        yield _draft(draft, tournament, user)
    for ruling in home.awaiting:
        yield _awaiting(ruling, tournament)
    for reopened in home.reopened:
        yield _reopened(reopened, tournament)
    for proposal in home.proposals:
        yield _late(proposal, tournament)
    for reservation in home.reservations:
        yield _reservation(reservation, tournament)
    for order in sorted(home.orders, key=lambda order: not order.is_over):
        yield _binding(order, tournament)


def pending_in(tournament: Tournament) -> Iterator[str]:
    """What of the arbiter's first screen is told before standings are final, by the words that it has there.

    Not an order that binds a table: only a choice left to somebody.
    """
    home = arbiter_home(tournament)
    choices = [order for order in home.orders if order.verb == StandingOrder.Verb.CHOOSE]
    lines = [
        *(_draft(draft, tournament) for draft in home.drafts),
        *(_awaiting(ruling, tournament) for ruling in home.awaiting),
        *(_reopened(reopened, tournament) for reopened in home.reopened),
        *(_late(proposal, tournament) for proposal in home.proposals),
        *(_reservation(reservation, tournament) for reservation in home.reservations),
        *(_binding(choice, tournament) for choice in choices),
    ]
    for label, alike in groupby(sorted(lines, key=lambda line: line.label), key=lambda line: line.label):
        first, *others = [line.words for line in alike]
        words = ngettext("%(first)s e un’altra cosa", "%(first)s e altre %(n)d cose", len(others))
        what = words % {"first": first, "n": len(others)} if others else first
        yield _("In sospeso: %(what)s (%(why)s).") % {"what": what, "why": label}


def _hearing(hearing: Hearing, tournament: Tournament) -> WaitingLine:
    return WaitingLine(
        href=reverse("appeal", args=[tournament.slug, hearing.number]),
        words=_("Giudichi il reclamo n. %(number)d") % {"number": hearing.number},
        aside=reference_in_words(hearing.against),
        label=_("da decidere"),
        symbol="scale",
    )


def _dispute(dispute: Dispute, tournament: Tournament) -> WaitingLine:
    return WaitingLine(
        href=reverse("table", args=[tournament.slug, dispute.round, dispute.table]),
        words=_("Risultato del tavolo %(table)s") % {"table": dispute.table},
        aside=_("le due linee hanno mandato punti diversi"),
        label=_("contestato"),
        symbol="git-compare",
    )


def _draft(draft: Draft, tournament: Tournament, user: User | None = None) -> WaitingLine:
    opener = (
        _("tu") if user and draft.opened_by == user.pk else called(draft.first_name, draft.last_name, draft.username)
    )
    href = reverse("case" if draft.proposal is None else "proposal", args=[tournament.slug, draft.number])
    words = _("Anomalia %(number)s, tavolo %(table)s") % {"number": draft.number, "table": draft.table}
    if draft.waits:
        opener, may, until = (spoken(draft.waits[part]) for part in ("who", "may", "until"))
        return WaitingLine(href, words, f"{opener}: {may}, {until}", _("aspetta una scelta"), "hourglass")
    label, symbol = draft_words(draft)
    procedure = book_of(tournament).procedures.get(draft.procedure)
    parts = [spoken(procedure.title)] if procedure else []
    return WaitingLine(
        href=href,
        words=words,
        aside=" · ".join([*parts, f"{opener}, {ago(draft.updated_at)}"]),
        label=label,
        symbol=symbol,
    )


def _awaiting(ruling: Awaiting, tournament: Tournament) -> WaitingLine:
    return WaitingLine(
        href=reverse("arbitral_score", args=[tournament.slug, ruling.case]),
        words=f"{Ruling(number=ruling.number)}, {_place_in_words(tournament, ruling.table, ruling.board)}",
        aside=spoken(ruling.title),
        label=_("aspetta il punteggio"),
        symbol="scale",
    )


def _reopened(change: Reopened, tournament: Tournament) -> WaitingLine:
    table, board = change.score.table, change.score.board
    return WaitingLine(
        href=reverse("score", args=[tournament.slug, table.round.number, table.number, board.number]),
        words=f"{change.ruling}, {_place_in_words(tournament, table.number, board.number)}",
        aside=_("rivisto: non decide più la smazzata"),
        label=_("da registrare di nuovo"),
        symbol="rotate-ccw",
    )


def _late(proposal: Proposal, tournament: Tournament) -> WaitingLine:
    case = proposal.score.case
    return WaitingLine(
        href=reverse("arbitral_score", args=[tournament.slug, case.number]),
        words=f"{proposal.score.ruling}, {_place_in_words(tournament, case.table.number, case.decided_board.number)}",
        aside=_("i risultati degli altri tavoli sono cambiati"),
        label=_("da riesaminare"),
        symbol="refresh-cw",
    )


def _reservation(reservation: Voiced, tournament: Tournament) -> WaitingLine:
    return WaitingLine(
        href=reverse("table", args=[tournament.slug, reservation.round, reservation.table]),
        words=str(Reservation(voiced_by=reservation.voiced_by, voiced_by_name=reservation.voiced_by_name)),
        aside=_place_in_words(tournament, reservation.table, reservation.board),
        label=_("riserva aperta"),
        symbol="hourglass",
    )


def _binding(order: Binding, tournament: Tournament) -> WaitingLine:
    is_choice = order.verb == StandingOrder.Verb.CHOOSE
    label = StandingOrder(verb=order.verb).state_words
    if order.is_over:
        label = _("scelta da chiudere") if is_choice else _("ordine da chiudere")
    return WaitingLine(
        href=reverse("table", args=[tournament.slug, order.round, order.table]),
        words=f"{Ruling(number=order.ruling)}, {_place_in_words(tournament, order.table, order.board)}",
        aside=spoken(order.words),
        label=label,
        symbol="hourglass" if is_choice else "hand",
    )


def _place_in_words(tournament: Tournament, table: int, board: int | None) -> str:
    deal = tournament.deal_called(board) if board else "–"
    return _("tavolo %(table)s, smazzata %(board)s") % {"table": table, "board": deal}
