"""A tournament’s settings: what its game and code fill in, and until when they may change."""
