"""Other programs told what happens."""
