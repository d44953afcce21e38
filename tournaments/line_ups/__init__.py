"""Line-ups of teams before a match."""
