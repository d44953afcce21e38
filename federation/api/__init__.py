"""The API, and the tokens by which other programs use it."""
