"""Deciding by a code: decision tables, the walk through them, how an anomaly came to light."""
