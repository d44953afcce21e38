"""Makes every single change of the decision tables in memory and names those that nothing notices."""

import random
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from codes.library import RULEBOOKS, rulebook_ids
from codes.mutating.changes import Mutation
from codes.mutating.trial import Noticed, Trial, Workshop

SAMPLE = 300
SINGULAR = {"rules": "rule", "then": "effect", "cites": "citation"}


class Command(BaseCommand):
    help = "Changes the tables of the codes one value at a time and names every change that nothing notices."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="?", choices=rulebook_ids(), help="one code; all of them when left out")
        parser.add_argument("--procedure", action="append", help="only this procedure; may stand more than once")
        parser.add_argument("--sample", type=int, default=SAMPLE, help=f"how many changes of each code ({SAMPLE})")
        parser.add_argument("--seed", type=int, default=0, help="chooses the sample: the same seed, the same changes")
        parser.add_argument("--all", action="store_true", help="every change, some minutes for all the codes")

    def handle(self, *args: Any, **options: Any) -> None:
        codes = [options["code"]] if options["code"] else rulebook_ids()
        if survivors := sum(self._unnoticed(code, options) for code in codes):
            raise CommandError(f"{survivors} changes that nothing notices: each wants a worked case")

    def _unnoticed(self, code: str, options: dict[str, Any]) -> int:
        workshop = Workshop(RULEBOOKS / code)
        changes = list(workshop.changes(options["procedure"]))
        if not options["all"]:
            chance = random.Random(options["seed"])  # noqa: S311 - a sample, no secret
            changes = chance.sample(changes, min(options["sample"], len(changes)))
        counts: Counter[Noticed] = Counter()
        for change in changes:
            trial = workshop.tried(change)
            counts[trial.noticed] += 1
            if trial.noticed == Noticed.NOTHING:
                self.stdout.write(f"{code}/{workshop.place(change)}: {in_words(change)}. {_trial_in_words(trial)}")
        self.stdout.write(
            f"{code}: {len(changes)} changes: " + ", ".join(f"{kind.value} {counts[kind]}" for kind in Noticed)
        )
        return counts[Noticed.NOTHING]


def in_words(change: Mutation) -> str:
    """Where in the procedure and what: `rule 3, effect 2, whom: responsabile → compagno`."""
    words: list[str] = []
    for step in change.where:
        if isinstance(step, int):
            words[-1] = f"{SINGULAR[words[-1]]} {step + 1}"
        else:
            words.append(step)
    return f"{', '.join(words)}: {change.what}"


def _trial_in_words(trial: Trial) -> str:
    facts = ", ".join(f"{name}: {answer}" for name, answer in (trial.facts or {}).items())
    return f"No worked case tells: {facts or 'the case as it is'}"
