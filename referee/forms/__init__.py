"""Forms of the arbiter's pages."""
