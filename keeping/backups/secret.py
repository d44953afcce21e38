"""The keys, apart from the backups: with them printed QR codes go on opening their tables, and second factors count.

One file: the secret key on its first line and, where the installation has some, `ENCRYPTION_KEYS=…` on the second,
as it is written among the settings.
"""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from keeping.backups.archive import BadBackup

NAME = "secret_key"
ENCRYPTION = "ENCRYPTION_KEYS="


class Keys(NamedTuple):
    """Of an installation."""

    secret: str
    encryption: tuple[str, ...]

    def written(self) -> str:
        return self.secret + (f"\n{ENCRYPTION}{','.join(self.encryption)}\n" if self.encryption else "")


def in_use() -> Keys:
    return Keys(settings.SECRET_KEY, tuple(settings.ENCRYPTION_KEYS))


def write_keys(target: Path) -> None:
    """Put the keys into a file of their own that only its owner reads."""
    try:
        with target.open("x") as file:
            target.chmod(0o600)
            file.write(in_use().written())
    except FileExistsError:
        if target.read_text().strip() != in_use().written().strip():
            raise BadBackup(f"{target} is there already and holds another key; nothing was replaced.") from None
    except OSError as error:
        raise BadBackup(f"{target} cannot be written: {error.strerror}.") from error


def read_keys(source: Path) -> Keys:
    try:
        secret, *more = source.read_text().strip().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBackup(f"{source} cannot be read as a secret key: {error}.") from error
    if not secret or len(more) > 1 or not all(line.startswith(ENCRYPTION) for line in more):
        raise BadBackup(
            f"{source} holds no secret key: that is one line, and one of {ENCRYPTION}… where there are such."
        )
    return Keys(secret, tuple(more[0].removeprefix(ENCRYPTION).split(",")) if more else ())


def use(keys: Keys) -> None:
    """What this process encrypts from now on is opened by those keys, after the next start."""
    settings.SECRET_KEY = keys.secret
    settings.ENCRYPTION_KEYS = [*dict.fromkeys([*settings.ENCRYPTION_KEYS, *keys.encryption])]


def put_keys_back(keys: Keys) -> list[str]:
    """Let this installation use the keys from its next start on; says what happened, or what is left to do."""
    messages = [_put_back_secret(keys.secret)]
    if missing := [key for key in keys.encryption if key not in settings.ENCRYPTION_KEYS]:
        messages.append(
            f"{len(missing)} of the keys for what lies encrypted are not in use here: put what follows {ENCRYPTION} in "
            "that file into ENCRYPTION_KEYS (.env), behind those that are there, before the next start."
        )
    return messages


def _put_back_secret(secret: str) -> str:
    if secret == settings.SECRET_KEY:
        return "The secret key is the one in use."
    own = Path(settings.VAR_DIR) / NAME
    if not own.exists() or own.read_text() != settings.SECRET_KEY:
        return "The secret key comes from SECRET_KEY here: write the other one there (.env)."
    # The one that was here stays readable: somebody may have printed codes with it.
    own.rename(own.with_name(f"{NAME}.replaced"))
    own.touch(mode=0o600)
    own.write_text(secret)
    return f"The secret key is in {own}, the one that was there in {own.name}.replaced."
