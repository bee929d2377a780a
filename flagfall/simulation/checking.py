"""Looking back: every log is downloaded as a stranger would, verified, and compared with what the players saw."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from asgiref.sync import sync_to_async
from django.urls import reverse

from flagfall.simulation.absences import judge
from flagfall.simulation.browser import Browser, PageError
from flagfall.simulation.tally import Tally
from gameengine.clock import control_from_json
from gameengine.clock.clock import MOST_CREDIT_MS
from gameengine.clock.limits import gives_credit
from gameengine.core.types import JsonObject
from gameengine.log import RecordError, read_record, verify
from matches.models import Match, MatchEvent
from matches.settling import late_ms
from tournaments.models import PairingMatch, Tournament

_SERVER_TIME = re.compile(r"^flagfall_action_p(\d+)_cpu_ms (\S+)$", re.MULTILINE)
FALLS = ("timeout", "no_show")
"""Kinds of lines that a flag writes."""


@dataclass
class Findings:
    """What the logs say about the whole tournament."""

    matches: int = 0
    verified: int = 0
    actions: int = 0
    automatic: int = 0
    falls: int = 0
    receipts: int = 0
    extra_games: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    late_ms: list[int] = field(default_factory=list)
    """For each fall: when it was decided, less the deadline and the settling time."""
    span_ms: int = 0
    absences: list[str] = field(default_factory=list)
    """What became of those who were away, board by board."""
    server_ms: dict[int, float] = field(default_factory=dict)
    """Processor time per action that so many percent of the server's last actions do not exceed; empty if untold."""
    wrong: list[str] = field(default_factory=list)


async def look_back(tournament: Tournament, browser: Browser, tally: Tally) -> Findings:
    """Return what the logs of all matches say. Whatever does not hold is in `wrong`, in words."""
    found = Findings()
    async for game in PairingMatch.objects.filter(pairing__stage__tournament=tournament).select_related("match"):
        found.matches += 1
        found.extra_games += game.kind != "regular"
        match = game.match
        if match.status != Match.Status.OVER:
            found.wrong.append(f"match {match.pk} is not over but {match.status}")
            continue
        found.endings[str((match.outcome or {}).get("reason"))] += 1
        await _check_log(match, browser, found)
        await _compare(match, tally, found)
    verdict = await sync_to_async(judge)(tournament, tally.departures)
    found.absences = verdict.told
    found.wrong += verdict.wrong
    await _measure(tournament, found)
    found.server_ms = await _server_time(browser)
    return found


async def _check_log(match: Match, browser: Browser, found: Findings) -> None:
    """Verify chain, randomness and replay of a published log."""
    try:
        text = (await browser.get(reverse("match-log", args=[match.pk]))).text
        proven = read_record(text).proof is not None
    except (PageError, RecordError) as error:
        found.wrong.append(f"match {match.pk}: {error}")
        return
    wrong = [str(finding) for finding in verify(text)] + ([] if proven else ["there is no proof"])
    found.wrong.extend(f"match {match.pk}: {finding}" for finding in wrong)
    found.verified += not wrong


async def _compare(match: Match, tally: Tally, found: Findings) -> None:
    """Compare the log with what players were told: no accepted action may be missing, no hash may be another one."""
    hashes = {seq: text async for seq, text in match.events.values_list("seq", "hash")}
    receipts = tally.receipts[match.pk]
    found.receipts += len(receipts)
    differing = [seq for seq, receipt in receipts.items() if not hashes.get(seq, "").startswith(receipt)]
    if differing:
        found.wrong.append(f"match {match.pk}: the log differs from the receipts at {differing[:5]}")
    logged = await match.events.filter(kind="action").acount()
    accepted = tally.accepted[match.pk]
    if not accepted <= logged <= accepted + tally.unanswered[match.pk]:
        found.wrong.append(f"match {match.pk}: {accepted} actions were accepted, {logged} are in the log")


def _grace_ms(kind: str, control: JsonObject) -> int:
    """Return how long a flag is waited for: on a line as short as this, no budget runs low."""
    return MOST_CREDIT_MS if kind == "timeout" and gives_credit(control_from_json(control)) else 0


async def _measure(tournament: Tournament, found: Findings) -> None:
    events = MatchEvent.objects.filter(match__pairing_match__pairing__stage__tournament=tournament)
    found.actions = await events.filter(kind__in=("action", "auto")).acount()
    found.automatic = await events.filter(kind="auto").acount()
    falls = events.filter(kind__in=FALLS).values_list("kind", "at_ms", "decided_at_ms", "match__control")
    found.late_ms = [
        late_ms(at_ms, decided_ms, _grace_ms(kind, control)) async for kind, at_ms, decided_ms, control in falls
    ]
    found.falls = len(found.late_ms)
    instants = [
        at_ms async for at_ms in events.filter(kind__in=("start", "action", "auto")).values_list("at_ms", flat=True)
    ]
    found.span_ms = max(instants) - min(instants) if instants else 0


async def _server_time(browser: Browser) -> dict[int, float]:
    """Return what the server says about its own work; a distant one tells its metrics only to whoever has the token."""
    try:
        text = (await browser.get(reverse("metrics"))).text
    except PageError:
        return {}
    return {int(percent): float(ms) for percent, ms in _SERVER_TIME.findall(text)}
