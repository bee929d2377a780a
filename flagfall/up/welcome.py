"""What the terminal shows once the service can be used."""

from __future__ import annotations

from typing import Final

from flagfall.accounts.links import entry_path, operator_token
from flagfall.accounts.services import operator_get_or_create

EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared, not listened on


def welcome(*, host: str, port: int) -> str:
    """Return the addresses, and the link by which the organizer comes in."""
    base = f"http://{EVERYWHERE.get(host, host)}:{port}"
    operator = operator_get_or_create()
    return "\n".join(
        (
            "",
            f"  Flagfall runs:   {base}/",
            f"  Organizer link:  {base}{entry_path(operator, operator_token(operator))}",
            "  End with Ctrl+C.",
            "",
        )
    )
