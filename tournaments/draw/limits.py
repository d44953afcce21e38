"""How long a stage can last: what its formula cannot play with those there are, said before a round is drawn."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw.inputs import boards_of
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.pairing import knockout, rover
from tournaments.pairing.formulas import FEWEST, GoesOn, fewest_for
from tournaments.planning.models import Formula, GroupPlace, Stage
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Limit:
    """A group (nameless: the whole field) whose planned rounds are more than its formula has.

    entries: those there are, 0 while nobody is entered; most: the rounds that they can play; fewest: the entries that
    the planned rounds ask for. roves: whether an odd pair takes the places of others. begun: whether they move already.
    """

    stage: Stage
    group: str
    entries: int
    most: int
    fewest: int
    roves: bool = False
    begun: bool = False

    @property
    def words(self) -> str:
        figures = {
            "formula": self.stage.get_formula_display(),
            "planned": self.stage.rounds_planned,
            "fewest": self.fewest,
            "n": self.entries,
            "most": self.most,
        }
        if not self.entries:
            return _("%(formula)s, turni previsti %(planned)d: servono almeno %(fewest)d iscritti.") % figures
        if self.begun:
            words = _(
                "%(formula)s, cominciato con %(n)d iscritti: dura al più %(most)d turni, o tornano avversari o "
                "smazzate già giocate. Ne sono previsti %(planned)d: riducili."
            )
            return self._in_group(words % figures)
        if self.roves:
            words = _(
                "%(formula)s con %(n)d iscritti e il rover dura al più %(most)d turni, e ne sono previsti "
                "%(planned)d: riduci i turni previsti, scegli il mezzo tavolo, o servono %(fewest)d iscritti."
            )
            return self._in_group(words % figures)
        words = ngettext(
            "%(formula)s con %(n)d iscritti dura al più %(most)d turno, e ne sono previsti %(planned)d: riduci i turni "
            "previsti, o servono %(fewest)d iscritti.",
            "%(formula)s con %(n)d iscritti dura al più %(most)d turni, e ne sono previsti %(planned)d: riduci i turni "
            "previsti, o servono %(fewest)d iscritti.",
            self.most,
        )
        return self._in_group(words % figures)

    def _in_group(self, words: str) -> str:
        return f"{self.group}. {words}" if self.group else words

    def stops(self, stage_round: int) -> bool:
        """Whether that round of the stage cannot be drawn; a movement asks at once for all the planned ones."""
        if not self.entries:
            return False
        rounds_asked = self.stage.rounds_planned if self.stage.traits.goes_on is GoesOn.LINES else stage_round
        return max(rounds_asked, stage_round) > self.most


def limit_of(stage: Stage, group: str, entries: int, begun_for: int | None = None) -> Limit | None:
    """The limit of so many entries; None where the planned rounds fit, or the formula has no end.

    begun_for: the rounds planned when a movement began, by which it moves.
    """
    lasting = _rounds_lasting(stage, begun_for)
    if lasting is None:
        return None
    most = lasting(entries) if entries >= FEWEST else 0
    if most >= stage.rounds_planned:
        return None
    free = _rounds_lasting(stage) or lasting
    if stage.traits.is_bracket:  # it doubles with every round: nobody counts up to it
        fewest = knockout.fewest_for(stage.rounds_planned)
    else:
        fewest = fewest_for(free, stage.rounds_planned, above=max(entries, FEWEST))
    roves = bool(stage.rover) and stage.may_rove and entries % 2 == 1
    begun = begun_for is not None and most < free(entries)
    return Limit(stage, group, entries, most, fewest, roves=roves, begun=begun)


def _rounds_lasting(stage: Stage, begun_for: int | None = None) -> Callable[[int], int] | None:
    """How many rounds so many entries can play in the stage."""
    if stage.traits.goes_on is not GoesOn.LINES:
        return stage.traits.rounds_for
    line = stage.rover or "" if stage.may_rove else ""
    return partial(rover.rounds_for, rover=line, boards=boards_of(stage), begun_for=begun_for)


def limits(tournament: Tournament, stages: Sequence[Stage]) -> dict[int, list[Limit]]:
    """By number of the stage what it cannot play with those there are; three queries however many they are,
    four once a movement has begun.

    A stage begun counts whom its first round seated, one to come those of its groups, the first one who is entered.
    """
    seated, placed = _entries_seated(tournament, stages), _entries_placed(tournament)
    moving = _rounds_begun_for(stage for stage in stages if stage.pk in seated)
    entered = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN).count()
    by_stage: dict[int, list[Limit]] = {}
    for stage in stages:
        sizes = seated.get(stage.pk) or placed.get(stage.pk) or ([("", entered)] if stage.number == 1 else [])
        by_stage[stage.number] = limits_of(stage, sizes, begun_for=moving.get(stage.pk))
    return by_stage


def limits_of(stage: Stage, sizes: Iterable[tuple[str, int]], *, begun_for: int | None = None) -> list[Limit]:
    return [limit for group, entries in sizes if (limit := limit_of(stage, group, entries, begun_for))]


def limits_now(stage: Stage, sizes: Iterable[tuple[str, int]] = ()) -> list[Limit]:
    """What a stage cannot play with those whom it began with; of these sizes where it has not begun."""
    return limits_of(stage, seated_in(stage) or sizes, begun_for=_rounds_begun_for([stage]).get(stage.pk))


def _rounds_begun_for(stages: Iterable[Stage]) -> dict[int, int]:
    """The rounds for which the movements of these stages began; not asked where there is none."""
    moving = [stage.pk for stage in stages if stage.traits.goes_on is GoesOn.LINES]
    if not moving:
        return {}
    pairings = Pairing.objects.current().filter(round__stage__in=moving).exclude(formula=Formula.BY_HAND)
    rows = pairings.order_by("-round__number").values_list("round__stage", "inputs__rounds_planned")
    return dict(rows)


def seated_in(stage: Stage) -> list[tuple[str, int]]:
    """The groups of a stage that has begun, with whom their first round seated; nothing before."""
    return _entries_seated(stage.tournament, [stage]).get(stage.pk, [])


def _entries_seated(tournament: Tournament, stages: Iterable[Stage]) -> dict[int, list[tuple[str, int]]]:
    brackets = {stage.pk for stage in stages if stage.traits.is_bracket}
    # The second room of a match of teams holds the same two teams.
    there = Table.objects.filter(round__tournament=tournament, room=1).order_by("round__number", "group__number")
    counted = there.values_list("round__stage", "round__number", "group__name").annotate(
        seated=Count("pk"), resting=Count("pk", filter=Q(line_b__isnull=True))
    )
    by_stage: dict[int, list[tuple[str, int]]] = defaultdict(list)
    first: dict[int, int] = {}
    for stage, number, group, tables, resting in counted:
        if first.setdefault(stage, number) == number:
            # Only a bracket has more than one who waits; at a movement's half tables there may come somebody yet.
            waiting = resting if stage in brackets else min(resting, 1)
            by_stage[stage].append((group or "", 2 * tables - waiting))
    return by_stage


def _entries_placed(tournament: Tournament) -> dict[int, list[tuple[str, int]]]:
    places = GroupPlace.objects.filter(group__stage__tournament=tournament).order_by("group__number")
    counted = places.values_list("group__stage", "group__number", "group__name").annotate(entries=Count("pk"))
    by_stage: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for stage, _number, name, entries in counted:
        by_stage[stage].append((name, entries))
    return by_stage
