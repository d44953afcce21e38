"""Checks of what follows a ruling: the effect that leads on, the procedure, the answers that it knows by then."""

from collections.abc import Iterator, Mapping

from codes.deciding.book import Procedure
from codes.format.effects_file import EffectsFile
from codes.format.errors import Placed


def follow_up_problems(effects: EffectsFile, procedures: Mapping[str, Procedure]) -> Iterator[Placed]:
    """What is wrong with the follow-ups of a code, each with its place in effects.yaml."""
    for verb, objects in effects.follows.items():
        for target, follow in objects.items():
            place = ("follows", verb, target)
            if target not in effects.wording.get(verb, {}):
                yield place, f"no wording for «{verb}: {target}»"
            if follow.procedure not in procedures:
                yield place, f"unknown procedure «{follow.procedure}»"
                continue
            facts = procedures[follow.procedure].facts
            for name in (*follow.with_, *follow.anew):
                if name not in facts:
                    yield place, f"unknown fact «{name}» of «{follow.procedure}»"
            for name, answer in follow.with_.items():
                if name in facts and answer not in facts[name].answers:
                    yield place, f"unknown answer «{answer}» of «{name}»"
