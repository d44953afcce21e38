"""Players and clubs: found, recorded, corrected; how minors are named in public."""
