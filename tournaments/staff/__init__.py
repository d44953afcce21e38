"""Who runs a tournament: tasks and one-time links, nobody's own case, the log in words, documents that take long."""
