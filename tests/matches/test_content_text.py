"""Content files as text: what YAML may say, and what it may not."""

from contextlib import suppress

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gameengine.games.registry import GAMES
from matches import content_text
from matches.content_text import MOST_BYTES, MOST_DEPTH, MOST_VALUES, ContentTextError, digest, read, write

CONTENTS = {name: content for game in GAMES.values() for name, content in getattr(game, "contents", {}).items()}
PRINTED = st.text(st.characters(categories=("L", "M", "N", "P", "S"), include_characters=" \n"), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14) + 1, 10**14 - 1) | PRINTED,
    lambda part: st.lists(part, max_size=4) | st.dictionaries(PRINTED.filter(bool), part, max_size=4),
    max_leaves=12,
)


@settings(max_examples=40)
@example(["0E0", "1e5", "-.5e-3", "007", "~", ""])
@example({"0E0": "1E1"})
@given(JSON)
def test_what_is_written_is_read_back(content):
    assert read(write(content).encode()) == content


@pytest.mark.parametrize("name", CONTENTS)
def test_built_in_contents_can_be_taken_out_changed_and_brought_back(name):
    content = content_text.plain(CONTENTS[name])

    assert read(write(content).encode()) == content
    assert len(write(content).encode()) < MOST_BYTES


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on: off", {"on": "off"}),
        ("2026-12-01", "2026-12-01"),
        ("12:30", "12:30"),
        ("'7'", "7"),
        ("-7", -7),
        ("1: true", {"1": True}),
        ("[~, null, 'null']", [None, None, "null"]),
        ("\ufeffa: 1", {"a": 1}),
    ],
)
def test_words_mean_what_they_look_like(text, value):
    assert read(text.encode()) == value


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "content_empty", (0, 0)),
        ("# nothing", "content_empty", (0, 0)),
        ("a: &x 1\nb: *x", "content_alias", (1, 4)),
        ("a: 1\nb: *x", "content_alias", (2, 4)),
        ("a:\n  - !!python/name:os.system", "content_tag", (2, 5)),
        ("a: !!str 7", "content_tag", (1, 4)),
        ("a: !own {}", "content_tag", (1, 4)),
        ("a: 1\n---\nb: 2", "content_documents", (2, 1)),
        ("a: 1\nb: 2\na: 3", "content_twice", (3, 1)),
        ("? [a]\n: 1", "content_key", (1, 3)),
        ("~: 1", "content_key", (1, 1)),
        ("a: 1.5", "content_number", (1, 4)),
        ("a: .nan", "content_number", (1, 4)),
        ("a: 1e5", "content_number", (1, 4)),
        ("a: 1234567890123456", "content_number", (1, 4)),
        ("a: [1", "content_unreadable", (2, 1)),
        ("a: \x01", "content_unreadable", (0, 0)),
        ("[" * (MOST_DEPTH + 2) + "]" * (MOST_DEPTH + 2), "content_too_deep", (1, MOST_DEPTH + 2)),
        ("[" + "1," * MOST_VALUES + "]", "content_too_large", (1, 2 * MOST_VALUES)),
        ("#" * (MOST_BYTES + 1), "content_too_large", (0, 0)),
    ],
)
def test_what_is_refused_says_where(text, code, place):
    with pytest.raises(ContentTextError) as refused:
        read(text.encode())

    assert (refused.value.code, (refused.value.line, refused.value.column)) == (code, place)


def test_bytes_that_are_no_text_say_where():
    with pytest.raises(ContentTextError) as refused:
        read("a: 1\nb: ü".encode("latin-1"))

    assert (refused.value.code, refused.value.line, refused.value.column) == ("content_not_utf8", 2, 4)


@settings(max_examples=60)
@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    with suppress(ContentTextError):
        content_text.canonical(read(text.encode(errors="surrogatepass")))


def test_a_file_full_of_brackets_is_refused_at_once():
    with pytest.raises(ContentTextError):
        read(b"[" * MOST_BYTES)


def test_equal_contents_have_one_name_whatever_their_order():
    assert digest({"a": 1, "b": [True]}) == digest({"b": (True,), "a": 1}) != digest({"a": 1, "b": [1]})


def test_the_readers_words_are_those_of_the_usual_loader_where_both_know_them():
    text = "{a: null, b: true, c: 12, d: text, e: 'x: y', f: [1, {g: ~}]}"

    assert read(text.encode()) == yaml.safe_load(text)
