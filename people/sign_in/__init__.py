"""Coming in: password, second factor, how long a session lasts."""
