"""The address that a table's QR carries: signed, so that nobody makes one up; it holds while the round is open."""

from django.core.signing import BadSignature, Signer

from tournaments.models import Round, Table, Tournament

_signer = Signer(salt="tournaments.table", sep=".")


def token_of(table: Table) -> str:
    """What stands in the address of the table's players."""
    return _signer.sign(str(table.pk))


def table_for(tournament: Tournament, token: str) -> Table | None:
    """The table that the token opens; None when it is forged, of another tournament, or its round is not open."""
    try:
        pk = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    tables = Table.objects.filter(round__tournament=tournament).with_players()
    open_rounds = tables.filter(round__state__in=[Round.State.PUBLISHED, Round.State.PLAYING])
    found = open_rounds.filter(pk=pk).first()
    if found:
        found.round.tournament = tournament
    return found
