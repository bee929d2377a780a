"""Uploading contents. What is stored has passed the check of its game, and is never changed."""

from __future__ import annotations

from typing import Any, Final

from django.db import IntegrityError, transaction

from gameengine.core.types import Json
from gameengine.games.registry import game as game_by_key
from matches import content_text, now
from matches.contents import ContentRefusedError, faults_of, read_text
from matches.errors import MatchError
from matches.models import ContentFile

LONGEST_NAME: Final = 80
MOST_CONTENTS: Final = 100
"""So many different contents of one game one person uploads."""


def content_upload(*, game: str, name: str, text: bytes, by_user: Any) -> ContentFile:
    """Return the stored content of a file.

    Raises ContentRefusedError, MatchError `no_contents`, `too_many_contents`.
    """
    data = read_text(text)
    return _stored(game, name, data, text.decode("utf-8-sig"), by_user)


def content_add(*, game: str, name: str, data: Json, by_user: Any) -> ContentFile:
    """Return the stored content of values. Raises as `content_upload`."""
    text = content_text.write(data)
    # Values that no file could say are refused like a file that says them.
    return _stored(game, name, read_text(text.encode()), text, by_user)


def _stored(game: str, name: str, data: Json, text: str, by_user: Any) -> ContentFile:
    faults = faults_of(game_by_key(game), data)
    if faults:
        raise ContentRefusedError(faults)
    known = ContentFile.objects.filter(game=game, hash=content_text.digest(data)).first()
    if known is not None:
        # Under the name that it got first.
        return known
    if by_user is not None and ContentFile.objects.filter(game=game, uploaded_by=by_user).count() >= MOST_CONTENTS:
        raise MatchError("too_many_contents")
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
        # Somebody was faster with the same content.
        return ContentFile.objects.get(game=game, hash=row.hash)
    return row


def _own_name(data: Any) -> str:
    return f"{data.get('content', '?')} {data.get('content_version', '')}".strip()[:LONGEST_NAME]
