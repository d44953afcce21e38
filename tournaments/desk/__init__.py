"""What the director’s desk shows: what is to be done, scores and doubts."""
