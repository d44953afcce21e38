"""The demonstration's federation: two seasons of past tournaments, played, ruled, sealed by the real actions.

No fast path: every seal and chain holds, and nothing has to be kept like what an action writes. Cases are the codes'
own worked cases, drawn by a seeded chance, of which only those that answers alone decide (no choice, no second person,
no score, nothing that the program knows); so a code that the demonstration cannot walk any more stops `load_demo` with
the refusal in words. One federation plays under both codes, so that the tournament of today finds precedents, and the
players of the hall are its members, so that its roster flags nobody.
"""
