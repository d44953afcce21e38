"""Standings as they were published: provisional, objected to, final, proven."""
