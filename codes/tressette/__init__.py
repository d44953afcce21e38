"""The game of tressette as the FITRES code lays it down: cards, counts, buongioco, declarations, cappotto, stakes."""
