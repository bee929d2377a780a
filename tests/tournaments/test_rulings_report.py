"""The report of all rulings: what, where, who, why, before and after, and what took it back."""

import csv
import io

import orjson
import pytest

from matches.models import Call
from tests.builders import begin, entry_called, match_of, pairing_of, staffed, the_stage, win
from tests.tournaments import pages
from tests.tournaments.rounds import id_of, started, swiss
from tournaments import services
from tournaments.actors import actor_of
from tournaments.pages.rulings import COLUMNS, line
from tournaments.permissions import Role
from tournaments.selectors.rulings import rulings_report

pytestmark = pytest.mark.django_db


def eventful():
    """Return a tournament in which a little of everything was decided, and its chief arbiter."""
    tournament = swiss(4)
    started(tournament)
    chief = actor_of(tournament, staffed(tournament, Role.CHIEF_ARBITER))
    match = match_of(tournament, "R1-1")
    begin(match)
    for text, reason in (("pause", "the bell"), ("unpause", "quiet again"), ("warn 0", "phone rang")):
        assert services.match_ruling(match_id=match.pk, by=chief, text=text, reason=reason).ok
    assert services.match_ruling(match_id=match.pk, by=chief, text="add-time 1 60000", reason="disturbed").ok
    gift = match.rulings.get(text="add-time 1 60000").seq
    assert services.match_ruling(match_id=match.pk, by=chief, text=f"reverse {gift}", reason="it was not").ok
    win(tournament, "R1-2", 0)
    board = pairing_of(tournament, "R1-2").pk
    services.result_correct(
        pairing_id=board, by=chief, kind="adjudicated", winner=1, reason="wrong side", record_only=True
    )
    services.correction_undo(pairing_id=board, by=chief, reason="it was right")
    services.penalty_add(
        stage_id=the_stage(tournament).pk,
        by=chief,
        entry_id=id_of(tournament, "1"),
        round_number=1,
        tenths=5,
        reason="late again",
    )
    services.entry_disqualify(entry_id=id_of(tournament, "4"), by=chief, reason="false name")
    return tournament, chief


def test_it_tells_everything_in_order_of_time_with_what_took_it_back():
    tournament, chief = eventful()

    report = rulings_report(tournament)

    told = [(one.number, one.kind, one.text or one.act, one.reversed_by, one.reverses) for one in report]
    acts = [(kind, what, back, takes) for _number, kind, what, back, takes in told]
    gift = report[3].line
    assert [one.number for one in report] == list(range(1, len(report) + 1))
    assert acts[:5] == [
        ("ruling", "pause", None, None),
        ("ruling", "unpause", None, None),
        ("warning", "warn 0", None, None),
        ("ruling", "add-time 1 60000", 5, None),
        ("ruling", f"reverse {gift}", None, 4),
    ]
    assert [(kind, what, back, takes) for kind, what, back, takes in acts if kind in ("correction", "penalty")] == [
        ("correction", "result_correct_record", 8, None),
        ("correction", "correction_undo", None, 7),
        ("penalty", "penalty_add", None, None),
        ("penalty", "entry_disqualify", None, None),
    ]
    assert {one.actor for one in report if one.actor != "system"} == {f"user/{chief.user_id}"}
    assert report[3].after["left_ms"][1] - report[3].before["left_ms"][1] == 60_000


def test_the_page_says_it_in_words():
    tournament, chief = eventful()
    page = pages.text(pages.staff(tournament, Role.ORGANIZER).get(pages.url("rulings", tournament)))

    for said in ("Paused", "phone rang", chief.name, "chief arbiter", "taken back by 5", "takes back 4", "late again"):
        assert said in page, said
    correction = next(one for one in rulings_report(tournament) if one.act == "result_correct_record")
    assert (line(correction).before, line(correction).after) == ("1 : 0", "0 : 1")


@pytest.mark.parametrize(("asked", "kinds"), [
    ({"kind": "penalty"}, {"penalty"}),
    ({"kind": "warning"}, {"warning"}),
    ({"kind": "nonsense"}, set()),
])  # fmt: skip
def test_it_is_filtered_by_kind(asked, kinds):
    tournament, _chief = eventful()
    client = pages.staff(tournament, Role.ORGANIZER)

    shown = client.get(pages.url("rulings", tournament), asked).context["lines"]

    assert {one.entry.kind for one in shown} == kinds


def test_it_is_filtered_by_board_and_person():
    tournament, chief = eventful()
    client, address = pages.staff(tournament, Role.ORGANIZER), pages.url("rulings", tournament)
    board = pairing_of(tournament, "R1-2")

    at_board = client.get(address, {"board": board.pk}).context["lines"]
    about = client.get(address, {"entry": entry_called(tournament, "4").pk}).context["lines"]
    by = client.get(address, {"who": f"user/{chief.user_id}", "kind": "penalty"}).context["lines"]

    assert {one.entry.pairing.pk for one in at_board} == {board.pk}
    assert "entry_disqualify" in {one.entry.act for one in about}
    assert {one.entry.act for one in by} == {"penalty_add", "entry_disqualify"}


def test_files_have_the_same_lines():
    tournament, _chief = eventful()
    client, count = pages.staff(tournament, Role.ORGANIZER), len(rulings_report(tournament))

    rows = list(
        csv.reader(io.StringIO(client.get(pages.url("rulings-file", tournament, "csv")).content.decode("utf-8-sig")))
    )
    values = orjson.loads(client.get(pages.url("rulings-file", tournament, "json")).content)

    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == count + 1
    assert [row["number"] for row in values["rulings"]] == list(range(1, count + 1))
    assert values["rulings"][0]["after"]["status"] == "paused"
    assert client.get(pages.url("rulings-file", tournament, "exe")).status_code == 404


def test_calls_and_looks_and_second_arbiters_stand_in_it():
    tournament, chief = eventful()
    tournament.second_arbiter = "always"
    tournament.save()
    match = match_of(tournament, "R1-1")
    call = Call.objects.create(match=match, seat=0, reason="other", opened_at_ms=1)
    services.call_decide(call_id=call.pk, by=chief, decision="Play on.")
    board = pairing_of(tournament, "R1-2").pk
    services.correction_submit(pairing_id=board, by=chief, kind="adjudicated", winner=1, reason="wrong side")

    kinds = [one.kind for one in rulings_report(tournament)][-2:]

    assert kinds == ["call", "second"]
    proposed = rulings_report(tournament)[-1]
    assert line(proposed).what == "decided; waits for a second arbiter: correction of a result: 0 : 1"
