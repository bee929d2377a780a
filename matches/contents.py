"""Contents of games: the built-in ones by name, uploaded ones by hash; and what is wrong with one, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from gameengine.core.abilities import HasContent
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject
from gameengine.table.options import filled_options
from matches import content_text
from matches.content_text import ContentTextError
from matches.errors import MatchError, sentence
from matches.models import ContentFile
from matches.words import language

CONTENT: Final = "content"
"""The option of a game with contents that holds one of them, by name or whole."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a file: where, a code that never changes, and a sentence in the active language."""

    path: str
    code: str
    text: str

    def to_json(self) -> dict[str, str]:
        """Return the three under their names."""
        return {"path": self.path, "code": self.code, "text": self.text}


class ContentRefusedError(MatchError):
    """A content cannot be played; `faults` are all the reasons."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("content_refused", ", ".join(fault.code for fault in faults[:5]))
        self.faults = tuple(faults)

    @property
    def more(self) -> Mapping[str, Any]:
        """Return what a program is told beside the sentence."""
        return {"problems": [fault.to_json() for fault in self.faults]}


@dataclass(frozen=True, slots=True)
class Named:
    """A content as options, pages and addresses name it: `ref` is the name of a built-in one, or a hash."""

    ref: str
    name: str
    built_in: bool
    data: JsonObject

    @property
    def option(self) -> Json:
        """Return the value of the option `content` that means this one."""
        return self.ref if self.built_in else self.data


def with_contents(game: Game[Any]) -> HasContent:
    """Return a game as one that has contents. Raises MatchError `no_contents`."""
    if not isinstance(game, HasContent):
        raise MatchError("no_contents")
    return game


def built_in(game: Game[Any]) -> list[Named]:
    """Return the contents that come with a game; none for a game without any."""
    known = game.contents if isinstance(game, HasContent) else {}
    return [Named(name, name, True, data) for name, data in known.items()]


def content_named(game: Game[Any], ref: str) -> Named:
    """Return the content of a name or hash. Raises MatchError `no_contents`, `no_such_content`."""
    known = with_contents(game).contents
    if ref in known:
        return Named(ref, ref, True, known[ref])
    stored = ContentFile.objects.filter(game=game.key, hash=ref).first()
    if stored is None:
        raise MatchError("no_such_content")
    return Named(stored.hash, stored.name, False, stored.data)


def content_in(game: Game[Any], options: JsonObject) -> Named | None:
    """Return the content that options stand on; None for a game without contents."""
    if not isinstance(game, HasContent):
        return None
    chosen = filled_options(game, options)[CONTENT]
    if isinstance(chosen, str):
        return Named(chosen, chosen, True, game.contents[chosen])
    assert isinstance(chosen, Mapping)  # noqa: S101 - the option takes nothing else
    ref = content_text.digest(chosen)
    stored = ContentFile.objects.filter(game=game.key, hash=ref).first()
    return Named(ref, stored.name if stored else _("own content"), False, chosen)


def options_on(game: Game[Any], ref: str) -> dict[str, Json]:
    """Return the game's usual options on a content; without a name on the usual one."""
    return filled_options(game, {CONTENT: content_named(game, ref).option} if ref else {})


def as_text(named: Named, game: str) -> str:
    """Return a content as a file: an uploaded one as it came."""
    stored = None if named.built_in else ContentFile.objects.filter(game=game, hash=named.ref).first()
    return stored.text if stored else content_text.write(named.data)


def faults_of(game: Game[Any], data: Json) -> list[Fault]:
    """Return what the game finds wrong with a content."""
    return [
        Fault(problem.path, problem.code, problem.text.to(language()))
        for problem in with_contents(game).check_content(data)
    ]


def read_text(text: bytes) -> Json:
    """Return what a file says. Raises ContentRefusedError with the place at which it cannot be read."""
    try:
        return content_text.read(text)
    except ContentTextError as error:
        place = _("line %(line)s, column %(column)s") % {"line": error.line, "column": error.column}
        fault = Fault(place if error.line else "–", error.code, sentence(error.code))
        raise ContentRefusedError([fault]) from error
