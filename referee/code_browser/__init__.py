"""The codes and games to read: a code in words, searching it, what of it the program does."""
