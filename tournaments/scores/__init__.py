"""Scores of boards in versions: given, confirmed, corrected, annulled; what stops a change."""
