"""The draw of a round: proposed, changed by hand, proven."""
