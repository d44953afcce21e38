"""The secret key, kept apart from the backups: with it the QR codes that are printed go on opening their tables."""

from pathlib import Path

from django.conf import settings

from tournaments.backups.archive import BadBackup

NAME = "secret_key"


def write(target: Path) -> None:
    """Put the key into a file of its own that only its owner reads."""
    try:
        with target.open("x") as file:
            target.chmod(0o600)
            file.write(settings.SECRET_KEY)
    except FileExistsError:
        if target.read_text().strip() != settings.SECRET_KEY:
            raise BadBackup(f"{target} is there already and holds another key; nothing was replaced.") from None
    except OSError as error:
        raise BadBackup(f"{target} cannot be written: {error.strerror}.") from error


def read(source: Path) -> str:
    try:
        key = source.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadBackup(f"{source} cannot be read as a secret key: {error}.") from error
    if not key or "\n" in key:
        raise BadBackup(f"{source} holds no secret key: that is one line.")
    return key


def put_back(key: str) -> str:
    """Let this installation use the key from its next start on; says what happened, or what is left to do."""
    if key == settings.SECRET_KEY:
        return "The secret key is the one in use."
    own = Path(settings.VAR_DIR) / NAME
    if not own.exists() or own.read_text() != settings.SECRET_KEY:
        return "The secret key comes from SECRET_KEY here: write the other one there (.env)."
    # The one that was here stays readable: somebody may have printed codes with it.
    own.rename(own.with_name(f"{NAME}.replaced"))
    own.touch(mode=0o600)
    own.write_text(key)
    return f"The secret key is in {own}, the one that was there in {own.name}.replaced."
