"""Who sits where, for every phone in the hall and on paper; name tags."""
