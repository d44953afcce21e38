"""The draw of a round: proposed, changed by hand; who is kept apart; how long a stage can last."""
