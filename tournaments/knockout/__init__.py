"""Who goes on from a knock-out match."""
