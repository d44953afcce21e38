"""A tournament itself: its game and rules, who may see it and under which names, pages that renew themselves."""
