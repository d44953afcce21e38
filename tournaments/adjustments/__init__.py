"""Penalties and awards, and warnings counted."""
