"""The boards of a round."""
