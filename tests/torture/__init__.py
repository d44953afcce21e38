"""Faults on purpose, with the server's real processes and clients that behave as our pages do: `make torture`."""
