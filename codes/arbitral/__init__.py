"""The score of a board annulled without replay (Codice FITRES, art. 80–84), and the lots it may need."""
