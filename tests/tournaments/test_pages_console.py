"""The organizer's console: every act asks the one table of permissions, and every refusal is a sentence."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    advanced,
    begin,
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
from tests.tournaments.pages import logged_in, player, staff, text, url
from tournaments import services
from tournaments.models import Entry, EntryImport, Round, StaffRole, Tournament
from tournaments.permissions import STAFF_ROLES, Capability, Right, Role, may
from tournaments.permissions import Actor as Somebody

pytestmark = pytest.mark.django_db

TABS = ["", "-entries", "-rounds", "-screens", "-print", "-poster", "-upload", "-add"]
PEOPLE = [Role.VISITOR, Role.SCOREKEEPER, Role.ARBITER, Role.CHIEF_ARBITER, Role.ORGANIZER]


def a_list(content, name="list.csv"):
    return {"file": SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())}


def browser_of(tournament, role):
    return Client() if role is Role.VISITOR else staff(tournament, role)


def allows(role, capability, right=Right.WRITE):
    return may(Somebody(roles=frozenset({Role.VISITOR, role})), capability, right)


# who may do what


@pytest.mark.parametrize("role", PEOPLE)
def test_the_console_is_for_the_staff(role):
    tournament = entered(2)
    client = browser_of(tournament, role)

    answers = {tab: client.get(url(f"console{tab}", tournament)).status_code for tab in TABS}

    assert answers == dict.fromkeys(TABS, 403 if role is Role.VISITOR else 200)


@pytest.mark.parametrize("role", PEOPLE)
def test_staff_settings_and_audit_are_read_by_those_who_may(role):
    tournament = entered(2)
    client = browser_of(tournament, role)

    answers = {client.get(url(f"console-{tab}", tournament)).status_code for tab in ("staff", "settings", "audit")}

    assert answers == {200 if allows(role, Capability.SETTINGS, Right.READ) else 403}


def act_open(_):
    tournament = a_tournament(open_=False)
    return tournament, url("console-open", tournament), {}


def act_announce(_):
    tournament = entered(2)
    return tournament, url("console-announce", tournament), {"text": "Lunch"}


def act_draw(_):
    tournament = entered(2)
    return tournament, url("console-draw", tournament, the_stage(tournament).pk), {"seeding": "given"}


def act_draft(_):
    tournament = entered(2)
    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    return tournament, url("console-draft", tournament, the_stage(tournament).pk), {}


def act_publish(_):
    tournament = drafted(2)
    return tournament, url("console-publish", tournament, round_of(tournament, 1).pk), {}


def act_start(_):
    tournament = published(2)
    return tournament, url("console-start", tournament, round_of(tournament, 1).pk), {}


def act_add(_):
    tournament = entered(2)
    return tournament, url("console-add", tournament), {"name": "Ana"}


def act_seeds(_):
    tournament = entered(2)
    seeds = {f"seed-{entry.pk}": 3 - entry.seed for entry in tournament.entries.all()}
    return tournament, url("console-seeds", tournament), seeds


def act_disqualify(_):
    tournament = started(2)
    entry = entry_called(tournament, "1")
    return tournament, url("console-entry-act", tournament, entry.pk, "disqualify"), {"reason": "cheating"}


def act_screen(_):
    tournament = entered(2)
    return tournament, url("console-screens", tournament), {"name": "Hall", "playlist": ["boards"]}


def act_invite(_):
    tournament = entered(2)
    return tournament, url("console-staff", tournament), {"role": "arbiter", "days": "7"}


ACTS = [
    (act_open, Capability.PUBLISH, Right.WRITE),
    (act_announce, Capability.PUBLISH, Right.WRITE),
    (act_draw, Capability.PAIR, Right.WRITE),
    (act_draft, Capability.PAIR, Right.WRITE),
    (act_publish, Capability.PUBLISH, Right.WRITE),
    (act_start, Capability.PUBLISH, Right.WRITE),
    (act_add, Capability.REGISTER, Right.WRITE),
    (act_seeds, Capability.REGISTER, Right.WRITE),
    (act_disqualify, Capability.REVERSE_RULING, Right.DECIDE),
    (act_screen, Capability.SCREENS, Right.WRITE),
    (act_invite, Capability.SETTINGS, Right.WRITE),
]


@pytest.mark.parametrize("role", PEOPLE)
@pytest.mark.parametrize(("act", "capability", "right"), ACTS, ids=[act.__name__ for act, *_ in ACTS])
def test_every_act_asks_the_one_table(act, capability, right, role):
    tournament, address, data = act(role)
    lines = tournament.audit.count()

    answer = browser_of(tournament, role).post(address, data)

    if allows(role, capability, right):
        assert answer.status_code in (200, 302)
        assert tournament.audit.count() > lines
    else:
        assert answer.status_code in (403, 404)
        assert tournament.audit.count() == lines


def test_the_staff_of_one_tournament_does_nothing_in_another():
    here, there = drafted(2), drafted(2)
    client = staff(here, Role.ORGANIZER, Role.CHIEF_ARBITER)

    stolen = [
        url("console-publish", here, round_of(there, 1).pk),
        url("console-draw", here, the_stage(there).pk),
        url("console-entry-act", here, entry_called(there, "1").pk, "withdraw"),
        url("console-board", here, pairing_of(there, "R1-1").pk),
    ]

    assert [client.post(address).status_code for address in stolen] == [404] * len(stolen)
    assert round_of(there, 1).state == Round.State.DRAFT


# making a tournament


def new_tournament(client, **changes):
    page = client.get(reverse("tournament-new-game", args=["junqi"]))
    form = page.context["form"]
    data = {
        field.html_name: field.value() for field in form if field.value() is not None and field.value() is not False
    }
    return client.post(reverse("tournament-new-game", args=["junqi"]), {**data, **changes})


def test_a_tournament_is_made_from_the_template_with_a_name_alone():
    client = logged_in(a_user())

    answer = new_tournament(client, name="Spring Cup")

    made = Tournament.objects.get()
    assert answer.headers["Location"] == url("console", made)
    assert made.slug == "spring-cup"
    assert made.control == {"kind": "per_move", "per_move_ms": 30_000}
    assert {role.role for role in made.staff.all()} == {"organizer", "chief_arbiter"}


def test_clock_options_and_format_are_taken_over():
    new_tournament(
        logged_in(a_user()),
        name="Cup",
        control="5+3",
        slug="my-cup",
        no_show_minutes="2.5",
        starts="2027-01-02T10:00",
        zone="Europe/Berlin",
        **{"stage-best_of": "3", "stage-third_place": "none", "option-quiet_limit": "40"},
    )

    made = Tournament.objects.get(slug="my-cup")
    assert made.control["kind"] == "fischer"
    assert made.no_show_ms == 150_000
    assert made.options["quiet_limit"] == 40
    assert the_stage(made).settings["best_of"] == 3
    assert made.starts_at_ms == 1_798_880_400_000


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": ""}, "required"),
        ({"name": "Cup", "control": "fast"}, "is no clock"),
        ({"name": "Cup", "slug": "taken"}, "This address is taken"),
        ({"name": "Cup", "stage-best_of": "0"}, "greater than or equal to 1"),
    ],
    ids=["no name", "unknown clock", "taken address", "no games"],
)
def test_what_is_wrong_is_told_at_its_field(changes, sentence):
    a_tournament(slug="taken")

    page = text(new_tournament(logged_in(a_user()), **changes))

    assert sentence in page
    assert Tournament.objects.count() == 1


def test_whoever_makes_a_tournament_needs_an_account():
    answer = Client().get(reverse("tournament-new"), follow=True)

    assert answer.redirect_chain[-1][0].startswith("/accounts/log-in/")


def test_there_is_no_template_of_an_unknown_game():
    assert logged_in(a_user()).get(reverse("tournament-new-game", args=["nothing"])).status_code == 404


# from the first entry to the last result


def test_the_main_button_leads_through_a_whole_tournament():
    tournament = a_tournament(open_=False)
    client = staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)
    said = []

    def press():
        line = client.get(url("console", tournament)).context["line"]()
        said.append(line.button)
        assert line.why == "", line
        client.post(line.url)

    press()
    for name in ("Ana", "Ben"):
        client.post(url("console-add", tournament), {"name": name})
    for _ in range(4):
        press()
    win(tournament, "R1-1", 0)
    advanced(tournament)
    press()

    tournament.refresh_from_db()
    assert said == [
        "Open the tournament",
        "Fix the seeds",
        "Make the pairings",
        "Publish",
        "Start the round",
        "End the tournament",
    ]
    assert tournament.state == Tournament.State.FINISHED


def test_a_disabled_main_button_says_why():
    page = text(staff(entered(1), Role.ORGANIZER).get(url("console", Tournament.objects.get())))

    assert "At least 2 entries must take part." in page
    assert re.search(r"<button[^>]*disabled[^>]*>\s*Fix the seeds", page)


def test_starting_a_round_twice_says_so_and_makes_nothing_twice():
    tournament = published(2)
    client = staff(tournament, Role.ORGANIZER)
    address = url("console-start", tournament, round_of(tournament, 1).pk)

    client.post(address)
    answer = client.post(address, follow=True)

    assert "The round had been started already." in text(answer)
    assert pairing_of(tournament, "R1-1").games.count() == 1


def test_taking_a_round_back_needs_a_reason():
    tournament = published(2)
    client = staff(tournament, Role.ORGANIZER)
    address = url("console-unpublish", tournament, round_of(tournament, 1).pk)

    answer = client.post(address, {"reason": " "}, follow=True)
    assert "A reason is needed." in text(answer)
    assert round_of(tournament, 1).state == Round.State.PUBLISHED

    client.post(address, {"reason": "wrong"})
    assert round_of(tournament, 1).state == Round.State.DRAFT


# entries


def test_an_added_entry_comes_with_its_link_once():
    tournament = a_tournament()
    client = staff(tournament, Role.ORGANIZER)

    page = text(client.post(url("console-add", tournament), {"name": "Ana", "rating": "1900"}))
    secret = re.search(r"/p/([\w-]+)/", page)[1]

    assert services.player_open(secret=secret).name == "Ana"
    assert secret not in text(client.get(url("console-entries", tournament)))


def test_seeds_are_set_by_number_and_by_order():
    tournament = entered(3)
    client = staff(tournament, Role.ORGANIZER)
    one, two, three = (entry_called(tournament, name) for name in "123")

    client.post(url("console-seeds", tournament), {f"seed-{one.pk}": "9", f"seed-{three.pk}": "2"})
    assert [entry_called(tournament, name).seed for name in "123"] == [2, None, 1]

    client.post(url("console-seeds", tournament), {"by": "order", "order": [three.pk, two.pk, one.pk]})
    assert [entry_called(tournament, name).seed for name in "123"] == [3, 2, 1]


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "99999", "²"])
def test_a_seed_that_is_no_number_changes_nothing(typed):
    tournament = entered(2)
    entry = entry_called(tournament, "1")

    answer = staff(tournament, Role.ORGANIZER).post(
        url("console-seeds", tournament), {f"seed-{entry.pk}": typed}, follow=True
    )

    assert "seed" in text(answer)
    assert entry_called(tournament, "1").seed == 1


def test_withdrawing_an_entry_that_plays_asks_first():
    tournament = started(2)
    entry = entry_called(tournament, "1")
    client = staff(tournament, Role.ORGANIZER)
    address = url("console-entry-act", tournament, entry.pk, "withdraw")

    answer = client.post(address, follow=True)
    assert "Choose whether to finish it or to forfeit it now." in text(answer)

    client.post(address, {"running": "forfeit"})
    assert entry_called(tournament, "1").status == Entry.Status.WITHDRAWN


def test_only_who_may_read_addresses_sees_them():
    tournament = a_tournament()
    made = services.entry_register(tournament_id=tournament.pk, by=ORGANIZER, name="Ana", email="ana@example.org")
    address = url("console-entry", tournament, made.entry.pk)

    assert "ana@example.org" in text(staff(tournament, Role.SCOREKEEPER).get(address))
    assert player(made.entry).get(address).status_code == 403
    assert "ana@example.org" not in text(Client().get(url("tournament-entries", tournament)))


def test_new_links_are_shown_once_and_end_the_old_ones():
    tournament = entered(2)
    someone = entry_called(tournament, "1").players.get()
    before = someone.link_hash

    page = text(
        staff(tournament, Role.ORGANIZER).post(url("console-links", tournament), {"player": [someone.pk, "unknown"]})
    )

    someone.refresh_from_db()
    assert len(set(re.findall(r"/p/[\w-]+/", page))) == 1
    assert someone.link_hash != before


# lists from files


def test_a_list_is_previewed_with_every_problem_and_changes_nothing():
    tournament = entered(1)
    client = staff(tournament, Role.ORGANIZER)
    content = "name,rating,seed\nAna,1900,2\n1,,\n,5,\nBen,fast,3\nAna,,\n"

    answer = client.post(url("console-upload", tournament), a_list(content), follow=True)
    page = text(answer)

    assert "1 row can be entered." in page
    assert "4 rows have a problem." in page
    assert "There is an entry of this name already." in page
    assert "A name is needed." in page
    assert tournament.entries.count() == 1


def test_good_rows_are_entered_on_consent_with_their_links():
    tournament = a_tournament()
    client = staff(tournament, Role.ORGANIZER)
    client.post(url("console-upload", tournament), a_list("name\nAna\nBen\nAna\n"))
    draft = EntryImport.objects.get()

    refused = client.post(url("console-import", tournament, draft.pk))
    assert refused.status_code == 409
    assert not tournament.entries.exists()

    page = text(client.post(url("console-import", tournament, draft.pk), {"leave_out": "1"}))
    assert {entry.name for entry in tournament.entries.all()} == {"Ana", "Ben"}
    assert len(set(re.findall(r"/p/[\w-]+/", page))) == 2
    assert client.get(url("console-import", tournament, draft.pk)).status_code == 404


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00\x00", "not UTF-8; a byte that does not fit is in line and column 1"),
        (b"PK\x03\x04broken", "neither CSV in UTF-8 nor XLSX"),
        (b"x" * (1 << 20) + b"xx", "larger than 1 MiB"),
        (b"player_name\nAna\n", "no column"),
        (b"name\n", "no rows"),
        (b"name\n" + b"A\n" * 1001, "more than 1,000 rows"),
    ],
    ids=["no text", "broken archive", "too large", "no name column", "no rows", "too many rows"],
)
def test_a_file_that_cannot_be_read_is_told_at_its_field(content, sentence):
    tournament = a_tournament()

    answer = staff(tournament, Role.ORGANIZER).post(url("console-upload", tournament), a_list(content))

    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not EntryImport.objects.exists()


def test_without_a_file_the_form_says_so():
    answer = staff(a_tournament(), Role.ORGANIZER).post(url("console-upload", Tournament.objects.get()))

    assert answer.status_code == 400
    assert "This field is required." in text(answer)


# results


def decided():
    """Return a tournament of four in which the first semi-final is won by its first side, and the final is open."""
    tournament = started(4)
    win(tournament, "R1-1", 0)
    advanced(tournament)
    return tournament, pairing_of(tournament, "R1-1")


def test_a_correction_shows_its_effects_before_it_is_done():
    tournament, pairing = decided()
    client = staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)
    address = url("console-board", tournament, pairing.pk)
    data = {"outcome": "adjudicated:1", "reason": "wrong side"}

    page = text(client.post(address, data))
    assert "These later boards change:" in page
    pairing.refresh_from_db()
    assert pairing.result.winner == 0

    client.post(address, {**data, "confirmed": "1"})
    pairing.result.refresh_from_db()
    assert pairing.result.winner == 1
    assert tournament.audit.filter(act="result_correct", reason="wrong side").exists()


def test_a_correction_against_a_board_that_has_begun_is_for_the_record_only():
    tournament, pairing = decided()
    win(tournament, "R1-2", 0)
    advanced(tournament)
    begin(match_of(tournament, "R2-1"))
    client = staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)
    address = url("console-board", tournament, pairing.pk)
    data = {"outcome": "adjudicated:1", "reason": "wrong side", "confirmed": "1"}

    refused = client.post(address, data)
    assert refused.status_code == 409
    assert "for the record only" in text(refused)

    client.post(address, {**data, "record_only": "on"})
    pairing.result.refresh_from_db()
    assert (pairing.result.winner, pairing.result.advances) == (1, 0)


def test_a_correction_without_a_reason_changes_nothing():
    tournament, pairing = decided()
    client = staff(tournament, Role.CHIEF_ARBITER)

    answer = client.post(url("console-board", tournament, pairing.pk), {"outcome": "adjudicated:1", "confirmed": "1"})

    assert answer.status_code == 409
    assert "A reason is needed." in text(answer)
    pairing.result.refresh_from_db()
    assert pairing.result.winner == 0


def test_a_board_that_is_being_played_says_why_no_result_can_be_set():
    tournament = started(2)

    page = text(
        staff(tournament, Role.CHIEF_ARBITER).get(url("console-board", tournament, pairing_of(tournament, "R1-1").pk))
    )

    assert "The match at this board is still being played." in page


def test_a_scorekeeper_sets_a_result_of_the_hall():
    tournament = started(2, hosted=False)
    pairing = pairing_of(tournament, "R1-1")

    staff(tournament, Role.SCOREKEEPER).post(
        url("console-board", tournament, pairing.pk), {"outcome": "played:1", "points_0": "½", "points_1": "1,5"}
    )

    result = pairing_of(tournament, "R1-1").result
    assert (result.winner, result.half_points_0, result.half_points_1) == (1, 1, 3)


def test_an_annulled_match_is_played_again():
    tournament, pairing = decided()

    staff(tournament, Role.CHIEF_ARBITER).post(
        url("console-void", tournament, pairing.pk, 1), {"reason": "clock was wrong"}
    )
    advanced(tournament)

    assert pairing_of(tournament, "R1-1").games.count() == 2


# screens, staff, settings, audit


def test_a_screen_is_made_changed_and_ended():
    tournament = entered(2)
    client = staff(tournament, Role.ORGANIZER)
    page = text(
        client.post(url("console-screens", tournament), {"name": "Hall", "playlist": ["message"], "message": "Hi"})
    )
    address = re.search(r"/screen/[\w-]+/", page)[0]
    screen = tournament.screens.get()

    assert "Hi" in text(Client().get(address))
    client.post(url("console-screen", tournament, screen.pk), {"playlist": ["message"], "message": "Lunch"})
    assert "Lunch" in text(Client().get(address))
    client.post(url("console-screen-end", tournament, screen.pk))
    assert Client().get(address).status_code == 404


def test_a_playlist_of_nothing_is_refused_in_words():
    tournament = entered(2)
    screen = services.screen_create(tournament_id=tournament.pk, by=ORGANIZER, name="Hall").screen

    answer = staff(tournament, Role.ORGANIZER).post(url("console-screen", tournament, screen.pk), {}, follow=True)

    assert "A screen cannot show this" in text(answer)


def test_the_last_organizer_stays():
    tournament = entered(2)
    client = staff(tournament, Role.ORGANIZER)
    row = StaffRole.objects.get(tournament=tournament)

    answer = client.post(url("console-staff-end", tournament), {"user": row.user_id, "role": "organizer"}, follow=True)

    assert "at least one organizer" in text(answer)
    assert StaffRole.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("user", ["", "x", "-1", "9" * 30])
def test_taking_a_role_from_nobody_is_a_page(user):
    tournament = entered(2)

    answer = staff(tournament, Role.ORGANIZER).post(
        url("console-staff-end", tournament), {"user": user, "role": "organizer"}
    )

    assert answer.status_code == 404


def test_settings_that_matches_were_made_with_are_locked_and_say_so():
    tournament = started(2)
    client = staff(tournament, Role.ORGANIZER)

    page = text(client.get(url("console-settings", tournament)))
    answer = client.post(url("console-settings", tournament), settings_of(tournament, "game", control="5+3"))

    assert "Matches have been made with these settings" in page
    assert "This cannot be changed any more" in text(answer)
    tournament.refresh_from_db()
    assert tournament.control["kind"] == "absolute"


def settings_of(tournament, which, **changes):
    """Return a group of settings as its form would send it."""
    page = staff(tournament, Role.ORGANIZER).get(url("console-settings", tournament))
    form = page.context["forms"][which]
    data = {
        field.html_name: field.value() for field in form if field.value() is not None and field.value() is not False
    }
    return {"which": which, **data, **changes}


def test_settings_change_in_groups():
    tournament = entered(2)
    client = staff(tournament, Role.ORGANIZER)

    client.post(
        url("console-settings", tournament), settings_of(tournament, "general", name="New name", place="Hall 2")
    )
    client.post(url("console-settings", tournament), settings_of(tournament, "game", control="5+3"))
    client.post(url("console-settings", tournament), settings_of(tournament, "stage", **{"stage-best_of": "5"}))

    tournament.refresh_from_db()
    assert (tournament.name, tournament.place, tournament.control["kind"]) == ("New name", "Hall 2", "fischer")
    assert the_stage(tournament).settings["best_of"] == 5


def test_the_audit_trail_tells_who_and_why_and_can_be_filtered():
    tournament = published(2)
    services.round_unpublish(round_id=round_of(tournament, 1).pk, by=ORGANIZER, reason="wrong seeds")
    client = staff(tournament, Role.ORGANIZER)

    page = text(client.get(url("console-audit", tournament), {"act": "round_unpublish"}))

    assert "wrong seeds" in page
    assert "round taken back" in page
    assert page.count("<tr>") == 2


@pytest.mark.parametrize("query", ["page=x", "page=-1", "page=999", "act=nothing"])
def test_the_audit_trail_survives_any_question(query):
    assert (
        staff(entered(2), Role.ORGANIZER).get(url("console-audit", Tournament.objects.get()) + f"?{query}").status_code
        == 200
    )


def test_staff_roles_are_all_covered_here():
    assert set(PEOPLE) - {Role.VISITOR} == set(STAFF_ROLES)


def test_the_desk_checks_in_from_the_list_and_takes_it_back():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")
    client = staff(tournament, Role.SCOREKEEPER)
    page = text(client.get(url("console-entries", tournament)))

    answer = client.post(url("console-entry-act", tournament, entry.pk, "check-in"), follow=True)

    assert f'formaction="{url("console-entry-act", tournament, entry.pk, "check-in")}"' in page
    assert "1 is checked in." in text(answer)
    client.post(url("console-entry-act", tournament, entry.pk, "check-in-undo"))
    assert entry_called(tournament, "1").checked_in_at_ms is None
