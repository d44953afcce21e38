"""Calls for the arbiter, from the table to the answer; who walks which tables."""
