"""Calls for the arbiter, from the table to the arbiters' phones and the answer; who walks which tables."""
