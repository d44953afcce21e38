"""Seasons: tables of points, classes of tournaments, standings."""
