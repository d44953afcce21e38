"""The game of burraco as its federation's code describes it (F.I.Bur., Codice di Gara, 1 March 2019)."""
