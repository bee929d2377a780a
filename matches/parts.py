"""The parts of a game page that change while it is looked at: each has a DOM id, a value to compare, and markup.

The page and the live frames take them from here. Only what differs is rendered: values are compared, not markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any, Final

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from gameengine.board.offers import Offer, Way
from gameengine.board.same import Same
from gameengine.board.svg import facts_markup, panel_changes, panel_markup
from gameengine.board.trays import tray_changes, trays_markup
from gameengine.board.view import BoardView, Panel, Pick, Tray
from gameengine.clock import Reading, limits_of
from gameengine.core.types import Seat, Text
from gameengine.table import has_free_time
from matches import now, words
from matches.clocks import dial
from matches.notices import absence_part, awaited, notice
from matches.picture import Face, MatchPicture

PANELS: Final = "panels"
TRAYS: Final = "trays"


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One clock with the name beside it. What the page's script draws itself does not make it a new value.

    `ready` is None once the match has begun and nobody waits for the seat; `autopilot` how often the server has moved
    in a row, None if it does not; `free_ms` how long the clock stands in a reaction window; `team` is the name of its
    side where seats play together, `out` tells that the seat is out while the others play on.
    """

    index: Seat
    name: str
    tone: str | None
    full_ms: int | None
    ready: bool | None
    own: bool
    bot_level: str
    autopilot: int | None
    forfeit_after: int
    free_ms: int | None
    team: str
    partner: bool
    out: bool
    away: bool = field(compare=False)
    left_ms: int | None = field(compare=False)
    running: bool = field(compare=False)
    reading: Reading = field(compare=False)

    @property
    def note(self) -> str:
        """Return the few words under the name: whose seat it is, who plays, how often the server has moved for it.

        There is little room where many sit round a table: what matters most comes first.
        """
        notes = [_("your partner")] if self.partner else [self._place]
        if self.out:
            notes.append(_("out"))
        if self.ready is not None:
            notes.append(_("ready") if self.ready else _("not ready yet"))
        if self.own:
            notes.append(_("you"))
        if self.bot_level:
            notes.append(_("computer, %(level)s") % {"level": words.LEVELS.get(self.bot_level, self.bot_level)})
        notes.extend(self._autopilot_note())
        return " · ".join(notes)

    @property
    def _place(self) -> str:
        """Return the name of the team, else that of the colour, else the number of the seat."""
        tone = words.TONES.get(self.tone or "")
        return self.team or (str(tone) if tone else _("seat %(number)s") % {"number": self.index + 1})

    def _autopilot_note(self) -> list[str]:
        if self.autopilot is None:
            return []
        if not self.forfeit_after:
            return [_("autopilot")]
        return [_("autopilot %(streak)s of %(limit)s") % {"streak": self.autopilot, "limit": self.forfeit_after}]

    @property
    def display(self) -> str:
        """Return the time as it is shown before a script draws it."""
        return words.clock_text(dial.shown_ms(self.left_ms, self.reading))

    @property
    def beside(self) -> str:
        """Return the words beside the time, before a script draws them."""
        return dial.beside(self.left_ms, self.reading)

    @property
    def timed(self) -> bool:
        """Tell whether there is a limit at all."""
        return self.full_ms is not None


@dataclass(frozen=True, slots=True)
class Acts:
    """What the viewer may do besides moving."""

    match_id: str
    game: str
    status: str
    is_player: bool
    practice: bool
    has_arbiter: bool
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Autopass:
    """Which reaction windows the table lets go for the viewer: (kind, its name, whether it does)."""

    match_id: str
    kinds: tuple[tuple[str, str, bool], ...]
    passed: bool


def clocks(picture: MatchPicture, at_ms: int | None = None) -> tuple[SeatClock, ...]:
    """Return the clocks of all seats, read at an instant (default: now)."""
    at_ms = now.now_ms() if at_ms is None else at_ms
    return tuple(_clock(picture, face, at_ms) for face in picture.faces)


def _clock(picture: MatchPicture, face: Face, at_ms: int) -> SeatClock:
    clock = picture.table.clock
    reaction = limits_of(clock.control).reaction
    tones = picture.board.seat_tones
    side = picture.side(face.seat)
    together = len(side.seats) > 1
    return SeatClock(
        index=face.seat,
        name=face.name,
        tone=tones[face.seat] if tones else None,
        full_ms=clock.full_ms(face.seat),
        ready=_ready(picture, face.seat),
        own=picture.viewer == face.seat,
        bot_level=face.bot_level,
        autopilot=_autopilot_streak(picture, face.seat),
        forfeit_after=picture.table.policy.forfeit_after,
        free_ms=reaction.free_ms if reaction else None,
        team=face.team if together else "",
        partner=together and picture.viewer in side.seats and picture.viewer != face.seat,
        out=face.seat in picture.table.gone,
        away=not face.here,
        left_ms=clock.left_ms(face.seat, max(at_ms, picture.table.at_ms)),
        running=clock.running == face.seat and not clock.paused and picture.status == "live",
        reading=clock.reading(face.seat, max(at_ms, picture.table.at_ms)),
    )


