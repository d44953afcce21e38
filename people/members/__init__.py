"""The roster of a federation, and what it says of somebody who is to play."""
