"""The conduct of a Swiss by the API: stages, jobs, byes, entries kept apart, penalties, standings, reasons."""

import pytest

from tests.api.asking import by_link, code_of, organizer, staff, stranger
from tests.builders import ORGANIZER, entry_called, pairing_of, round_of, the_stage
from tests.tournaments.stages import finish_round, next_round, play, swiss
from tournaments import services
from tournaments.models import Bye, KeptApart, Penalty, Stage
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def results(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["results"]


def at(tournament):
    return f"stages/{the_stage(tournament).pk}"


def entry_id(tournament, name):
    return entry_called(tournament, name).pk


# stages


def test_a_swiss_can_be_set_up_with_a_knockout_that_it_feeds():
    tournament = swiss(4)
    services.stage_undraw(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    boss, first = organizer(tournament), the_stage(tournament)
    path = f"stages/{first.pk}/"

    changed = boss.patch(path, {"format": "swiss", "settings": {"rounds": 2}, "name": "Main"}, If_Match="*").json()
    added = boss.post(
        f"tournaments/{tournament.slug}/stages",
        {"format": "knockout", "source_stage": first.pk, "places": 2, "feeds_itself": True, "settings": {"best_of": 3}},
    )

    assert (changed["format"], changed["settings"]["rounds"], changed["name"]) == ("swiss", 2, "Main")
    assert added.status_code == 201
    shown = added.json()
    assert (shown["number"], shown["source"], shown["places"], shown["feeds_itself"]) == (2, first.pk, 2, True)
    assert shown["settings"]["best_of"] == 3
    assert [one["source"] for one in results(stranger().get(f"tournaments/{tournament.slug}/stages"))] == [
        None,
        first.pk,
    ]
    assert code_of(boss.delete(path)) == "stage_needed"
    assert boss.delete(f"stages/{shown['id']}/").status_code == 204
    assert Stage.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"format": "lottery"}, 400, "invalid"),
        ({"format": "knockout", "places": 4}, 400, "bad_value"),
        ({"format": "knockout", "source_stage": "none", "places": 4}, 404, "no_such_stage"),
        ({"format": "swiss", "settings": {"rounds": 99}}, 400, "bad_setting"),
    ],
)
def test_a_stage_that_cannot_be_is_refused(body, status, code):
    tournament = swiss(4)

    answer = organizer(tournament).post(f"tournaments/{tournament.slug}/stages", body)

    assert (answer.status_code, code_of(answer)) == (status, code)
    assert Stage.objects.count() == 1


def test_the_next_stage_takes_its_field_when_the_first_is_over():
    tournament = swiss(4, rounds=2)
    boss, first = organizer(tournament), the_stage(tournament)
    play(tournament, 1)
    body = {"format": "knockout", "source_stage": first.pk, "places": 2}
    second = boss.post(f"tournaments/{tournament.slug}/stages", body).json()["id"]
    assert code_of(boss.post(f"stages/{second}/feed")) == "source_open"

    assert code_of(boss.post(f"stages/{first.pk}/end", {"reason": ""})) == "reason_missing"
    assert boss.post(f"stages/{first.pk}/end", {"reason": "The hall closes."}).json()["state"] == "finished"
    fed = boss.post(f"stages/{second}/feed")

    assert (fed.status_code, fed.json()["state"]) == (200, "drawn")
    rows = stranger().get(f"stages/{first.pk}/standings").json()["rows"]
    best = {row["entry"]["id"] for row in rows if row["rank"] <= 2}
    assert set(Stage.objects.get(pk=second).field.values_list("entry_id", flat=True)) == best
    assert len(best) == 2


# jobs


def test_a_round_is_paired_by_a_job_that_tells_how_far_it_is(asked):
    tournament = swiss(5)
    boss = organizer(tournament)

    made = boss.post(f"{at(tournament)}/jobs", {})
    job = made.json()
    again = boss.post(f"{at(tournament)}/jobs", {}).json()

    assert (made.status_code, job["state"], job["round_number"], job["finished_at"]) == (202, "queued", 1, None)
    assert again["id"] == job["id"]
    services.round_pair_run(job_id=job["id"])
    done = boss.get(f"jobs/{job['id']}").json()
    assert (done["state"], done["code"], done["reason"]) == ("done", "", {"en": "", "de": ""})
    assert [one["id"] for one in results(boss.get(f"{at(tournament)}/jobs"))] == [job["id"]]
    assert stranger().get(f"jobs/{job['id']}").status_code == 404
    assert code_of(stranger().get(f"{at(tournament)}/jobs")) == "not_authenticated"
    [draft] = results(boss.get(f"{at(tournament)}/rounds"))
    published = boss.post(
        f"rounds/{draft['id']}/publication", {"starts_at": "2099-01-01T09:00:00Z", "starts_itself": True}
    )
    assert (published.json()["starts_itself"], published.json()["state"]) == (True, "published")


