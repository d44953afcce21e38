"""Players and clubs: found, edited, with what they took part in."""