def _ready(picture: MatchPicture, seat: Seat) -> bool | None:
    """Return whether a seat has come; None once nobody asks."""
    if picture.status == "waiting":
        return picture.table.opening.ready[seat]
    return False if picture.status == "live" and seat in awaited(picture.table) else None


def _autopilot_streak(picture: MatchPicture, seat: Seat) -> int | None:
    pilot = picture.table.autopilot[seat]
    return None if picture.status == "over" or not (pilot.active or pilot.streak) else pilot.streak


def clk(picture: MatchPicture, server_ms: int) -> dict[str, Any]:
    """Return the clocks as frames carry them; pages count down from `deadline_ms` by the server's time."""
    clock = picture.table.clock
    public: dict[str, Any] = clock.public_json(picture.table.at_ms)
    if picture.status != "live":
        public = standing(public)
    return {**public, "server_ms": server_ms, "paused": clock.paused or picture.status in {"paused", "quarantined"}}


def standing(public: Mapping[str, Any]) -> dict[str, Any]:
    """Return the readings of clocks that stand, whatever the table says: nothing is due by itself."""
    kept = ("running", "left_ms", "detail", "pours")
    return {name: public[name] for name in kept if name in public} | {"deadline_ms": None}


def legal(picture: MatchPicture) -> list[dict[str, Any]] | None:
    """Return the viewer's legal actions with their picks, as the board's script takes them; None out of turn."""
    if not picture.offers:
        return None
    language = words.language()
    return [_offer(offer, language) for offer in picture.offers]


def _offer(offer: Offer, language: str) -> dict[str, Any]:
    """Return an offer; `x` are its parts, each a list of ways among which one is chosen."""
    told = _way(offer.text, offer.picks, language)
    return {**told, "x": [_part(Same(part), language) for part in offer.parts]} if offer.parts else told


# The places for a wall may be thousands, and stay the same while other things happen.
@lru_cache(maxsize=256)
def _part(part: Same[tuple[Way, ...]], language: str) -> list[dict[str, Any]]:
    return [_way(text, picks, language) for text, picks in part.it]


def _way(text: str, picks: tuple[Pick, ...], language: str) -> dict[str, Any]:
    """Return a piece of an action; `l` tells which picks may be made in any order: from where to before where."""
    told: dict[str, Any] = {"a": text, "p": [_pick(pick, language) for pick in picks]}
    loose = [place for place, pick in enumerate(picks) if pick.loose]
    if len(loose) > 1:
        told["l"] = [loose[0], loose[-1] + 1]
    return told


def _pick(pick: Pick, language: str) -> list[str]:
    if pick.element:
        return [pick.element]
    return ["choice", pick.choice, pick.label.to(language) if pick.label else pick.choice]


@dataclass(frozen=True, slots=True)
class Trays:
    """The cards beside the board, and whether the viewer may pick from them."""

    trays: tuple[Tray, ...]
    interactive: bool


# markup


def contents(picture: MatchPicture) -> dict[str, Any]:
    """Return the value of every part by its DOM id; equal values have equal markup."""
    about = picture.about
    found: dict[str, Any] = {f"clock-{clock.index}": clock for clock in clocks(picture)}
    found["status"] = words.status_text(picture)
    found["facts"] = picture.board.facts
    found[PANELS] = picture.board.panels
    found[TRAYS] = Trays(picture.board.trays, picture.can_pick)
    found["notice"] = notice(picture)
    found["absence"] = absence_part(picture)
    found["actions"] = Acts(
        about.match_id,
        picture.table.game.key,
        picture.status,
        picture.viewer is not None,
        about.practice,
        has_arbiter=not about.practice and not about.at_table,
        is_out=picture.is_out,
    )
    if picture.viewer is not None and has_free_time(picture.table):
        found["autopass"] = _autopass(picture, picture.viewer)
    return found


def _autopass(picture: MatchPicture, viewer: Seat) -> Autopass:
    """Return the viewer's own list; nobody else's is ever read here."""
    table = picture.table
    if picture.status == "over":
        return Autopass(picture.about.match_id, (), passed=False)
    names: Mapping[str, Text] = table.game.window_kinds  # type: ignore[attr-defined]  # a game with free time has them
    own = table.passing[viewer]
    kinds = tuple((kind, name.to(words.language()), kind in own.kinds) for kind, name in names.items())
    return Autopass(picture.about.match_id, kinds, own.open != "")


