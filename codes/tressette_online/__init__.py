"""Tressette as an online site has it played: the kinds of match, their ends, time-outs."""
