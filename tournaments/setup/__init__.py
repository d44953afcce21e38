"""A tournament itself: its game and settings, who runs it, who sees it."""
