"""How alike is decided."""
