"""What a decision needs before it can be carried out, what it changes, what weighs too much for one person."""
