"""The project package: settings, URL map, ASGI and Celery applications, accounts."""

from flagfall.celery import app as celery_app

__all__ = ["celery_app"]
