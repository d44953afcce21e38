"""Who is there: check-in, its close, withdrawals and returns.

Who left the tournament by a ruling, in the rounds that follow: what the code gives them and their opponents.

F.I.Bur. 39: a line that cannot go on is absent from then on, 7 VP in each of the first three rounds that it misses,
then 0; whoever was to meet it has the score of a rest. Who was sent away earns nothing more. A round drawn without it
gives its opponents their rest by itself; a table already posted gets its score when the round begins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.burraco.parameters import FixedScores, MatchKind, ScoreKind, SideScore
from codes.figures import scores_without_play
from records.action import Actor, action, nested_actor, require, required_text, save_checked
from records.requests import Refused
from records.rights import Right, rights_of
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.entries.actions import check_entry_open, check_not_ended, happened, log_entry, seated_in
from tournaments.entries.admission_actions import admit_all
from tournaments.entries.admission_queries import Flag, flags_of
from tournaments.entries.models import Entry, EntryEvent, EntryMember
from tournaments.entries.rules import Absent, Leaving, Objection, checks_in, rule_with_article, still_seated
from tournaments.rounds.models import LINES, Round, Table
from tournaments.scores.match_actions import Figures, give_match_score, version_of
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment
from tournaments.scores.round_queries import first_open_round, last_begun_round
from tournaments.scores.words import is_ruling
from tournaments.setup.models import Tournament, match_kind
from tournaments.staff.queries import decides_alone


@action(Right.CHECK_IN)
def check_in(*, by: Actor, entry: Entry) -> Entry:
    """Mark an entry present; one that is already stays so, without a second line."""
    return _mark(by, entry, Entry.State.PRESENT, EntryEvent.Kind.CHECKED_IN)


@action(Right.CHECK_IN, logs="check_in")
def check_in_all(*, by: Actor, tournament: Tournament, missing: Sequence[int]) -> Tournament:
    """Mark present all that are not, a line of the log each; missing: the numbers of those whom the page showed so."""
    waiting = list(Entry.objects.filter(tournament=tournament, state=Entry.State.ENTERED).order_by("number"))
    if [one.number for one in waiting] != sorted(missing):
        raise Refused(_("Intanto sono cambiati gli iscritti o le presenze: riguarda chi manca, poi segnali."))
    for entry in waiting:
        _mark(by, entry, Entry.State.PRESENT, EntryEvent.Kind.CHECKED_IN)
    return tournament


@action(Right.CHECK_IN)
def undo_check_in(*, by: Actor, entry: Entry) -> Entry:
    return _mark(by, entry, Entry.State.ENTERED, EntryEvent.Kind.CHECK_IN_UNDONE)


@action(Right.MANAGE_ENTRIES)
def close_check_in(
    *, by: Actor, tournament: Tournament, absent: Absent, flagged: str = "", reason: str = ""
) -> Tournament:
    """Close the check-in: whoever is not there and has not played is left out of the next round, or withdrawn.

    flagged: the digest of whom the page named, of those who are there, as flagged by the roster (`seen_of_flags`): they
    are admitted for the reason. Anybody else who is flagged is named, and nothing is closed.
    """
    check_not_ended(tournament)
    entries = list(tournament.entries.all())
    # While nobody is marked present everybody entered plays (decision 20): closing would leave all of them out.
    if not any(entry.state == Entry.State.PRESENT for entry in entries):
        raise Refused(_("Nessuno risulta presente: segna chi c’è, poi chiudi l’appello."))
    missing = not_there(entries, tournament)
    if not missing:
        raise Refused(_("Ci sono tutti: non c’è nessuno da lasciare fuori."))
    admitted = admit_all(by, flagged_here(tournament, entries), seen=flagged, reason=reason)
    number = first_open_round(tournament)
    for entry in missing:
        _leave_out(by, entry, number) if absent is Absent.LEFT_OUT else _never_came(by, entry)
    names = [[one.number, one.name] for one in missing]
    return by.log(tournament, absent=absent.value, round=number, entries=names, **admitted)


def flagged_here(tournament: Tournament, entries: Sequence[Entry]) -> list[Flag]:
    """Whom the roster flags of those marked present, and who are not admitted."""
    here = [one for one in entries if one.state == Entry.State.PRESENT]
    return [flag for flags in flags_of(tournament, here).values() for flag in flags if flag.is_open]


@action
def withdraw(
    *,
    by: Actor,
    entry: Entry,
    reason: str,
    leaving: Leaving = Leaving.AUTHORISED,
    reference: str = "",
    counts_as_absent: bool = False,
) -> Entry:
    """Withdraw an entry after the last round begun, with the reason; its results stand.

    reference: the ruling that orders it. Whoever may rule may carry it out. counts_as_absent: in the rounds that it
    misses it gets what the code gives a line that is absent (tournaments/check_in/actions.py).
    """
    _check_may(by, entry, reference)
    if entry.is_withdrawn:
        raise Refused(_("L’iscrizione è già ritirata."))
    if leaving is Leaving.QUARREL and not reference:
        _check_two(entry.tournament)
    reason = required_text(reason, _("Scrivi il motivo del ritiro."))
    played = seated_in(entry, *Round.BEGUN)
    # 0: it never played. It is out of the standings then, and its players may enter with others (decision 20).
    # A ruling may come late, or again: of the rounds begun meanwhile those count in which it had a table.
    last = max(played) if reference and played else last_begun_round(entry.tournament)
    was = entry.state
    entry.state, entry.until_round = Entry.State.WITHDRAWN, last if played else 0
    save_checked(entry)
    data = {"leaving": leaving.value, "until_round": entry.until_round}
    if reference:
        data["reference"] = reference
    if counts_as_absent:
        data["counts_as_absent"] = True
    happened(by, entry, EntryEvent.Kind.WITHDRAWN, reason=reason, round_number=entry.until_round + 1, was=was, **data)
    return log_entry(by, entry, reason=reason, **data)


@action(Right.MANAGE_ENTRIES)
def remove_entry(*, by: Actor, entry: Entry, reason: str) -> Entry:
    """Take out an entry that was made by mistake and never played: no list shows it, its players may enter anew.

    Its record stays, as one withdrawn before its first round, and it may come back.
    """
    if entry.is_withdrawn:
        raise Refused(_("L’iscrizione è già ritirata."))
    if rounds := seated_in(entry, *Round.State):
        words = _("Ha un posto nel turno %(number)d: prima rifai o scarta quei tavoli, o ritirala.")
        raise Refused(words % {"number": rounds[0]})
    reason = required_text(reason, _("Scrivi qual era l’errore."))
    was = entry.state
    entry.state, entry.until_round = Entry.State.WITHDRAWN, 0
    save_checked(entry)
    data = {"until_round": 0, "mistake": True}
    happened(by, entry, EntryEvent.Kind.WITHDRAWN, reason=reason, round_number=1, was=was, **data)
    return log_entry(by, entry, reason=reason, **data)


@action
def return_entry(*, by: Actor, entry: Entry, reason: str, reference: str = "") -> Entry:
    """Let an entry come back from the first round not yet shown, or in which its table still waits for it.

    Never one that left for a quarrel, unless the ruling that put it out is taken back: then it is named as reference,
    and the entry is marked present only if it was.
    """
    _check_may(by, entry, reference)
    left = withdrawal_of(entry) if reference and withdrawn_for(entry) == reference else None
    if left is None:
        refuse_return(entry)
    reason = required_text(reason, _("Scrivi il motivo del rientro."))
    begins = still_seated(entry) or first_open_round(entry.tournament)
    if entry.until_round == 0:
        # A round that began meanwhile keeps it at its table: nobody else sat there.
        entry.from_round = min([begins, *seated_in(entry, *Round.BEGUN)])
        entry.members.filter(until_round__isnull=True).update(from_round=entry.from_round)
    usual = Entry.State.PRESENT if checks_in(entry.tournament) else Entry.State.ENTERED
    entry.state = left.data.get("was", usual) if left else usual
    entry.until_round = None
    save_checked(entry)
    happened(by, entry, EntryEvent.Kind.RETURNED, reason=reason, round_number=begins)
    return log_entry(by, entry, reason=reason, round=begins)


def withdrawn_for(entry: Entry) -> str:
    """The reference of the ruling that put the entry out; nothing where none did."""
    last = withdrawal_of(entry)
    reference: str = last.data.get("reference", "") if last else ""
    return reference


def withdrawal_of(entry: Entry) -> EntryEvent | None:
    """How the entry left the last time; nothing where it never did."""
    return EntryEvent.objects.filter(entry=entry, kind=EntryEvent.Kind.WITHDRAWN).last()


def _check_may(by: Actor, entry: Entry, reference: str) -> None:
    """Refuse who may not, and any change after the end; a ruling puts out whom it expels, and is revised even then.

    With its reference, who may rule needs no right over the entries.
    """
    if reference and Right.RULE in rights_of(by.user, entry.tournament):
        prefetch_related_objects([entry], "members__player")
    else:
        require(by, entry.tournament, Right.MANAGE_ENTRIES)
        check_entry_open(entry)


def _check_two(tournament: Tournament) -> None:
    """Refuse by hand to put out for good whom the tournament wants two persons to exclude."""
    if tournament.confirm_expulsion and not decides_alone(tournament):
        raise Refused(
            _(
                "Chi non rientra più è escluso, e qui serve una seconda persona: si propone un provvedimento dalla "
                "pagina del tavolo."
            )
        )


def refuse_return(entry: Entry) -> None:
    """Refuse who is not away, left for a quarrel, or has a player who entered again with others."""
    if not entry.is_withdrawn:
        raise Refused(_("L’iscrizione non è ritirata."))
    last = EntryEvent.objects.filter(entry=entry, kind=EntryEvent.Kind.WITHDRAWN).last()
    if last is not None and last.data.get("leaving") == Leaving.QUARREL:
        words = _("chi ha abbandonato per litigio o contestazione non riprende il torneo")
        raise Refused(str(Objection(rule_with_article(entry.tournament, words))))
    now = [member.player_id for member in entry.members.all() if member.until_round is None]
    elsewhere = EntryMember.objects.filter(
        entry__tournament=entry.tournament, player__in=now, until_round__isnull=True
    ).exclude(entry=entry)
    for place in elsewhere.exclude(entry__state=Entry.State.WITHDRAWN).select_related("player", "entry"):
        figures = {"player": place.player, "number": place.entry.number}
        raise Refused(_("%(player)s gioca ora col numero %(number)d.") % figures)


def not_there(entries: list[Entry], tournament: Tournament) -> list[Entry]:
    """Who should play the next round, is not present and has not sat in any round shown."""
    number = first_open_round(tournament)
    shown = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    lines = shown.values_list(*LINES)
    seated = {entry for table in lines for entry in table}
    awaited = [one for one in entries if one.state == Entry.State.ENTERED and one.from_round <= number]
    return [one for one in awaited if one.pk not in seated]


def _mark(by: Actor, entry: Entry, state: Entry.State, kind: EntryEvent.Kind) -> Entry:
    check_entry_open(entry)
    if entry.is_withdrawn:
        raise Refused(_("L’iscrizione è ritirata: prima va fatta rientrare."))
    if entry.state == state:
        return entry
    entry.state = state
    save_checked(entry)
    happened(by, entry, kind)
    return log_entry(by, entry)


def _leave_out(by: Actor, entry: Entry, number: int) -> None:
    # It may still come, for the round after.
    entry.from_round = number + 1
    save_checked(entry)
    entry.members.filter(until_round__isnull=True).update(from_round=number + 1)
    reason = _("Non presente all’appello.")
    happened(by, entry, EntryEvent.Kind.CHANGED, reason=reason, round_number=number + 1, left_out=number)


def _never_came(by: Actor, entry: Entry) -> None:
    entry.state, entry.until_round = Entry.State.WITHDRAWN, 0
    save_checked(entry)
    data = {"leaving": Leaving.UNAUTHORISED.value, "until_round": 0}
    happened(by, entry, EntryEvent.Kind.WITHDRAWN, reason=_("Non presente all’appello."), round_number=1, **data)


def absent_in_words(absent: Absent, count: int) -> str:
    if absent is Absent.LEFT_OUT:
        return ngettext("%(count)d lasciata fuori.", "%(count)d lasciate fuori.", count) % {"count": count}
    return ngettext("%(count)d ritirata.", "%(count)d ritirate.", count) % {"count": count}


ABSENCES = (ScoreKind.ABSENT, ScoreKind.ABSENT_LONG)
NOTHING = SideScore(vp=0, mp=0)


@dataclass(frozen=True)
class _Away:
    """An entry that a ruling put out, with the ruling's reference and what it gets in the round."""

    entry: Entry
    reference: str
    kind: str
    score: SideScore


