"""Telling another program what happened: pure, known to no database (decision 89)."""
