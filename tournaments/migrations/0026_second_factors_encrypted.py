"""Second factors out of the tables of the library, where they lay plain; sessions under digests of their keys."""

import hashlib
from datetime import UTC
from secrets import token_hex

from django.conf import settings
from django.db import migrations
from django.utils.crypto import pbkdf2

from tournaments.stored_secrets import encrypt

PHONES, PAPERS, CODES = "otp_totp_totpdevice", "otp_static_staticdevice", "otp_static_statictoken"


def encrypt_what_lies_plain(apps, schema_editor):
    connection = schema_editor.connection
    if PHONES not in connection.introspection.table_names():
        return  # a database that never had them
    if connection.vendor == "sqlite":
        # What is dropped below is written over, too.
        schema_editor.execute("PRAGMA secure_delete = ON")
    _phones(apps, connection)
    _papers(apps, connection)
    for table in (CODES, PAPERS, PHONES):
        schema_editor.execute(f'DROP TABLE "{table}"')
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label__in=["otp_totp", "otp_static"]).delete()


def _phones(apps, connection):
    Phone = apps.get_model("tournaments", "Phone")
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT user_id, name, confirmed, key, drift, last_t, created_at, last_used_at FROM "{PHONES}"')
        for user, name, confirmed, key, drift, last, created, used in cursor.fetchall():
            phone = Phone.objects.create(
                user_id=user, name=name, confirmed=bool(confirmed), secret=encrypt(bytes.fromhex(key)),
                drift=drift, last_step=last,
            )  # fmt: skip
            _dates(Phone, phone, created, used)


def _papers(apps, connection):
    BackupCodes = apps.get_model("tournaments", "BackupCodes")
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT id, user_id, name, confirmed, created_at, last_used_at FROM "{PAPERS}"')
        for paper, user, name, confirmed, created, used in cursor.fetchall():
            cursor.execute(f'SELECT token FROM "{CODES}" WHERE device_id = %s', [paper])
            salt, rounds = token_hex(16), settings.BACKUP_CODE_ROUNDS
            digests = [encrypt(pbkdf2(code, salt, rounds).hex().encode()) for (code,) in cursor.fetchall()]
            made = BackupCodes.objects.create(
                user_id=user, name=name, confirmed=bool(confirmed), salt=salt, rounds=rounds, digests=digests
            )
            _dates(BackupCodes, made, created, used)


def _dates(model, row, created, used):
    # SQLite gives them as text.
    fields = {name: model._meta.get_field(name) for name in ("created_at", "last_used_at")}
    told = {"created_at": created, "last_used_at": used}
    model.objects.filter(pk=row.pk).update(**{name: _aware(field.to_python(told[name])) for name, field in fields.items()})


def _aware(moment):
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def hide_keys_of_sessions(apps, schema_editor):
    Session = apps.get_model("sessions", "Session")
    for key in Session.objects.values_list("session_key", flat=True):
        # As `tournaments.signing_in.session_store` keeps them from now on.
        Session.objects.filter(session_key=key).update(session_key=hashlib.sha256(key.encode()).hexdigest()[:40])


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("sessions", "0001_initial"),
        ("tournaments", "0025_second_factors"),
    ]

    operations = [
        migrations.RunPython(encrypt_what_lies_plain, migrations.RunPython.noop),
        migrations.RunPython(hide_keys_of_sessions, migrations.RunPython.noop),
    ]
