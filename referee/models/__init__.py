from referee.models.board_play import BoardPlay
from referee.models.card_ending import CardEnding
from referee.models.case import Case, at_table
from referee.models.code_edition import CodeEdition
from referee.models.code_text import CodeText
from referee.models.consultation import Consultation, Opinion
from referee.models.orders import Reservation, StandingOrder
from referee.models.proposal import ProposedRuling
from referee.models.ruling import Ruling
from referee.models.score import ArbitralReview, ArbitralScore

__all__ = [
    "ArbitralReview",
    "ArbitralScore",
    "BoardPlay",
    "CardEnding",
    "Case",
    "CodeEdition",
    "CodeText",
    "Consultation",
    "Opinion",
    "ProposedRuling",
    "Reservation",
    "Ruling",
    "StandingOrder",
    "at_table",
]
