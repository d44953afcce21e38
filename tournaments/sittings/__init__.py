"""Tables of three and five."""
