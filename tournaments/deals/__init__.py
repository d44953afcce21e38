"""The cards of the boards: drawn before, kept secret, printed, opened at the end."""
