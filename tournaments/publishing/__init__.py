"""Standings as they are published, what follows from them, and the proof of every record."""
