"""The ASGI application: pages and API by Django, sockets by Channels."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "flagfall.settings")

from django.core.asgi import get_asgi_application

application = get_asgi_application()
