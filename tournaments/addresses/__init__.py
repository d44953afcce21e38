"""The addresses of the tournaments, by what they are about."""
