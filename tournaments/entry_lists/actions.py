"""Imports: a file is staged, its columns named, and then accepted as a whole or discarded.

Until it is accepted nothing of it is an entry or a player. Accepting is one transaction and one line of the log.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import IntegrityError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.accounts.models import Club, Federation, Player
from people.imports.columns import ColumnDoubt, ListKind, Recognition, Target, recognise, recognition_by_hand
from people.imports.file_tables import is_workbook, readings_of
from people.imports.passed_over import passed_over
from people.imports.rows import Shape, WrittenPlayer, are_in_twos, card_key
from people.imports.table import ImportRefused, ListSheet, as_data, from_data, tidy_cell
from people.imports.words import joined_letters
from people.offices.access import require_somewhere
from people.offices.log import write_federation_line
from people.players.actions import federation_meant, lock_unmerged_players
from people.players.queries import each_once
from records.action import Actor, action, require, save_checked
from records.requests import Refused
from records.rights import Right
from tournaments.entries.actions import check_not_ended, enter_together
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.rules import name_of, of_new_players
from tournaments.entry_lists.mending_queries import ByHand
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.queries import NEW, EntryLine, PersonLine, PersonOption, Review, shape_of
from tournaments.entry_lists.words import refusal_in_words
from tournaments.setup.models import Tournament


def stage_import(
    *,
    by: Actor,
    tournament: Tournament | None = None,
    federation: Federation | str | None = None,
    kind: str,
    file_name: str,
    content: bytes,
) -> ImportBatch:
    """Read a file and keep it to be looked at; it replaces one of its kind that the same user left waiting.

    federation: that of a list for the register of players, which is of no tournament.
    """
    _require(by, tournament)
    # Before the transaction: a workbook takes seconds, and meanwhile nobody else could write.
    try:
        tables = readings_of(content)
    except ImportRefused as error:
        raise Refused(refusal_in_words(error)) from error
    return keep_list(
        by=by,
        tournament=tournament,
        federation=federation,
        kind=kind,
        file_name=file_name,
        tables=tables,
        is_text=not is_workbook(content),
    )


def _require(by: Actor, tournament: Tournament | None) -> None:
    """Refuse who may not import: into the register, who enters people in no tournament at all."""
    if tournament is None:
        require_somewhere(by.user, Right.MANAGE_ENTRIES)
    else:
        require(by, tournament, Right.MANAGE_ENTRIES)


@action
def keep_list(
    *,
    by: Actor,
    tournament: Tournament | None,
    federation: Federation | str | None,
    kind: str,
    file_name: str,
    tables: Sequence[ListSheet],
    is_text: bool = False,
) -> ImportBatch:
    """Keep what was read of a file until somebody has looked at it; of a text the readings, the likeliest first."""
    _require(by, tournament)
    if tournament is not None:
        check_not_ended(tournament)
    waiting = ImportBatch.objects.filter(tournament=tournament, kind=kind, state=ImportBatch.State.PENDING)
    for replaced in waiting.filter(staged_by=by.user):
        _settle(replaced, by, ImportBatch.State.DISCARDED)
    index, columns = _best(tables[:1] if is_text else tables, ListKind(kind))
    batch = ImportBatch(
        tournament=tournament,
        federation=federation_meant(by, federation) if tournament is None else None,
        kind=kind,
        file_name=tidy_cell(file_name)[-200:] or _("senza nome"),
        tables=[as_data(table) for table in tables],
        columns={},
        staged_by=by.user,
        staged_at=by.at,
    )
    batch.columns = _columns_data(index, _with_rows_asked(columns, tables[index], shape_of(batch)))
    save_checked(batch)
    return batch


def _with_rows_asked(columns: Recognition, table: ListSheet, shape: Shape) -> Recognition:
    """The columns, with the question which rows are a pair where nothing but their order says so."""
    nobody = passed_over(table, columns, grouped=False)
    asks = columns.is_sure and are_in_twos(table, columns, shape, without=nobody)
    return replace(columns, doubts=(ColumnDoubt.ROWS_IN_TWOS,)) if asks else columns


@action
def choose_columns(
    *, by: Actor, batch: ImportBatch, version: int, table: int, header: int, targets: Mapping[int, Target]
) -> ImportBatch:
    """Say what the columns hold, which row is the header and which sheet is the list."""
    batch = _pending(by, batch, version)
    if not 0 <= table < len(batch.tables):
        raise Refused(_("Questo foglio non c’è."))
    columns = recognition_by_hand(from_data(batch.tables[table]), header=header, targets=targets)
    if table != batch.columns["table"]:  # the columns of another sheet are looked for anew
        columns = recognise(from_data(batch.tables[table]), ListKind(batch.kind))
    batch.columns = _columns_data(table, columns)
    batch.version += 1
    save_checked(batch)
    return batch


@action
def mend_rows(*, by: Actor, batch: ImportBatch, version: int, by_hand: ByHand) -> ImportBatch:
    """Keep what was mended in the sheet that the list is taken from; the file stays as it was read."""
    batch = _pending(by, batch, version)
    batch.by_hand = by_hand.kept_in(batch)
    batch.version += 1
    save_checked(batch)
    return batch


@action
def accept_import(
    *, by: Actor, batch: ImportBatch, version: int, choices: Mapping[str, str], leave_out: bool = False
) -> ImportBatch:
    """Enter everybody in the batch; `choices` says, for each player who seems known, which one it is or that it is new.

    Rows with errors are left out only where that is said.
    """
    batch = _pending(by, batch, version)
    tournament = batch.tournament
    if tournament:
        check_not_ended(tournament)
    review = Review(batch)
    _check(review, leave_out=leave_out)
    people = _Players(by, batch, review, choices)
    entries = _enter(by, tournament, review.good, people) if tournament and not review.is_of_players else []
    batch.outcome = {"entries": len(entries), **people.counts, "left_out": len(review.bad) + len(review.left)}
    data = {
        "name": batch.file_name,
        "imported": batch.outcome,
        "entries": [[entry.number, entry.name] for entry in entries],
        "players": [people.of(line.field).pk for line in review.people],
    }
    _settle(batch, by, ImportBatch.State.ACCEPTED)
    if tournament:  # the register has no log of its own: the batch says who added how many, and when
        by.log(batch, f"import_{batch.kind}", **data)
    return batch


@action
def discard_import(*, by: Actor, batch: ImportBatch) -> ImportBatch:
    """Let a batch go; nothing of it remains but that it was."""
    batch = _pending(by, batch, None)
    _settle(batch, by, ImportBatch.State.DISCARDED)
    return batch


def _best(tables: Sequence[ListSheet], kind: ListKind) -> tuple[int, Recognition]:
    """The sheet whose columns are understood best, with its number."""
    read = [(index, recognise(table, kind)) for index, table in enumerate(tables)]
    return max(read, key=lambda one: (one[1].is_sure, len(one[1].targets), -one[0]))


def _columns_data(table: int, columns: Recognition) -> dict[str, object]:
    return {
        "table": table,
        "header": columns.header,
        "titles": list(columns.titles),
        "targets": {str(index): target.key for index, target in columns.targets.items()},
        "doubts": [doubt.value for doubt in columns.doubts],
    }


def _pending(by: Actor, batch: ImportBatch, version: int | None) -> ImportBatch:
    """The batch as it is now, for who may settle it; refused when it is settled, or not the one that was seen."""
    _require(by, batch.tournament)
    if not batch.is_pending:
        raise Refused(_("Questa importazione è già %(state)s.") % {"state": batch.get_state_display()})
    if version is not None and version != batch.version:
        raise Refused(_("L’anteprima è cambiata nel frattempo: riguardala."))
    return batch


def _settle(batch: ImportBatch, by: Actor, state: ImportBatch.State) -> None:
    """Close the batch; people's data stay only where they were accepted."""
    batch.state = state.value
    batch.settled_by, batch.settled_at = by.user, by.at
    # Of a list nothing remains but its name and its outcome (decision 13).
    batch.tables, batch.columns, batch.by_hand = [], {}, {}
    save_checked(batch)


