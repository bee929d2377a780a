"""`replay FILE` and `verify FILE`: what a record tells, and whether it is true."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from gameengine.commands.common import FOUND_SOMETHING, OK, CommandError, file_text, record_of, say
from gameengine.commands.drawing import drawn
from gameengine.commands.play import told
from gameengine.core.types import CHANCE
from gameengine.log import Record, read_record, replay, verify
from gameengine.table import Table, result_json, view

REPLAY_HELP = "play a record again and print it"
VERIFY_HELP = "check a record: hash chain, commitment, every draw, every line"


def configure_replay(parser: ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--to", type=int, metavar="PLY", help="stop after so many actions and show the board")


def configure_verify(parser: ArgumentParser) -> None:
    """Declare the arguments of `verify`."""
    parser.add_argument("file", metavar="FILE", type=Path)


def run_replay(args: Namespace) -> int:
    """Print every action of a record, the last position, and the result."""
    table = _replayed(record_of(args.file), args.to)
    if table.state is not None:
        if args.to is not None:
            for text in drawn(table.game.board(view(table, None), None)):
                say(f"  {text}")
        say(f"position: {table.game.write(table.state)}")
    say(f"result: {result_json(table.outcome)}")
    return OK


def _replayed(record: Record, last_ply: int | None) -> Table:
    """Print the lines up to a ply and return the table there."""
    if record.proof is None:
        raise CommandError("NO_PROOF", "without its proof a record does not hold what was hidden: no replay")
    table = None
    try:
        for moment in replay(record.header, [entry.line() for entry in record.entries]):
            if table is not None and last_ply is not None and moment.table.ply > last_ply:
                break
            table = moment.table
            for text in (text for line in moment.lines for text in told(moment.table, line)):
                say(text)
    except (LookupError, TypeError, ValueError) as error:
        raise CommandError("BAD_RECORD", str(error)) from error
    if table is None:
        raise CommandError("BAD_RECORD", "the record has no line")
    return table


def run_verify(args: Namespace) -> int:
    """Print what is wrong with a record, or what was found to hold."""
    text = file_text(args.file)
    findings = verify(text)
    for finding in findings:
        say(str(finding))
    if findings:
        return FOUND_SOMETHING
    say(_verdict(text))
    return OK


def _verdict(text: str) -> str:
    record = read_record(text)
    lines = f"{len(record.entries)} lines"
    if record.proof is None:
        return f"chain of {lines} holds; the record has no proof yet, so nothing else could be checked"
    draws = sum(entry.public["actor"] == CHANCE for entry in record.entries)
    return f"holds: {lines} in the chain, {draws} draws from the committed seed, every line by the rules"
