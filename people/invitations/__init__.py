"""Accounts of others: who is invited, who may create tournaments, a new password offered."""
