"""Settings, read from environment variables (see .env.example).

The defaults serve one laptop in a hall: SQLite, no other service, plain HTTP
on the loopback. Production sets the variables that README names.
"""

import os
import secrets
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from codes import build_cache
from config import sentry
from config.sqlite import use_newest

# A hidden tournament, a corrected seat must not be read for longer than somebody takes to notice it.
MOST_SHARED_SECONDS = 30
SHORTEST_KEY = 32

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
env.read_env(BASE_DIR / ".env")

# What is written: database, secret key, backups. All the rest may be read-only.
VAR_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var")))


def _own_secret() -> str:
    """A secret of this installation, made at the first start and kept beside the data."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(exist_ok=True)
        mine = VAR_DIR / f"secret_key.{secrets.token_hex(4)}"
        mine.touch(mode=0o600)
        mine.write_text(secrets.token_urlsafe(64))
        # Of two processes that start together one was first, and both use its secret.
        with suppress(FileExistsError):
            os.link(mine, path)
        mine.unlink()
    return path.read_text()


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _own_secret()
# For what lies encrypted in the database: the first encrypts, each of them opens, and so does the secret key.
ENCRYPTION_KEYS = env.list("ENCRYPTION_KEYS", default=[])
if any(len(key) < SHORTEST_KEY for key in ENCRYPTION_KEYS):
    raise ImproperlyConfigured(
        f"A key of ENCRYPTION_KEYS has less than {SHORTEST_KEY} characters: openssl rand -hex 32."
    )
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Where phones reach this machine, for the QR codes on printed sheets; empty: the address of the request.
PUBLIC_URL = env.str("PUBLIC_URL", default="")
# A hall's network is often plain HTTP: one switch for all that needs HTTPS.
HTTPS = env.bool("HTTPS", default=False)
# Whether the demonstration, whose passwords everybody knows, may be served; every page then says what it is.
DEMO = env.bool("DEMO", default=False)
# Compressed files with a hash in their name, after `collectstatic` (make run does it);
# without, files are served as they lie in static/, for tests and development.
HASHED_STATIC = env.bool("HASHED_STATIC", default=False)
# Whether a proxy of ours stands in front and writes the X-Forwarded-… headers.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)

# Browsers take a cookie of such a name over HTTPS alone, and let no other host of the domain put it there.
COOKIE_PREFIX = "__Host-" if HTTPS else ""

# Ours, from the ground up.
APPLICATIONS = ["pages", "records", "people", "tournaments", "hall", "keeping", "referee", "federation"]
# With what Django does not know as applications.
PACKAGES = ["config", "codes", "papers", *APPLICATIONS]
INSTALLED_APPS = [
    *APPLICATIONS,
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_otp",
    "django_htmx",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "config.middleware.RequestNumber",
    "config.middleware.HealthFirst",
    "django.middleware.security.SecurityMiddleware",
    # Before the static files: theirs are no pages either.
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Outside of all that sets a cookie.
    "config.middleware.NothingPersonal",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.LiveFirst",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.MarksInWords",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # A view that forgets to say who may see it shows nothing to strangers; the public ones say so.
    "config.middleware.LoginRequired",
    "config.middleware.KeptNowhere",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.KindOfToday",
    "config.middleware.SecondFactorFirst",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.SameKey",
    "config.middleware.ClockBehind",
    "config.middleware.DamagedInWords",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Chosen here because every process reads the settings before Django opens its first connection.
SQLITE = use_newest()
SQLITE_OPTIONS = {
    # The lock is taken when the transaction begins: forty phones then wait instead of failing.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        f"PRAGMA journal_mode={SQLITE.journal};PRAGMA synchronous=FULL;"
        "PRAGMA foreign_keys=ON;PRAGMA recursive_triggers=ON;"
    ),
}
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'referee.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(exist_ok=True)
    DATABASES["default"] |= {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 60}
else:
    # A server may have been started again while a connection to it was kept.
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
# A copy that PostgreSQL keeps by streaming replication: the pages for everybody are read there; empty: there is none.
if env.str("DATABASE_REPLICA_URL", default=""):
    DATABASES["replica"] = env.db_url("DATABASE_REPLICA_URL")
    if {database["ENGINE"] for database in DATABASES.values()} != {"django.db.backends.postgresql"}:
        raise ImproperlyConfigured("DATABASE_REPLICA_URL needs PostgreSQL, there and in DATABASE_URL.")
    DATABASES["replica"] |= {
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 2, "options": "-c default_transaction_read_only=on -c statement_timeout=5s"},
        "TEST": {"MIRROR": "default"},
    }
    DATABASE_ROUTERS = ["records.replica.Router"]
# A copy that is more seconds late than this is not read.
REPLICA_SECONDS = env.int("REPLICA_SECONDS", default=5)
# Where backups of the running server go, best on another disk; empty: none are made by themselves.
BACKUP_DIR = env.str("BACKUP_DIR", default=str(VAR_DIR / "backups"))
# Long work waits in the database for a worker (`manage.py worker`), with one node or many.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default"]}}
# Whether a web process starts a worker beside itself whenever work waits; False where one runs as a service.
OWN_WORKER = env.bool("OWN_WORKER", default=True)
# Up to so many lines in its log a tournament's report and workbook are made while one waits: about a second.
AT_ONCE_UP_TO = env.int("AT_ONCE_UP_TO", default=3000)
# Whether other programs may be told on this machine itself, over plain HTTP: only where they are tried.
WEBHOOKS_TO_LOOPBACK = env.bool("WEBHOOKS_TO_LOOPBACK", default=False)
# With what papers are signed (`manage.py paper_certificate`, requirements-sign.txt); empty: they are not.
PAPERS_CERTIFICATE = env.str("PAPERS_CERTIFICATE", default="")
PAPERS_PASSPHRASE = env.str("PAPERS_PASSPHRASE", default="")
# Where the search of whole deals (requirements-deals.txt) is kept once it is compiled; its compiler reads this itself.
os.environ["NUMBA_CACHE_DIR"] = env("NUMBA_CACHE_DIR", default=str(VAR_DIR / "compiled"))
# Where the codes are kept once they are read and checked; whoever holds the secret alone can write them.
build_cache.keep_in(VAR_DIR / "codes", SECRET_KEY)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "people.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# Whether directors and administrators must sign in with a code of their phone beside the password; others always may.
SECOND_FACTOR = env.bool("SECOND_FACTOR", default=False)
# For how many days a measure against a person counts as an earlier one (referee/cases/known_scores.py tells why).
MEASURES_HOLD_DAYS = env.int("MEASURES_HOLD_DAYS", default=365)
OTP_TOTP_ISSUER = "Referee"
# Of PBKDF2 with SHA-256, for the digests of backup codes (OWASP's figure).
BACKUP_CODE_ROUNDS = 600_000
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "people.sign_in.forms.NoWordOfTheHouse"},
]

CACHES = {
    # What a process found when it proved a round again, so that none does it twice; several share it by CACHE_URL.
    "default": env.cache_url("CACHE_URL", default="locmemcache://"),
    # Pages for a whole hall: each process makes its own, so that no flood of them drives out what is counted above.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}
if CACHES["default"]["BACKEND"].endswith(".FileBasedCache"):
    # Django's own unpickles whatever lies in the folder.
    CACHES["default"]["BACKEND"] = "pages.caches.FileCache"

# For how long a shared cache in front of us may keep the pages that are the same for everybody; 0: not at all. As long
# again it may go on sending one while it asks for the next. Everything on these pages may be late by both together.
SHARED_CACHE_SECONDS = env.int("SHARED_CACHE_SECONDS", default=0)
if not 0 <= SHARED_CACHE_SECONDS <= MOST_SHARED_SECONDS:
    raise ImproperlyConfigured(f"SHARED_CACHE_SECONDS is 0 to {MOST_SHARED_SECONDS}, not {SHARED_CACHE_SECONDS}.")

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italiano")), ("en", _("Inglese"))]
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Rome")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# Part of the program: made with it, only read afterwards.
STATIC_ROOT = BASE_DIR / "var" / "static"
# Whitenoise warns where it is missing, as before the first `collectstatic`.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)


def _package_static(package: str, folder: str = "static") -> Path:
    """The static folder of an installed package that must not be an app (it ships templates, or is none)."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ImproperlyConfigured(f"The package {package} of requirements.txt is not installed.")
    return Path(spec.submodule_search_locations[0]) / folder


STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("vendor/bootstrap", _package_static("django_include_bootstrap")),
    ("vendor/plex-serif", _package_static("fontpkg_ibm_plex_serif", "files")),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = not HASHED_STATIC
# Source maps must be there for the manifest; nobody downloads them, so they stay uncompressed.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]

# A file too big for an import stops before it is kept anywhere; a preview asks about every player who seems known.
FILE_UPLOAD_HANDLERS = [
    "tournaments.entry_lists.forms.SizeLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        # Bootstrap's own images are data: URLs in its style sheet.
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    },
}
X_FRAME_OPTIONS = "DENY"
# Browsers ignore it on plain HTTP and complain in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "people.sign_in.sessions"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
# How long a session lasts, by whose it is (people/sign_in/sessions.py): hours without use, and in all.
# A day of tournament is twelve hours long, with a meal between its sessions; whoever administers does it at a desk.
SESSION_HOURS = {"federation": (1, 12), "director": (4, 16), "staff": (12, 48)}
SESSION_COOKIE_AGE = max(in_all for _unused, in_all in SESSION_HOURS.values()) * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = HTTPS
MESSAGE_STORAGE = "pages.views.Messages"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Into the browsers' own lists a whole domain goes for years: only where whoever owns it asks.
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W021"]
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Lines of the log for a person («text») or for a program («json»); both keep names and keys out.
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
LOG_FORMATTERS = {"text": "config.log_lines.Readable", "json": "config.log_lines.Json"}
if LOG_FORMAT not in LOG_FORMATTERS:
    raise ImproperlyConfigured(f"LOG_FORMAT is {' or '.join(LOG_FORMATTERS)}, not {LOG_FORMAT!r}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LOG_FORMATTERS[LOG_FORMAT]}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Requests refused with 4xx are the visitors' affair; errors come with their traceback.
        "django": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # A worker that looks for work every second has nothing to say about it.
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
    },
}

# Where errors are told besides the log; empty: nowhere.
if SENTRY_DSN := env.str("SENTRY_DSN", default=""):
    sentry.begin(SENTRY_DSN)
