"""One-time links by which somebody gets a task or a new password."""
