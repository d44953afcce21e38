"""Checks of effects.yaml by itself: what is said of an order beside its words is said of one that has words."""

from collections.abc import Iterator

from codes.format.effects import LINE_ROLES, ROLES, VERBS_WITH_POINTS
from codes.format.effects_file import DECIDED, EffectsFile
from codes.format.errors import Placed

# The effect in which a score settled by the arbiter stands.
VERBS_THAT_SETTLE = ("judgement", "concede")
VERB_OF_SCOPE = {"match": "fixed_score", "deal": "deal_score"}


def effects_problems(effects: EffectsFile) -> Iterator[Placed]:
    """What is wrong with the choices that orders leave, with what acts on points, with scores that are settled."""
    yield from _choices(effects)
    yield from _acts(effects)
    yield from _decides(effects)


def _choices(effects: EffectsFile) -> Iterator[Placed]:
    for verb, objects in effects.choices.items():
        for what, choice in objects.items():
            where = ("choices", verb, what)
            if choice.of and (choice.of not in ROLES or choice.of not in effects.whom):
                yield where, f"unknown person «{choice.of}»"
            if not _has_words(effects, verb, what):
                yield where, f"no wording for «{verb}: {what}»"


def _acts(effects: EffectsFile) -> Iterator[Placed]:
    """What acts on the points of a deal is an effect with words, and one that can carry points."""
    for verb, objects in effects.acts.items():
        for what, acting in objects.items():
            where = ("acts", verb, what)
            if verb not in VERBS_WITH_POINTS or not _has_words(effects, verb, what):
                yield where, f"no effect «{verb}: {what}» has points"
            try:
                for language in (acting.words.it, acting.words.en):
                    language.format(points=0)
            except (KeyError, IndexError, ValueError) as error:
                yield where, f"how «{verb}: {what}» acts: unknown placeholder {error}"


def _decides(effects: EffectsFile) -> Iterator[Placed]:
    """A judgement or concession that settles a score has words, and so has what each line then gets."""
    for what, settled in effects.decides.items():
        where, verb = ("decides", what), VERB_OF_SCOPE[settled.settles]
        if not any(_has_words(effects, one, what) for one in VERBS_THAT_SETTLE):
            yield where, f"no wording for «judgement: {what}»"
        if not _has_words(effects, verb, DECIDED):
            yield where, f"no wording for «{verb}: {DECIDED}»"
        for whom in LINE_ROLES:
            if whom not in effects.whom:
                yield where, f"no phrase for whom «{whom}»"


def _has_words(effects: EffectsFile, verb: str, what: str) -> bool:
    return what in effects.wording.get(verb, {})
