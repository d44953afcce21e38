"""Calculators and checkers for the table."""
