"""Pure: what a match is worth, standings with their ties."""
