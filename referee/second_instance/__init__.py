"""What a judge above the tournament orders, done."""
