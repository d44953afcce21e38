"""Lateness and absence as facts of a code, and whether they were ruled on already."""
