"""The address on an entry's card that marks it present: signed, so that nobody can make one up."""

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.models import Entry, Tournament

_signer = Signer(salt="tournaments.check-in", sep=".")


def token_of(entry: Entry) -> str:
    """The signed part of the entry's address."""
    return _signer.sign(f"{entry.tournament_id}-{entry.number}")


def address_of(entry: Entry) -> str:
    """The path of the page that marks the entry present; its QR goes on the players' card."""
    return reverse("check_in_code", args=[entry.tournament.slug, token_of(entry)])


def entry_of(tournament: Tournament, token: str) -> Entry | None:
    """The entry of a signed address; None when it is not one of this tournament's."""
    try:
        key, _dash, number = _signer.unsign(token).partition("-")
    except BadSignature:
        return None
    if key != str(tournament.pk):
        return None
    return Entry.objects.filter(tournament=tournament, number=int(number)).first()
