"""The ASGI application: pages and API by Django, sockets by Channels, and the web process's own services."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "flagfall.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

pages = get_asgi_application()

# Consumers import models, which exist only once Django is set up.
from matches.entrance import Entrance  # noqa: E402
from matches.receipt import Receipts  # noqa: E402
from matches.routing import websocket_urlpatterns  # noqa: E402
from matches.web import lifespan  # noqa: E402

application = ProtocolTypeRouter(
    {"http": Receipts(pages), "websocket": Entrance(URLRouter(websocket_urlpatterns)), "lifespan": lifespan}
)
