"""Who takes part: pairs, teams, single players, who sits in which round, substitutions."""
