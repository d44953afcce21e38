"""The demonstration: a duplicate tournament with invented people, played and ruled by the real actions."""
