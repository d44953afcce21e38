"""Tokens for other programs."""
