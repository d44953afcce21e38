"""Lists of entries or players from a file: looked at, mended, accepted; players and clubs as pages."""
