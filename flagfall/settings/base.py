"""Settings of the service; what depends on the machine comes from `environment`."""

from __future__ import annotations

from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from flagfall.logging import logging_settings
from flagfall.settings import environment as given

BASE_DIR = given.ROOT
DATA_DIR = given.DATA_DIR
DEBUG = given.DEBUG
SECRET_KEY = given.secret_key()
# This machine may always ask: health checks do, whatever name the service has for others.
ALLOWED_HOSTS = [*given.HOSTS, *{"localhost", "127.0.0.1", "[::1]"}.difference(given.HOSTS)]
CSRF_TRUSTED_ORIGINS = given.ORIGINS
INTERNAL_IPS = ["127.0.0.1"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "flagfall.accounts",
    "matches",
    "matches.tables",
    "tournaments",
    "flagfall",
]

MIDDLEWARE = [
    "flagfall.middleware.RequestLogMiddleware",
    "flagfall.middleware.HeadersMiddleware",
    "flagfall.api.middleware.SlashMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "flagfall.middleware.StaticMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "flagfall.faults.RefusalMiddleware",
]

ROOT_URLCONF = "flagfall.urls"
ASGI_APPLICATION = "flagfall.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]


def _database() -> dict[str, Any]:
    """Return PostgreSQL when `DATABASE_URL` names one, else SQLite in the data folder; writers queue, not fail."""
    if given.DATABASE_URL:
        database: dict[str, Any] = given.env.db_url_config(given.DATABASE_URL)
        database["CONN_HEALTH_CHECKS"] = True
        return database
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "flagfall.sqlite3",
        "OPTIONS": {
            "timeout": 20,
            # A read snapshot cannot be upgraded to a write: every transaction takes the write lock when it begins.
            "transaction_mode": "IMMEDIATE",
            # FULL: an acknowledged move survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
        "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
    }


DATABASES = {"default": _database()}

if given.REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [given.REDIS_URL]},
        }
    }
    _REDIS = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": given.REDIS_URL}
    # "kept" holds what must not be pushed out by other things: answers of the API for a day, and its counts.
    CACHES: dict[str, Any] = {"default": _REDIS, "kept": {**_REDIS, "KEY_PREFIX": "kept"}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    _LOCAL = "django.core.cache.backends.locmem.LocMemCache"
    CACHES = {
        "default": {"BACKEND": _LOCAL},
        "kept": {"BACKEND": _LOCAL, "LOCATION": "kept", "OPTIONS": {"MAX_ENTRIES": 50_000}},
    }

REDIS_URL = given.REDIS_URL
DRAIN_S = given.DRAIN_SECONDS
SOCKET_MESSAGES = given.SOCKET_MESSAGES
TABLE_IDLE_MS = given.TABLE_IDLE_MINUTES * 60_000
TABLE_NO_SHOW_MS = given.TABLE_NO_SHOW_MINUTES * 60_000

CELERY_BROKER_URL = given.REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {} if given.REDIS_URL else {"polling_interval": 0.1}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "work"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "flagfall.api.errors.handle_api_error",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "flagfall.api.authentication.TokenAuthentication",
        "flagfall.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["matches.api.permissions.TokenAllows"],
    "DEFAULT_THROTTLE_CLASSES": ["flagfall.api.throttles.PerMinute"],
    "DEFAULT_PARSER_CLASSES": ["flagfall.api.parsing.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "flagfall.api.parsing.JsonAlways",
    "DEFAULT_PAGINATION_CLASS": "flagfall.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "flagfall.api.schema.ApiSchema",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Flagfall",
    "VERSION": "1",
    "DESCRIPTION": "Tournaments and matches under enforced clocks: the same acts and the same rights as the pages.",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    # Words such as `state` and `kind` mean something else at each thing: their values stand where they are used.
    "POSTPROCESSING_HOOKS": [],
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = given.STATIC_ROOT
STATICFILES_DIRS = [BASE_DIR / "static"]
# Collected files have hashed names and may be kept for ever; without `collectstatic` they are served from
# where they lie, as they are at that moment.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"
        if given.COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
SERVESTATIC_USE_FINDERS = SERVESTATIC_AUTOREFRESH = not given.COLLECTED_STATIC
SERVESTATIC_ALLOW_ALL_ORIGINS = False
MEDIA_ROOT = DATA_DIR / "media"

globals().update(given.env.email_url_config(given.EMAIL_URL))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = given.MAIL_FROM

LOGGING = logging_settings(level=given.LOG_LEVEL, json=given.LOG_JSON)
METRICS_TOKEN = given.METRICS_TOKEN

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
CSRF_FAILURE_VIEW = "flagfall.faults.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = given.HTTPS
# Asked from inside, where there is no proxy that speaks HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if given.HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = given.HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if given.HTTPS else None
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
