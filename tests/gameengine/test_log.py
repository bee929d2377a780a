"""The log: canonical form, chain, record files, replay, and that no byte can be changed unnoticed."""

import hashlib
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import control_from_notation
from gameengine.core.types import ARBITER
from gameengine.games.junqi import game as junqi
from gameengine.log import (
    NotCanonicalError,
    Part,
    RecordError,
    ReplayError,
    canonical,
    chain,
    genesis,
    header,
    link_all,
    read_record,
    replay,
    verify,
    write_record,
)
from gameengine.randomness import commit
from gameengine.table import Committed, Line, act, advance, dump, legal_actions, open_table, seats_to_act
from tests.gameengine.toy import toy

SEED = bytes(range(32))
NONCES = ("aa", "bb")


class Match:
    """A whole match with a commitment: readiness with nonces, pauses, rulings, flags, actions, resignation."""

    def __init__(self, game, control, *, number=1, secrets=()):
        self.id = f"m-{number}"
        self.chance = Committed(self.id, SEED)
        self.random = random.Random(number)
        step = open_table(game, {}, 2, control_from_notation(control), at_ms=1_000, no_show_ms=60_000, secrets=secrets)
        self.table, self.lines = step.table, list(step.lines)
        self.play()

    def say(self, actor, text, after_ms=500):
        self.take(act(self.table, actor, text, self.table.at_ms + after_ms, self.chance))

    def take(self, step):
        assert step.refusal is None, step.refusal
        self.table = step.table
        self.lines += step.lines

    def play(self):
        for seat, nonce in enumerate(NONCES):
            self.say(seat, f"ready {hashlib.sha256(nonce.encode()).hexdigest()}")
        for seat, nonce in enumerate(NONCES):
            self.say(seat, f"nonce {nonce}")
        for number in range(12):
            self.some_action()
            if number == 5 and self.table.status == "live":
                for text in ("pause tea", "outage 700", "unpause", "add-time 0 5000", "quiet 50"):
                    self.say(ARBITER, text)
        if self.table.status == "live":
            self.take(advance(self.table, self.table.at_ms + 31_000, self.chance))
        while self.table.status == "live" and self.table.ply < 30:
            self.some_action(after_ms=10)
        if self.table.status == "live":
            self.say(0, "resign")

    def some_action(self, after_ms=300):
        if self.table.status == "live":
            seat = seats_to_act(self.table)[0]
            self.say(seat, self.random.choice(legal_actions(self.table, seat)), after_ms)

    @property
    def header(self):
        return header(self.table, self.id, commit(self.id, SEED))

    def record(self, *, proof=True):
        salts = random.Random(7)
        entries = link_all(self.header, self.lines, lambda: salts.randbytes(16).hex())
        return write_record(self.header, entries, seeds=[SEED] if proof else [], nonces=self.table.nonces)


@pytest.fixture(scope="module")
def flip():
    return Match(junqi, "30s/move")


@pytest.fixture
def cards():
    return Match(toy, "5+3", number=3, secrets=(41, 42))


def codes(text):
    return {finding.code for finding in verify(text)}


# canonical form and chain


def test_canonical_form_is_one_form():
    assert canonical({"b": [1, None, True], "a": "ü"}) == '{"a":"ü","b":[1,null,true]}'.encode()
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})


@pytest.mark.parametrize("value", [1.0, {"a": [0.5]}, {1: 2}, "\ud800", {"a": {1, 2}}, 1 << 70])
def test_what_has_no_canonical_form(value):
    with pytest.raises(NotCanonicalError):
        canonical(value)


@given(st.recursive(st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(), st.lists))
def test_canonical_form_is_sorted_compact_json(value):
    assert json.loads(canonical([value])) == [value]


def test_the_formulas_written_out():
    first = hashlib.sha256(b'flagfall/log/1\0{"match":"m"}').hexdigest()
    ph = hashlib.sha256(bytes.fromhex("00ff") + b'\0{"card":6}').hexdigest()
    linked = ('{"kind":"x","ph":{"0":"' + ph + '"}}').encode()

    assert genesis({"match": "m"}) == first
    expected = hashlib.sha256(bytes.fromhex(first) + b"\0" + linked).hexdigest()
    assert chain(first, {"kind": "x"}, {"0": Part({"card": 6}, "00ff")}) == expected


def test_without_private_parts_only_the_public_part_is_linked():
    first = genesis({})

    assert chain(first, {"a": 1}, {}) == hashlib.sha256(bytes.fromhex(first) + b'\0{"a":1}').hexdigest()


# whole records


def test_a_true_record_has_no_findings(flip, cards):
    assert verify(flip.record()) == []
    assert verify(cards.record()) == []


def test_before_the_end_nothing_secret_is_in_a_record_and_the_chain_holds(cards):
    public = cards.record(proof=False)

    assert verify(public) == []
    assert SEED.hex() not in public
    deal = next(line.text for line in cards.lines if line.kind == "chance")
    assert deal not in public
    assert deal in cards.record()


