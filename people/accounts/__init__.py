"""Those who log in, and their own page."""
