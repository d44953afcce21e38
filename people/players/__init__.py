"""Players, clubs and members: found, recorded, corrected; which records are one person's; until when one is a minor."""