def test_a_job_that_fails_says_why_in_both_languages():
    tournament = swiss(2)
    boss = organizer(tournament)
    rule = boss.post(
        f"{at(tournament)}/apart",
        {"entries": [entry_id(tournament, "1"), entry_id(tournament, "2")], "reason": "One club"},
    )
    assert rule.status_code == 201
    job = boss.post(f"{at(tournament)}/jobs", {}).json()
    services.round_pair_run(job_id=job["id"])

    failed = boss.get(f"jobs/{job['id']}").json()

    assert (failed["state"], failed["code"]) == ("failed", "no_pairing")
    assert failed["reason"]["en"]
    assert failed["reason"]["de"] not in ("", failed["reason"]["en"])
    assert code_of(boss.post(f"{at(tournament)}/rounds")) == "no_pairing"


def test_a_job_can_be_called_off():
    tournament = swiss(4)
    boss = organizer(tournament)
    job = boss.post(f"{at(tournament)}/jobs", {}).json()["id"]

    assert boss.delete(f"jobs/{job}").status_code == 204
    services.round_pair_run(job_id=job)

    assert boss.get(f"jobs/{job}").json()["state"] == "cancelled"
    assert results(boss.get(f"{at(tournament)}/rounds")) == []


def test_boards_without_a_result_stand_against_the_next_pairing_unless_they_are_named():
    tournament = swiss(4)
    next_round(tournament)
    boss, boards = organizer(tournament), [pairing_of(tournament, key).pk for key in ("R1-1", "R1-2")]

    refused = boss.post(f"{at(tournament)}/jobs", {})
    named = boss.post(f"{at(tournament)}/jobs", {"count_open_as_draw": boards})

    assert (refused.status_code, code_of(refused)) == (409, "boards_unsettled")
    assert named.status_code == 202


# byes


def test_a_player_asks_for_a_bye_and_the_organizer_decides():
    tournament = swiss(5)
    own, boss = by_link(entry_called(tournament, "1")), organizer(tournament)
    body = {"entry": entry_id(tournament, "1"), "round_number": 2, "kind": "half", "reason": "A wedding"}

    asked = own.post(f"{at(tournament)}/byes", body)
    bye = asked.json()

    assert (asked.status_code, bye["state"], bye["entry"]["name"]) == (201, "asked", "1")
    assert [one["id"] for one in results(own.get(f"{at(tournament)}/byes"))] == [bye["id"]]
    assert results(by_link(entry_called(tournament, "2")).get(f"{at(tournament)}/byes")) == []
    assert results(stranger().get(f"{at(tournament)}/byes")) == []
    assert by_link(entry_called(tournament, "2")).get(f"byes/{bye['id']}").status_code == 404
    assert code_of(own.post(f"byes/{bye['id']}/decision", {"grant": True})) == "not_allowed"
    assert boss.post(f"byes/{bye['id']}/decision", {"grant": True}).json()["state"] == "granted"
    assert code_of(boss.post(f"byes/{bye['id']}/decision", {"grant": True})) == "bye_decided"
    assert [one["state"] for one in results(boss.get(f"{at(tournament)}/byes", state="granted"))] == ["granted"]
    assert code_of(own.delete(f"byes/{bye['id']}")) == "bye_decided"
    assert boss.delete(f"byes/{bye['id']}").status_code == 204
    assert not Bye.objects.exists()


def test_declining_and_going_beyond_the_limit_need_a_reason():
    tournament = swiss(5)
    boss, entry = organizer(tournament), entry_id(tournament, "1")
    bye = boss.post(f"{at(tournament)}/byes", {"entry": entry, "round_number": 1, "kind": "half"}).json()["id"]

    assert code_of(boss.post(f"byes/{bye}/decision", {"grant": False})) == "reason_missing"
    declined = boss.post(f"byes/{bye}/decision", {"grant": False, "reason": "Too late"}).json()
    assert (declined["state"], declined["reason"]) == ("declined", "Too late")
    late = {"entry": entry, "round_number": 3, "kind": "half", "give": True}
    assert code_of(boss.post(f"{at(tournament)}/byes", late)) == "bye_too_late"
    assert code_of(boss.post(f"{at(tournament)}/byes", {**late, "beyond_limit": True})) == "reason_missing"
    given = boss.post(f"{at(tournament)}/byes", {**late, "beyond_limit": True, "reason": "Ill"})
    assert (given.status_code, given.json()["state"]) == (201, "granted")


def test_a_player_gives_nobody_a_bye():
    tournament = swiss(5)
    own = by_link(entry_called(tournament, "1"))
    body = {"entry": entry_id(tournament, "1"), "round_number": 1, "kind": "half"}

    assert code_of(own.post(f"{at(tournament)}/byes", {**body, "give": True})) == "not_allowed"
    assert code_of(own.post(f"{at(tournament)}/byes", {**body, "kind": "full"})) == "bye_full"
    assert code_of(own.post(f"{at(tournament)}/byes", {**body, "entry": entry_id(tournament, "2")})) == "not_allowed"
    assert not Bye.objects.exists()


# who must not meet whom, and penalties


