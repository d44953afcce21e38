"""Players and clubs as pages: what they took part in."""
