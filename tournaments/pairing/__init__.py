"""Pure: who meets whom and why, by every formula."""
