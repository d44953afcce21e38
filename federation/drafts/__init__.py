"""Drafts of a code, tried on the archive."""
