"""Entering a tournament: entries, their players over time, lists from a file, line-ups."""
