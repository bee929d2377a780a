"""What the pages of a match share: the answer to a command."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, JsonResponse

from matches.rows import Ack

_UNREADABLE: Final = frozenset({"bad_command", "unknown_command", "BAD_SYNTAX", "reason_missing"})


def status_of(ack: Ack) -> int:
    """Return the HTTP status for the answer to a command."""
    if ack.ok:
        return 200
    if ack.code == "busy":
        return 503
    return 400 if ack.code in _UNREADABLE else 409


def ack_response(ack: Ack, cmd: str) -> JsonResponse:
    """Return the answer to a command as the socket would give it."""
    frame: dict[str, Any] = {"t": "ack", "cmd": cmd, "ok": ack.ok, "seq": ack.seq, "ply": ack.ply}
    if not ack.ok:
        frame |= {**ack.refusal, "msg": ack.message}
    return JsonResponse(frame, status=status_of(ack))


def wants_json(request: HttpRequest) -> bool:
    """Tell whether a script asks."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
