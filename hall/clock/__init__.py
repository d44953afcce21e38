"""The clock of a round, extra time, and the big screen of the hall."""
