"""Draws the deals of a tournament's boards from a new seed, or checks deals that somebody wrote."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from codes.seats import Seat
from codes.tressette.deals import MOST_BOARDS, Deal, DealRefused, commitment, deals_text, dealt, parse_deals
from codes.tressette.whole_deals.machine_search import NotInstalled
from codes.tressette.whole_deals.solution import DoubleDummy, by_who_leads
from records.outside import DEALS, read_file

OWN_EYES = 0o600


class Command(BaseCommand):
    help = "Draws deals of tressette from a seed, or checks a file of them (docs/deals.md). Nothing is stored."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where the deals are written, or read with --check")
        parser.add_argument("--boards", type=int, default=0, help="draw boards 1 to so many")
        parser.add_argument(
            "--seed", type=Path, required=False, help="the file of the seed: written, or with --check read"
        )
        parser.add_argument(
            "--check", action="store_true", help="read the file: forty cards, ten each, what may be accused"
        )

        parser.add_argument(
            "--by-lead",
            action="store_true",
            help="read the file: what each line makes with all cards in view, by who leads",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check(options["file"], options["seed"])
            elif options["by_lead"]:
                self._play(options["file"])
            else:
                self._draw(options["file"], options["seed"], options["boards"])
        except (DealRefused, NotInstalled, OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error)) from None

    def _draw(self, file: Path, seed_file: Path | None, boards: int) -> None:
        if seed_file is None or not 1 <= boards <= MOST_BOARDS:
            raise CommandError(f"--boards from 1 to {MOST_BOARDS}, and --seed for the file that keeps the seed")
        seed = secrets.token_hex(32)
        _write(seed_file, seed + "\n")
        _write(file, deals_text(dealt(seed, board) for board in range(1, boards + 1)))
        self.stdout.write(f"{boards} deals in {file}; the seed, for nobody until they are played, in {seed_file}")
        self.stdout.write(f"To be shown before the start: {commitment(seed)}")

    def _check(self, file: Path, seed_file: Path | None) -> None:
        deals = parse_deals(read_file(file, DEALS).decode())
        for deal in deals:
            for seat in Seat:
                self.stdout.write(f"{deal.board} {seat.value}: {_accuse(deal, seat)}")
        if seed_file is None:
            return
        seed = seed_file.read_text("utf-8").strip()
        if others := [str(deal.board) for deal in deals if dealt(seed, deal.board) != deal]:
            raise CommandError(f"not the deals of that seed: {', '.join(others)}")
        self.stdout.write(f"All of that seed, whose hash is {commitment(seed)}")

    def _play(self, file: Path) -> None:
        for deal in parse_deals(read_file(file, DEALS).decode()):
            for leader, value in by_who_leads(deal).items():
                self.stdout.write(f"{deal.board} {leader.value} leads: {_result_in_words(value)}")


def _result_in_words(value: DoubleDummy) -> str:
    """Deck points North-South to East-West, or between what and what."""
    least, most = (f"{a}-{b}" for a, b in value.points)
    return least if value.is_exact else f"between {least} and {most}"


def _accuse(deal: Deal, seat: Seat) -> str:
    accuse = deal.buongioco(seat)
    return ", ".join(f"{accusa.name.en} ({accusa.points})" for accusa in accuse) if accuse else "nothing to accuse"


def _write(file: Path, text: str) -> None:
    """A new file that only its owner reads; one that is there is never written over: boards may be made up by it."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_EYES), "w", encoding="utf-8") as out:
        out.write(text)
