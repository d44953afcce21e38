"""The package at the tournament's desk: made here, the federation's answer loaded here."""
