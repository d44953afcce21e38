"""Packages of tournaments: made here, and as they were received; who signs and who may send."""
