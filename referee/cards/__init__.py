"""Plays and endings told card by card."""