def parts(picture: MatchPicture, request: HttpRequest | None = None) -> dict[str, str]:
    """Return the markup of every part; with a request, forms in them carry its token."""
    return {name: render(name, _Part(value, picture, request)) for name, value in contents(picture).items()}


def changed_parts(before: Mapping[str, Any], now: Mapping[str, Any], picture: MatchPicture) -> dict[str, str]:
    """Return the markup of what differs between two `contents`, of which `now` are the picture's.

    Of panels that are still the same tables only rows are told, of trays only cards, each by its own DOM id.
    """
    told: dict[str, str] = {}
    for name, value in now.items():
        if before.get(name) == value:
            continue
        inner = _INNER[name](before[name], value) if name in _INNER and name in before else None
        told |= {name: render(name, _Part(value, picture))} if inner is None else inner
    return told


def _changed_cards(before: Trays, now: Trays) -> dict[str, str] | None:
    """Return the cards and trays that differ; None if they are other trays, or can be picked from only now."""
    if before.interactive != now.interactive:
        return None
    return tray_changes(before.trays, now.trays, words.language(), interactive=now.interactive)


def _changed_rows(before: Sequence[Panel], now: Sequence[Panel]) -> dict[str, str] | None:
    """Return the rows of panels that differ; None if they are other tables."""
    if len(before) != len(now):
        return None
    told: dict[str, str] = {}
    for old, new in zip(before, now, strict=True):
        rows = panel_changes(old, new, words.language())
        if rows is None:
            return None
        told |= rows
    return told


@dataclass(frozen=True, slots=True)
class _Part:
    value: Any
    picture: MatchPicture
    request: HttpRequest | None = None

    def template(self, name: str, **context: Any) -> str:
        return render_to_string(name, context, self.request)


def render(name: str, part: _Part) -> str:
    """Return the markup of one part: an element with the part's DOM id."""
    return _RENDERERS[name.partition("-")[0]](part)


def presence(face: Face) -> dict[str, str]:
    """Return the part that tells whether somebody is at a seat."""
    away = "" if face.here else " presence--away"
    label = _("connected") if face.here else _("not connected")
    name = f"presence-{face.seat}"
    return {name: f'<span class="presence{away}" id="{name}" role="img" aria-label="{escape(label)}"></span>'}


def clock_markup(clock: SeatClock) -> str:
    """Return one clock."""
    return render_to_string("_clock.html", {"seat": clock, "timed": clock.timed})


def _render_clock(part: _Part) -> str:
    return clock_markup(part.value)


def _render_status(part: _Part) -> str:
    own = " status--own" if part.picture.is_own_turn else ""
    return f'<p class="status{own}" id="status" data-live>{escape(part.value)}</p>'


def _render_facts(part: _Part) -> str:
    return f'<div id="facts" data-live>{facts_markup(part.picture.board, words.language(), name="facts-list")}</div>'


def _render_panels(part: _Part) -> str:
    return panels_markup(part.picture.board)


def panels_markup(board: BoardView) -> str:
    """Return all panels of a board in one element."""
    inner = "".join(panel_markup(panel, words.language()) for panel in board.panels)
    return f'<div class="stack" id="{PANELS}" data-live>{inner}</div>'


def _render_trays(part: _Part) -> str:
    return trays_part(part.value.trays, interactive=part.value.interactive)


def trays_part(trays: Sequence[Tray], *, interactive: bool = False) -> str:
    """Return all trays of a board in one element."""
    inner = trays_markup(trays, words.language(), interactive=interactive)
    return f'<div class="trays" id="{TRAYS}" data-live>{inner}</div>'


def _render_notice(part: _Part) -> str:
    return part.template("matches/_notice.html", notice=part.value)


def _render_absence(part: _Part) -> str:
    return part.template("matches/_absence.html", absence=part.value)


def _render_actions(part: _Part) -> str:
    return part.template("matches/_acts.html", acts=part.value)


def _render_autopass(part: _Part) -> str:
    return part.template("matches/_autopass.html", autopass=part.value)


_RENDERERS: Final[Mapping[str, Callable[[_Part], str]]] = {
    "clock": _render_clock,
    "status": _render_status,
    "facts": _render_facts,
    PANELS: _render_panels,
    TRAYS: _render_trays,
    "notice": _render_notice,
    "absence": _render_absence,
    "actions": _render_actions,
    "autopass": _render_autopass,
}

_INNER: Final[Mapping[str, Callable[[Any, Any], dict[str, str] | None]]] = {
    PANELS: _changed_rows,
    TRAYS: _changed_cards,
}
"""Parts of which less than the whole can be told."""
