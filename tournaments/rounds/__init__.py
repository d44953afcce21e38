"""Rounds and their tables: drawn up, published, started, closed; what is still missing."""
