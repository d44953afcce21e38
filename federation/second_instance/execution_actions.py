"""What a decision of the federal judge makes of the tournament's own records: a new version of each that it changes.

Whoever carries it out chooses nothing; a correction takes the place of what the version before it made.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.seats import Result
from federation.packages.models import SentAnswer
from federation.sealed.answers import CHANGED, MATCH, RULING, SCHEMAS, SCORE, STANDINGS, figures_in, kind_of, numbers_of
from federation.second_instance.models import DecisionExecution
from records.action import Actor
from records.requests import Refused
from referee.rulings.models import Ruling
from referee.rulings.second_instance_actions import Ordered, change_by_order, restore_by_order
from tournaments.appeals.adjustment_actions import adjust_by_decision, cancel_by_decision
from tournaments.entries.models import Entry
from tournaments.publication.models import Publication
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.actions import score_by_decision
from tournaments.scores.match_actions import Figures, match_by_decision
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import Adjustment, BoardScore

ADJUSTMENT = "adjustment"
# What the figures of a row of standings are called as adjustments.
KINDS = {"vp": Adjustment.Kind.VP, "mp": Adjustment.Kind.MP}


@dataclass(frozen=True)
class Done:
    """What was made: a version of a ruling, or records by their keys."""

    ruling: Ruling | None = None
    made: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.ruling or self.made)


def same_appeal(answer: SentAnswer) -> "QuerySet[SentAnswer]":
    told = answer.told
    of = {"told__schema__in": SCHEMAS, "told__federation": told["federation"], "told__appeal": told["appeal"]}
    return SentAnswer.objects.filter(tournament=answer.tournament, **of)


def do_as_decided(by: Actor, answer: SentAnswer, words: str) -> Done:
    """Within an action. words: how the decision is cited, in one language for all."""
    found = DecisionExecution.objects.filter(answer__in=same_appeal(answer)).select_related("ruling")
    before = [one for one in found.order_by("pk") if one.ruling_id or one.made]
    if answer.told["outcome"] != CHANGED and not before:
        return Done()
    doing = {RULING: _ruling, SCORE: _score, MATCH: _match, STANDINGS: _standings}[kind_of(answer.told["record"])]
    try:
        return doing(by, answer, words, before)
    except ObjectDoesNotExist as error:
        raise Refused(_("In questo torneo non c’è quello che la decisione cambia.")) from error


def _why(answer: SentAnswer, words: str) -> str:
    return f"{words}: {answer.told['reasons']}"


def _changes(answer: SentAnswer) -> bool:
    return bool(answer.told["outcome"] == CHANGED)


def _ruling(by: Actor, answer: SentAnswer, words: str, before: Iterable[DecisionExecution]) -> Done:
    told = answer.told
    number, version = numbers_of(told["record"])
    ordered = Ordered(
        number=number, versions={version} | {one.ruling.version for one in before if one.ruling}, facts=told["facts"],
        order=told["order"], reasons=told["reasons"], told=_why(answer, words),
    )  # fmt: skip
    if _changes(answer):
        return Done(change_by_order(by, answer.tournament, ordered))
    return Done(restore_by_order(by, answer.tournament, ordered, judged=version))


def _score(by: Actor, answer: SentAnswer, words: str, before: Iterable[DecisionExecution]) -> Done:
    *place, version = numbers_of(answer.told["record"])
    table, board = _table(answer, *place[:2]), Board.objects.get(tournament=answer.tournament, number=place[2])
    judged = BoardScore.objects.get(table=table, board=board, version=version)
    figures = answer.told["figures"] if _changes(answer) else figures_in(SCORE, judged)
    score = score_by_decision(
        by, table, board, Result(**figures), versions=_versions(version, before), reason=_why(answer, words),
        reference=words,
    )  # fmt: skip
    return Done(made=[":".join(map(str, [SCORE, *place, score.version]))])


def _match(by: Actor, answer: SentAnswer, words: str, before: Iterable[DecisionExecution]) -> Done:
    *place, version = numbers_of(answer.told["record"])
    table = _table(answer, *place)
    judged = MatchScore.objects.get(table=table, version=version)
    figures = answer.told["figures"] if _changes(answer) else figures_in(MATCH, judged)
    score = match_by_decision(
        by, table, Figures(**figures), versions=_versions(version, before), reason=_why(answer, words), reference=words
    )
    return Done(made=[":".join(map(str, [MATCH, *place, score.version]))])


def _standings(by: Actor, answer: SentAnswer, words: str, before: Iterable[DecisionExecution]) -> Done:
    number, *entries = numbers_of(answer.told["record"])
    shown = Publication.objects.select_related("stage").get(tournament=answer.tournament, number=number)
    _check_last(shown)
    why = _why(answer, words)
    given = [int(key.partition(":")[2]) for one in before for key in one.made]
    for adjustment in Adjustment.objects.filter(pk__in=given, cancelled_at__isnull=True).order_by("pk"):
        cancel_by_decision(by, adjustment, reason=why, decision=words)
    figures = answer.told["figures"] if _changes(answer) else {}
    amounts = [(KINDS[name], amount) for name, amount in sorted(figures.items()) if amount]
    if not amounts:
        return Done(made=[f"{ADJUSTMENT}:{pk}" for pk in given])
    entry = Entry.objects.select_related("tournament").get(tournament=answer.tournament, number=entries[0])
    round = Round.objects.get(tournament=answer.tournament, number=shown.round_number)
    made = [
        adjust_by_decision(
            by, Adjustment(entry=entry, round=round, kind=kind, amount=amount, reason=why, reference=words)
        )
        for kind, amount in amounts
    ]
    return Done(made=[f"{ADJUSTMENT}:{one.pk}" for one in made])


def _check_last(judged: Publication) -> None:
    """Refuse where other standings took the place of those that were judged, but for what such decisions made."""
    of = DecisionExecution.objects.filter(answer__tournament=judged.tournament_id)
    known = {judged.number, *(number for several in of.values_list("publications", flat=True) for number in several)}
    last = Publication.objects.filter(stage=judged.stage_id).order_by("-number").values_list("number", flat=True)[0]
    if last not in known:
        words = _(
            "Intanto è uscita la classifica n. %(number)d, che il giudice non ha visto: mandagli un pacchetto nuovo, "
            "perché decida su quella."
        )
        raise Refused(words % {"number": last})


def _table(answer: SentAnswer, round_number: int, table: int) -> Table:
    found = Table.objects.select_related("round__tournament", "round__stage")
    return found.get(round__tournament=answer.tournament, round__number=round_number, number=table)


def _versions(judged: int, before: Iterable[DecisionExecution]) -> Collection[int]:
    """The version judged, and those that the same appeal made since."""
    return {judged} | {numbers_of(key)[-1] for one in before for key in one.made}
