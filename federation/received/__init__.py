"""Received tournaments, and who played in them."""
