"""The games that we know: how they are played in short, what they count, which may not be played in public places."""
