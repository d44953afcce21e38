"""The arbiter's first screen, and the page of a table."""
