"""Checks every code, walks every combination of every procedure and runs the worked cases."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from codes.deciding.book import Rulebook
from codes.format.model import RulebookError
from codes.library import RULEBOOKS, all_rulebooks, edition_problems, rulebook_ids
from codes.reading.loader import failures, load_rulebook, untold_readings
from codes.reading.siblings import disagreements
from codes.reading.spoken_words import faults_of_telling
from codes.victory_points import all_scales, scale_problems
from tournaments.setup.games import GAMES


class Command(BaseCommand):
    help = "Checks the codes: names, gaps, overlaps, cycles, worked cases, tellings, siblings that part."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folders", nargs="*", type=Path, help="folders of codes; all when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        folders = options["folders"] or [RULEBOOKS / name for name in rulebook_ids()]
        problems = [line for folder in folders for line in self._problems(folder)]
        if not problems and not options["folders"]:
            problems = [*edition_problems(all_rulebooks()), *scale_problems(), *_unknown_scales()]
        if problems:
            raise CommandError("\n".join(problems))

    def _problems(self, folder: Path) -> list[str]:
        try:
            book = load_rulebook(folder)
        except RulebookError as error:
            return [f"{folder.name}/{problem}" for problem in error.problems]
        problems = [
            f"{folder.name}/{example.file}:{example.line}: «{example.case.title.it}»: {problem}"
            for example in book.examples
            for problem in failures(book, example)
        ]
        problems += self._too_few(book)
        problems += [f"{book.id}/{untold}" for untold in ([] if problems else untold_readings(book))]
        # Nobody says of a table of the general part that it happened.
        happenings = book.procedures.keys() - {clause.table for clause in book.general.clauses.values()}
        problems += [f"{book.id}/{fault}" for fault in faults_of_telling(book.tellings, sorted(happenings))]
        problems += [f"{book.id}: {parted}" for parted in disagreements(book)]
        if not problems:
            combinations = sum(1 for p in book.procedures.values() for _ in p.table.combinations())
            self.stdout.write(
                f"{book.id}: {len(book.articles)} articles, {len(book.procedures)} procedures, "
                f"{combinations} combinations, {len(book.examples)} worked cases: sound"
            )
        return problems

    def _too_few(self, book: Rulebook) -> list[str]:
        return [
            f"{book.id}: «{name}» has fewer than three worked cases"
            for name in book.procedures
            if len(book.examples_of(name)) < 3
        ]


def _unknown_scales() -> list[str]:
    """The scales that a game names and that are not there."""
    scales = {name for game in GAMES.values() for name in (game.vp_scale, game.team_vp_scale)}
    return [f"tournaments/setup/games.py: there is no VP scale «{name}»" for name in sorted(scales - set(all_scales()))]
