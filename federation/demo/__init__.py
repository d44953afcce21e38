"""The demonstration's federation: two seasons of past tournaments, played, ruled, sealed by the real actions."""
