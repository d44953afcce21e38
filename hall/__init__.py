"""The hall while people play: grid and score sheets, slips, calls, clock, seats, the desk, the screen."""
