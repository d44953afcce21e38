"""The application's own settings, with what makes tests quick."""

from config.settings import *  # noqa: F403  # everything, and then our differences

# The real one is slow on purpose; the cast's passwords are their names.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# The live server's threads must leave PostgreSQL, or its test database could not be removed.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405  # comes with the star
# A worker beside the tests would work on another database than theirs; those about workers start their own.
OWN_WORKER = False
# As the passwords' hasher.
BACKUP_CODE_ROUNDS = 1
# Clients are many, and each would look for every static file.
_SERVED = "whitenoise.middleware.WhiteNoiseMiddleware"
MIDDLEWARE = ["tests.static_files.ServedAsFound" if one == _SERVED else one for one in MIDDLEWARE]  # noqa: F405
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # Of a hundred statements, which the driver keeps by itself, hardly any is still there when the next test asks it.
    DATABASES["default"]["OPTIONS"] |= {"cached_statements": 2000}  # noqa: F405
