"""What coming in needs: password, second factor, how long a session lasts."""
