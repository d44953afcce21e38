"""The codes to read and to search."""
