"""What an appeal may be against: a record found by its key, with its notice, its time limit and who made it.

A key is a kind, numbers as people read them, and the version: «ruling:3:1», «score:1:2:4:1» (round, table, board),
«match:1:2:1» (round, table), «standings:2» or «standings:2:7» (publication, the row of an entry). The arbiter's
application adds rulings to KINDS.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from pages.forms import number_in
from people.accounts.models import User
from people.players.queries import players_of_account
from records.rights import MATRIX, Right, Role, rights_of
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.entries.models import EntryMember
from tournaments.publication.models import Publication
from tournaments.rounds.models import LINES
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.setup.models import Membership, Tournament
from tournaments.staff.queries import members_of


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
    # The appeal that is deciding it anew.
    reopened_by: int | None = None
    # Whoever has one of these rights may give such a record, and so change it.
    given_with: frozenset[Right] = frozenset({Right.RULE})
    # The later versions, or what a row of standings rests on: what each cites, and who made it.
    since: tuple[tuple[str, frozenset[int]], ...] = ()

    @property
    def everybody(self) -> frozenset[int]:
        """Who made any of it."""
        return self.makers.union(*(makers for _reference, makers in self.since))


Finder = Callable[[Tournament, Sequence[int]], Grievance | None]


def grievance(tournament: Tournament, key: str) -> Grievance | None:
    """The record of that key in the tournament; None where there is none."""
    kind, *parts = key.split(":")
    numbers = [number_in(part) for part in parts]
    known = [number for number in numbers if number is not None]
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
    versions = BoardScore.objects.filter(
        table__round__tournament=tournament, table__round__number=round_number, table__number=table,
        board__number=board, version__gte=version,
    ).select_related("table").order_by("version")  # fmt: skip
    score, *later = versions or [None]
    if score is None or score.version != version:
        return None
    words = score_called(tournament, round_number, table, board)
    return _score_grievance(tournament, "score", numbers, words, [score, *later], is_past=not score.is_current)


def _match(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    if len(numbers) != 3:
        return None
    round_number, table, version = numbers
    versions = MatchScore.objects.filter(
        table__round__tournament=tournament, table__round__number=round_number, table__number=table,
        version__gte=version,
    ).select_related("table").order_by("version")  # fmt: skip
    match_score, *later = versions or [None]
    if match_score is None or match_score.version != version:
        return None
    words = match_called(round_number, table)
    return _score_grievance(
        tournament, "match", numbers, words, [match_score, *later], is_past=match_score.superseded_at is not None
    )


def score_called(tournament: Tournament, round_number: int, table: int, board: int) -> str:
    """As it is recorded, in one language for all; so are the two below."""
    with override("it"):
        return _("Punteggio del turno %(round)s, tavolo %(table)s, smazzata %(board)s") % {
            "round": round_number, "table": table, "board": tournament.deal_called(board)
        }  # fmt: skip


def match_called(round_number: int, table: int) -> str:
    with override("it"):
        return _("Punteggio fissato del turno %(round)s, tavolo %(table)s") % {"round": round_number, "table": table}


def standings_called(publication: Publication, entry: int | None = None) -> str | None:
    """None where the entry has no row in them."""
    with override("it"):
        if entry is None:
            return _("Classifica n. %(number)s") % {"number": publication.number}
        figures = {"number": publication.number, "entry": entry, "place": row_of(publication, entry)}
        words = _("Classifica n. %(number)s, riga della coppia %(entry)s, posto %(place)s") % figures
        return words if figures["place"] is not None else None


def _score_grievance(
    tournament: Tournament, kind: str, numbers: Sequence[int], words: str,
    versions: "Sequence[BoardScore | MatchScore]", *, is_past: bool,
) -> Grievance:  # fmt: skip
    """Against the first of these versions; the others took its place."""
    version, *later = versions
    return Grievance(
        key=":".join([kind, *map(str, numbers)]),
        words=words,
        noticed_at=version.given_at,
        due_at=due_after(tournament, version.given_at),
        makers=_makers(version) | _makers_of_rulings(tournament, {version.reference}),
        entries=frozenset(key for key in (getattr(version.table, f"{line}_id") for line in LINES) if key),
        is_past=is_past,
        since=tuple((later_version.reference, _makers(later_version)) for later_version in later),
    )


def _makers(score: BoardScore | MatchScore) -> frozenset[int]:
    confirmed_by = score.confirmed_by_id if isinstance(score, BoardScore) else None
    return frozenset({score.given_by_id, *([confirmed_by] if confirmed_by else [])})


def _standings(tournament: Tournament, numbers: Sequence[int]) -> Grievance | None:
    shown = Publication.objects.filter(tournament=tournament)
    publication = shown.filter(number=numbers[0]).first()
    if publication is None or len(numbers) > 2:
        return None
    words = standings_called(publication, *numbers[1:])
    if words is None:
        return None
    # Final standings show what the provisional ones did: the minutes to object in were theirs (20).
    before = shown.filter(stage=publication.stage_id, number__lte=publication.number, closes_at__isnull=False).order_by(
        "number"
    )
    last = before.last()
    return Grievance(
        key=":".join(["standings", *map(str, numbers)]),
        words=words,
        noticed_at=publication.published_at,
        due_at=last.closes_at if last else None,
        makers=frozenset({publication.published_by_id}),
        since=_judged_row(publication, numbers[1]) if len(numbers) == 2 else (),
    )


def _judged_row(publication: Publication, entry: int) -> tuple[tuple[str, frozenset[int]], ...]:
    """Who judged what the row of an entry rests on: rulings, fixed and arbitral scores, adjustments in force.

    Not who typed or confirmed what the tables played: that is what the players wrote. Of the whole standings nobody
    but who published them: everybody in office has some part in those.
    """
    tournament = publication.tournament
    seated = Q(table__line_a__number=entry) | Q(table__line_b__number=entry)
    here = {"table__round__stage": publication.stage_id, "table__round__number__lte": publication.round_number}
    fixed = MatchScore.objects.current().filter(seated, **here)
    judged = BoardScore.objects.current().exclude(kind__in=[BoardScore.Kind.PLAYED, BoardScore.Kind.UNPLAYED])
    adjustments = Adjustment.objects.filter(
        entry__tournament=tournament, entry__number=entry, cancelled_at__isnull=True
    )
    rows = [row for rows in (fixed, judged.filter(seated, **here), adjustments) for row in rows.values_list(*_GIVEN)]
    ruled = _makers_of_rulings(tournament, {reference for reference, _by in rows})
    return (("", ruled), *((reference, frozenset({by})) for reference, by in rows))


_GIVEN = ("reference", "given_by")


def _makers_of_rulings(tournament: Tournament, references: Collection[str]) -> frozenset[int]:
    return frozenset[int]().union(*(find(tournament, references) for find in RULED))


# Who made the rulings that records cite: the arbiter's application adds its own.
RULED: list[Callable[[Tournament, Collection[str]], frozenset[int]]] = []


def row_of(publication: Publication, entry: int) -> int | None:
    """The place of the entry's row; None where it has none."""
    row = row_in(publication, entry)
    return int(row["place"]) if row and row["place"] is not None else None


