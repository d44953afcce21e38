"""What waits for an officer."""
