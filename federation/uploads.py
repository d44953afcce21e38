"""How large a package may be that comes in by the network; a stick brings larger ones by the command."""

MOST_SENT = 64 * 1024 * 1024