def test_who_is_kept_apart_is_for_the_staff_to_know():
    tournament = swiss(4)
    boss = organizer(tournament)
    entries = [entry_id(tournament, "1"), entry_id(tournament, "3")]

    made = boss.post(f"{at(tournament)}/apart", {"entries": entries, "last_round": 2, "reason": "Sisters"}).json()

    assert ({one["id"] for one in made["entries"]}, made["last_round"]) == (set(entries), 2)
    shown = results(staff(tournament, Role.SCOREKEEPER).get(f"{at(tournament)}/apart"))
    assert [one["reason"] for one in shown] == ["Sisters"]
    assert code_of(by_link(entry_called(tournament, "1")).get(f"{at(tournament)}/apart")) == "not_allowed"
    assert stranger().delete(f"apart/{made['id']}").status_code == 404
    assert boss.delete(f"apart/{made['id']}").status_code == 204
    assert not KeptApart.objects.exists()


def test_a_penalty_is_in_the_standings_and_can_be_taken_back():
    tournament = swiss(4)
    play(tournament, 1)
    boss, entry = organizer(tournament), entry_id(tournament, "1")
    path = f"{at(tournament)}/standings"
    before = {row["entry"]["id"]: row["points"] for row in stranger().get(path).json()["rows"]}

    body = {"entry": entry, "round_number": 1, "tenths": 5, "reason": "Telephone"}
    made = boss.post(f"{at(tournament)}/penalties", body).json()
    taken = {row["entry"]["id"]: row["points"] for row in stranger().get(path).json()["rows"]}

    assert float(before[entry]) - float(taken[entry]) == 0.5
    assert [one["tenths"] for one in results(boss.get(f"{at(tournament)}/penalties"))] == [5]
    assert code_of(boss.delete(f"penalties/{made['id']}")) == "reason_missing"
    assert boss.delete(f"penalties/{made['id']}?reason=A+mistake").status_code == 204
    assert not Penalty.objects.exists()


# standings, reasons


def test_standings_have_every_value_by_its_code_and_are_told_after_each_round():
    tournament = swiss(5)
    play(tournament, 2)
    path = f"{at(tournament)}/standings"

    now, first = stranger().get(path).json(), stranger().get(path, after=1).json()

    assert (now["after"], first["after"], now["rounds"], now["places"]) == (2, 1, 3, [])
    codes = [one["code"] for one in now["tie_breaks"]]
    assert codes
    assert all(one["name"]["en"] and one["name"]["de"] for one in now["tie_breaks"])
    assert all(list(row["values"]) == codes for row in now["rows"])
    assert [row["rank"] for row in now["rows"]] == sorted(row["rank"] for row in now["rows"])
    assert {row["entry"]["name"] for row in now["rows"]} == {"1", "2", "3", "4", "5"}
    assert now["snapshot"] > first["snapshot"] > 0
    assert code_of(stranger().get(path, after=3)) == "no_such_round"


def test_a_board_and_a_bye_say_why_they_came_about():
    tournament = swiss(5)
    next_round(tournament)
    boards = results(stranger().get(f"rounds/{round_of(tournament, 1).pk}/pairings"))

    for board in boards:
        why = stranger().get(f"pairings/{board['id']}/why").json()
        assert why["pairing"] == board["id"]
        assert why["reasons"]
        assert all(reason["text"]["en"] and reason["text"]["de"] for reason in why["reasons"])


def test_the_whole_way_to_a_pairing_is_for_the_staff():
    tournament = swiss(5)
    next_round(tournament)
    path = f"rounds/{round_of(tournament, 1).pk}/trace"

    lines = staff(tournament, Role.ARBITER).get(path).json()["lines"]

    assert lines
    assert all(line["en"] and line["de"] for line in lines)
    assert code_of(by_link(entry_called(tournament, "1")).get(path)) == "not_allowed"
    assert code_of(stranger().get(path)) == "not_authenticated"


def test_the_reasons_of_a_draft_are_for_the_staff():
    tournament = swiss(4)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    pairing = pairing_of(tournament, "R1-1").pk

    assert stranger().get(f"pairings/{pairing}/why").status_code == 404
    assert staff(tournament, Role.SCOREKEEPER).get(f"pairings/{pairing}/why").status_code == 200


# rounds


def test_a_board_can_be_postponed_and_its_round_is_closed_when_it_is_decided():
    tournament = swiss(4)
    boss, round_ = organizer(tournament), next_round(tournament)
    late = pairing_of(tournament, "R1-1")

    shown = boss.post(f"pairings/{late.pk}/postponement", {"until": "2099-01-01T09:00:00Z", "reason": "A late train"})
    assert (shown.status_code, shown.json()["postponed"]) == (200, True)
    assert shown.json()["postponed_until"] == "2099-01-01T09:00:00.000Z"
    assert code_of(boss.post(f"rounds/{round_.pk}/closing")) == "boards_open"
    assert boss.delete(f"pairings/{late.pk}/postponement").status_code == 204
    assert boss.get(f"pairings/{late.pk}").json()["postponed"] is False
    finish_round(tournament, 1)
    assert boss.post(f"rounds/{round_.pk}/closing").json()["state"] == "closed"
