"""Uploading contents. What is stored has passed the check of its game, and is never changed."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction

from gameengine.core.types import Json
from gameengine.games.registry import game as game_by_key
from matches import content_text, now
from matches.contents import ContentRefusedError, faults_of, read_text
from matches.models import ContentFile

LONGEST_NAME = 80


def content_upload(*, game: str, name: str, text: bytes, by_user: Any) -> ContentFile:
    """Return the stored content of a file. Raises ContentRefusedError, MatchError `no_contents`."""
    data = read_text(text)
    return _stored(game, name, data, text.decode("utf-8-sig"), by_user)


def content_add(*, game: str, name: str, data: Json, by_user: Any) -> ContentFile:
    """Return the stored content of values. Raises ContentRefusedError, MatchError `no_contents`."""
    text = content_text.write(data)
    # Values that no file could say are refused like a file that says them.
    read_text(text.encode())
    return _stored(game, name, data, text, by_user)


def _stored(game: str, name: str, data: Json, text: str, by_user: Any) -> ContentFile:
    faults = faults_of(game_by_key(game), data)
    if faults:
        raise ContentRefusedError(faults)
    row = ContentFile(
        game=game,
        hash=content_text.digest(data),
        name=name.strip()[:LONGEST_NAME] or _own_name(data),
        text=text,
        data=content_text.plain(data),
        uploaded_by=by_user,
        uploaded_at_ms=now.now_ms(),
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        # The same content is here already, under the name that it got first.
        return ContentFile.objects.get(game=game, hash=row.hash)
    return row


def _own_name(data: Any) -> str:
    return f"{data.get('content', '?')} {data.get('content_version', '')}".strip()[:LONGEST_NAME]
