"""Tables that cannot change unnoticed: every single change of a procedure, made in memory, and what notices it."""
