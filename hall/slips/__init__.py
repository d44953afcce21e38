"""Results that players send from their table."""
