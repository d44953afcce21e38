"""The codes by which the lines of a table speak."""
