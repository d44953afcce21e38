"""Appeals: received, heard by a panel, decided."""