def test_record_comes_back(cards):
    record = read_record(cards.record())

    assert record.header == cards.header
    assert [entry.line().full() for entry in record.entries] == [line.full() for line in cards.lines]
    assert record.proof.nonces == NONCES


def tampered(text, number):
    """The text with one character changed, another one each time."""
    chosen = random.Random(number)
    place = chosen.randrange(len(text))
    letter = chosen.choice([one for one in '0123456789abcdefx,:"{}[] \n' if one != text[place]])
    return text[:place] + letter + text[place + 1 :]


def test_no_character_can_be_changed_unnoticed(flip, cards):
    for text in (flip.record(), cards.record()):
        unnoticed = [number for number in range(300) if not verify(tampered(text, number))]
        assert unnoticed == []


def test_no_character_of_the_proof_can_be_changed_unnoticed(cards):
    text = cards.record()
    start = text.rindex('{"proof"')

    for place in range(start, len(text), 3):
        letter = "0" if text[place] != "0" else "1"
        assert verify(text[:place] + letter + text[place + 1 :]), text[place - 20 : place + 20]


@pytest.mark.parametrize("drop", [1, 2, 5, -3, -2])
def test_a_line_that_is_missing_is_noticed(flip, drop):
    lines = flip.record().splitlines(keepends=True)
    del lines[drop]

    assert verify("".join(lines))


def test_lines_that_changed_places_are_noticed(flip):
    lines = flip.record().splitlines(keepends=True)
    lines[5], lines[6] = lines[6], lines[5]

    assert "CHAIN_BROKEN" in codes("".join(lines))


@pytest.mark.parametrize(
    "text", ["", "\n", "{}\n", '{"header":{}}\n', "nonsense\n", '{"header": 1}\n', "[]\n", '{"a":1.5}\n']
)
def test_what_is_no_record(text):
    assert codes(text) == {"BAD_RECORD"}
    with pytest.raises(RecordError):
        read_record(text)


# records that are well-formed and linked, but not true


def relinked(match, lines, *, seed=SEED, nonces=None):
    entries = link_all(match.header, lines, lambda: "00" * 16)
    return write_record(match.header, entries, seeds=[seed], nonces=match.table.nonces if nonces is None else nonces)


def test_another_seed_is_noticed(flip):
    assert "COMMIT_DIFFERS" in codes(relinked(flip, flip.lines, seed=bytes(32)))


def test_other_nonces_are_noticed(flip):
    assert "NONCES_DIFFER" in codes(relinked(flip, flip.lines, nonces=("aa", "bc")))


def test_an_outcome_that_the_seed_does_not_give_is_noticed(flip):
    number = next(number for number, line in enumerate(flip.lines) if line.label.endswith(":starter"))
    other = {"0": "1", "1": "0"}[flip.lines[number].text]
    lines = [*flip.lines[:number], replace(flip.lines[number], text=other), *flip.lines[number + 1 :]]

    assert codes(relinked(flip, lines)) & {"DRAW_DIFFERS", "REPLAY_DIFFERS"}


@pytest.mark.parametrize(
    "changes", [{"at_ms": 99_999}, {"used_ms": 1}, {"ply": 7}, {"events": ()}, {"text": "flip z9"}]
)
def test_a_line_that_the_rules_do_not_give_is_noticed(flip, changes):
    number = next(number for number, line in enumerate(flip.lines) if line.kind == "action")
    lines = [*flip.lines[:number], replace(flip.lines[number], **changes), *flip.lines[number + 1 :]]

    assert "REPLAY_DIFFERS" in codes(relinked(flip, lines))


def test_a_log_that_stops_in_the_middle_of_an_act_is_noticed(cards):
    number = next(number for number, line in enumerate(cards.lines) if line.kind == "start")

    assert "REPLAY_DIFFERS" in codes(relinked(cards, cards.lines[: number + 1]))


def test_a_log_that_stops_before_the_end_is_noticed(flip):
    number = next(number for number, line in enumerate(flip.lines) if line.kind == "action")

    assert codes(relinked(flip, flip.lines[: number + 1])) == {"NOT_OVER"}


def test_a_record_of_other_rules_is_not_replayed(flip):
    with pytest.raises(ReplayError, match="rules version"):
        list(replay({**flip.header, "rules_version": 99}, flip.lines))


# replay


def test_replay_gives_every_table_again(flip):
    moments = list(replay(flip.header, flip.lines))

    assert dump(moments[-1].table) == dump(flip.table)
    assert [line for moment in moments for line in moment.lines] == flip.lines
    assert moments[-1].number == len(flip.lines) - 1


def test_replay_of_a_log_without_events_of_its_own(flip):
    fault = Line("fault", ARBITER, flip.lines[10].at_ms)
    moments = list(replay(flip.header, [*flip.lines[:11], fault, *flip.lines[11:]]))

    assert dump(moments[-1].table) == dump(flip.table)
