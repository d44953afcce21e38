"""The director's desk: what is to be done, the tiles of the hall, where a word leads."""
