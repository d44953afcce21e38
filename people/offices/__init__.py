"""Who does what for a federation, and the log of what they did."""