def _check(review: Review, *, leave_out: bool) -> None:
    if not review.columns.is_sure:
        raise Refused(_("Prima va detto che cosa contengono le colonne."))
    if not review.good:
        raise Refused(_("Nel file non c’è nessuna riga che si possa importare."))
    if review.bad and not leave_out:
        count = len(review.bad)
        words = ngettext(
            "%(count)d riga ha errori: correggila qui sotto, oppure conferma di lasciarla fuori.",
            "%(count)d righe hanno errori: correggile qui sotto, oppure conferma di lasciarle fuori.",
            count,
        )
        raise Refused(words % {"count": count})


_COMPLETED = ("federation", "card_number", "club", "category", "minor_until")  # what a file may add to a known player


@dataclass
class _Taken:
    """Who somebody in the file is: a player known, or a new one not yet saved."""

    line: PersonLine
    player: Player
    is_new: bool


class _Players:
    """The players of a batch: known ones completed where they had blanks, the others made, all in a few queries."""

    def __init__(self, by: Actor, batch: ImportBatch, review: Review, choices: Mapping[str, str]) -> None:
        self.federation = batch.of_federation
        self.clubs = _Clubs(self.federation)
        held = Player.objects.filter(federation=self.federation).exclude(card_number="")
        self.cards = {card_key(card): pk for pk, card in held.values_list("pk", "card_number")}
        taken = [self._taken(line, choices.get(line.field, "")) for line in review.people]
        known = [one.player for one in taken if not one.is_new]
        lock_unmerged_players(known)
        _refuse_twice([*known, *(one.player for one in taken if one.is_new and one.player.card_number)])
        if batch.tournament and not review.is_of_players:
            _refuse_objections(batch.tournament, known)
        new = [one.player for one in taken if one.is_new]
        completed = [one.player for one in taken if not one.is_new and self._complete(one)]
        self.clubs.save(by)
        _save(new, completed)
        self.taken = {one.line.field: one.player for one in taken}
        self.counts = {"new_players": len(new), "known_players": len(taken) - len(new), "completed": len(completed)}

    def of(self, field: str) -> Player:
        return self.taken[field]

    def _taken(self, line: PersonLine, choice: str) -> _Taken:
        option = line.known or _chosen(line, choice)
        if option is None or option.member:
            return _Taken(line, self._new(line, option), is_new=True)
        return _Taken(line, option.player, is_new=False)

    def _new(self, line: PersonLine, option: PersonOption | None) -> Player:
        """Somebody new, as the file writes them; who is of the roster with the name and the card that it has."""
        person = line.person
        if option and (member := option.member):
            told = {"club": person.club or member.club_name, "category": person.category or member.category}
            told["minor_until"] = person.minor_until or (member.minor_until and member.minor_until.isoformat()) or ""
            names = {"first_name": member.first_name, "last_name": member.last_name}
            person = replace(person, card=member.card_number, **names, **told)
        return Player(
            first_name=person.first_name,
            last_name=person.last_name,
            federation=self.federation,
            # A card that is a known player's already stays theirs: whoever is new then has none.
            card_number="" if card_key(person.card) in self.cards else person.card,
            club=self.clubs.named(person.club),
            category=person.category,
            minor_until=_day(person),
        )

    def _complete(self, taken: _Taken) -> bool:
        """Fill what was not known of a player from the file, overwriting nothing; whether there was something."""
        player, person = taken.player, taken.line.person
        before = _told(player)
        card = card_key(player.card_number or person.card)
        if self.cards.get(card, player.pk) == player.pk:  # otherwise somebody else in the federation has it
            if player.federation_id is None:
                player.federation = self.federation
            player.card_number = player.card_number or person.card
        player.club = player.club or self.clubs.named(person.club)
        player.category = player.category or person.category
        player.minor_until = player.minor_until or _day(person)
        return before != _told(player)


