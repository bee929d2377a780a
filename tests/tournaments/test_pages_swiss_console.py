"""The console of a tournament that is paired round by round: set-up, the desk of rounds, byes, editing, corrections."""

import re

import pytest

from tests.builders import ORGANIZER, a_user, advanced, entered, entry_called, pairing_of, round_of, the_stage
from tests.tournaments.pages import logged_in, player, said, staff, text, url
from tests.tournaments.rounds import as_swiss, boards, drafted, finished, id_of, job, played, published, started, swiss
from tournaments import services
from tournaments.models import Bye, KeptApart, PairingJob, Penalty, Stage, Tournament
from tournaments.permissions import Role
from tournaments.services.editing import round_edit_check

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer():
    """Return a function that gives a tournament's organizer a browser."""
    return lambda tournament: staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)


def desk(client, tournament, query=""):
    return text(client.get(url("console-rounds", tournament) + query))


def post(client, address, **data):
    return client.post(address, data, follow=True)


# making a tournament, stages


def new(client, **data):
    return client.post("/new/junqi/", {"name": "Spring Cup", "control": "5+3", "zone": "UTC", **data})


def settings_in(page):
    """Return the form of a page as a browser would send it: every field with the value that it shows."""
    form = page.context["form"]
    given = {}
    for name in form.fields:
        value = form[name].value()
        if value is True:
            given[name] = "on"
        elif value is not None and value is not False:
            given[name] = value
    return given


def test_a_new_tournament_can_be_any_format_and_its_settings_are_shown_first():
    client = logged_in(a_user())

    shown = new(client, format="swiss-accelerated", shown="knockout", place="Hall 3")

    assert Tournament.objects.count() == 0
    assert shown.status_code == 200
    page = text(shown)
    assert 'value="Hall 3"' in page
    assert 'name="stage-rounds"' in page
    assert "Byes and late entries" in page
    assert shown.context["form"]["stage-acceleration"].value() == "baku"

    made = client.post(
        "/new/junqi/", {**settings_in(shown), "format": "swiss-accelerated", "shown": "swiss-accelerated"}
    )

    assert made.status_code == 302, made.context["form"].errors
    stage = Stage.objects.get()
    assert (stage.format, stage.settings["acceleration"], stage.settings["rounds"]) == ("swiss", "baku", 5)
    assert stage.tournament.place == "Hall 3"


@pytest.mark.parametrize(
    "key", ["knockout", "double_elimination", "round_robin", "round_robin-double", "swiss", "swiss-accelerated"]
)
def test_every_format_can_be_chosen(key):
    client = logged_in(a_user())
    shown = new(client, format=key, choose="1")

    client.post("/new/junqi/", {**settings_in(shown), "format": key, "shown": key})

    stage = Stage.objects.get()
    assert stage.format == key.split("-")[0]
    assert stage.settings.get("cycles") == {"round_robin": 1, "round_robin-double": 2}.get(key)


def test_too_many_rounds_are_warned_of_and_a_round_robin_is_offered(organizer):
    """P5: in a Swiss with as many rounds as opponents a late round may have no pairing."""
    tournament = entered(4)
    stage = as_swiss(tournament, rounds=3)
    client = organizer(tournament)
    assert "As many rounds as opponents." in desk(client, tournament)

    post(client, url("console-stage-format", tournament, stage.pk), format="round_robin")

    stage.refresh_from_db()
    assert stage.format == "round_robin"
    assert "As many rounds as opponents." not in desk(client, tournament)


def test_many_rounds_are_warned_of(organizer):
    tournament = entered(6)
    as_swiss(tournament, rounds=4)

    assert "Many rounds for so few." in desk(organizer(tournament), tournament)


