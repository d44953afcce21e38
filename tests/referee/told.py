"""What arbiters tell in these tests: who noticed an anomaly, and its facts."""

from referee.cases.actions import Detected

BY_EAST = Detected(seats=["E"], timing="tempestiva")
# A hand received with a card too few or too many: annulled, an artificial score.
ANNULLED = {"fase-passata": "in-corso", "origine-numero": "ricevuto"}
# An accusa before one's turn: contested in time, or annulled with an assigned score.
CONTESTED = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "incompleta"}
NAPOLETANA = CONTESTED | {"dichiarato": "napoletana-incompleta"}
TO_BLAME = {"esercizio-monte": "da-se", "colpa": "una-parte"}
# Tricks confused by both sides, one more gravely: a rectified score.
BOTH = {"punteggio-annotato": "no", "ricostruibile": "no", "confusione-di": "due-parti", "gravita-colpe": "diversa"}
# At burraco: «It is your turn», before the player has drawn (F.I.Bur. 22).
REMINDED = {"da-allora": "gioca", "tipo-suggerimento": "turno", "ha-gia-preso": "no"}
