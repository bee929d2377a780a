"""The audit trail is written for people."""

import re
from pathlib import Path

import pytest

from tournaments.pages.audit import act_text, change_text, ruling_text

WRITERS = "audit|_record|_audit_changes|_replace|_save_check_in|_set_status"
CALLS = re.compile(rf'\b(?:{WRITERS})\([^()"]*"([a-z]+_[a-z_]+)"')
SERVICES = Path(__file__).resolve().parents[2] / "tournaments" / "services"


def test_every_act_of_a_service_has_words():
    acts = {act for file in SERVICES.glob("*.py") for act in CALLS.findall(file.read_text())}

    assert len(acts) > 25
    assert {act for act in acts if act_text(act) == act} == set()


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ("pause", "paused"),
        ("add-time 1 90000", "1:30 more for seat 2"),
        ("result 0", "seat 1 wins"),
        ("result draw", "drawn"),
        ("forfeit 1", "seat 2 forfeits"),
        ("forfeit both", "both sides forfeit"),
        ("quiet on", "limit of quiet moves on"),
        ("something new", "something new"),
    ],
)
def test_a_ruling_is_told_in_words(ruling, words):
    assert ruling_text(ruling) == words
    assert change_text(None, {"ruling": ruling}) == words


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"seed": 3, "name": "Ana"}, {"seed": 5, "name": "Ana"}, "seed: 3 → 5"),
        ("confirmed", "withdrawn", "confirmed → withdrawn"),
        (None, {"role": "chief_arbiter"}, "role: chief arbiter"),
        ({"winner": None}, {"winner": 1}, "winner: – → 1"),
        (None, None, ""),
        (None, ["Ana", "Ben"], "Ana, Ben"),
        (None, "x" * 300, "x" * 159 + "…"),
    ],
)
def test_a_change_is_told_short(before, after, words):
    assert change_text(before, after) == words
