"""Before the federal judge."""
