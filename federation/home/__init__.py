"""What waits for an officer; offices given and ended, and the federation's log in words."""
