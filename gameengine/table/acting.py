"""The two ways in which time and people change a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from gameengine.core.abilities import TrustsDevice
from gameengine.core.errors import TABLE_REFUSALS, Refusal, RefusalText
from gameengine.core.types import ARBITER, Actor, Seat, Text
from gameengine.table.arriving import come
from gameengine.table.chance import ChanceSource, Seeded
from gameengine.table.deadlines import fall_due
from gameengine.table.draft import Draft
from gameengine.table.opening import become_ready, open_nonce, prepare
from gameengine.table.past import Past
from gameengine.table.progress import Deed, depart, play, with_autopilot
from gameengine.table.reacting import set_autopass
from gameengine.table.rulings import rule
from gameengine.table.value import Autopilot, Table, TableStep

FALL: Final = "fall"
"""The word with which a seat says that its own flag has fallen."""


def act(
    table: Table,
    actor: Actor,
    text: str,
    at_ms: int,
    chance: ChanceSource,
    *,
    credit_ms: int = 0,
    received_ms: int | None = None,
    past: Past | None = None,
) -> TableStep:
    """Let an actor act at an instant, after every deadline up to that instant has fallen.

    `actor` is a seat or ARBITER. A bad text, a wrong moment or an unknown actor is a refusal in the answer, not an
    exception. An instant before the table's last line counts as that line's. `credit_ms` is what the network cost the
    seat in this action: as much of it as the clock's budget allows is not charged, and the action is in time if that
    saves the flag. A refused action takes nothing from the budget. `received_ms` is when the host received an act of
    which a device at the board says when it was done. `past` is what lies behind the table; only rulings that go back
    (`void`, `reopen`, `reverse`) need it.
    """
    at_ms = max(at_ms, table.at_ms)
    granted_ms = credited_ms(table, actor, text, at_ms, credit_ms)
    if granted_ms:
        draft = Draft(replace(table, clock=table.clock.credit(actor, granted_ms, at_ms)), chance, past)
        draft.credit_ms = granted_ms
        step = _acted(draft, actor, text, at_ms, received_ms)
        if step.refusal is None:
            return step
    return _acted(Draft(table, chance, past), actor, text, at_ms, received_ms)


def credited_ms(table: Table, actor: Actor, text: str, at_ms: int, credit_ms: int) -> int:
    """Return how much of a claimed credit an act would be given: 0 too if the flag falls all the same."""
    clock = table.clock
    if not credit_ms or not clock.budgets or table.status != "live" or actor != clock.running:
        return 0
    if table.autopilot[actor].active or text.split(" ", 1)[0] in _OUT_OF_TURN:
        return 0
    granted_ms = clock.creditable_ms(actor, credit_ms, at_ms)
    return 0 if clock.has_fallen(at_ms - granted_ms) else granted_ms


def _acted(draft: Draft, actor: Actor, text: str, at_ms: int, received_ms: int | None) -> TableStep:
    admitted = admits_fall(draft.table, actor, text)
    # Nobody but a seat itself takes from it what may still come in time.
    fall_due(draft, at_ms, patient=actor == ARBITER)
    draft.received_ms = received_ms
    if admitted and draft.lines:
        return draft.step()
    try:
        _perform(draft, actor, text, at_ms)
    except Refusal as refusal:
        return TableStep(draft.table, tuple(draft.lines), refusal)
    return draft.step()


def advance(table: Table, to_ms: int, chance: ChanceSource, *, patient: bool = False) -> TableStep:
    """Let time pass: every deadline on the way falls, in order. The same table comes back if there was none.

    `patient` lets a flag fall only once no action that is still to come can be in time (`grace_ms`).
    """
    draft = Draft(table, chance)
    fall_due(draft, to_ms, patient=patient)
    return draft.step()


def admits_fall(table: Table, actor: Actor, text: str) -> bool:
    """Tell whether a seat says that its own flag has fallen: then nobody has to wait for what its device still has."""
    running = table.clock.running
    return text == FALL and running is not None and actor == running and isinstance(table.game, TrustsDevice)


def attempt(table: Table, seat: Seat, text: str) -> Refusal | None:
    """Return why `seat` could not act so at this moment, or None if it could. Costs one `apply` and changes nothing."""
    draft = Draft(table, Seeded(0))
    try:
        if table.status == "live" and text.split(" ", 1)[0] not in _OUT_OF_TURN and 0 <= seat < table.seats:
            table.game.apply(table.state, seat, text)
        else:
            _perform(draft, seat, text, table.at_ms)
    except Refusal as refusal:
        return refusal
    return None


def explain(table: Table, refusal: Refusal) -> RefusalText:
    """Return what a person is told about a refusal: the game's words for its codes, else the table's."""
    if refusal.told is not None:
        return RefusalText(refusal.told)
    known = table.game.refusals.get(refusal.code) or TABLE_REFUSALS.get(refusal.code)
    return known or RefusalText(Text(refusal.code, refusal.code))


def _perform(draft: Draft, actor: Actor, text: str, at_ms: int) -> None:
    table = draft.table
    if actor == ARBITER:
        rule(draft, text, at_ms)
        return
    if table.status == "over":
        raise Refusal("GAME_OVER", text)
    if not 0 <= actor < table.seats:
        raise Refusal("NOT_YOUR_TURN", text)
    handler = _OUT_OF_TURN.get(text.split(" ", 1)[0], _play)
    handler(draft, actor, text, at_ms)


def _play(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    _must_run(draft.table, text)
    play(draft, seat, text, at_ms)


def _resume(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    _exactly(text, "resume")
    _must_run(draft.table, text)
    autopilot = draft.table.autopilot[seat]
    if not autopilot.active:
        raise Refusal("AUTOPILOT_OFF", text)
    switched = with_autopilot(draft.table, seat, Autopilot(total=autopilot.total))
    draft.write("resume", seat, at_ms, text=text, events=draft.event("autopilot_off", seat=seat), autopilot=switched)
    come(draft, seat)


def _resign(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    _exactly(text, "resign")
    _must_have_begun(draft.table, text)
    depart(draft, Deed("resign", seat, at_ms, text), seat, "RESIGN")


def _leave(draft: Draft, seat: Seat, text: str, at_ms: int) -> None:
    _exactly(text, "leave")
    _must_have_begun(draft.table, text)
    depart(draft, Deed("leave", seat, at_ms, text), seat, "LEFT")


def _offer(_draft: Draft, _seat: Seat, text: str, _at_ms: int) -> None:
    _exactly(text, "offer-draw")
    raise Refusal("NO_DRAW_OFFERS", text)


def _fall(draft: Draft, seat: Seat, text: str, _at_ms: int) -> None:
    """Refuse: where the time was up, the flag has fallen before."""
    _must_run(draft.table, text)
    if not isinstance(draft.table.game, TrustsDevice):
        raise Refusal("BAD_SYNTAX", text)
    raise Refusal("TIME_LEFT" if seat == draft.table.clock.running else "NOT_YOUR_TURN", text)


def _exactly(text: str, word: str) -> None:
    if text != word:
        raise Refusal("BAD_SYNTAX", text)


def _must_have_begun(table: Table, text: str) -> None:
    if not table.has_begun:
        raise Refusal("NOT_STARTED", text)


def _must_run(table: Table, text: str) -> None:
    _must_have_begun(table, text)
    if table.status == "paused":
        raise Refusal("PAUSED", text)


_OUT_OF_TURN: Final[Mapping[str, Callable[[Draft, Seat, str, int], None]]] = {
    "prepare": prepare,
    "ready": become_ready,
    "nonce": open_nonce,
    "resume": _resume,
    "resign": _resign,
    "leave": _leave,
    "offer-draw": _offer,
    FALL: _fall,
    "autopass": set_autopass,
}
