"""Rounds and their tables: drawn up, published, started, closed; the cards of their boards."""
