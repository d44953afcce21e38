"""Prizes and their winners, and how a tournament ends."""
