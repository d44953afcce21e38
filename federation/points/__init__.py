"""Points of a season, pure: what a place is worth, and who leads."""
