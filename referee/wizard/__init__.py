"""The arbiter's wizard: one question per screen, then the decision, with cases like it."""
