"""Tournaments by the API: made, changed, published, played, corrected; what is a draft stays unseen."""

import pytest
from django.core.cache import caches

from tests.api.asking import Asker, by_link, code_of, organizer, staff, stranger, with_token
from tests.builders import (
    FIVE_MINUTES,
    a_tournament,
    a_user,
    advanced,
    an_entry,
    drafted,
    entered,
    entry_called,
    match_of,
    pairing_of,
    published,
    round_of,
    started,
    the_stage,
    win,
)
from tournaments import services
from tournaments.models import AuditLine, PairingMatch, Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def results(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def test_a_whole_tournament_can_be_run_by_programs():
    boss = with_token(a_user("Olga"))
    slug = boss.post("tournaments/", {"name": "Spring Cup", "game": "junqi", "control": "5+3"}).json()["slug"]
    assert boss.post(f"tournaments/{slug}/opening").json()["state"] == "open"
    for name in ("Ada", "Ben"):
        assert stranger().post(f"tournaments/{slug}/entries", {"name": name}).status_code == 201
    [stage] = results(boss.get(f"tournaments/{slug}/stages"))
    assert boss.post(f"stages/{stage['id']}/draw", {"seeding": "lot"}).json()["state"] == "drawn"
    draft = boss.post(f"stages/{stage['id']}/rounds")
    assert (draft.status_code, draft.json()["state"], draft.json()["name"]["de"]) == (201, "draft", "Finale")
    round_id = draft.json()["id"]
    assert boss.post(f"rounds/{round_id}/publication", {"starts_at": "2026-12-01T10:00:00+01:00"}).json()[
        "starts_at"
    ] == ("2026-12-01T09:00:00.000Z")
    begun = boss.post(f"rounds/{round_id}/start").json()
    assert (begun["matches"], begun["already"]) == (1, False)
    [board] = results(stranger().get(f"rounds/{round_id}/pairings"))
    match = board["matches"][0]["match"]
    assert boss.post(f"matches/{match}/rulings", {"ruling": "forfeit 1", "reason": "absent"}).status_code == 201
    advanced(Tournament.objects.get(slug=slug))
    places = stranger().get(f"stages/{stage['id']}/standings").json()["places"]
    assert [place["rank"] for place in places] == [1, 2]
    assert boss.post(f"tournaments/{slug}/finish").json()["state"] == "finished"


# what is a draft


def test_a_draft_tournament_exists_for_its_staff_alone():
    tournament = a_tournament(open_=False)
    entry, stage = an_entry(tournament).entry, the_stage(tournament)
    slug = tournament.slug
    paths = [
        f"tournaments/{slug}/",
        *(f"tournaments/{slug}/{part}/" for part in ("entries", "stages", "rounds", "announcements", "lobby")),
        f"stages/{stage.pk}/",
        f"stages/{stage.pk}/rounds/",
        f"stages/{stage.pk}/standings/",
        f"entries/{entry.pk}/",
    ]

    for path in paths:
        assert {asker.get(path).status_code for asker in (stranger(), with_token(a_user()), by_link(entry))} == {404}
        assert staff(tournament, Role.SCOREKEEPER).get(path).status_code == 200, path
    assert results(stranger().get("tournaments/")) == []
    boss = organizer(tournament)
    assert [one["slug"] for one in results(boss.get("tournaments/", mine="true"))] == [slug]
    assert results(boss.get("tournaments/")) == []


def test_a_draft_round_exists_for_the_staff_alone():
    tournament = drafted(4)
    round_, pairing = round_of(tournament, 1), pairing_of(tournament, "R1-1")
    player = by_link(entry_called(tournament, "1"))
    paths = [
        f"rounds/{round_.pk}/",
        f"rounds/{round_.pk}/pairings/",
        f"pairings/{pairing.pk}/",
        f"pairings/{pairing.pk}/result/",
    ]

    for path in paths:
        assert {asker.get(path).status_code for asker in (stranger(), player)} == {404}, path
    assert staff(tournament, Role.SCOREKEEPER).get(paths[1]).status_code == 200
    assert results(player.get(f"tournaments/{tournament.slug}/rounds/")) == []
    assert results(player.get(f"stages/{the_stage(tournament).pk}/rounds/")) == []
    assert len(results(staff(tournament, Role.ARBITER).get(f"tournaments/{tournament.slug}/rounds/"))) == 2


def test_a_round_that_is_taken_back_is_gone_again_with_a_note():
    tournament = published(2)
    boss, round_ = organizer(tournament), round_of(tournament, 1)

    assert code_of(boss.delete(f"rounds/{round_.pk}/publication")) == "reason_missing"
    assert stranger().get(f"rounds/{round_.pk}/").status_code == 200
    assert boss.delete(f"rounds/{round_.pk}/publication?reason=A+late+entry").status_code == 204
    assert stranger().get(f"rounds/{round_.pk}/").status_code == 404
    [note] = results(stranger().get(f"tournaments/{tournament.slug}/announcements"))
    assert (note["code"], note["data"]["reason"]) == ("round_unpublished", "A late entry")
    assert "A late entry" in note["text"]


# changes


def test_a_change_names_the_version_that_it_is_for():
    tournament = a_tournament()
    boss, path = organizer(tournament), f"tournaments/{tournament.slug}/"
    tag = boss.get(path).headers["ETag"]

    assert code_of(boss.patch(path, {"place": "Hall 1"})) == "version_missing"
    assert boss.patch(path, {"place": "Hall 1"}).status_code == 428
    changed = boss.patch(path, {"place": "Hall 1", "control": "10+0"}, If_Match=tag)
    assert (changed.status_code, changed.json()["place"]) == (200, "Hall 1")
    assert changed.json()["control"]["base_ms"] == 600_000
    late = boss.patch(path, {"place": "Hall 2"}, If_Match=tag)
    assert (late.status_code, code_of(late)) == (412, "version_changed")
    assert boss.patch(path, {"place": "Hall 2"}, If_Match=changed.headers["ETag"]).status_code == 200
    assert boss.patch(path, {"place": "Hall 3"}, If_Match="*").status_code == 200
    tournament.refresh_from_db()
    assert tournament.place == "Hall 3"


def test_the_version_does_not_change_with_the_round_that_is_played():
    tournament = started(4)
    boss = organizer(tournament)
    tag = boss.get(f"tournaments/{tournament.slug}/").headers["ETag"]
    win(tournament, "R1-1", 0)

    assert boss.patch(f"tournaments/{tournament.slug}/", {"place": "Hall 1"}, If_Match=tag).status_code == 200
    locked = boss.patch(f"tournaments/{tournament.slug}/", {"control": "1+0"}, If_Match="*")
    assert (locked.status_code, code_of(locked)) == (409, "settings_locked")


def test_a_stage_is_changed_by_its_settings():
    tournament = a_tournament()
    boss, stage = organizer(tournament), the_stage(tournament)
    tag = boss.get(f"stages/{stage.pk}/").headers["ETag"]

    changed = boss.patch(
        f"stages/{stage.pk}/", {"name": "Main", "settings": {"best_of": 3}, "reason": "more"}, If_Match=tag
    )

    assert changed.status_code == 200
    assert (changed.json()["name"], changed.json()["settings"]["best_of"]) == ("Main", 3)


def test_an_entry_is_changed_by_who_may():
    tournament = a_tournament()
    entry = an_entry(tournament, "Ada", seed=1, rating=1500).entry
    path, own, scorer = f"entries/{entry.pk}/", by_link(entry), staff(tournament, Role.SCOREKEEPER)

    assert own.patch(path, {"name": "Ada L."}, If_Match=own.get(path).headers["ETag"]).json()["name"] == "Ada L."
    assert code_of(own.patch(path, {"rating": 2000}, If_Match="*")) == "not_allowed"
    assert code_of(scorer.patch(path, {"name": "Eve"}, If_Match="*")) == "not_allowed"
    cleared = scorer.patch(path, {"rating": 1600, "seed": None}, If_Match=scorer.get(path).headers["ETag"]).json()
    assert (cleared["rating"], cleared["seed"]) == (1600, None)
    assert code_of(by_link(an_entry(tournament).entry).patch(path, {"name": "Eve"}, If_Match="*")) == "not_allowed"


# entries


def test_check_in_twice_is_as_once():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")
    own = by_link(entry)
    first = own.put(f"entries/{entry.pk}/check-in").json()["checked_in_at"]

    assert own.put(f"entries/{entry.pk}/check-in").json()["checked_in_at"] == first
    assert results(own.get(f"tournaments/{tournament.slug}/lobby"))[0]["situation"] == "before_draw"
    assert own.delete(f"entries/{entry.pk}/check-in").status_code == 204
    assert own.get(f"entries/{entry.pk}/").json()["checked_in_at"] is None
    assert AuditLine.objects.filter(act="check_in").count() == 1


def test_leaving_asks_what_becomes_of_a_running_match_and_coming_back_is_for_the_staff():
    tournament = started(4)
    entry = entry_called(tournament, "1")
    own, boss = by_link(entry), organizer(tournament)

    assert code_of(own.post(f"entries/{entry.pk}/withdrawal", {})) == "match_under_way"
    left = own.post(f"entries/{entry.pk}/withdrawal", {"running": "finish", "reason": "ill"})
    assert (left.status_code, left.json()["status"]) == (200, "withdrawn")
    assert code_of(boss.post(f"entries/{entry.pk}/withdrawal", {})) == "already_withdrawn"
    assert boss.delete(f"entries/{entry.pk}/withdrawal?reason=well+again").status_code == 204
    assert own.get(f"entries/{entry.pk}/").json()["status"] == "confirmed"


def test_a_full_tournament_has_a_waiting_list_from_which_the_staff_takes():
    tournament = a_tournament(max_entries=2)
    for name in "abc":
        stranger().post(f"tournaments/{tournament.slug}/entries", {"name": name})
    [waiting] = results(stranger().get(f"tournaments/{tournament.slug}/entries", status="waiting"))
    boss = organizer(tournament)

    assert waiting["name"] == "c"
    assert boss.post(f"entries/{waiting['id']}/confirmation").json()["status"] == "confirmed"
    out = boss.post(f"entries/{waiting['id']}/disqualification", {"reason": "two accounts"})
    assert out.json()["status"] == "disqualified"


def test_a_player_finds_the_own_match_in_the_lobby():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    own = by_link(entry_called(tournament, "2"))

    [lobby] = results(own.get(f"tournaments/{tournament.slug}/lobby"))

    assert (lobby["situation"], lobby["match"], lobby["opponent"]["name"]) == ("play", match.pk, "1")
    assert own.get(f"matches/{match.pk}/").json()["you"] == lobby["seat"]
    assert results(stranger().get(f"tournaments/{tournament.slug}/lobby")) == []


# lists


def test_lists_come_in_pages_that_hold_while_rows_come():
    tournament = a_tournament()
    names = [f"player {number:02}" for number in range(7)]
    for name in names:
        an_entry(tournament, name)
    path = f"tournaments/{tournament.slug}/entries/"

    first = stranger().get(path, limit=3).json()
    an_entry(tournament, "late")
    second = stranger().get(first["next"]).json()
    third = stranger().get(second["next"]).json()
    back = stranger().get(third["previous"]).json()

    pages = [[one["name"] for one in page["results"]] for page in (first, second, third)]
    assert pages == [names[:3], names[3:6], [names[6], "late"]]
    assert [one["name"] for one in back["results"]] == names[3:6]
    assert (first["previous"], third["next"]) == (None, None)


def test_lists_are_filtered_and_ordered_by_plain_words():
    one, two = a_tournament(name="One"), started(2, name="Two")
    entry = an_entry(one, "Ada").entry

    assert [t["name"] for t in results(stranger().get("tournaments/", state="running"))] == ["Two"]
    assert [t["name"] for t in results(stranger().get("tournaments/", ordering="created_at"))] == ["One", "Two"]
    assert [t["name"] for t in results(by_link(entry).get("tournaments/", mine="true"))] == ["One"]
    assert [e["name"] for e in results(stranger().get(f"tournaments/{two.slug}/entries/", ordering="-name"))] == [
        "2",
        "1",
    ]
    boards = f"rounds/{round_of(two, 1).pk}/pairings"
    assert len(results(stranger().get(boards, state="running"))) == 1
    assert results(stranger().get(boards, state="decided")) == []


def test_a_slash_at_the_end_makes_no_difference():
    tournament = a_tournament()
    boss = organizer(tournament)

    assert stranger().get(f"tournaments/{tournament.slug}").status_code == 200
    for address in (f"tournaments/{tournament.slug}/announcements", f"tournaments/{tournament.slug}/announcements/"):
        assert boss.post(address, {"text": "Welcome"}).status_code == 201
    assert len(results(stranger().get(f"tournaments/{tournament.slug}/announcements"))) == 2


def test_public_reads_may_be_kept_and_asked_about():
    tournament = a_tournament()
    first = stranger().get(f"tournaments/{tournament.slug}/")

    assert first.headers["Cache-Control"] == "public, max-age=2"
    assert Asker(if_none_match=first.headers["ETag"]).get(f"tournaments/{tournament.slug}/").status_code == 304
    assert organizer(tournament).get(f"tournaments/{tournament.slug}/").headers["Cache-Control"] == "private, no-cache"
    assert stranger().get("tournaments/none/").headers["Cache-Control"] == "no-store"


# idempotency


def test_a_start_that_is_sent_again_gets_the_first_answer():
    tournament = published(4)
    boss, round_ = organizer(tournament), round_of(tournament, 1)

    first = boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k1")
    again = boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k1")
    other = boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k2")

    assert again.json() == first.json()
    assert again.json()["already"] is False
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert other.json()["already"] is True
    assert PairingMatch.objects.count() == 2


def test_what_is_made_under_one_key_is_made_once():
    boss = with_token(a_user())
    make = {"name": "Cup", "game": "junqi", "control": FIVE_MINUTES}

    answers = [boss.post("tournaments/", make, Idempotency_Key="cup") for _ in range(3)]

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert answers[2].headers["ETag"] == answers[0].headers["ETag"]
    assert Tournament.objects.count() == 1


def test_a_key_belongs_to_one_request_of_one_asker():
    one, two = with_token(a_user()), with_token(a_user())
    make = {"name": "Cup", "game": "junqi"}
    one.post("tournaments/", make, Idempotency_Key="k")

    reused = one.post("tournaments/", {**make, "name": "Other"}, Idempotency_Key="k")

    assert (reused.status_code, code_of(reused)) == (409, "key_reused")
    assert two.post("tournaments/", make, Idempotency_Key="k").status_code == 201
    assert Tournament.objects.count() == 2


def test_a_refused_request_may_be_sent_again_under_its_key():
    tournament = drafted(2)
    boss, round_ = organizer(tournament), round_of(tournament, 1)
    assert code_of(boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k")) == "round_not_published"

    boss.post(f"rounds/{round_.pk}/publication", {})

    assert boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k").status_code == 200


def test_a_request_that_is_being_worked_on_is_not_worked_on_twice(monkeypatch):
    tournament = published(2)
    boss, round_ = organizer(tournament), round_of(tournament, 1)
    inner = []
    start = services.round_start

    def slow(**given):
        inner.append(boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k"))
        return start(**given)

    monkeypatch.setattr("tournaments.services.round_start", slow)

    assert boss.post(f"rounds/{round_.pk}/start", Idempotency_Key="k").status_code == 200
    assert [(answer.status_code, code_of(answer)) for answer in inner] == [(409, "key_in_use")]


def test_a_private_link_that_got_lost_on_the_way_comes_again():
    tournament = a_tournament()
    path, body = f"tournaments/{tournament.slug}/entries", {"name": "Ada"}

    assert code_of(stranger().post(path, body, Idempotency_Key="guess-me")) == "bad_key"
    first, again = (stranger().post(path, body, Idempotency_Key="k" * 20) for _ in range(2))

    assert first.json()["links"] == again.json()["links"]
    assert tournament.entries.count() == 1


def test_kept_answers_are_sealed(monkeypatch):
    kept = []
    cache = type(caches["kept"])
    keep = cache.set
    monkeypatch.setattr(cache, "set", lambda self, *given: kept.append(repr(given)) or keep(self, *given))
    tournament = a_tournament()

    made = stranger().post(f"tournaments/{tournament.slug}/entries", {"name": "Ada"}, Idempotency_Key="k" * 20)

    secret = made.json()["links"][0]["url"].rstrip("/").rsplit("/", 1)[1]
    assert kept
    assert secret not in "".join(kept)


def test_a_promise_that_cannot_be_kept_is_not_made(monkeypatch):
    def gone(*_args):
        raise ConnectionError

    boss = with_token(a_user())
    monkeypatch.setattr(type(caches["kept"]), "add", gone)

    answer = boss.post("tournaments/", {"name": "Cup", "game": "junqi"}, Idempotency_Key="k")

    assert (answer.status_code, code_of(answer)) == (503, "unavailable")
    assert Tournament.objects.count() == 0


# results


def test_a_result_in_a_hall_is_reported_by_both_sides():
    tournament = started(2, hosted=False)
    pairing = pairing_of(tournament, "R1-1")
    one, two = (by_link(entry_called(tournament, name)) for name in "12")
    path = f"pairings/{pairing.pk}/"

    assert one.post(path + "report", {"winner": 0}).json() == {"result": None}
    assert code_of(stranger().get(path + "result")) == "no_result"
    assert two.post(path + "report", {"winner": 0}).json()["result"]["half_points"] == [2, 0]
    assert stranger().get(path + "result").json()["winner"] == 0
    assert stranger().get(path).json()["result"]["kind"] == "played"
    late = staff(tournament, Role.SCOREKEEPER).post(path + "result", {"kind": "played", "winner": 1})
    assert code_of(late) == "result_exists"


def test_a_scorekeeper_sets_what_was_played_and_decisions_are_for_others():
    tournament = started(4, hosted=False)
    scorer = staff(tournament, Role.SCOREKEEPER)
    one, two = pairing_of(tournament, "R1-1"), pairing_of(tournament, "R1-2")

    made = scorer.post(f"pairings/{one.pk}/result", {"kind": "played", "winner": 1, "half_points": [1, 3]})
    forfeit = {"kind": "forfeit", "winner": 1, "reason": "absent"}

    assert (made.status_code, made.json()["half_points"]) == (201, [1, 3])
    assert code_of(scorer.post(f"pairings/{two.pk}/result", forfeit)) == "not_allowed"
    assert staff(tournament, Role.ARBITER).post(f"pairings/{two.pk}/result", forfeit).status_code == 201


def test_a_correction_says_first_what_it_would_do():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    pairing = pairing_of(tournament, "R1-1")
    advanced(tournament)
    boss, path = organizer(tournament), f"pairings/{pairing.pk}/correction"
    correction = {"kind": "adjudicated", "winner": 1, "reason": "Wrong piece"}
    lines = AuditLine.objects.count()

    asked = boss.post(path + "?dry_run=true", correction).json()

    assert (asked["dry_run"], asked["blocked"], asked["result"]) == (True, False, None)
    assert {"board": 1, "round": 2, "before": ["1", None], "after": ["4", None], "started": False}.items() <= next(
        change for change in asked["changes"] if change["before"][0] == "1"
    ).items()
    assert AuditLine.objects.count() == lines
    assert stranger().get(f"pairings/{pairing.pk}/result").json()["winner"] == 0
    done = boss.post(path, correction).json()
    assert (done["dry_run"], done["changes"], done["result"]["winner"]) == (False, asked["changes"], 1)
    assert code_of(boss.post(path, {**correction, "reason": ""})) == "reason_missing"
    assert code_of(staff(tournament, Role.SCOREKEEPER).post(path + "?dry_run=true", correction)) == "not_allowed"


def test_a_correction_that_comes_too_late_is_for_the_record_only():
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    pairing = pairing_of(tournament, "R1-1")
    boss, path = organizer(tournament), f"pairings/{pairing.pk}/correction"
    correction = {"kind": "adjudicated", "winner": 1, "reason": "Wrong piece"}

    assert boss.post(path + "?dry_run=true", correction).json()["blocked"] is True
    late = boss.post(path, correction)
    assert (late.status_code, code_of(late)) == (409, "next_round_started")
    done = boss.post(path, {**correction, "record_only": True}).json()["result"]
    assert (done["winner"], done["advances"]) == (1, 0)