def test_a_stage_is_added_changed_fed_and_removed(organizer):
    tournament = swiss(4, rounds=2)
    played(tournament)
    first, client = the_stage(tournament), organizer(tournament)

    added = post(
        client, url("console-stages", tournament), format="knockout", name="Final", source=first.pk, places="2"
    )

    final = tournament.stages.get(number=2)
    assert said(added) == ["The stage is added. Look over its settings."]
    assert (final.format, final.source_stage, final.source_places, final.feeds_itself) == ("knockout", first, 2, False)
    assert "Take the places over" not in text(client.get(url("console-stages", tournament)))

    early = post(client, url("console-stage-feed", tournament, final.pk))
    assert said(early) == ["The stage that feeds this one is not over."]

    services.stage_end(stage_id=first.pk, by=ORGANIZER, reason="Enough")
    overview = text(client.get(url("console", tournament)))
    assert "Take the places over" in overview
    assert url("console-stage-feed", tournament, final.pk) in overview
    post(client, url("console-stage-feed", tournament, final.pk))

    assert final.field.count() == 2
    kept = post(client, url("console-stage-remove", tournament, final.pk))
    assert said(kept) == ["The seeds are fixed already; nobody can enter any more."]


def test_a_stage_that_has_not_begun_can_go(organizer):
    tournament, client = swiss(4), None
    client = organizer(tournament)
    stage = services.stage_add(tournament_id=tournament.pk, by=ORGANIZER, format="round_robin")

    post(client, url("console-stage-remove", tournament, stage.pk))

    assert tournament.stages.count() == 1


def test_places_are_asked_for(organizer):
    tournament = swiss(4)

    answer = organizer(tournament).post(
        url("console-stages", tournament), {"format": "knockout", "source": the_stage(tournament).pk, "places": ""}
    )

    assert answer.status_code == 400
    assert "Say how many go on." in text(answer)


def test_settings_of_a_stage_are_in_groups_and_locked_once_it_is_drawn(organizer):
    tournament = entered(4)
    stage = as_swiss(tournament)
    client = organizer(tournament)
    address = url("console-stage", tournament, stage.pk)
    page = client.get(address)
    for title in ("How it is played", "Points and tie-breaks", "Byes and late entries", "How rounds are paired"):
        assert title in text(page)

    post(client, address, **{**settings_in(page), "stage-rounds": "2", "name": "Open"})

    stage.refresh_from_db()
    assert (stage.settings["rounds"], stage.name) == (2, "Open")
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    locked = client.post(address, {**settings_in(page), "stage-rounds": "1"})
    assert locked.status_code == 409
    assert "The seeds are fixed." in text(locked)


# the desk of rounds


def test_a_round_is_asked_for_watched_and_called_off(organizer, asked, django_capture_on_commit_callbacks):
    tournament = swiss(4)
    client = organizer(tournament)
    assert "Pair round 1" in desk(client, tournament)

    with django_capture_on_commit_callbacks(execute=True):
        answer = post(client, url("console-pair", tournament, the_stage(tournament).pk))

    queued = PairingJob.objects.get()
    assert ("work.round_pair", (queued.pk,)) in asked
    page = text(answer)
    assert said(answer) == ["Round 1 is being paired."]
    assert "Waits for a free worker" in page
    assert "<progress" in page
    PairingJob.objects.update(state="running", step="reasons", done=30, total=120)
    part = text(client.get(url("console-rounds", tournament) + "?part=console"))
    assert "Writes down why, 30 of 120" in part
    assert 'value="25"' in part

    post(client, url("console-pair-cancel", tournament, queued.pk))

    queued.refresh_from_db()
    assert queued.state == "cancelled"
    assert "Pair round 1" in desk(client, tournament)


def test_the_draft_says_why_for_every_board_and_who_has_the_bye(organizer):
    tournament = swiss(5)
    round_ = drafted(tournament)
    page = desk(organizer(tournament), tournament)

    assert page.count("Both are in the group with 0 points") == 2
    assert "only the staff sees it" in page
    assert "bye of the pairing" in page
    assert url("console-publish", tournament, round_.pk) in page


