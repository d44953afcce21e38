"""All that is kept of one person, for that person."""
