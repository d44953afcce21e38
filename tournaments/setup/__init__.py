"""A tournament itself: game and rules, who may see it, how minors are named in public, pages that renew themselves."""
