"""Pairings as the application makes, shows and proves them; the pure systems are in tournaments/pairing."""
