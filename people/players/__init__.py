"""Players, clubs and members: found, recorded, corrected; which records are one person's; minors in public."""
