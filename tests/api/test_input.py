"""Bad input: a status, a stable code, a sentence, and nothing changed."""

import orjson
import pytest

from tests.api.asking import ALL_SCOPES, code_of, organizer, stranger, with_token
from tests.builders import a_tournament, a_user, drafted, published, round_of, started, the_stage
from tournaments.models import AuditLine, Entry, Result, Tournament

pytestmark = pytest.mark.django_db
MAKE = {"name": "Cup", "game": "junqi"}


def counts():
    return [model.objects.count() for model in (Tournament, Entry, Result, AuditLine)]


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "malformed_json"),
        (b"", {}, 400, "invalid"),
        (b"\xff\xfe", {}, 400, "malformed_json"),
        (b'{"name": NaN}', {}, 400, "malformed_json"),
        (b'{"name": "Cup", "game": "junqi", "max_entries": 1000000000000000000000000}', {}, 400, "invalid"),
        (b'{"name": "\\ud800"}', {}, 400, "malformed_json"),
        (b"[" * 2000 + b"]" * 2000, {}, 400, "malformed_json"),
        (b"[]", {}, 400, "invalid"),
        (b"null", {}, 400, "invalid"),
        (b'"text"', {}, 400, "invalid"),
        (b"name=Cup", {"content_type": "application/x-www-form-urlencoded"}, 415, "unsupported_media_type"),
        (b"name: Cup", {"content_type": "text/plain"}, 415, "unsupported_media_type"),
        (orjson.dumps({**MAKE, "description": "x" * 70_000}), {}, 413, "body_too_large"),
    ],
)
def test_a_body_that_cannot_be_read(body, headers, status, code):
    before = counts()

    answer = with_token(a_user()).post("tournaments/", body, **headers)

    assert (answer.status_code, code_of(answer)) == (status, code)
    assert counts() == before


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"colour": "red"}, "unknown_field", "colour"),
        ({"state": "running"}, "unknown_field", "state"),
        ({"name": 5}, "invalid", "name"),
        ({"name": None}, "invalid", "name"),
        ({"hosted": "yes"}, "invalid", "hosted"),
        ({"hosted": 1}, "invalid", "hosted"),
        ({"max_entries": "8"}, "invalid", "max_entries"),
        ({"max_entries": 8.5}, "invalid", "max_entries"),
        ({"max_entries": True}, "invalid", "max_entries"),
        ({"max_entries": 2**63}, "invalid", "max_entries"),
        ({"options": []}, "invalid", "options"),
        ({"control": 5}, "invalid", "control"),
        ({"starts_at": "tomorrow"}, "invalid", "starts_at"),
        ({"starts_at": "2026-11-29T12:00:00"}, "invalid", "starts_at"),
        ({"starts_at": "2026-13-29T12:00:00Z"}, "invalid", "starts_at"),
        ({"starts_at": 1795953600000}, "invalid", "starts_at"),
        ({"description": "a\x00b"}, "invalid", "description"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(fields, code, field):
    before = counts()

    answer = with_token(a_user()).post("tournaments/", {**MAKE, **fields})

    assert (answer.status_code, code_of(answer)) == (400, code)
    assert [line["field"] for line in answer.json()["errors"]] == [field]
    assert all(line["code"] and line["detail"] for line in answer.json()["errors"])
    assert counts() == before


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "x" * 121}, "name_too_long"),
        ({"game": "chess"}, "unknown_game"),
        ({"slug": "No slug"}, "bad_slug"),
        ({"zone": "Mars/Olympus"}, "bad_zone"),
        ({"control": "soon"}, "bad_control"),
        ({"control": {"kind": "sundial"}}, "bad_control"),
        ({"control": {"kind": ["per_move"]}}, "bad_control"),
        ({"options": {"nonsense": 1}}, "bad_option"),
        ({"options": {"quiet_limit": 5}}, "bad_option"),
        ({"options": {"color_rule": ["own_pair"]}}, "bad_option"),
        ({"format": "ladder"}, "unknown_format"),
        ({"settings": {"best_of": 0}}, "bad_setting"),
        ({"settings": {"by": 0}}, "bad_setting"),
        ({"settings": {"third_place": {"a": 1}}}, "bad_setting"),
        ({"no_show_ms": 1}, "bad_value"),
        ({"max_entries": 1}, "bad_value"),
        ({"starts_at": "1960-01-01T00:00:00Z"}, "bad_value"),
    ],
)
def test_a_value_that_makes_no_sense_has_the_code_of_the_service(fields, code):
    before = counts()

    answer = with_token(a_user()).post("tournaments/", {**MAKE, **fields})

    assert (answer.status_code, code_of(answer)) == (400, code)
    assert counts() == before


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"limit": "0"}, "invalid"),
        ({"limit": "many"}, "invalid"),
        ({"limit": "201"}, "invalid"),
        ({"page": "2"}, "unknown_field"),
        ({"state": "sleeping"}, "invalid"),
        ({"cursor": "nonsense"}, "bad_cursor"),
        ({"cursor": "cD1ub25zZW5zZQ=="}, "bad_cursor"),
        ({"cursor": "cD0lMDA="}, "bad_cursor"),
        ({"cursor": "x" * 501}, "invalid"),
    ],
)
def test_a_query_that_cannot_be_understood(query, code):
    answer = stranger().get("tournaments/", **query)

    assert (answer.status_code, code_of(answer)) == (400, code)


