"""All that is kept of one person, for that person; two records of one person merged, and parted again."""
