"""The roster from a file, members, suspensions."""