def test_where_no_body_is_needed_none_may_say_more():
    tournament = published(2)
    boss, round_ = organizer(tournament), round_of(tournament, 1)

    assert code_of(boss.post(f"rounds/{round_.pk}/start", {"force": True})) == "unknown_field"
    assert code_of(boss.post(f"rounds/{round_.pk}/start", b"{")) == "malformed_json"
    round_.refresh_from_db()
    assert round_.state == "published"


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_a_method_that_is_not_on_offer(method):
    answer = stranger().send(method, "games/", {})

    assert (answer.status_code, code_of(answer)) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET, HEAD"


def test_a_head_is_a_get_without_its_body_and_options_are_not_on_offer():
    asker = stranger()

    head = asker.client.head("/api/v1/games/")

    assert (head.status_code, head.content) == (200, b"")
    assert asker.client.options("/api/v1/games/").status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "nowhere/",
        "games/chess/",
        "tournaments/none/",
        "tournaments/none/entries/",
        "stages/abcdefghijkl/",
        "rounds/abcdefghijkl/pairings/",
        "pairings/abcdefghijkl/result/",
        "entries/abcdefghijkl/",
        "matches/abcdefghijkl/",
        "matches/abcdefghijkl/plies/",
        "matches/abcdefghijkl/clock/",
        "matches/abcdefghijkl/log/",
        "calls/abcdefghijkl/",
        "entries/" + "x" * 3000 + "/",
    ],
)
def test_what_is_not_there(path):
    answer = with_token(a_user()).get(path)

    assert answer.status_code == 404
    assert code_of(answer)


def test_settings_of_a_stage_are_called_by_their_names_alone():
    tournament = a_tournament()
    boss, stage = organizer(tournament), the_stage(tournament)
    tag = boss.get(f"stages/{stage.pk}/").headers["ETag"]

    for name in ("by", "stage_id", "reason", "name", "nonsense"):
        answer = boss.patch(f"stages/{stage.pk}/", {"settings": {name: 1}}, If_Match=tag)
        assert (answer.status_code, code_of(answer)) == (400, "bad_setting")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("pairings/{pairing}/result", {"kind": "won", "winner": 0}, 400, "invalid"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 2}, 400, "invalid"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 0, "half_points": [1]}, 400, "invalid"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 0, "half_points": [1, 201]}, 400, "invalid"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 0}, 400, "reason_missing"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 0, "reason": " "}, 400, "reason_missing"),
        ("pairings/{pairing}/result", {"kind": "played", "winner": 0}, 409, "hosted"),
        ("pairings/{pairing}/result", {"kind": "forfeit", "winner": 0, "reason": "late"}, 409, "match_running"),
        ("pairings/{pairing}/correction", {"kind": "forfeit", "winner": 0, "reason": "late"}, 409, "no_result"),
        ("rounds/{round}/publication", {}, 409, "round_not_draft"),
        ("rounds/{round}/publication", {"starts_at": "soon"}, 400, "invalid"),
        ("stages/{stage}/draw", {"seeding": "height"}, 400, "invalid"),
        ("stages/{stage}/draw", {}, 409, "round_public"),
        ("tournaments/{slug}/opening", {}, 409, "already_open"),
        ("tournaments/{slug}/finish", {}, 409, "not_finished"),
        ("tournaments/{slug}/announcements", {"text": ""}, 400, "bad_value"),
        ("tournaments/{slug}/announcements", {"text": "x" * 2001}, 400, "bad_value"),
        ("tournaments/{slug}/entries", {"name": "Late"}, 409, "already_drawn"),
        ("matches/{match}/rulings", {"ruling": "explode", "reason": "r"}, 400, "invalid"),
        ("matches/{match}/rulings", {"ruling": "pause\nresult 0", "reason": "r"}, 400, "invalid"),
        ("matches/{match}/rulings", {"ruling": "pause"}, 400, "invalid"),
        ("matches/{match}/rulings", {"ruling": "pause", "reason": ""}, 400, "reason_missing"),
        ("matches/{match}/rulings", {"ruling": "unpause", "reason": "r"}, 409, "NOT_PAUSED"),
    ],
)
def test_an_act_that_is_refused_changes_nothing(path, body, status, code):
    tournament = started(2)
    pairing = the_stage(tournament).pairings.get()
    match = pairing.games.get().match
    names = {
        "slug": tournament.slug,
        "stage": pairing.stage_id,
        "round": pairing.round_id,
        "pairing": pairing.pk,
        "match": match.pk,
    }
    boss, before = organizer(tournament), counts()

    answer = boss.post(path.format(**names), body)

    assert (answer.status_code, code_of(answer)) == (status, code)
    assert counts() == before
    match.refresh_from_db()
    assert match.version == 0


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 81, "ü"])
def test_a_key_that_is_none(key):
    before = counts()

    answer = with_token(a_user()).post("tournaments/", MAKE, Idempotency_Key=key)

    assert (answer.status_code, code_of(answer)) == (400, "bad_key")
    assert counts() == before


def test_refusals_are_in_the_language_that_is_asked_for():
    tournament = drafted(2)
    answer = organizer(tournament).send("post", f"tournaments/{tournament.slug}/opening", {}, Accept_Language="de")

    assert code_of(answer) == "already_open"
    assert answer.json()["detail"] == "Das Turnier ist schon eröffnet."
    assert answer.headers["Content-Language"] == "de"


def test_nothing_of_a_fault_is_told(monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("tournaments.services.tournament_create", fail)
    asker = with_token(a_user(), *ALL_SCOPES)
    asker.client.raise_request_exception = False

    answer = asker.post("tournaments/", MAKE)

    assert (answer.status_code, code_of(answer)) == (500, "server_fault")
    assert "secret" not in answer.content.decode()
