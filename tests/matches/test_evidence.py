"""Evidence of matches, signed results, the key, and the page that checks matches and files."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from gameengine.log import check_evidence, read_result, signature_findings, verify_evidence
from gameengine.log.packing import unpack
from matches import services, signing
from matches.evidence import checking
from matches.evidence.port import register_disputes
from matches.evidence.words import SENTENCES
from matches.models import Attempt, Connection, Look, Match, ResultSignature
from tests.matches.building import live_match, play
from tests.matches.pages import arbiter, page, player, visitor, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def running():
    match = live_match()
    for _ in range(6):
        play(match.pk)
    Connection.objects.create(
        match=match, seat=0, process="p", opened_at_ms=5, closed_at_ms=9, address="192.0.2.7", agent="Fox"
    )
    services.match_rule(match_id=match.pk, text="add-time 0 5000", by_user=None, reason="Bell", role="arbiter")
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def ended(running):
    services.match_act(match_id=running.pk, seat=1, text="resign", cmd="end")
    return Match.objects.get(pk=running.pk)


@pytest.fixture
def disputes():
    told = {True: [{"about": "clock", "by": "Ana"}], False: [{"about": "clock"}]}
    before = register_disputes(lambda _match, whole: told[whole])
    yield
    register_disputes(before)


def get(client, name, match):
    return client.get(reverse(name, args=[match.pk]))


def evidence(client, match):
    answer = get(client, "match-evidence", match)
    assert answer.status_code == 200, answer.content
    return answer.content


def files(data):
    return {file.name: file.content for file in unpack(data).files}


# signed results


def test_the_end_of_a_match_is_signed_in_its_transaction(ended):
    row = ResultSignature.objects.get(match=ended)
    said = json.loads(row.statement)

    assert (said["match"], said["head"], said["outcome"]["winner"]) == (ended.pk, ended.head, 0)
    assert said["ended_at_ms"] == ended.ended_at_ms
    assert said["commits"] == [ended.commitment]


def test_the_signed_result_is_a_file_that_holds(ended):
    answer = get(visitor(), "match-result", ended)
    result = read_result(answer.content)

    assert signature_findings(result) == []
    assert result.key == signing.public_key()
    assert get(visitor(), "match-result", ended).content == answer.content


def test_a_match_that_ended_before_there_were_signatures_is_signed_when_asked(ended):
    ResultSignature.objects.all().delete()

    assert get(visitor(), "match-result", ended).status_code == 200
    assert ResultSignature.objects.filter(match=ended, head=ended.head).count() == 1


def test_each_end_of_a_reopened_match_is_signed(ended):
    assert services.match_rule(match_id=ended.pk, text="reopen", by_user=None, reason="Not over").ok
    services.match_rule(match_id=ended.pk, text="result draw", by_user=None, reason="Agreed")

    rows = ResultSignature.objects.filter(match=ended)
    assert [json.loads(row.statement)["outcome"]["winner"] for row in rows] == [0, None]
    assert len(json.loads(rows[1].statement)["seeds"]) == 2
    data = evidence(visitor(), ended)
    assert check_evidence(data, signing.public_key()).findings == ()
    assert check_evidence(data).branches == 2


def test_the_key_is_at_a_fixed_place():
    answer = visitor().get("/keys/results.json").json()

    assert answer == {
        "algorithm": "Ed25519",
        "key": signing.public_key(),
        "formats": ["flagfall-result/1", "flagfall-evidence/1"],
    }


def test_another_secret_gives_another_key(settings):
    before = signing.public_key()
    settings.SECRET_KEY = "another"

    assert signing.public_key() != before


def test_a_purged_match_leaves_no_signature(ended):
    services.match_purge(match_id=ended.pk, by_user=None, reason="asked for")

    assert not ResultSignature.objects.exists()


# evidence


def test_everybody_gets_the_evidence_of_a_finished_match_and_it_holds(ended):
    data = evidence(visitor(), ended)

    assert check_evidence(data, signing.public_key()).findings == ()
    assert {"views/public.jsonl", "views/seat-0.jsonl", "views/seat-1.jsonl", "result.json"} <= set(files(data))
    assert evidence(player(0), ended) == data


def test_rulings_are_told_with_reason_and_role(ended):
    ruling = json.loads(files(evidence(visitor(), ended))["rulings.jsonl"])

    assert (ruling["reason"], ruling["role"], ruling["text"]) == ("Bell", "arbiter", "add-time 0 5000")
    assert ruling["after"]["left_ms"][0] > ruling["before"]["left_ms"][0]
    assert "by" not in ruling


def test_only_who_rules_reads_what_is_internal_and_nobody_addresses(ended, disputes):
    whole, public = files(evidence(arbiter(), ended)), files(evidence(visitor(), ended))

    assert json.loads(whole["connections.jsonl"]) == {"seat": 0, "opened_at_ms": 5, "closed_at_ms": 9}
    assert "connections.jsonl" not in public
    assert json.loads(whole["disputes.jsonl"])["by"] == "Ana"
    assert json.loads(public["disputes.jsonl"]) == {"about": "clock"}
    assert b"192.0.2.7" not in b"".join(whole.values())


def test_before_the_end_only_who_rules_gets_it_and_no_secret_is_in_it(running):
    for client in (visitor(), player(0)):
        answer = get(client, "match-evidence", running)
        assert answer.status_code == 409
        assert "match_not_over" in answer.content.decode()

    data = evidence(arbiter(), running)
    inside = files(data)

    assert {"result.json", "views/seat-0.jsonl", "views/seat-1.jsonl"} & set(inside) == set()
    assert b'"proof"' not in inside["record.jsonl"]
    assert not ResultSignature.objects.exists()
    assert verify_evidence(data) == []


def test_after_a_recorded_look_the_views_of_the_seats_are_in_it_for_that_arbiter_alone():
    running = live_match(game="flagged")
    client = arbiter()
    user = get_user_model().objects.get(username="arbiter")
    other = Client()
    other.force_login(get_user_model().objects.create(username="another", is_staff=True))
    Look.objects.create(match=running, user=user, role="arbiter", reason="Dispute", at_ms=7)

    seen, unseen = files(evidence(client, running)), files(evidence(other, running))

    assert ("views/seat-0.jsonl" in seen, "views/seat-0.jsonl" in unseen) == (True, False)
    assert json.loads(unseen["looks.jsonl"])["reason"] == "Dispute"
    assert b'"proof"' not in seen["record.jsonl"]


def test_refused_attempts_are_for_those_who_rule(ended):
    Attempt.objects.create(match=ended, seat=1, cmd="c", ply=3, text="a1-a9", code="PIECE_IMMOBILE", at_ms=8)

    told = json.loads(files(evidence(arbiter(), ended))["attempts.jsonl"])

    assert (told["text"], told["code"]) == ("a1-a9", "PIECE_IMMOBILE")
    assert "attempts.jsonl" not in files(evidence(visitor(), ended))


def test_what_changes_is_in_the_next_zip(ended):
    before = evidence(visitor(), ended)
    ended.rulings.update(reason="Bell rang")

    assert evidence(visitor(), ended) != before


# the page


def upload(match, content, name="file"):
    return visitor().post(reverse("match-check", args=[match.pk]), {"file": SimpleUploadedFile(name, content)})


def test_the_page_shows_the_numbers_and_says_what_they_do_not_prove(ended):
    text = words_of(page(visitor(), "match-check", ended.pk))

    for shown in (
        ended.commitment,
        ended.head,
        signing.public_key(),
        "Rulings 1",
        "signed with the key of this service",
    ):
        assert shown in text
    assert "could have seen what was hidden" in text
    assert "Who sat at the keyboard" in text


def test_a_running_match_shows_its_chain_and_offers_no_evidence(running):
    text = page(visitor(), "match-check", running.pk)

    assert "still being played" in text
    assert running.head in text
    assert reverse("match-evidence", args=[running.pk]) not in text


def test_a_file_that_somebody_brings_is_checked(ended):
    for name in ("match-evidence", "match-log", "match-result"):
        text = words_of(upload(ended, get(visitor(), name, ended).content).content.decode())

        assert "Your file holds." in text, name
        assert "It is about this match." in text, name
    assert "A log is not signed." in words_of(
        upload(ended, get(visitor(), "match-log", ended).content).content.decode()
    )


def test_a_changed_file_is_refused_with_the_place(ended):
    data = evidence(visitor(), ended)
    text = words_of(upload(ended, data.replace(b'"ply":3', b'"ply":4', 1)).content.decode())

    assert "Your file does not hold." in text
    assert "record.jsonl line " in text
    assert "CHAIN_BROKEN" in text


def test_a_file_about_another_match_is_told_as_such(ended):
    other = live_match()
    services.match_act(match_id=other.pk, seat=0, text="resign", cmd="end")

    assert f"another match: {other.pk}" in words_of(upload(ended, evidence(visitor(), other)).content.decode())


@pytest.mark.parametrize(
    "content", [b"x", b"PK", b"PK\5\6" + bytes(18), b'{"key":', b"\xff", b"[" * 5000 + b"\n", b"{}\n"]
)
def test_no_file_breaks_the_page(ended, content):
    answer = upload(ended, content)

    assert answer.status_code == 200
    assert "does not hold" in words_of(answer.content.decode())


def test_too_large_none_and_too_many_are_clear(ended, monkeypatch):
    assert upload(ended, b"").status_code == 400
    assert visitor().post(reverse("match-check", args=[ended.pk])).status_code == 400
    monkeypatch.setattr(checking, "MOST_BYTES", 3)
    answer = upload(ended, b"1234")
    assert answer.status_code == 400
    assert "larger than 8 MiB" in words_of(answer.content.decode())

    monkeypatch.setattr(checking, "_MOST_CHECKS", 0)
    assert "Too many files" in words_of(upload(ended, b"123").content.decode())


def test_every_finding_has_a_sentence():
    sources = (Path(__file__).parents[2] / "gameengine/log").glob("*.py")
    codes = {code for source in sources for code in re.findall(r'Finding\(\s*"(\w+)"', source.read_text())}

    assert codes
    assert codes <= set(SENTENCES)


def test_the_api_gives_the_signed_result_and_the_key(running, client):
    path = f"/api/v1/matches/{running.pk}/result/"
    assert client.get(path).status_code == 409

    services.match_act(match_id=running.pk, seat=1, text="resign", cmd="end")
    answer = client.get(path).json()

    assert answer["key"] == client.get("/api/v1/server/").json()["result_key"] == signing.public_key()
    assert answer["statement"]["match"] == running.pk
