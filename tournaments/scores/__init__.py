"""Scores of boards and of whole matches, in versions: given, confirmed, corrected, annulled; what stops a change."""
