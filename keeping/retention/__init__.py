"""How long what is kept of persons is kept."""
