"""Rulings: decided, departed from, revised, ordered by a judge above; as a document, on paper, as a list."""
