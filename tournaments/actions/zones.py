"""Who walks which tables: a range typed for one arbiter, or tables moved from one to another."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.actions.base import Actor, action, require
from tournaments.actions.call_answers import check_answers
from tournaments.log import write_line
from tournaments.models import Tournament, User, ZoneTable
from tournaments.models.calls import MOST_TABLES
from tournaments.permissions import Right
from tournaments.queries.zones import seen_of, walked
from tournaments.refusals import Overtaken, Refused


@action
def set_zone(*, by: Actor, tournament: Tournament, arbiter: User, tables: frozenset[int], seen: str) -> Tournament:
    """Exactly these table numbers are the arbiter's; taken from whoever walked them before.

    seen: `seen_of` the zones that the page showed. Raises Overtaken where they are others by now.
    """
    _check(by, tournament, tables, seen, arbiter)
    ZoneTable.objects.filter(tournament=tournament, arbiter=arbiter).exclude(table__in=tables).delete()
    _give(tournament, tables, arbiter)
    return _logged(by, tournament, "set_zone", tables, arbiter)


@action
def move_tables(*, by: Actor, tournament: Tournament, tables: frozenset[int], to: User | None, seen: str) -> Tournament:
    """These table numbers are walked by that arbiter besides their own, or by nobody; `seen` as for `set_zone`."""
    _check(by, tournament, tables, seen, to)
    if not tables:
        raise Refused(_("Scegli prima i tavoli da spostare."))
    _give(tournament, tables, to)
    return _logged(by, tournament, "move_tables", tables, to)


def _check(by: Actor, tournament: Tournament, tables: Iterable[int], seen: str, arbiter: User | None) -> None:
    require(by, tournament, Right.DIRECT_CALLS)
    if arbiter:
        check_answers(arbiter, tournament)
    if any(not 1 <= number <= MOST_TABLES for number in tables):
        raise Refused(_("I tavoli si contano da 1."))
    now = seen_of(walked(tournament))
    if seen != now:
        said = _("Qualcun altro ha cambiato le zone nel frattempo: guardale come sono adesso e invia di nuovo.")
        raise Overtaken(said, field="seen", now=now)


def _give(tournament: Tournament, tables: frozenset[int], arbiter: User | None) -> None:
    there = ZoneTable.objects.filter(tournament=tournament, table__in=tables)
    if arbiter is None:
        there.delete()
        return
    there.exclude(arbiter=arbiter).delete()
    new = tables - set(there.values_list("table", flat=True))
    ZoneTable.objects.bulk_create(
        ZoneTable(tournament=tournament, table=number, arbiter=arbiter) for number in sorted(new)
    )


def _logged(by: Actor, tournament: Tournament, name: str, tables: Iterable[int], arbiter: User | None) -> Tournament:
    account = {"account": arbiter.pk} if arbiter else {}
    data = {**account, "tables": sorted(tables)}
    write_line(tournament=tournament, actor=by.user, at=by.at, action=name, record=tournament, data=data)
    return tournament
