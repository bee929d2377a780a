"""The Celery application: three queues, routed by task name, everything unrouted goes to `work`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "flagfall.settings")

app = Celery("flagfall")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
