"""Entries: entered with their players, corrected; who sits in each round follows from the periods of the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, prefetch_related_objects
from django.utils.translation import gettext as _

from people.accounts.models import Club, Player
from people.players.actions import lock_players
from people.players.queries import kept_of
from records.action import Actor, action, save_checked
from records.locks import check_fields_unchanged
from records.requests import Refused
from records.rights import Right
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.entries.rules import Objection, checks_in, name_of, of_new_players, tables_of
from tournaments.rounds.models import Round
from tournaments.scores.round_queries import first_open_round
from tournaments.setup.models import Tournament

MAX_FIXED_TABLE = 999
# What is corrected of an entry by hand.
CHANGEABLE = ("name", "category", "fixed_table")


@dataclass(frozen=True, kw_only=True)
class Newcomer:
    """A player not yet known."""

    first_name: str
    last_name: str
    card_number: str = ""
    club: Club | None = None
    category: str = ""
    minor_until: date | None = None


@dataclass(frozen=True, kw_only=True)
class Completed:
    """A known player, and what whoever enters them tells for the first time."""

    player: Player
    minor_until: date


Person = Player | Newcomer | Completed


@action(Right.MANAGE_ENTRIES)
def enter(
    *,
    by: Actor,
    tournament: Tournament,
    people: Sequence[Person],
    name: str = "",
    number: int | None = None,
    category: str = "",
    fixed_table: int | None = None,
    is_here: bool = False,
    departure: str = "",
) -> Entry:
    """Enter a pair, a team or a single player; without a number it gets the next, without a name its surnames.

    It plays from the first round not yet published. `is_here` checks it in at once where the check-in has begun: where
    it has not, one entry marked present would leave all others out. Whoever has played with an entry that withdrew is
    refused (F.I.Bur. 39) unless `departure` gives the reason.
    """
    check_not_ended(tournament)
    players = known_players(tournament, people)
    _check_size(tournament, len(players))
    check(of_new_players(tournament, players), departure)
    return _enter(
        by,
        tournament,
        Entry(
            number=_next_number(tournament) if number is None else number,
            name=name.strip() or name_of(players),
            category=category.strip() or _category_of(players),
            fixed_table=fixed_table,
        ),
        players,
        is_here=is_here and checks_in(tournament),
        departure=departure.strip(),
    )


@action(Right.MANAGE_ENTRIES)
def enter_pair(*, by: Actor, tournament: Tournament, number: int, name: str, players: Sequence[Player]) -> Entry:
    """Enter a pair under a number and a name that are given; the game says where its players sit."""
    check_not_ended(tournament)
    return _enter(by, tournament, Entry(number=number, name=name), players)


@action(Right.MANAGE_ENTRIES)
def change_entry(
    *,
    by: Actor,
    entry: Entry,
    name: str,
    category: str = "",
    fixed_table: int | None = None,
    reason: str = "",
    seen: str | None = None,
) -> Entry:
    """Correct an entry's name, category and fixed table; what stood there before stays in its history.

    seen: what the page showed (`fields_digest` what is CHANGEABLE).
    """
    check_entry_open(entry)
    check_fields_unchanged(entry, CHANGEABLE, seen)
    before = _told(entry)
    entry.name, entry.category, entry.fixed_table = name.strip(), category.strip(), fixed_table
    after = _told(entry)
    if after == before:
        raise Refused(_("Non è cambiato niente."))
    if fixed_table is not None and not 1 <= fixed_table <= MAX_FIXED_TABLE:
        raise Refused(_("I tavoli vanno da 1 a %(most)d.") % {"most": MAX_FIXED_TABLE})
    _check_fixed_table(entry)
    save_checked(entry)
    changes = {key: [before[key], after[key]] for key in after if after[key] != before[key]}
    happened(by, entry, EntryEvent.Kind.CHANGED, reason=reason, changes=changes)
    return log_entry(by, entry, changes=changes, reason=reason.strip())


def check_not_ended(tournament: Tournament) -> None:
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito: le iscrizioni non cambiano più."))


def enter_together(
    *, by: Actor, tournament: Tournament, people: Sequence[tuple[Entry, Sequence[Player]]]
) -> list[Entry]:
    """Enter many at once, each with its players in order; whoever calls it writes their one line of the log.

    Not by `enter`, one by one: a list is long (decision 13).
    """
    begins = first_open_round(tournament)
    entries = [entry for entry, _players in people]
    for entry in entries:
        entry.tournament, entry.from_round = tournament, begins
    Entry.objects.bulk_create(entries)
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, position=position, from_round=begins)
        for entry, players in people
        for position, player in enumerate(players, start=1)
    )
    entered = EntryEvent.Kind.ENTERED
    EntryEvent.objects.bulk_create(
        EntryEvent(entry=entry, kind=entered, round_number=begins, by=by.user, at=by.at) for entry in entries
    )
    return entries


def check_entry_open(entry: Entry) -> None:
    """Refuse any change once the tournament has ended; the players of the entry come along."""
    check_not_ended(entry.tournament)
    prefetch_related_objects([entry], "members__player")


class Departable(Refused):
    """What a director may allow all the same, with a written reason."""


def check(objections: Sequence[Objection], departure: str) -> None:
    """Refuse what the code forbids; what a director may depart from only without a written reason."""
    binding = [one for one in objections if not (one.may_depart and departure.strip())]
    if binding:
        refusal = Departable if all(one.may_depart for one in binding) else Refused
        raise refusal(*[str(one) for one in binding])


def happened(
    by: Actor, entry: Entry, kind: EntryEvent.Kind, *, reason: str = "", round_number: int | None = None, **data: object
) -> EntryEvent:
    """Keep in the entry's history what happened to it, with the first round for which it counts."""
    event = EntryEvent(
        entry=entry,
        kind=kind,
        round_number=first_open_round(entry.tournament) if round_number is None else round_number,
        reason=reason.strip(),
        data=data,
        by=by.user,
        at=by.at,
    )
    save_checked(event)
    return event


