"""The game of tressette as the FITRES code lays it down: cards, counts, buongioco, declarations, cappotto, stakes."""

from pathlib import Path

# The code whose numbered lists and figures the modules here read.
FITRES = Path(__file__).resolve().parents[1] / "rulebooks" / "fitres-tressette"