def test_a_draft_that_is_out_of_date_says_so(organizer):
    tournament = swiss(6)
    drafted(tournament)
    client = organizer(tournament)
    assert "Something has changed since this was paired." not in desk(client, tournament)

    services.entry_withdraw(entry_id=id_of(tournament, "2"), by=ORGANIZER)

    assert "Something has changed since this was paired." in desk(client, tournament)


def test_a_round_is_published_with_its_time_taken_back_started_and_closes(organizer):
    tournament = swiss(2)
    round_, client = drafted(tournament), organizer(tournament)

    unset = post(client, url("console-publish", tournament, round_.pk), starts_itself="on")
    assert said(unset) == ["This value is not allowed: starts_at."]
    post(client, url("console-publish", tournament, round_.pk), starts="2030-01-01T10:00", starts_itself="on")
    round_.refresh_from_db()
    assert (round_.state, round_.starts_itself) == ("published", True)
    assert "Starts by itself:" in desk(client, tournament)

    post(client, url("console-unpublish", tournament, round_.pk), reason="A mistake")
    round_.refresh_from_db()
    assert round_.state == "draft"

    post(client, url("console-publish", tournament, round_.pk))
    post(client, url("console-start", tournament, round_.pk))
    early = post(client, url("console-close", tournament, round_.pk))
    assert said(early) == ["There are boards without a result: 1."]
    finished(tournament, 1)
    round_.refresh_from_db()
    assert round_.state == "closed"
    assert said(post(client, url("console-close", tournament, round_.pk))) == ["Round 1 is closed."]


def test_open_boards_stand_against_the_pairing_unless_named(organizer):
    """O9: the default is to refuse; a board counts as drawn only by name, and never in the standings."""
    tournament = swiss(6)
    started(tournament)
    finished(tournament, 1, open_=[2])
    board, client = pairing_of(tournament, "R1-2"), organizer(tournament)
    page = desk(client, tournament)
    assert "1 board has no result yet." in page
    assert f'value="{board.pk}"' in page

    refused = post(client, url("console-pair", tournament, the_stage(tournament).pk))
    assert said(refused) == ["Boards without a result: 1.2. Wait for them, or let them count as drawn by name."]
    assert not PairingJob.objects.filter(round_number=2).exists()

    post(client, url("console-pair", tournament, the_stage(tournament).pk), as_draw=board.pk)
    assert PairingJob.objects.get(round_number=2).open_as_draw == [board.pk]


def no_pairing(tournament):
    """Play two rounds of three, after which nobody can meet anybody new."""
    played(tournament)
    played(tournament)
    failed = job(tournament)
    assert failed.state == "failed"
    return failed


def test_a_failed_pairing_says_why_and_the_ways_out(organizer):
    """P2: nothing loops, nothing is silent."""
    tournament = swiss(2, rounds=3)
    played(tournament)
    failed = job(tournament)
    client = organizer(tournament)
    page = desk(client, tournament)

    assert (failed.state, failed.code) == ("failed", "no_pairing")
    assert "Round 2 could not be paired" in page
    assert failed.detail_en[:30] in page
    for way in ("Let two meet again", "Pair by hand", "End the stage here", "Try again"):
        assert way in page
    overview = text(client.get(url("console", tournament)))
    assert "could not be paired" in overview

    one, other = id_of(tournament, "1"), id_of(tournament, "2")
    post(client, url("console-pair", tournament, the_stage(tournament).pk), rematch_first=one, rematch_second=other)
    again = PairingJob.objects.first()
    assert again.rematches == [[one, other]]
    assert services.round_pair_run(job_id=again.pk).state == "done"


def test_a_rematch_needs_two_different_entries(organizer):
    tournament = swiss(4)
    one = id_of(tournament, "1")

    answer = post(
        organizer(tournament),
        url("console-pair", tournament, the_stage(tournament).pk),
        rematch_first=one,
        rematch_second=one,
    )

    assert said(answer) == ["This value is not allowed: rematches."]


