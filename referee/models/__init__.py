from referee.models.case import Case
from referee.models.orders import Reservation, StandingOrder
from referee.models.ruling import Ruling
from referee.models.score import ArbitralReview, ArbitralScore

__all__ = ["ArbitralReview", "ArbitralScore", "Case", "Reservation", "Ruling", "StandingOrder"]
