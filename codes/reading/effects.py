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
        for target, choice in objects.items():
            place = ("choices", verb, target)
            if choice.of and (choice.of not in ROLES or choice.of not in effects.whom):
                yield place, f"unknown person «{choice.of}»"
            if not _has_words(effects, verb, target):
                yield place, f"no wording for «{verb}: {target}»"


def _acts(effects: EffectsFile) -> Iterator[Placed]:
    """What acts on the points of a deal is an effect with words, and one that can carry points."""
    for verb, objects in effects.acts.items():
        for target, acting in objects.items():
            place = ("acts", verb, target)
            if verb not in VERBS_WITH_POINTS or not _has_words(effects, verb, target):
                yield place, f"no effect «{verb}: {target}» has points"
            try:
                for language in (acting.words.it, acting.words.en):
                    language.format(points=0)
            except (KeyError, IndexError, ValueError) as error:
                yield place, f"how «{verb}: {target}» acts: unknown placeholder {error}"


def _decides(effects: EffectsFile) -> Iterator[Placed]:
    """A judgement or concession that settles a score has words, and so has what each line then gets."""
    for target, settled in effects.decides.items():
        place, verb = ("decides", target), VERB_OF_SCOPE[settled.settles]
        if not any(_has_words(effects, settling_verb, target) for settling_verb in VERBS_THAT_SETTLE):
            yield place, f"no wording for «judgement: {target}»"
        if not _has_words(effects, verb, DECIDED):
            yield place, f"no wording for «{verb}: {DECIDED}»"
        for whom in LINE_ROLES:
            if whom not in effects.whom:
                yield place, f"no phrase for whom «{whom}»"


def _has_words(effects: EffectsFile, verb: str, target: str) -> bool:
    return target in effects.wording.get(verb, {})
