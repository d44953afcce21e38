"""Pairs that are not to meet."""
