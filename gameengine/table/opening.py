"""From the first line to the first action: secret set-up parts, readiness, nonces, no-shows, the start."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import orjson

from gameengine.clock import Clock, TimeControl
from gameengine.core.abilities import HasDecks, SetsQuietLimit
from gameengine.core.errors import Refusal
from gameengine.core.game import Event, Game, Step
from gameengine.core.seats import seat_range
from gameengine.core.types import CLOCK, Json, JsonObject, Seat
from gameengine.table.arriving import begins_without, come
from gameengine.table.chance import ChanceSource, Seeded
from gameengine.table.decks import allowed_deck
from gameengine.table.draft import Draft
from gameengine.table.ending import FORFEIT, lost_by, plays_on
from gameengine.table.options import complete_options
from gameengine.table.progress import Deed, carry_out, depart, finish
from gameengine.table.value import Autopilot, Opening, Passing, StartPolicy, Table, TableStep

OPENING_MS: Final = 10_000
"""How long hashes may stay unopened once every seat is ready."""

LONGEST_PREPARE: Final = 4_000
"""No secret set-up part is longer than this text."""
_QUOTED: Final = 80

_READY = re.compile(r"ready(?: ([0-9a-f]{64}))?")
_NONCE = re.compile(r"nonce ([0-9a-f]{1,64})")


def open_table(
    game: Game[Any],
    options: JsonObject,
    seats: int,
    control: TimeControl,
    *,
    at_ms: int,
    no_show_ms: int | None = None,
    start_policy: StartPolicy = "when_both_ready",
    start_at_ms: int | None = None,
    secrets: Sequence[Json] = (),
) -> TableStep:
    """Return a table that waits for its seats.

    After `no_show_ms` seats that have not come forfeit. With policies `at_round_start` and `on_first_turn` the match
    begins at `start_at_ms` (default: at once) whoever is there, and the limit is counted from then. Raises Refusal
    BAD_OPTION, and ValueError for a number of seats that the options do not have.
    """
    opening = Opening(
        start_policy,
        no_show_ms,
        ready=(False,) * seats,
        acted=(False,) * seats if start_policy == "on_first_turn" else (),
        hashes=("",) * seats,
        nonces=("",) * seats,
        secrets=tuple(secrets),
    )
    begin_at_ms = at_ms
    if begins_without(opening):
        begin_at_ms = at_ms if start_at_ms is None else max(at_ms, start_at_ms)
        opening = replace(opening, start_at_ms=begin_at_ms)
    if no_show_ms is not None:
        opening = replace(opening, no_show_at_ms=begin_at_ms + no_show_ms)
    draft = Draft(_new_table(game, options, seats, control, opening=opening, at_ms=at_ms), Seeded(0))
    _write_open(draft, at_ms, position=None)
    return draft.step()


def start_now(
    game: Game[Any],
    options: JsonObject,
    seats: int,
    control: TimeControl,
    *,
    at_ms: int,
    chance: ChanceSource,
    secrets: Sequence[Json] = (),
    position: str | None = None,
) -> TableStep:
    """Return a table that has begun at once, from the start or from a position text: practice, scenarios, command line.

    Raises Refusal BAD_OPTION or BAD_POSITION, and ValueError as `open_table`.
    """
    nothing = ("",) * seats
    opening = Opening(
        "now", start_at_ms=at_ms, ready=(True,) * seats, hashes=nothing, nonces=nothing, secrets=tuple(secrets)
    )
    draft = Draft(_new_table(game, options, seats, control, opening=opening, at_ms=at_ms), chance)
    _write_open(draft, at_ms, position)
    _begin(draft, at_ms, position)
    return draft.step()


def become_ready(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    """Mark a seat as ready, with or without the hash of a nonce. Raises Refusal.

    In a match that has begun without the seat it says that the seat has come; for a nonce it is too late then.
    """
    found = _READY.fullmatch(text)
    if found is None:
        raise Refusal("BAD_SYNTAX", text)
    table, opening = draft.table, draft.table.opening
    if opening.ready[seat] or seat in table.gone:
        raise Refusal("ALREADY_READY", text)
    if table.status == "paused":
        raise Refusal("PAUSED", text)
    if table.has_begun:
        draft.write("ready", seat, at_ms, text=text, events=draft.event("ready", seat=seat))
        come(draft, seat)
        return
    opening = replace(
        opening, ready=_changed(opening.ready, seat, True), hashes=_changed(opening.hashes, seat, found[1] or "")
    )
    if all(opening.ready) and _unopened(opening):
        opening = replace(opening, open_until_ms=at_ms + OPENING_MS)
    draft.write("ready", seat, at_ms, text=text, events=draft.event("ready", seat=seat), opening=opening)
    _begin_if_complete(draft, at_ms)


def open_nonce(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    """Open the nonce whose SHA-256 (of its text, as hex) came with `ready`. Raises Refusal.

    Nobody may open before all hashes are in: who comes last could choose otherwise.
    """
    found = _NONCE.fullmatch(text)
    if found is None:
        raise Refusal("BAD_SYNTAX", text)
    opening = draft.table.opening
    if draft.table.status != "waiting" or not all(opening.ready) or seat not in _unopened(opening):
        raise Refusal("NONCE_NOT_DUE", text)
    if hashlib.sha256(found[1].encode()).hexdigest() != opening.hashes[seat]:
        raise Refusal("NONCE_MISMATCH", text)
    opening = replace(opening, nonces=_changed(opening.nonces, seat, found[1]))
    draft.write("nonce", seat, at_ms, text=text, events=draft.event("nonce", seat=seat), opening=opening)
    _begin_if_complete(draft, at_ms)


def prepare(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    """Replace a seat's secret set-up part before it is ready: `prepare DECK`, where null stands for the game's default.

    That it was replaced may be seen, not by what. Raises Refusal, with the game's code for a deck that is not allowed.
    """
    table, opening = draft.table, draft.table.opening
    if not isinstance(table.game, HasDecks):
        raise Refusal("NOTHING_TO_PREPARE", text)
    if table.has_begun:
        raise Refusal("ALREADY_STARTED", text)
    if opening.ready[seat]:
        raise Refusal("ALREADY_READY", text)
    deck = _deck(text)
    checked = allowed_deck(table.game, table.options, deck)
    secrets = _changed(opening.secrets or (None,) * table.seats, seat, checked)
    told = draft.event("prepared", seat=seat)
    changed = replace(opening, secrets=secrets)
    draft.write("prepare", seat, at_ms, text=text, audience=seat, events=told, opening=changed)


def _deck(text: str) -> Json:
    """Return the JSON value of the words. Raises Refusal BAD_SYNTAX."""
    try:
        if len(text) > LONGEST_PREPARE:
            raise ValueError("too long")
        deck: Json = orjson.loads(text.removeprefix("prepare "))
    except ValueError as error:
        raise Refusal("BAD_SYNTAX", text[:_QUOTED]) from error
    return deck


def opening_deadline(table: Table) -> int | None:
    """Return when a waiting table starts or is forfeited by itself."""
    opening = table.opening
    if opening.start_at_ms is None:
        return opening.open_until_ms if all(opening.ready) else opening.no_show_at_ms
    if _may_begin_early(opening) and opening.open_until_ms is not None:
        return min(opening.open_until_ms, opening.start_at_ms)
    return opening.start_at_ms


def postpone(opening: Opening, ms: int) -> Opening:
    """Return the opening with everything that would happen by itself `ms` later."""
    return replace(
        opening,
        no_show_at_ms=_later(opening.no_show_at_ms, ms),
        start_at_ms=_later(opening.start_at_ms, ms),
        open_until_ms=_later(opening.open_until_ms, ms),
    )


def fall_before_start(draft: Draft, at_ms: int) -> None:
    """Start the match if that is what was due, else forfeit the seats that have not appeared.

    A seat loses with its team. Where others are left to play on without those seats, they do.
    """
    opening = draft.table.opening
    if opening.start_at_ms is not None or all(opening.ready):
        _begin(draft, at_ms, None)
        return
    absent = [seat for seat, ready in enumerate(opening.ready) if not ready]
    if plays_on(draft.table, *absent):
        _begin(draft, at_ms, None)
    forfeit_absent(draft, absent, at_ms)


def forfeit_absent(draft: Draft, absent: Sequence[Seat], at_ms: int) -> None:
    """Let seats lose that have not come: each alone if the others can play on, else all at once with their teams."""
    if not plays_on(draft.table, *absent):
        finish(draft, _no_show(draft, absent, at_ms), lost_by(draft.table, FORFEIT, *absent))
        return
    for seat in absent:
        depart(draft, _no_show(draft, [seat], at_ms), seat, FORFEIT)


def _no_show(draft: Draft, absent: Sequence[Seat], at_ms: int) -> Deed:
    return Deed("no_show", CLOCK, at_ms, before=draft.event("no_show", seats=list(absent)))


def _new_table(
    game: Game[Any], options: JsonObject, seats: int, control: TimeControl, *, opening: Opening, at_ms: int
) -> Table:
    complete = complete_options(game, options)
    least, most = seat_range(game, complete)
    if not least <= seats <= most:
        raise ValueError(f"{game.key} is played by {least} to {most} under these options, not {seats}")
    return Table(
        game=game,
        options=complete,
        seats=seats,
        policy=game.timeouts(complete),
        status="waiting",
        opening=opening,
        state=None,
        clock=Clock.fresh(control, seats),
        autopilot=(Autopilot(),) * seats,
        quiet_limit=chosen_quiet_limit(game, complete),
        at_ms=at_ms,
        passing=(Passing(),) * seats,
    )


def chosen_quiet_limit(game: Game[Any], options: JsonObject) -> int | None:
    """Return the quiet limit that complete options ask for; None if the game has none or it is off (0)."""
    limit = game.quiet_limit(options) if isinstance(game, SetsQuietLimit) else options.get("quiet_limit")
    return limit if isinstance(limit, int) and limit > 0 else None


def _write_open(draft: Draft, at_ms: int, position: str | None) -> None:
    opening = draft.table.opening
    public: dict[str, Json] = {
        "start_policy": opening.start_policy,
        "no_show_at_ms": opening.no_show_at_ms,
        "start_at_ms": opening.start_at_ms,
    }
    opened = Event("opened", public, server={} if position is None else {"position": position})
    secrets = tuple(
        Event("secret_set_up", {"seat": seat}, {seat: {"secret": secret}}, hidden=True)
        for seat, secret in enumerate(opening.secrets)
    )
    draft.write("open", CLOCK, at_ms, events=(opened, *secrets))


def _begin(draft: Draft, at_ms: int, position: str | None) -> None:
    """Start the game. What the seats agreed before is over; their nonces stay because the draws need them."""
    table = draft.table
    if position is None:
        state = table.game.start(table.options, table.seats, table.opening.secrets)
    else:
        state = table.game.read(position, table.options, table.seats)
    opening = replace(table.opening, secrets=(), open_until_ms=None)
    deed = Deed("start", CLOCK, at_ms, before=draft.event("started"))
    carry_out(draft, deed, Step(state), status="live", started_at_ms=at_ms, opening=opening)


def _begin_if_complete(draft: Draft, at_ms: int) -> None:
    opening = draft.table.opening
    may_begin = opening.start_at_ms is None or _may_begin_early(opening)
    if may_begin and all(opening.ready) and not _unopened(opening):
        _begin(draft, at_ms, None)


def _may_begin_early(opening: Opening) -> bool:
    # No clock runs before the first action, so nobody loses by it.
    return opening.start_policy == "on_first_turn"


def _unopened(opening: Opening) -> list[Seat]:
    return [seat for seat, hashed in enumerate(opening.hashes) if hashed and not opening.nonces[seat]]


def _later(at_ms: int | None, ms: int) -> int | None:
    return None if at_ms is None else at_ms + ms


def _changed(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
