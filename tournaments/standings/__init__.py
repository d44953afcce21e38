"""Standings and the proof of each line; who goes on from a knock-out match; tables of three and five."""
