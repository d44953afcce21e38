"""The archive of rulings: made of the records, searched."""
