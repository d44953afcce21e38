"""The score sheets on paper, to fill in."""
