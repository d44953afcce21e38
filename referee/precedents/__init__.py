"""Cases like the one being decided."""
