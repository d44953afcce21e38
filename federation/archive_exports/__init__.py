"""What a search finds, taken out in one file; its feeds."""
