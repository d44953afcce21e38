"""What an address may take: a right in the tournament, an office’s right, or one of the conditions below."""

from collections.abc import Mapping
from enum import StrEnum

from records.rights import FederationRight, Right

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


class Condition(StrEnum):
    """What it takes where no right in a tournament is asked."""

    EVERYBODY = "everybody"
    SIGNED_IN = "signed in"
    CREATES_TOURNAMENTS = "creates tournaments"
    COPIES = "directs it and creates tournaments"
    ADMINISTERS = "administers"
    # Players and clubs belong to no tournament: a right held in any of them.
    STAFF_SOMEWHERE = "has a task somewhere"
    DIRECTS_SOMEWHERE = "directs somewhere"
    ERASES_PERSONS = "erases persons"
    HANDS_OUT_DATA = "answers people who ask for their data"
    OWNS_IT = "made it"
    HAS_A_TOKEN = "shows a token"
    BLACKS_OUT = "blacks out its words, or erases persons"
    RULES_UNSEEN = "rules, and does not play the board"
    NAMES_OFFICERS = "says who holds which office"
    GIVES_ACCOUNTS = "invites people and says who creates tournaments"
    READS_OFFICES = "holds an office, or says who does"


Need = Right | FederationRight | Condition
Row = Mapping[str, Need]
EVERYBODY, SIGNED_IN = Condition.EVERYBODY, Condition.SIGNED_IN


def read(need: Need) -> Row:
    return {"GET": need, "HEAD": need}


def write(need: Need) -> Row:
    return {"POST": need}
