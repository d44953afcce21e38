"""Lateness and absence at a table with few taps."""
