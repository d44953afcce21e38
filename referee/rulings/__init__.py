"""Rulings: decided, departed from, revised; as a document, on paper, as a list."""
