"""The arbiter's wizard: one question per screen, then the decision."""
