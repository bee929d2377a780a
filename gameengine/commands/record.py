"""`replay FILE` and `verify FILE`: what a record tells, and whether it, or the evidence around it, is true."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from gameengine.commands.common import FOUND_SOMETHING, OK, CommandError, file_bytes, file_text, record_of, say
from gameengine.commands.drawing import drawn
from gameengine.commands.play import told
from gameengine.core.types import CHANCE
from gameengine.log import Finding, Record, check_evidence, read_record, read_result, replay, signature_findings, verify
from gameengine.table import Table, result_json, view

REPLAY_HELP = "play a record again and print it"
VERIFY_HELP = (
    "check a record, an evidence zip or a signed result: chain, commitment, every draw, every line, every byte"
)


def configure_replay(parser: ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--to", type=int, metavar="PLY", help="stop after so many actions and show the board")


def configure_verify(parser: ArgumentParser) -> None:
    """Declare the arguments of `verify`."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record, an evidence zip, or a signed result")
    parser.add_argument("--key", default="", metavar="HEX", help="the public key with which it must be signed")


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
    """Print what is wrong with a record, evidence or a signed result, or what was found to hold."""
    data = file_bytes(args.file)
    if args.file.suffix == ".zip" or data.startswith(b"PK"):
        findings, verdict = _of_evidence(data, args.key)
    elif data.startswith(b'{"key":'):
        findings, verdict = _of_result(data, args.key)
    else:
        text = file_text(args.file)
        findings = verify(text)
        verdict = "" if findings else _verdict(text)
    for finding in findings:
        say(str(finding))
    if findings:
        return FOUND_SOMETHING
    say(verdict)
    return OK


def _of_evidence(data: bytes, key: str) -> tuple[list[Finding], str]:
    checked = check_evidence(data, key)
    told = ", ".join(f"{count} {name}" for name, count in checked.counts.items())
    lines = f"match {checked.match} ({checked.game}): {len(checked.files)} files, {checked.lines} lines in the chain"
    lines += f" of {checked.branches} branches" if checked.branches > 1 else ""
    rules = (
        f"{checked.draws} draws from the committed seed, every line and every view by the rules"
        if checked.over
        else "the match is not over: draws and views can be checked only then"
    )
    return list(checked.findings), f"holds: {lines}; {rules}; {told}; {_by(checked.key, key, checked.address)}"


def _of_result(data: bytes, key: str) -> tuple[list[Finding], str]:
    try:
        result = read_result(data)
    except ValueError as error:
        return [Finding("BAD_RESULT", "line 1", str(error))], ""
    findings = signature_findings(result)
    if key and result.key != key:
        findings.append(Finding("OTHER_KEY", "key", "signed with another key than the one asked for"))
    said: Any = result.statement
    return findings, f"holds: result of match {said['match']}: {said['outcome']}; {_by(result.key, key)}"


def _by(key: str, wanted: str, address: str = "") -> str:
    """Return by whom something is signed, and what a reader has to do to be sure of it."""
    if wanted:
        return "signed with the key asked for"
    where = address or "/keys/results.json of the installation"
    return f"signed with the key {key} (compare it with {where}, or give it with --key)"


def _verdict(text: str) -> str:
    record = read_record(text)
    lines = f"{len(record.entries)} lines"
    if record.proof is None:
        return f"chain of {lines} holds; the record has no proof yet, so nothing else could be checked"
    draws = sum(entry.public["actor"] == CHANCE for entry in record.entries)
    return f"holds: {lines} in the chain, {draws} draws from the committed seed, every line by the rules"