def row_in(publication: Publication, entry: int) -> Mapping[str, Any] | None:
    rows = (row for section in publication.rows for row in section["rows"])
    return next((row for row in rows if row["entry"] == entry), None)


KINDS: dict[str, Finder] = {"score": _score, "match": _match, "standings": _standings}


# ---- who judges -----------------------------------------------------------------------------------------------------


def makers_of(appeal: Appeal) -> frozenset[int]:
    """Who made what the appeal is against, by their accounts: as it was filed, and whatever took its place since.

    A score corrected by this very appeal is its outcome: whoever corrected it so judges it. Of one that is closed only
    those of then count: what stands now, its judges made.
    """
    contested = grievance(appeal.tournament, appeal.record) if appeal.record and appeal.is_open else None
    since = contested.since if contested else ()
    later = (makers for reference, makers in since if reference.strip() != reference_of(appeal))
    return frozenset(appeal.made_by or ()).union(contested.makers if contested else (), *later)


def corrected_by(appeal: Appeal) -> bool:
    """Whether a score or an adjustment was recorded by the reference of the appeal."""
    of, reference = appeal.tournament_id, reference_of(appeal)
    return (
        BoardScore.objects.filter(table__round__tournament=of, reference=reference).exists()
        or MatchScore.objects.filter(table__round__tournament=of, reference=reference).exists()
        or Adjustment.objects.filter(entry__tournament=of, reference=reference).exists()
    )


def is_changed(appeal: Appeal) -> bool:
    """Whether what the appeal is against has become another since: a new version, or other standings published."""
    contested = grievance(appeal.tournament, appeal.record) if appeal.record else None
    if contested is None or appeal.kind != "standings":
        return contested is not None and contested.is_past
    number = int(contested.key.split(":")[1])
    shown = Publication.objects.filter(tournament=appeal.tournament)
    # None is published that says what the one before did.
    newer = shown.filter(stage__publications__number=number, number__gt=number, published_at__gte=appeal.filed_at)
    return corrected_by(appeal) or newer.exists()


def reference_of(appeal: Appeal) -> str:
    """By what a correction cites the appeal, in one language for all."""
    return f"Reclamo n. {appeal.number}"


def own_matter(appeal: Appeal, user: User) -> str:
    """Why the user does not even record the ends of the appeal: it is against their own decision, or they play.

    Whoever received it may: that was writing down, and deciding it is another matter (`reasons_not_to_judge`).
    """
    if user.pk in makers_of(appeal):
        return _("Il reclamo è contro una decisione tua: lo registra un altro.")
    return _("Giochi in questo torneo: lo registra un altro.") if _plays(appeal, user) else ""