def test_a_stage_can_be_ended_where_no_pairing_exists(organizer):
    tournament = swiss(2, rounds=3)
    played(tournament)
    job(tournament)
    client, stage = organizer(tournament), the_stage(tournament)

    bare = post(client, url("console-stage-end", tournament, stage.pk))
    assert said(bare) == ["A reason is needed."]
    post(client, url("console-stage-end", tournament, stage.pk), reason="Nobody left to meet")

    stage.refresh_from_db()
    assert (stage.state, stage.settings["rounds"]) == ("finished", 1)


def test_a_round_can_be_put_together_by_hand(organizer):
    tournament = swiss(4)
    client, stage = organizer(tournament), the_stage(tournament)

    answer = post(client, url("console-by-hand", tournament, stage.pk), reason="As the captains agreed")

    round_ = round_of(tournament, 1)
    assert round_.editing
    page = text(answer)
    assert page.count('class="is-new"') == 2
    ids = {name: id_of(tournament, name) for name in "1234"}
    seats = {"seat-0-0": ids["1"], "seat-0-1": ids["4"], "seat-1-0": ids["2"], "seat-1-1": ids["3"]}
    post(client, url("console-edit", tournament, round_.pk), seal=answer.context["check"].seal, **seats)

    assert boards(round_) == [("1", "4"), ("2", "3")]


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ARBITER])
def test_who_may_not_pair_is_refused_everywhere(role):
    tournament = swiss(4)
    round_ = drafted(tournament)
    stage, client = the_stage(tournament), staff(tournament, role)
    acts = [
        *(url(f"console-{name}", tournament, stage.pk) for name in ("pair", "by-hand", "stage-end", "stage-feed")),
        *(url(f"console-{name}", tournament, stage.pk) for name in ("bye-give", "apart", "number", "stage-remove")),
        *(url(f"console-{name}", tournament, round_.pk) for name in ("edit-begin", "edit-end", "edit-cancel", "close")),
    ]
    one, other = id_of(tournament, "1"), id_of(tournament, "2")
    data = {
        "reason": "because",
        "entry": one,
        "entries": [one, other],
        "round_number": "1",
        "first_round": "1",
        "last_round": "1",
        "kind": "zero",
        "number": "2",
    }

    assert {address: client.post(address, data).status_code for address in acts} == dict.fromkeys(acts, 403)
    page = desk(client, tournament)
    assert "Your role in this tournament does not allow this." in page


def test_the_desk_leads_a_large_history_to_one_round_at_a_time(organizer):
    tournament = swiss(4)
    played(tournament)
    client = organizer(tournament)

    assert "desk-" + pairing_of(tournament, "R1-1").pk not in desk(client, tournament)
    assert "desk-" + pairing_of(tournament, "R1-1").pk in desk(client, tournament, "?show=1")


