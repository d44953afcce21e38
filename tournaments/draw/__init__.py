"""The draw of a round, also by hand; where a late pair sits (`inputs`); who is kept apart; how long stages can last."""