def settle_absences(*, by: Actor, round: Round) -> None:
    """Give what a round that has begun brings those who left by a ruling, and those whom they were to meet.

    Asked again it gives what is missing, as when a ruling came after the round had begun.
    """
    scores = scores_without_play(round.tournament.rulebook)
    match = match_kind(round.tournament.contest, round.tournament.boards_per_round)
    # Nobody gets VP in a bracket: there whoever is away has lost.
    if scores is None or match is None or round.stage.traits.is_bracket:
        return
    away = {one.entry.pk: one for one in _away(round, scores, match)}
    seated = _settle_tables(by, round, away, scores.score_for(ScoreKind.BYE, match))
    for one in away.values():
        if one.entry.pk not in seated:
            _credit(by, round, one)


def _away(round: Round, scores: FixedScores, match: MatchKind) -> Iterator[_Away]:
    gone = Entry.objects.filter(tournament=round.tournament_id, state=Entry.State.WITHDRAWN, until_round__gt=0)
    for entry in gone.filter(until_round__lt=round.number).select_related("tournament").order_by("number"):
        left = EntryEvent.objects.filter(entry=entry, kind=EntryEvent.Kind.WITHDRAWN).last()
        reference = left.data.get("reference", "") if left else ""
        if left is None or not is_ruling(reference):
            continue  # the director answers for a withdrawal of their own
        if left.data.get("counts_as_absent"):
            missed = rounds_missed_before(entry) + round.number - (entry.until_round or 0)
            kind = ScoreKind.ABSENT if missed <= scores.absence_rounds else ScoreKind.ABSENT_LONG
            yield _Away(entry, reference, kind.value, scores.absence(missed, match))
        else:
            yield _Away(entry, reference, ScoreKind.BYE.value, NOTHING)