def _save(new: Sequence[Player], completed: Sequence[Player]) -> None:
    try:
        Player.objects.bulk_create(new)
        # Not by `bulk_update`: of thousands it makes cases to choose among, which take the database seconds.
        Player.objects.bulk_create(completed, update_conflicts=True, unique_fields=["id"], update_fields=_COMPLETED)
    except IntegrityError as error:  # somebody gave one of the cards meanwhile, in another tournament
        raise Refused(_("Una tessera del file è stata registrata proprio ora: riguarda l’anteprima.")) from error


def _day(person: WrittenPlayer) -> date | None:
    return date.fromisoformat(person.minor_until) if person.minor_until else None


def _told(player: Player) -> tuple[int | None, str, Club | None, str, date | None]:
    """What may be completed of a player; the club itself, which may not be saved yet."""
    return (player.federation_id, player.card_number, player.club, player.category, player.minor_until)


class _Clubs:
    """The federation's clubs by name, whatever its capitals and points; those not yet there are made together."""

    def __init__(self, federation: Federation) -> None:
        self.federation = federation
        self.known = {joined_letters(club.name): club for club in Club.objects.filter(federation=self.federation)}
        self.new: list[Club] = []

    def named(self, name: str) -> Club | None:
        key = joined_letters(name)
        if key and key not in self.known:
            self.known[key] = Club(federation=self.federation, name=name)
            self.new.append(self.known[key])
        return self.known.get(key)

    def save(self, by: Actor) -> None:
        """Make those that were named and not yet there."""
        if not self.new:
            return
        try:
            Club.objects.bulk_create(self.new)
        except IntegrityError as error:  # somebody made one of them meanwhile, in another tournament
            raise Refused(_("Questo circolo esiste già nella federazione.")) from error
        write_federation_line(replace(by, doing="save_club"), self.federation, clubs=len(self.new))


