"""The clock of a round, and extra time."""
