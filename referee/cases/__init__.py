"""A case: its answers walked through the code, the persons it names, the wizard, the decision as a record."""
