"""A case: opened, its answers walked through the code, what is known already, the decision as a record."""
