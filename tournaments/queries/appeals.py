"""What an appeal may be against: a record found by its key, with its notice, its time limit and who made it.

A key is a kind, numbers as people read them, and the version: «ruling:3:1», «score:1:2:4:1» (round, table, board),
«match:1:2:1» (round, table), «standings:2» or «standings:2:7» (publication, the row of an entry). The arbiter's
application adds rulings to KINDS.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Appeal, AppealJudge, BoardScore, EntryMember, MatchScore, Publication, Tournament, User
from tournaments.models.rounds import LINES
from tournaments.numbers import number_in
from tournaments.queries.merging import players_of_account
from tournaments.queries.own_club import members_of


@dataclass(frozen=True, kw_only=True)
class Grievance:
    """A record that an appeal is filed against; words: how it is recorded, in one language for all."""

    key: str
    words: str
    noticed_at: datetime
    due_at: datetime | None
    makers: frozenset[int]
    # Whose matter it is, beside who appeals: the entries at its table.
    entries: frozenset[int] = frozenset()
    # Whether another version has taken its place.
    is_past: bool = False


Finder = Callable[[Tournament, Sequence[int]], Grievance | None]


def grievance(tournament: Tournament, key: str) -> Grievance | None:
    """The record of that key in the tournament; None where there is none."""
    kind, *parts = key.split(":")
    numbers = [number_in(part) for part in parts]
    known = [one for one in numbers if one is not None]
    if kind not in KINDS or not known or len(known) < len(numbers):
        return None
    return KINDS[kind](tournament, known)


def due_after(tournament: Tournament, noticed: datetime) -> datetime | None:
    """Until when a decision of that moment is appealed, if the tournament sets a limit: the codes set none."""
    return noticed + timedelta(minutes=tournament.appeal_minutes) if tournament.appeal_minutes else None


def _score(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    if len(numbers) != 4:
        return None
    round_number, table, board, version = numbers
    found = BoardScore.objects.filter(
        table__round__tournament=tournament, table__round__number=round_number, table__number=table,
        board__number=board, version=version,
    ).select_related("table").first()  # fmt: skip
    if found is None:
        return None
    with override("it"):
        words = _("Punteggio del turno %(round)s, tavolo %(table)s, smazzata %(board)s") % {
            "round": round_number, "table": table, "board": tournament.deal_called(board)
        }  # fmt: skip
    return _given(tournament, "score", numbers, words, found, is_past=not found.is_current)


def _match(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    if len(numbers) != 3:
        return None
    round_number, table, version = numbers
    found = (
        MatchScore.objects.filter(
            table__round__tournament=tournament, table__round__number=round_number, table__number=table, version=version
        )
        .select_related("table")
        .first()
    )
    if found is None:
        return None
    with override("it"):
        words = _("Punteggio fissato del turno %(round)s, tavolo %(table)s") % {"round": round_number, "table": table}
    return _given(tournament, "match", numbers, words, found, is_past=found.superseded_at is not None)


def _given(
    tournament: Tournament, kind: str, numbers: Sequence[int], words: str, found: BoardScore | MatchScore, *,
    is_past: bool,
) -> Grievance:  # fmt: skip
    confirmed_by = found.confirmed_by_id if isinstance(found, BoardScore) else None
    makers = {found.given_by_id, *([confirmed_by] if confirmed_by else [])}
    return Grievance(
        key=":".join([kind, *map(str, numbers)]),
        words=words,
        noticed_at=found.given_at,
        due_at=due_after(tournament, found.given_at),
        makers=frozenset(makers),
        entries=frozenset(key for key in (getattr(found.table, f"{line}_id") for line in LINES) if key),
        is_past=is_past,
    )


def _standings(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    shown = Publication.objects.filter(tournament=tournament)
    found = shown.filter(number=numbers[0]).first()
    if found is None or len(numbers) > 2:
        return None
    with override("it"):
        words = _("Classifica n. %(number)s") % {"number": found.number}
        if len(numbers) == 2:
            told = {"number": found.number, "entry": numbers[1], "place": row_of(found, numbers[1])}
            if told["place"] is None:
                return None
            words = _("Classifica n. %(number)s, riga della coppia %(entry)s, posto %(place)s") % told
    # Final standings show what the provisional ones did: the minutes to object in were theirs (20).
    before = shown.filter(stage=found.stage_id, number__lte=found.number, closes_at__isnull=False).order_by("number")
    last = before.last()
    return Grievance(
        key=":".join(["standings", *map(str, numbers)]),
        words=words,
        noticed_at=found.published_at,
        due_at=last.closes_at if last else None,
        makers=frozenset({found.published_by_id}),
    )


def row_of(publication: Publication, entry: int) -> int | None:
    """The place of the entry's row; None where it has none."""
    rows = (row for section in publication.rows for row in section["rows"])
    return next((int(row["place"]) for row in rows if row["entry"] == entry), None)


KINDS: dict[str, Finder] = {"score": _score, "match": _match, "standings": _standings}


# ---- who judges -----------------------------------------------------------------------------------------------------


def barred(appeal: Appeal, user: User) -> str:
    """All that forbids the user to judge the appeal; nothing where nothing does."""
    why = []
    if appeal.filed_by_id == user.pk:
        why.append(_("Chi ha ricevuto il reclamo non lo decide: lo decide un altro."))
    if user.pk in (appeal.made_by or ()):
        why.append(_("Chi ha preso la decisione impugnata non giudica il reclamo contro di essa."))
    if EntryMember.objects.filter(entry__tournament=appeal.tournament_id, player__in=players_of_account(user)).exists():
        why.append(_("Chi gioca nel torneo non giudica i suoi reclami."))
    return " ".join(why)


def panel_of(appeal: Appeal) -> "QuerySet[AppealJudge]":
    """Who judges the appeal now."""
    return AppealJudge.objects.filter(appeal=appeal, left_at__isnull=True).select_related("user")


def open_against(tournament: Tournament, start: str) -> Appeal | None:
    """The open appeal against a record whose key begins so."""
    found = Appeal.objects.filter(tournament=tournament, state=Appeal.State.OPEN, record__startswith=start)
    return found.order_by("number").first()


def members_heard(appeal: Appeal) -> list[EntryMember]:
    """Whose matter the appeal is: who brought it, and those at the table of what it is against."""
    found = grievance(appeal.tournament, appeal.record) if appeal.record else None
    return list(members_of({appeal.entry_id, *(found.entries if found else ())}))
