"""Offices given and ended, and the federation's log in words."""
