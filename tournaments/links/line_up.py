"""The address where a captain says the line-up of a match: signed, so that nobody makes one up for another team."""

from django.core.signing import BadSignature, Signer

from tournaments.models import Entry, Round, Tournament

_signer = Signer(salt="tournaments.line-up", sep=".")


def token_of(round: Round, entry: Entry) -> str:
    """What stands in the address of a team's captain for one round."""
    return _signer.sign(f"{round.pk}-{entry.pk}")


def team_of(tournament: Tournament, token: str) -> tuple[Round, Entry] | None:
    """Round and team that the token opens; None when it is forged, of another tournament, or the round is a draft."""
    try:
        round_pk, _dash, entry_pk = _signer.unsign(token).partition("-")
    except BadSignature:
        return None
    round = Round.objects.filter(tournament=tournament, pk=round_pk).exclude(state=Round.State.DRAFT).first()
    entry = Entry.objects.filter(tournament=tournament, pk=entry_pk).first()
    if round is None or entry is None:
        return None
    round.tournament = tournament
    return round, entry
