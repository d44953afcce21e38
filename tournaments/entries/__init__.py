"""Who takes part: pairs, teams, single players, substitutions; whom the roster flags, admitted all the same."""