def _chosen(line: PersonLine, choice: str) -> PersonOption | None:
    """The known player whom the director named; None: a new one. Refused where an answer is needed and missing."""
    if not line.is_question or choice == NEW:
        return None
    found = next((option for option in line.options if option.key == choice), None)
    if found is None:
        person = f"{line.person.first_name} {line.person.last_name}"
        raise Refused(_("Di’ chi è %(person)s: un giocatore già noto o uno nuovo.") % {"person": person})
    return found


def _refuse_twice(players: Sequence[Player]) -> None:
    """A known player, or a member of the roster, cannot be two people."""
    counted = Counter(player.pk or card_key(player.card_number) for player in players)
    if twice := [player for player in players if counted[player.pk or card_key(player.card_number)] > 1]:
        raise Refused(_("%(player)s è indicato due volte.") % {"player": twice[0]})


def _refuse_objections(tournament: Tournament, players: Sequence[Player]) -> None:
    """Nobody enters where the code does not let them, which only a desk may waive."""
    # Who was never here has nothing that speaks against them: of a long list that is nearly everybody.
    members = EntryMember.objects.filter(entry__tournament=tournament)
    seen_here = set(each_once(members.values_list("player_id", flat=True)))
    objections = of_new_players(tournament, [player for player in players if player.pk in seen_here])
    if objections:
        raise Refused(*map(str, objections))


def _enter(by: Actor, tournament: Tournament, lines: Sequence[EntryLine], people: _Players) -> list[Entry]:
    entries = []
    for line in lines:
        players = [people.of(person.field) for person in line.people]
        name = line.entry.name or name_of(players)  # as the players are called, wherever the file parts their names
        entries.append((Entry(number=line.number, name=name[:200], category=_category(line)), players))
    return enter_together(by=by, tournament=tournament, people=entries)


def _category(line: EntryLine) -> str:
    categories = {person.person.category for person in line.people}
    return categories.pop() if len(categories) == 1 else ""
