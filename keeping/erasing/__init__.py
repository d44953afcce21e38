"""Erasing a person, blacking out words, what forbids it."""
