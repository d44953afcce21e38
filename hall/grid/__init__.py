"""The score grid: the page on which scores are typed, answered cell by cell."""
