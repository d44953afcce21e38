"""Scores of a whole match that no play decided."""
