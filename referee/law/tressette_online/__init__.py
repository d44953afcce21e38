"""Tressette as an online site has it played: the kinds of match, time-outs, knock-out ties, how a match ends."""