def _plays(appeal: Appeal, user: User) -> bool:
    members = EntryMember.objects.filter(entry__tournament=appeal.tournament_id)
    return members.filter(player__in=players_of_account(user)).exists()


def why_not_naming(appeal: Appeal, user: User) -> str:
    """Why the user neither names nor releases the judges of what they made themselves.

    Where all who may are makers the director does it, who could give somebody else the task to; it stays written who.
    """
    if user.pk not in makers_of(appeal):
        return ""
    naming = {role.value for role in Role if Right.NAME_PANEL in MATRIX[role]}
    members = Membership.objects.filter(tournament=appeal.tournament, role__in=naming, user__is_active=True)
    others = members.exclude(user__in=makers_of(appeal)).exists()
    if not others and Right.MANAGE_STAFF in rights_of(user, appeal.tournament):
        return ""
    return _("Il reclamo è contro una decisione tua: la giuria la nomina un altro.")


def reasons_not_to_judge(appeal: Appeal, user: User, makers: Collection[int] | None = None) -> str:
    """All that forbids the user to judge the appeal; nothing where nothing does.

    makers: `makers_of` the appeal, where several are asked for.
    """
    makers = makers_of(appeal) if makers is None else makers
    why = []
    if appeal.filed_by_id == user.pk:
        why.append(_("Chi ha ricevuto il reclamo non lo decide: lo decide un altro."))
    if user.pk in makers:
        why.append(_("Chi ha preso la decisione impugnata non giudica il reclamo contro di essa."))
    if _plays(appeal, user):
        why.append(_("Chi gioca nel torneo non giudica i suoi reclami."))
    return " ".join(why)


def named_for(appeal: Appeal) -> "QuerySet[AppealJudge]":
    """Who was named to judge the appeal and has not left, whether in office still or not."""
    return AppealJudge.objects.filter(appeal=appeal, left_at__isnull=True).select_related("user")


def panel_of(appeal: Appeal) -> list[AppealJudge]:
    """Who judges the appeal now: those named who are in office, and whom nothing bars since.

    Where nobody of them is left it is as if nobody had been named.
    """
    named = list(named_for(appeal))
    if not named:
        return []
    office, makers = staff_of(appeal.tournament), makers_of(appeal)
    return [judge for judge in named if judge.user in office and not reasons_not_to_judge(appeal, judge.user, makers)]


def staff_of(tournament: Tournament) -> dict[User, Role]:
    """Who may sit on a panel, before it is asked who is barred, with the task of each."""
    roles = [role.value for role in Role if Right.RECEIVE_APPEAL in MATRIX[role]]
    members = Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)
    return {membership.user: Role(membership.role) for membership in members.select_related("user")}


def able_to_change(appeal: Appeal, panel: Collection[AppealJudge]) -> list[User]:
    """Who of the panel may change the ruling: who could have given it, so no director what was ruled on a deal."""
    office, rights = staff_of(appeal.tournament), given_with(appeal)
    return [judge.user for judge in panel if rights & MATRIX[office.get(judge.user, Role.PUBLIC)]]


def given_with(appeal: Appeal) -> frozenset[Right]:
    """The rights one of which gives, and so changes, what the appeal is against."""
    contested = grievance(appeal.tournament, appeal.record) if appeal.record else None
    return contested.given_with if contested else frozenset()


def lacks_arbiter(appeal: Appeal, panel: Collection[AppealJudge]) -> bool:
    """Whether a panel judges a ruling that nobody of it could change: it could only reject, which is no hearing."""
    return appeal.kind == "ruling" and bool(panel) and not able_to_change(appeal, panel)


def majority_of(panel: Collection[AppealJudge]) -> int:
    """How many of the panel decide; an only judge decides alone."""
    return len(panel) // 2 + 1


def why_not_judging(appeal: Appeal, user: User) -> str:
    """Why the user does not decide the open appeal: barred, not of its panel, or no chief where there is none."""
    if why := reasons_not_to_judge(appeal, user):
        return why
    panel = {judge.user_id for judge in panel_of(appeal)}
    if panel:
        return "" if user.pk in panel else _("Di questo reclamo decide la sua giuria.")
    return "" if Right.DECIDE_APPEAL in rights_of(user, appeal.tournament) else _("Lo decide il capo arbitro.")


def open_against(tournament: Tournament, start: str) -> Appeal | None:
    """The open appeal against a record whose key begins so."""
    appeals = Appeal.objects.filter(tournament=tournament, state=Appeal.State.OPEN, record__startswith=start)
    return appeals.order_by("number").first()


def members_heard(appeal: Appeal) -> list[EntryMember]:
    """Whose matter the appeal is: who brought it, and those at the table of what it is against."""
    contested = grievance(appeal.tournament, appeal.record) if appeal.record else None
    return list(members_of({appeal.entry_id, *(contested.entries if contested else ())}))
