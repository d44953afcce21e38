"""What the arbiter's pages read, in few queries however much there is."""
