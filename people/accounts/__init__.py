"""Those who log in: the pages of the door and their own."""
