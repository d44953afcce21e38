"""Other programs told what happens: who is told of what, signed and sent."""
