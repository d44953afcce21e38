"""The tools for the table: what the pure calculators and checkers need told, and what a page shows of their answers."""
