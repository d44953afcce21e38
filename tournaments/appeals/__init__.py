"""Penalties and awards, warnings counted; appeals: received, heard by a panel, decided."""
