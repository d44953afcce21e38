"""Packages sent and answered: the federation's inbox, and the desk of the tournament that sent one."""
