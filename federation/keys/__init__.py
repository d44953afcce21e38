"""Who signs and who may send."""
