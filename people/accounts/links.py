"""The address at which an installation's first account is made: signed, for a day."""

from datetime import datetime, timedelta

from django.core.signing import BadSignature, Signer

_first_accounts = Signer(salt="tournaments.first-account", sep=".")


FIRST_ACCOUNT_HOLDS = timedelta(days=1)


def first_account_token(at: datetime) -> str:
    """What stands in the address where the first account of an installation is made, for a day from now."""
    return _first_accounts.sign(str(int(at.timestamp())))


def opens_first_account(token: str, at: datetime) -> bool:
    """Whether the token is ours and not older than a day; whether there is an account already is not said here."""
    try:
        made = int(_first_accounts.unsign(token))
    except (BadSignature, ValueError):
        return False
    return at.timestamp() - made < FIRST_ACCOUNT_HOLDS.total_seconds()
