"""Signed addresses for phones: what a QR of the hall opens, so that nobody can make one up.

Each kind has its own salt: the key of a line-up opens no entry, and none is good in another tournament. Those of tables
stand in `line_codes.py`.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

_check_ins = Signer(salt="tournaments.check-in", sep=".")
_line_ups = Signer(salt="tournaments.line-up", sep=".")


def check_in_key(entry: Entry) -> str:
    return _check_ins.sign(f"{entry.tournament_id}-{entry.number}")


def check_in_address(entry: Entry) -> str:
    """The path of the page that marks the entry present; its QR goes on the players' card."""
    return reverse("check_in_code", args=[entry.tournament.slug, check_in_key(entry)])


def entry_of(tournament: Tournament, key: str) -> Entry | None:
    """The entry of a signed address; None when it is not one of this tournament's."""
    try:
        tournament_pk, _dash, number = _check_ins.unsign(key).partition("-")
    except BadSignature:
        return None
    if tournament_pk != str(tournament.pk):
        return None
    return Entry.objects.filter(tournament=tournament, number=int(number)).first()


def line_up_key(round_: Round, entry: Entry) -> str:
    """What stands in the address where a team's captain says the line-up of one round."""
    return _line_ups.sign(f"{round_.pk}-{entry.pk}")


def team_of(tournament: Tournament, key: str) -> tuple[Round, Entry] | None:
    """Round and team that the key opens; None when it is forged, of another tournament, or the round is a draft."""
    try:
        round_pk, _dash, entry_pk = _line_ups.unsign(key).partition("-")
    except BadSignature:
        return None
    round_ = Round.objects.filter(tournament=tournament, pk=round_pk).exclude(state=Round.State.DRAFT).first()
    entry = Entry.objects.filter(tournament=tournament, pk=entry_pk).first()
    if round_ is None or entry is None:
        return None
    round_.tournament = tournament
    return round_, entry
