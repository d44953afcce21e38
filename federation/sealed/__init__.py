"""The sealed package, pure: written, read, verified."""
