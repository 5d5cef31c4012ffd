"""Django's settings. What differs between installations comes from the environment (casino/environment.py)."""

import os
from typing import Any

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from casino import logs, secrets
from casino.environment import CHECKOUT, BadSetting, DatabaseAddress, Environment, read
from casino.servers.layout import Layout

try:
    ENVIRONMENT: Environment = read(secrets.from_files(os.environ))
except BadSetting as wrong:
    raise ImproperlyConfigured(str(wrong)) from None

# Before anything loads OpenCV: a picture of a few megabytes that would unpack to gigabytes is unreadable.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")

DATA = ENVIRONMENT.data
DEBUG = ENVIRONMENT.debug
# Lazy, since commands that need no database write no file either.
SECRET_KEY = ENVIRONMENT.secret_key or SimpleLazyObject(lambda: secrets.kept(DATA / "secret-key"))
SECRET_KEY_FALLBACKS = [ENVIRONMENT.old_secret_key] if ENVIRONMENT.old_secret_key else []
ALLOWED_HOSTS = ENVIRONMENT.hosts or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.origins

INSTALLED_APPS = [
    "casino",
    "shoes",
    "tables",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_htmx",
    "django_celery_beat",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "casino.tracing.TracingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "casino.static_files.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "casino.errors.RefusalMiddleware",
    "casino.outages.OutageMiddleware",
]
ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [CHECKOUT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.context.appearance",
            ],
        },
    }
]


def _database(address: DatabaseAddress | None, embedded_user: str) -> dict[str, Any]:
    """One alias: the embedded server, or the one that a URL names."""
    pool = {"min_size": 1, "max_size": ENVIRONMENT.pool, "timeout": 10}
    options: dict[str, Any] = {"pool": pool} if ENVIRONMENT.pool else {}
    options["connect_timeout"] = "5"  # a machine that is gone does not refuse: without this a request waits two minutes
    common = {"CONN_HEALTH_CHECKS": True, "TEST": {"NAME": ENVIRONMENT.test_name, "DEPENDENCIES": []}}
    if address is None:
        engine = {"ENGINE": "casino.servers.backend", "NAME": "seventeen", "USER": embedded_user}
        return {**engine, **common, "OPTIONS": options}
    place = {"HOST": address.host, "PORT": address.port, "PASSWORD": address.password}
    engine = {"ENGINE": "django.db.backends.postgresql", "NAME": address.name, "USER": address.user}
    return {**engine, **place, **common, "OPTIONS": {**options, **address.options}}


# "default" is the run-time role, which may not change what is appended; "owner" migrates (DESIGN 6).
DATABASES = {
    "default": _database(ENVIRONMENT.database, "seventeen"),
    "owner": _database(ENVIRONMENT.database_owner, "seventeen_owner"),
}
DATABASES["owner"]["OPTIONS"].pop("pool", None)

AUTH_USER_MODEL = "casino.Staff"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "casino.backends.SecondFactorBackend",
    "casino.backends.BadgeBackend",
]
SECOND_FACTOR = ENVIRONMENT.second_factor
ENROLLED_TABLETS = ENVIRONMENT.enrolled_tablets
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "casino.errors.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "pin", "badge", "code"]
AXES_VERBOSE = False

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [CHECKOUT / "casino" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
TIME_ZONE = ENVIRONMENT.time_zone
DAY_START = ENVIRONMENT.day_start  # hour of TIME_ZONE at which a gaming day begins
ANSWER_DAYS = ENVIRONMENT.answer_days  # for letters of guests, where the rule pack names no time
PAYOUT_SAMPLE = ENVIRONMENT.payout_sample  # so many payouts of each shift are reviewed
SHIFTS = ENVIRONMENT.shifts  # name and local start of each, in the order of the gaming day
EVIDENCE_DAYS = ENVIRONMENT.evidence_days  # of a round of which nothing is said
EVIDENCE_VERDICT_DAYS = ENVIRONMENT.evidence_verdict_days  # of one with a verdict or a dispute
EVIDENCE_BYTES = ENVIRONMENT.evidence_gb * 1_000_000_000
PAYMENT_CLIPS = ENVIRONMENT.payment_clips  # percent of rounds
EVIDENCE_UNMASKED = ENVIRONMENT.evidence_unmasked
USE_TZ = True
USE_I18N = True

STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MEDIA_ROOT = DATA / "media"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = ENVIRONMENT.https
SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_REDIRECT_EXEMPT = [r"^healthz"]  # probes come past the proxy
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENVIRONMENT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENVIRONMENT.https
if ENVIRONMENT.https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["casino.permissions.Nobody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino.bodies.BoundedJSON"],
    "DEFAULT_SCHEMA_CLASS": "casino.openapi.Described",
    "EXCEPTION_HANDLER": "casino.errors.answer_api",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Seventeen",
    "DESCRIPTION": "Tables, rounds and verdicts of a casino's card floor.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api",
    # Not the usual one: choices stand where they are asked for, without names of their own.
    "POSTPROCESSING_HOOKS": ["casino.openapi.plain"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["casino.permissions.SignedIn"],
}

CELERY_BROKER_URL = ENVIRONMENT.broker_url or Layout(DATA).broker_url
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_SCHEDULE = {
    "checkpoint": {"task": "casino.write_checkpoint", "schedule": crontab(minute=0)},
    "heartbeat": {"task": "casino.heartbeat", "schedule": 15.0, "options": {"expire_seconds": 15}},
    # Asked again in two seconds, so that one that nobody had time for is worth nothing.
    "silent_cameras": {"task": "shoes.tell_silent_cameras", "schedule": 2.0, "options": {"expire_seconds": 2}},
    "signs_in_force": {"task": "tables.tell_signs", "schedule": 2.0, "options": {"expire_seconds": 2}},
    "pressing": {"task": "tables.tell_pressing", "schedule": 10.0, "options": {"expire_seconds": 10}},
    "reaudit_missed": {"task": "tables.reaudit_missed", "schedule": crontab(minute=10)},
    "draw_payouts": {"task": "tables.draw_payouts", "schedule": crontab(minute="5,35")},
    "clips_left_waiting": {"task": "tables.clips_left_waiting", "schedule": crontab(minute="*/5")},
    "evidence_room": {"task": "tables.keep_room", "schedule": 60.0, "options": {"expire_seconds": 60}},
    "evidence_due": {"task": "tables.delete_due", "schedule": crontab(hour=5, minute=25)},
    "reports_left_waiting": {"task": "tables.reports_left_waiting", "schedule": crontab(minute="*/5")},
}
if CELERY_BROKER_URL.startswith(("redis", "valkey")):
    # Without the last two it may take minutes longer until somebody looks for the jobs of a killed worker.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": ENVIRONMENT.job_timeout,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
    }
CHECKPOINTS = ENVIRONMENT.checkpoints
CHECKPOINT_KEY = ENVIRONMENT.checkpoint_key

LOGGING = logs.configuration(ENVIRONMENT.log)
