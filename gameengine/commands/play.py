"""`play GAME`: one match at the terminal, people and bots mixed as one likes."""

from __future__ import annotations

import hashlib
import secrets
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, Final

from gameengine.bots import DEFAULT_BUDGET_MS, choose
from gameengine.clock import control_from_json
from gameengine.commands.common import OK, CommandError, add_options, chosen_game, option_values, say
from gameengine.commands.drawing import drawn
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.seats import seat_range
from gameengine.core.types import ARBITER, CLOCK, Json, JsonObject, Seat
from gameengine.log import SALT_BYTES, header, link_all, write_record
from gameengine.randomness import SEED_BYTES, SeededRandom, commit
from gameengine.table import (
    Committed,
    Line,
    Table,
    TableStep,
    act,
    complete_options,
    explain,
    legal_actions,
    reason_text,
    seats_to_act,
    start_now,
    view,
)

HELP = "play a match at the terminal"
_ACTION_MS: Final = 1000
"""No clock runs: an action counts as one second, so that a seed gives the same record every time."""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--bots", default="", metavar="LEVELS", help="by seat, for example expert,normal; - is a person"
    )
    parser.add_argument("--seats", type=int, help="number of seats (default: as few as possible)")
    add_options(parser)
    parser.add_argument("--seed", type=int, help="the same number gives the same chance and the same bots")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET_MS, metavar="MS", help="a bot's time per action")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the log with its proof")


def run(args: Namespace) -> int:
    """Play, print every action and the result, write the record."""
    game = chosen_game(args.game)
    options = option_values(args.option)
    seats = args.seats or _least_seats(game, options)
    match = _Match(game, _levels(game, args.bots, seats), options, args.seed, args.budget)
    match.play()
    if args.record:
        _write(args.record, match.record())
    return OK


class _Match:
    """One match on its way, with its log."""

    def __init__(
        self, game: Game[Any], levels: list[str], options: dict[str, Json], seed: int | None, budget_ms: int
    ) -> None:
        self._id = f"terminal-{seed if seed is not None else secrets.token_hex(4)}"
        self._levels, self._budget_ms = levels, budget_ms
        self._fixed = seed is not None
        self._seed = hashlib.sha256(self._id.encode()).digest() if self._fixed else secrets.token_bytes(SEED_BYTES)
        self._chance = Committed(self._id, self._seed)
        self._lines: list[Line] = []
        control = control_from_json({"kind": "none"})
        try:
            step = start_now(game, options, len(levels), control, at_ms=0, chance=self._chance)
        except (Refusal, ValueError) as error:
            raise CommandError("BAD_OPTION", str(error)) from error
        self._take(step)

    def play(self) -> None:
        table = self._table
        while table.status != "over":
            seat = seats_to_act(table)[0]
            text = self._bot_action(table, seat) if self._levels[seat] else _asked(table, seat)
            step = act(table, seat, text, table.at_ms + _ACTION_MS, self._chance)
            if step.refusal is not None:
                words = explain(table, step.refusal)
                say(f"  {step.refusal.code}: {words.text.en} {words.paragraph}".rstrip())
            table = self._take(step)
        say(_result(table))

    def record(self) -> str:
        head = header(self._table, self._id, commit(self._id, self._seed))
        return write_record(
            head, link_all(head, self._lines, self._salt), seeds=[self._seed], nonces=self._table.nonces
        )

    def _take(self, step: TableStep) -> Table:
        self._table = step.table
        for line in step.lines:
            for text in told(step.table, line):
                say(text)
        self._lines += step.lines
        return step.table

    def _bot_action(self, table: Table, seat: Seat) -> str:
        random = SeededRandom(f"{self._id}/{table.ply}") if self._fixed else SeededRandom(secrets.token_hex(8))
        actions = legal_actions(table, seat)
        return choose(table.game, self._levels[seat], view(table, seat), seat, actions, random, self._budget_ms)

    def _salt(self) -> str:
        # A match that can be repeated from its number has no secrets to protect.
        return "00" * SALT_BYTES if self._fixed else secrets.token_hex(SALT_BYTES)


def told(table: Table, line: Line) -> list[str]:
    """Return what the terminal shows of a line of the log: public facts only."""
    seen: Any = line.public()
    if line.kind in {"action", "auto"}:
        return [f"{line.ply:4d}. seat {line.actor}: {table.game.notation(line.text, seen['events'])}"]
    if line.kind == "chance":
        return [f"      {line.label.partition(':')[2]}: {seen.get('text', '(hidden)')}"]
    if line.kind in {"open", "start"}:
        return []
    who = {CLOCK: "clock", ARBITER: "arbiter"}.get(line.actor, f"seat {line.actor}")
    return [f"      {who}: {line.text or line.kind}"]


def _asked(table: Table, seat: Seat) -> str:
    for line in drawn(table.game.board(view(table, seat), seat)):
        say(f"  {line}")
    while True:
        try:
            text = input(f"seat {seat} (? for the legal actions): ").strip()
        except EOFError:
            raise CommandError("NO_INPUT", "there is nobody at the terminal; name a bot for every seat") from None
        if text == "?":
            say(f"  {', '.join(legal_actions(table, seat))}, resign")
        elif text:
            return text


def _result(table: Table) -> str:
    outcome = table.outcome
    if outcome is None:
        raise RuntimeError("a match that is over has an outcome")
    reason = f"{outcome.reason} ({reason_text(table, outcome.reason).en})"
    scores = ", ".join(str(score) for score in outcome.scores)
    won = f"seat {outcome.winner} wins" if outcome.winner is not None else "drawn"
    return f"result: {won}, {reason}, scores {scores}"


def _least_seats(game: Game[Any], options: JsonObject) -> int:
    try:
        return seat_range(game, complete_options(game, options))[0]
    except Refusal as refusal:
        raise CommandError("BAD_OPTION", str(refusal)) from refusal


def _levels(game: Game[Any], text: str, seats: int) -> list[str]:
    levels = ["" if level in {"", "-"} else level for level in text.split(",")]
    unknown = [level for level in levels if level and level not in game.bots]
    if unknown:
        raise CommandError("UNKNOWN_LEVEL", f"{unknown[0]!r} is not one of: {', '.join(game.bots)}")
    if len(levels) > seats:
        raise CommandError("TOO_MANY_BOTS", f"{len(levels)} bots for {seats} seats")
    return levels + [""] * (seats - len(levels))


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise CommandError("UNWRITABLE_FILE", str(error)) from error
