"""Who left the tournament by a ruling, in the rounds that follow: what the code gives them and their opponents.

F.I.Bur. 39: a line that cannot go on is absent from then on, 7 VP in each of the first three rounds that it misses,
then 0; whoever was to meet it has the score of a rest. Who was sent away earns nothing more. A round drawn without it
gives its opponents their rest by itself; a table already posted gets its score when the round begins.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from codes.burraco.fixed_scores import FixedScores, MatchKind, ScoreKind, SideScore
from codes.round_figures import scores_without_play
from tournaments.actions.adjustments import give_adjustment
from tournaments.actions.base import Actor, nested
from tournaments.actions.match_scores import Figures, give_match_score, version_of
from tournaments.models import Adjustment, Entry, EntryEvent, MatchScore, Round, Table
from tournaments.models.rounds import LINES
from tournaments.models.tournament import match_kind
from tournaments.wording import is_ruling

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
    seated = _settle_tables(by, round, away, scores.of(ScoreKind.BYE, match))
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
            by=nested(by, f"away{table.number}"),
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
                by=nested(by, f"absent{one.entry.number}{kind}"),
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
