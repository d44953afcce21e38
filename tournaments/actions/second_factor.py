"""The second factor of an account: begun, confirmed by its first code, taken off; backup codes for a lost phone."""

import secrets

from django.db import transaction
from django_otp import devices_for_user, match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.models import User

BACKUP_CODES = 8
BACKUP_DIGITS = 8


def device_to_confirm(user: User) -> TOTPDevice:
    """The device whose secret the user is about to read into their phone; the same one until it is confirmed."""
    device, _made = TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "phone"})
    return device


@transaction.atomic
def confirm(user: User, code: str) -> list[str]:
    """Turn the second factor on by its first code: the backup codes, told this once; none where the code is wrong."""
    device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
    if device is None or not device.verify_is_allowed()[0] or not device.verify_token(code):
        return []
    take_off(user)
    device.confirmed = True
    device.save()
    backup = StaticDevice.objects.create(user=user, name="backup")
    codes = [f"{secrets.randbelow(10**BACKUP_DIGITS):0{BACKUP_DIGITS}}" for _ in range(BACKUP_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=backup, token=code) for code in codes)
    return codes


def take_off(user: User) -> None:
    """Leave the account with its password alone."""
    for device in devices_for_user(user):
        device.delete()


def is_right(user: User, code: str) -> bool:
    """Whether the code is that of now, or a backup code, which is then used up; the device throttles the tries."""
    digits = "".join(code.split())
    # Nothing typed is no try: the page had not asked for it yet.
    return bool(digits) and match_token(user, digits) is not None
