"""Two records of one person merged, and parted again."""
