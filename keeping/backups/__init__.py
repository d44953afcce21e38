"""Backups of the whole database, and putting one back."""
