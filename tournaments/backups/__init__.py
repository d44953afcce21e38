"""Backups of the whole database: one file that tells whether it is sound, and where it goes back (docs/backup.md)."""