def rounds_missed_before(entry: Entry) -> int:
    """The rounds in which the entry has the score of an absent line, while it was still entered."""
    given = MatchScore.objects.current().filter(kind__in=ABSENCES, table__round__number__lte=entry.until_round or 0)
    as_a = given.filter(table__line_a=entry, mp_a__lt=0).count()
    return as_a + given.filter(table__line_b=entry, mp_b__lt=0).count()


def _settle_tables(by: Actor, round: Round, away: dict[int, _Away], rest: SideScore) -> set[int]:
    """The score of every match posted with somebody who is away; the entries that were seated there."""
    seated: set[int] = set()
    tables = Table.objects.filter(round=round, room=1, line_b__isnull=False).select_related(*LINES)
    for table in tables.order_by("number"):
        table.round = round
        a, b = (away.get(line or 0) for line in (table.line_a_id, table.line_b_id))
        seated |= {one.entry.pk for one in (a, b) if one}
        found = a or b
        if found is None:
            continue
        for_a, for_b = (one.score if one else rest for one in (a, b))
        figures = Figures(vp_a=for_a.vp, vp_b=for_b.vp, mp_a=for_a.mp, mp_b=for_b.mp)
        if not _is_open(table, {one.reference for one in (a, b) if one}, figures):
            continue
        give_match_score(
            by=nested_actor(by, f"away{table.number}"),
            table=table,
            kind=found.kind,
            figures=figures,
            reason=_reason(found),
            reference=found.reference,
            expected_version=version_of(table),
            decision=found.reference,
        )
    return seated