def test_the_line_of_the_console_follows_a_swiss(organizer):
    tournament = swiss(4, rounds=2)
    client = organizer(tournament)

    def line():
        return client.get(url("console", tournament)).context["line"]()

    assert (line().text.split(".")[0], line().button) == ("Round 1 can be paired", "Pair the round")
    queued = services.round_pair(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    assert (line().text, line().button) == ("Round 1 is being paired.", "")
    services.round_pair_run(job_id=queued.pk)
    assert line().button == "Publish"
    services.round_edit_begin(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    assert line().text == "The pairings of Round 1 are being changed by hand."
    services.round_edit_cancel(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    assert line().button == "Start the round"
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    assert "2 boards have no result yet." in line().text
    services.pairing_postpone(pairing_id=pairing_of(tournament, "R1-2").pk, by=ORGANIZER, reason="late", until_ms=None)
    finished(tournament, 1, open_=[2])
    assert line().why.startswith("Boards without a result: 1.2.")


# postponed boards


def test_a_board_is_postponed_and_taken_up(organizer):
    tournament = swiss(4)
    started(tournament)
    board, client = pairing_of(tournament, "R1-1"), organizer(tournament)
    assert "Postpone this board" in text(client.get(url("console-board", tournament, board.pk)))

    bare = post(client, url("console-postpone", tournament, board.pk))
    assert said(bare) == ["This value is not allowed: Reason."]
    answer = post(client, url("console-postpone", tournament, board.pk), reason="Train is late")

    board.refresh_from_db()
    assert board.postponed
    assert "Postponed until somebody takes it up." in text(answer)
    assert "postponed" in desk(client, tournament)
    post(client, url("console-resume", tournament, board.pk))
    board.refresh_from_db()
    assert not board.postponed


# byes, entries kept apart, penalties, numbers


def conduct(client, tournament):
    return text(client.get(url("console-conduct", tournament)))


def test_a_player_asks_for_a_bye_and_the_organizer_grants_it(organizer):
    tournament = swiss(5)
    entry, client = entry_called(tournament, "3"), organizer(tournament)
    mine = player(entry)
    assert "1 half-point bye left, up to round 2" in re.sub(r"\s+", " ", text(mine.get(url("lobby", tournament))))

    asked = post(mine, url("lobby-bye", tournament), round_number="2", kind="half", reason="A wedding")

    bye = Bye.objects.get()
    assert said(asked) == ["Asked for. The organizer decides; you see it here."]
    assert (bye.entry, bye.round_number, bye.state) == (entry, 2, "asked")
    assert "A wedding" in conduct(client, tournament)
    post(client, url("console-bye", tournament, bye.pk, "grant"))
    bye.refresh_from_db()
    assert bye.state == "granted"
    again = post(mine, url("lobby-bye", tournament), round_number="1", kind="half")
    assert said(again) == ["No more half-point byes: 1 for each entry."]
    kept = post(mine, url("lobby-bye-remove", tournament, bye.pk))
    assert said(kept) == ["The bye has been decided already."]


def test_a_round_off_for_nothing_is_granted_at_once_and_taken_back(organizer):
    tournament = swiss(5)
    mine = player(entry_called(tournament, "3"))

    answer = post(mine, url("lobby-bye", tournament), round_number="1", kind="zero")

    assert said(answer) == ["You are off in round 1."]
    post(mine, url("lobby-bye-remove", tournament, Bye.objects.get().pk))
    assert not Bye.objects.exists()


def test_nobody_takes_back_the_bye_of_somebody_else():
    tournament = swiss(5)
    services.bye_ask(
        stage_id=the_stage(tournament).pk, entry_id=id_of(tournament, "3"), by=ORGANIZER, round_number=1, kind="half"
    )

    answer = player(entry_called(tournament, "4")).post(url("lobby-bye-remove", tournament, Bye.objects.get().pk))

    assert answer.status_code == 404
    assert Bye.objects.count() == 1


def test_a_bye_is_declined_with_a_reason_given_and_taken_back(organizer):
    tournament = swiss(5)
    client, stage = organizer(tournament), the_stage(tournament)
    bye = services.bye_ask(
        stage_id=stage.pk, entry_id=id_of(tournament, "3"), by=ORGANIZER, round_number=1, kind="half"
    )

    bare = post(client, url("console-bye", tournament, bye.pk, "decline"))
    assert said(bare) == ["A reason is needed."]
    post(client, url("console-bye", tournament, bye.pk, "decline"), reason="Too many already")
    bye.refresh_from_db()
    assert bye.state == "declined"

    full = {"entry": id_of(tournament, "4"), "round_number": "1", "kind": "full"}
    assert said(post(client, url("console-bye-give", tournament, stage.pk), **full)) == ["A reason is needed."]
    post(client, url("console-bye-give", tournament, stage.pk), **full, reason="The hall's mistake")
    given = Bye.objects.get(entry=entry_called(tournament, "4"))
    assert (given.kind, given.state) == ("full", "granted")
    post(client, url("console-bye", tournament, given.pk, "remove"))
    assert not Bye.objects.filter(pk=given.pk).exists()


def test_a_bye_of_another_tournament_is_not_there(organizer):
    tournament, other = swiss(5), swiss(5)
    bye = services.bye_ask(
        stage_id=the_stage(other).pk, entry_id=id_of(other, "3"), by=ORGANIZER, round_number=1, kind="half"
    )

    answer = organizer(tournament).post(url("console-bye", tournament, bye.pk, "grant"))

    assert answer.status_code == 404


def test_entries_are_kept_apart_and_let_meet_again(organizer):
    tournament = swiss(4)
    client, stage = organizer(tournament), the_stage(tournament)
    one, other = id_of(tournament, "1"), id_of(tournament, "3")

    post(
        client,
        url("console-apart", tournament, stage.pk),
        entries=[one, other],
        first_round="1",
        last_round="0",
        reason="Sisters",
    )

    kept = KeptApart.objects.get()
    assert {entry.pk for entry in kept.entries.all()} == {one, other}
    page = conduct(client, tournament)
    assert "Sisters" in page
    assert "from round 1 to the end" in page
    assert ("1", "3") not in boards(drafted(tournament))
    post(client, url("console-apart-end", tournament, kept.pk))
    assert not KeptApart.objects.exists()


def test_points_are_taken_off_and_given_back(organizer):
    tournament = swiss(4)
    played(tournament)
    client, stage = organizer(tournament), the_stage(tournament)

    post(
        client,
        url("console-penalty", tournament, stage.pk),
        entry=id_of(tournament, "1"),
        round_number="1",
        points="0.5",
        reason="Came late",
    )

    penalty = Penalty.objects.get()
    assert penalty.tenths == 5
    page = conduct(client, tournament)
    assert "−0.5" in page
    assert "Came late" in page
    bare = post(client, url("console-penalty-end", tournament, penalty.pk))
    assert said(bare) == ["A reason is needed."]
    post(client, url("console-penalty-end", tournament, penalty.pk), reason="It was the bus")
    assert not Penalty.objects.exists()


def test_a_number_is_put_right(organizer):
    tournament = swiss(4)
    client, stage = organizer(tournament), the_stage(tournament)

    given = {"entry": id_of(tournament, "4"), "number": "1", "reason": "The list had a mistake"}
    answer = post(client, url("console-number", tournament, stage.pk), **given)

    assert said(answer) == ["4 has number 1 now."]
    assert list(stage.field.values_list("entry__name", flat=True)) == ["4", "1", "2", "3"]
    wrong = post(client, url("console-number", tournament, stage.pk), **{**given, "number": "9"})
    assert said(wrong) == ["This value is not allowed: number."]


def test_before_the_draw_the_page_says_what_will_be_there(organizer):
    tournament = entered(3)
    as_swiss(tournament)

    assert "Nothing to decide yet." in conduct(organizer(tournament), tournament)


def test_a_late_entry_is_added_in_the_console(organizer):
    tournament = swiss(4)
    played(tournament)
    client = organizer(tournament)
    assert "Add a late entry" in text(client.get(url("console-entries", tournament)))

    client.post(url("console-add", tournament), {"name": "Nora"})

    assert the_stage(tournament).field.filter(entry__name="Nora").exists()


def test_nobody_enters_a_knockout_after_the_draw(organizer):
    tournament = entered(2)
    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert "nobody can enter any more" in text(organizer(tournament).get(url("console-entries", tournament)))


# editing by hand


def edited(client, tournament, **seats):
    """Save seats of round 1; return the page that follows."""
    round_ = round_of(tournament, 1)
    seal = round_edit_check(round_id=round_.pk).seal
    return post(client, url("console-edit", tournament, round_.pk), seal=seal, **seats)


def begin(client, tournament):
    return post(client, url("console-edit-begin", tournament, round_of(tournament, 1).pk))


def test_editing_has_a_beginning_moves_people_and_an_end(organizer):
    tournament = swiss(4)
    round_, client = drafted(tournament), organizer(tournament)
    before = boards(round_)
    closed = text(client.get(url("console-edit", tournament, round_.pk)))
    assert "Nobody changes these pairings." in closed

    page = text(begin(client, tournament))
    assert page.count("<select") == 6
    assert "Nothing: the boards are as the rules give them." in page
    stays = post(client, url("console-publish", tournament, round_.pk))
    assert said(stays)[0].startswith("Somebody changes the pairings")

    saved = edited(client, tournament, **{"seat-0-1": id_of(tournament, before[1][1])})

    (a, b), (c, d) = before
    assert boards(round_) == [(a, d), (c, b)]
    page = text(saved)
    assert "other opponents" in page
    assert "I want the boards that differ from the computed pairing." in page

    end = url("console-edit-end", tournament, round_.pk)
    seal = saved.context["check"].seal
    early = client.post(end, {"seal": seal, "reason": "As they wish"})
    assert early.status_code == 409
    assert "Not everything is confirmed yet." in text(early)
    assert 'value="As they wish"' in text(early)
    codes = [one.code for one in saved.context["questions"] for _ in range(2 if one.twice else 1)]
    bare = client.post(end, {"seal": seal, "confirmed": codes})
    assert "A reason is needed." in text(bare)
    over = post(client, end, seal=seal, confirmed=codes, reason="As they wish")

    round_.refresh_from_db()
    assert not round_.editing
    assert round_.edit_reason == "As they wish"
    assert said(over) == ["The editing is over. The round can be published."]
    assert "2 boards were changed by hand" in text(over)


def test_a_rematch_is_confirmed_twice(organizer):
    tournament = swiss(4)
    played(tournament)
    round_, client = drafted(tournament), organizer(tournament)
    met, others = boards(round_of(tournament, 1))
    post(client, url("console-edit-begin", tournament, round_.pk))
    seats = [id_of(tournament, name) for name in (*met, *others)]
    names = ["seat-0-0", "seat-0-1", "seat-1-0", "seat-1-1"]
    seal = round_edit_check(round_id=round_.pk).seal

    page = post(client, url("console-edit", tournament, round_.pk), seal=seal, **dict(zip(names, seats, strict=True)))

    shown = text(page)
    assert "have met already, in round 1." in shown
    assert shown.count('name="confirmed" value="rematch"') == 2
    once = [one.code for one in page.context["questions"]]
    given = {"seal": page.context["check"].seal, "confirmed": once, "reason": "They insist"}
    assert client.post(url("console-edit-end", tournament, round_.pk), given).status_code == 409


def test_impossible_boards_are_said_and_cannot_be_ended(organizer):
    tournament = swiss(6)
    drafted(tournament)
    client = organizer(tournament)
    begin(client, tournament)
    services.entry_withdraw(entry_id=id_of(tournament, "2"), by=ORGANIZER)

    page = text(client.get(url("console-edit", tournament, round_of(tournament, 1).pk)))

    assert "2 does not take part any more." in page
    assert "These boards are not possible; see above." in page


def test_seats_are_turned_somebody_is_taken_out_and_all_is_given_up(organizer):
    tournament = swiss(4)
    round_, client = drafted(tournament), organizer(tournament)
    before = boards(round_)
    begin(client, tournament)

    edited(client, tournament, turn="0")
    assert boards(round_)[0] == before[0][::-1]
    page = text(edited(client, tournament, **{"seat-0-0": ""}))
    assert "has no board: absent, for no points." in page
    assert len([board for board in boards(round_) if None in board]) == 1
    post(client, url("console-edit-cancel", tournament, round_.pk))

    assert boards(round_) == before


def test_boards_that_changed_meanwhile_are_not_overwritten(organizer):
    tournament = swiss(4)
    round_, client = drafted(tournament), organizer(tournament)
    seal = begin(client, tournament).context["check"].seal
    edited(client, tournament, turn="0")

    stale = client.post(url("console-edit", tournament, round_.pk), {"seal": seal, "turn": "1"})

    assert stale.status_code == 409
    assert "The pairings have changed since you looked at them." in text(stale)
    live = client.post(url("console-edit", tournament, round_.pk), {"seal": seal, "turn": "1"}, HTTP_HX_REQUEST="true")
    assert live.headers["HX-Refresh"] == "true"


@pytest.mark.parametrize("seat", ["seat-x-0", "seat-0-7", "seat-99999-0", "seat-9999-0"])
def test_seats_that_there_are_not_are_refused(organizer, seat):
    tournament = swiss(4)
    round_, client = drafted(tournament), organizer(tournament)
    begin(client, tournament)
    before = boards(round_)

    seal = round_edit_check(round_id=round_.pk).seal
    answer = client.post(url("console-edit", tournament, round_.pk), {"seal": seal, seat: id_of(tournament, "1")})

    assert answer.status_code == 409
    assert boards(round_) == before


def test_somebody_else_can_take_the_editing_over(organizer):
    tournament = swiss(4)
    round_ = drafted(tournament)
    begin(organizer(tournament), tournament)
    other = organizer(tournament)

    page = text(other.get(url("console-edit", tournament, round_.pk)))
    assert "Only one person does at a time." in page
    assert said(begin(other, tournament))[0].startswith("Somebody changes the pairings")
    taken = post(other, url("console-edit-begin", tournament, round_.pk), take_over="1")

    assert taken.context["mine"]


def test_in_a_large_field_one_board_is_opened_at_a_time(organizer, monkeypatch):
    monkeypatch.setattr("tournaments.views.console.editing.MOST_OPEN", 3)
    tournament = swiss(6)
    round_, client = drafted(tournament), organizer(tournament)
    begin(client, tournament)
    address = url("console-edit", tournament, round_.pk)

    assert text(client.get(address)).count("<select") == 2
    assert text(client.get(f"{address}?board=2")).count("<select") == 4


# corrections


def correction(tournament, **given):
    board = pairing_of(tournament, "R1-1")
    return board, {"outcome": "adjudicated:1", "reason": "Misread", **given}


@pytest.mark.parametrize(
    ("counts", "words", "kept"),
    [
        ("next", "The next pairing counts the new result.", False),
        ("record", "Later pairings go on with the old result.", True),
    ],
)
def test_a_correction_after_the_next_pairing_offers_two_choices(organizer, counts, words, kept):
    tournament = swiss(4)
    played(tournament)
    published(tournament)
    client = organizer(tournament)
    board, data = correction(tournament, counts=counts)
    address = url("console-board", tournament, board.pk)
    assert "The old result, as before: the correction is for the record only" in text(client.get(address))

    first = text(client.post(address, data))
    assert "The rounds up to round 2 are public and stay as they were paired." in first
    assert words in first
    post(client, address, **data, confirmed="1")

    board.refresh_from_db()
    assert board.result.winner == 1
    assert bool(board.result.pairs_as) is kept

    page = text(client.get(address))
    assert "Take the last correction back" in page
    bare = post(client, url("console-correction-undo", tournament, board.pk))
    assert said(bare) == ["A reason is needed."]
    post(client, url("console-correction-undo", tournament, board.pk), reason="It was right")
    board.result.refresh_from_db()
    assert (board.result.winner, board.result.pairs_as) == (0, None)
    assert "a correction taken back" in text(client.get(address))


def test_before_the_next_pairing_there_is_nothing_to_choose(organizer):
    tournament = swiss(4)
    played(tournament)
    client = organizer(tournament)
    board, data = correction(tournament)
    address = url("console-board", tournament, board.pk)

    assert "as before: the correction" not in text(client.get(address))
    assert "No later round is public." in text(client.post(address, data))


def test_a_draw_can_be_written_where_it_counts(organizer):
    tournament = swiss(2, hosted=False)
    started(tournament)
    board = pairing_of(tournament, "R1-1")

    post(organizer(tournament), url("console-board", tournament, board.pk), outcome="played:")

    board.refresh_from_db()
    assert (board.result.winner, board.result.half_points_0) == (None, 1)
    advanced(tournament)
