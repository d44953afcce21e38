"""Pure: who meets whom and why, by every formula; who wins a level knock-out match (`decisions`)."""