def _is_open(table: Table, references: set[str], figures: Figures) -> bool:
    """Whether the match waits for these figures: it has none, or others by the same rulings, which left it earlier.

    So when the second of two lines that were to meet leaves too, or one of them is back.
    """
    current = MatchScore.objects.current().filter(table=table).first()
    if current is None:
        return True
    given = Figures(vp_a=current.vp_a, vp_b=current.vp_b, mp_a=current.mp_a, mp_b=current.mp_b)
    return current.reference in references and given != figures


def _credit(by: Actor, round: Round, one: _Away) -> None:
    """What a line absent gets in a round that was drawn without it; once."""
    given = Adjustment.objects.filter(entry=one.entry, round=round, reference=one.reference, cancelled_at__isnull=True)
    if given.exists():
        return
    for kind, amount in ((Adjustment.Kind.VP, one.score.vp), (Adjustment.Kind.MP, one.score.mp)):
        if amount:
            give_adjustment(
                by=nested_actor(by, f"absent{one.entry.number}{kind}"),
                entry=one.entry,
                round=round,
                kind=kind,
                amount=amount,
                reason=_reason(one),
                reference=one.reference,
                ruled=True,  # by which it left
            )


def _reason(one: _Away) -> str:
    # What is recorded has one language.
    return f"Coppia {one.entry.number} ritirata (art. 39)"
