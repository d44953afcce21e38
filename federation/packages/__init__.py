"""Packages of tournaments: made here, and as they were received."""
