"""What the terminal shows once the service can be used."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from flagfall.accounts.links import entry_path, operator_token
from flagfall.accounts.services import operator_get_or_create
from tournaments.models import Tournament

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not listened on


def welcome(*, host: str, port: int) -> str:
    """Return the addresses, and the link by which the organizer comes in."""
    base = f"http://{EVERYWHERE.get(host, host)}:{port}"
    operator = operator_get_or_create()
    lines = {"Flagfall runs": f"{base}/"}
    demo = Tournament.objects.filter(demo=True).exclude(state=Tournament.State.FINISHED).first()
    if demo is not None:
        lines["Demo tournament"] = base + reverse("tournament", args=[demo.slug])
    lines["Organizer link"] = base + entry_path(operator, operator_token(operator))
    shown = [f"  {name + ':':<17} {address}" for name, address in lines.items()]
    return "\n".join(("", *shown, "  End with Ctrl+C.", ""))
