"""A tournament: game, rules, if one hand gives a score, who sees it, names of minors, pages that renew themselves."""
