"""What a ruling would change, in words: each fact before and after, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gameengine.table.views import outcome_from_json
from matches import words
from matches.models import Match
from matches.picture import MatchPicture
from matches.services import Moment, Preview


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact before and after a ruling."""

    name: str
    before: str
    after: str

    @property
    def changes(self) -> bool:
        """Tell whether the ruling changes it."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class ShownPreview:
    """A preview as the page shows it. `seq` is the last line of the log that it was made from."""

    seq: int
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...]
    note: str = ""


_GOES_BACK: Final = frozenset({"void", "reopen", "reverse"})
_FRESH: Final = gettext_lazy(
    "What was played stays readable. Chance falls anew from here, and the match stands paused."
)


def shown_preview(preview: Preview, picture: MatchPicture, act: str) -> ShownPreview:
    """Return the preview of an act in the active language, with the names of the match."""
    both = preview.before, preview.after
    facts = [
        Fact(_("Match"), *(_status(moment) for moment in both)),
        Fact(_("Actions played"), *(str(moment.ply) for moment in both)),
        Fact(_("To act"), *(" · ".join(picture.name(seat) for seat in moment.to_act) or "–" for moment in both)),
        *(
            Fact(_("Clock of %(name)s") % {"name": face.name}, *(_left(moment, face.seat) for moment in both))
            for face in picture.faces
            if _left(preview.before, face.seat) or _left(preview.after, face.seat)
        ),
        Fact(_("Result"), *(_outcome(moment, picture) for moment in both)),
    ]
    warnings = tuple(text.to(words.language()) for text in preview.warnings)
    return ShownPreview(preview.seq, tuple(facts), warnings, str(_FRESH) if act in _GOES_BACK else "")


def _status(moment: Moment) -> str:
    return str(Match.Status(moment.status).label)


def _left(moment: Moment, seat: int) -> str:
    return words.clock_text(moment.left_ms[seat])


def _outcome(moment: Moment, picture: MatchPicture) -> str:
    data: Any = moment.outcome
    outcome = outcome_from_json(data)
    if outcome is None:
        return "–"
    return f"{words.outcome_text(outcome, picture.sides)} · {words.outcome_score(outcome, picture.sides)}".removesuffix(
        " · "
    )
