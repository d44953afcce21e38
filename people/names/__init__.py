"""The one order of names."""
