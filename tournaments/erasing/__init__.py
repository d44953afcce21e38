"""What of a person, or of a note, lies where: found, marked, and what forbids to erase it."""