def log_entry(by: Actor, entry: Entry, **data: object) -> Entry:
    return by.log(entry, entry=entry.number, name=entry.name, **data)


def begin_in(by: Actor, entry: Entry, round_number: int) -> None:
    """Let an entry play from an earlier round than it was entered for: it completes a table already shown."""
    if entry.from_round <= round_number:
        return
    EntryMember.objects.filter(entry=entry, until_round__isnull=True).update(from_round=round_number)
    before, entry.from_round = entry.from_round, round_number
    save_checked(entry)
    happened(by, entry, EntryEvent.Kind.CHANGED, round_number=round_number, from_round=[before, round_number])


def seated_in(entry: Entry, *states: Round.State) -> list[int]:
    """The numbers of the rounds in one of those states in which the entry has a table."""
    rounds = Round.objects.filter(tables_of(entry), tournament=entry.tournament_id, state__in=states)
    return sorted(set(rounds.values_list("number", flat=True)))


def _enter(
    by: Actor,
    tournament: Tournament,
    entry: Entry,
    players: Sequence[Player],
    *,
    is_here: bool = False,
    departure: str = "",
) -> Entry:
    begins = first_open_round(tournament)
    entry.tournament, entry.from_round = tournament, begins
    _check_fixed_table(entry)
    save_checked(entry)
    for position, player in enumerate(players, start=1):
        save_checked(EntryMember(entry=entry, player=player, position=position, from_round=begins))
    happened(by, entry, EntryEvent.Kind.ENTERED, reason=departure, round_number=begins)
    if is_here:
        entry.state = Entry.State.PRESENT
        save_checked(entry)
        happened(by, entry, EntryEvent.Kind.CHECKED_IN, round_number=begins)
    late = {"from_round": begins} if begins > 1 else {}
    departed = {"departure": departure, "reason": departure} if departure else {}
    keys = [player.pk for player in players]
    return by.log(entry, number=entry.number, name=entry.name, players=keys, **late, **departed)


def known_players(tournament: Tournament, people: Sequence[Person]) -> list[Player]:
    """Each as `known_player` gives them."""
    known = [one.player if isinstance(one, Completed) else one for one in people if not isinstance(one, Newcomer)]
    if len(known) > 1:
        lock_players([player.pk for player in known])
    return [known_player(tournament, person) for person in people]


def known_player(tournament: Tournament, person: Person) -> Player:
    """The player; a newcomer is recorded now, under the tournament's federation."""
    if isinstance(person, Player):
        # Held, so that nobody merges the record until this entry is there to be seen.
        return kept_of(Player.objects.select_for_update(of=("self",)).get(pk=person.pk))
    if isinstance(person, Completed):
        return _completed(person)
    card = person.card_number.strip()
    player = Player(
        first_name=person.first_name.strip(),
        last_name=person.last_name.strip(),
        federation=tournament.federation,
        card_number=card,
        club=person.club,
        category=person.category.strip(),
        minor_until=person.minor_until,
    )
    save_checked(player)
    return player


def _completed(person: Completed) -> Player:
    player = Player.objects.select_for_update(of=("self",)).select_related("club").get(pk=kept_of(person.player).pk)
    # Somebody may have written it meanwhile: as lists do, this writes over nothing.
    if player.minor_until is None:
        player.minor_until = person.minor_until
        save_checked(player)
    return player


def _check_size(tournament: Tournament, players: int) -> None:
    least, most = tournament.members_per_entry
    if least <= players <= most:
        return
    if least == most:
        raise Refused(_("In questo torneo un’iscrizione è di %(count)d giocatori.") % {"count": least})
    words = _("In questo torneo un’iscrizione va da %(least)d a %(most)d giocatori.")
    raise Refused(words % {"least": least, "most": most})


def _check_fixed_table(entry: Entry) -> None:
    # Two entries may keep one table, a line each; not three.
    if entry.fixed_table is None:
        return
    others = Entry.objects.filter(tournament=entry.tournament, fixed_table=entry.fixed_table).exclude(pk=entry.pk)
    if others.exclude(state=Entry.State.WITHDRAWN).count() > 1:
        raise Refused(_("Il tavolo %(table)d è già fisso per altre due.") % {"table": entry.fixed_table})


def _next_number(tournament: Tournament) -> int:
    return int(tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _category_of(players: Sequence[Player]) -> str:
    categories = {player.category for player in players}
    return categories.pop() if len(categories) == 1 else ""


def _told(entry: Entry) -> dict[str, str | int | None]:
    return {name: getattr(entry, name) for name in CHANGEABLE}
