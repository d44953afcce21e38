"""Pages for the phones of a whole hall."""
