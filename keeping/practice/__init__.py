"""Practice tournaments thrown away: whatever leads to one goes with it."""
