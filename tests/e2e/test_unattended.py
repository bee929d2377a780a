"""Time and rules work with no window open: flags fall, brackets move on, drawn matches end."""

from __future__ import annotations

import pytest

from tests.e2e.people import confirm_ruling, until

pytestmark = pytest.mark.browser

QUIET = 20
SHORT_QUIET = {"quiet_limit": QUIET}
UNLIMITED = {"kind": "none"}


@pytest.mark.parametrize(
    "about",
    [
        pytest.param(
            {"control": {"kind": "per_move", "per_move_ms": 1500}, "options": {"on_timeout": "lose"}},
            id="the time for a move, with the option that it loses",
        ),
        pytest.param(
            {"control": {"kind": "absolute", "base_ms": 1500}, "options": {"on_timeout": "lose"}},
            id="the time for the whole match",
        ),
    ],
)
def test_a_flag_falls_with_nobody_watching_and_the_bracket_moves_on(people, stage, about):
    made = stage.knockout(players=["Ana", "Ben", "Cem", "Dia"], **about)
    for match_id in made["matches"].values():
        stage.begin(match_id=match_id)

    results = until(lambda: len(found := stage.results(slug=made["slug"])) == 2 and found, "both flags", patience_s=15)
    assert {reason for _kind, _winner, reason in results.values()} == {"TIME"}
    truth = stage.truth(match_id=made["matches"]["R1-1"])
    # The settling time, a quarter of a second, is part of the delay.
    assert 0 <= truth["ended_late_ms"] < 3000

    final = until(lambda: stage.matches(slug=made["slug"]).get("R2-1"), "the match of the final")
    boards = {"R1-1": ("Ana", "Dia"), "R1-2": ("Ben", "Cem")}
    winners = {boards[key][winner] for key, (_kind, winner, _reason) in results.items()}
    assert set(stage.truth(match_id=final)["names"]) == winners
    column = people().open(f"/t/{made['slug']}/bracket/").locator(".bracket__round", has_text="Final").first
    assert all(name in column.inner_text() for name in winners)


def test_the_last_quiet_move_ends_a_match_as_it_is_made(people, stage):
    made = stage.knockout(players=["Ana", "Ben"], control=UNLIMITED, options=SHORT_QUIET)
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    assert stage.play_quietly(match_id=match_id, until=QUIET - 1) == QUIET - 1
    truth = stage.truth(match_id=match_id)
    player = people(link=made["links"][truth["names"][truth["to_act"][0]]])
    spectator = people()
    for person in (player, spectator):
        person.sit_down(match_id)
    assert f"{QUIET - 1} of {QUIET} quiet moves" in spectator.text("#facts")

    for place in stage.quiet_action(match_id=match_id):
        player.page.locator(f"[data-el=node-{place}]").click()

    for person in (player, spectator):
        person.page.wait_for_selector("#notice.notice--result")
        assert "Drawn" in person.text("#notice")
    ended = stage.truth(match_id=match_id)
    assert ended["outcome"]["reason"] == "QUIET_LIMIT"
    assert ended["ply"] == truth["ply"] + 1
    assert not player.is_to_act


def test_the_sweep_ends_a_match_that_nobody_touches_when_an_arbiter_switches_the_rule_on(people, stage):
    made = stage.knockout(players=["Ana", "Ben"], control=UNLIMITED, options=SHORT_QUIET)
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    arbiter = people(session=stage.person(name="Arne", slug=made["slug"], role="arbiter"))
    set_limit(arbiter, match_id, "off")
    assert stage.play_quietly(match_id=match_id, until=QUIET + 2) == QUIET + 2

    set_limit(arbiter, match_id, "on")

    ended = until(lambda: (found := stage.truth(match_id=match_id))["status"] == "over" and found, "the end")
    assert ended["outcome"]["reason"] == "QUIET_LIMIT"
    arbiter.page.wait_for_selector("#notice.notice--result")
    # A knockout needs a winner: another match is set up by itself.
    until(lambda: stage.matches(slug=made["slug"]).get("R1-1", match_id) != match_id, "the next match")


def set_limit(arbiter, match_id, value):
    """Switch the limit of quiet moves on the match's page, as an arbiter does."""
    page = arbiter.open(f"/m/{match_id}/")
    form = page.locator("details.ruling", has_text="Limit of quiet moves")
    form.locator("summary").click()
    form.get_by_label("Limit", exact=True).select_option(value)
    form.get_by_label("Reason").fill("Asked for by both sides")
    form.get_by_role("button", name="See the effect").click()
    confirm_ruling(page)
    page.get_by_text("The ruling is in force").wait_for()
