"""Which records are one person's, as long as nobody parts them."""
