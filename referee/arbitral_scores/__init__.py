"""Arbitral scores: artificial, assigned, rectified, from the other tables."""
