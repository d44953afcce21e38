"""Asking others before deciding."""
