"""Standings: what they are made of, their columns, the proof of each line."""
