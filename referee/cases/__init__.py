"""A case: opened, its answers walked through the code, what is known already, the decision with its articles."""
