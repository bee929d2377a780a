"""The one table of permissions, and who people are."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from matches.access import Principal, role_for
from matches.services import match_create
from matches.services.creating import SeatSpec
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    an_entry,
    entry_called,
    match_of,
    staffed,
    started,
    the_stage,
)
from tournaments import services
from tournaments.actors import actor_of
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import StaffRole
from tournaments.permissions import SYSTEM, TABLE, Actor, Capability, Right, Role, may

ROLES = list(Role)
CODES = {
    Right.NONE: "-",
    Right.READ: "R",
    Right.WRITE: "W",
    Right.READ | Right.WRITE: "RW",
    Right.DECIDE: "D",
    Right.OWN_READ: "oR",
    Right.OWN_WRITE: "oW",
    Right.OWN_READ | Right.OWN_WRITE: "oRW",
}


def test_the_table_has_a_cell_for_every_capability_and_role():
    assert set(TABLE) == set(Capability)
    assert all(set(row) == set(Role) for row in TABLE.values())


def test_the_page_about_roles_says_what_the_table_says():
    page = (Path(__file__).parents[2] / "docs/reference/permissions.md").read_text()
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("| `")]

    said = {line[0].strip("`"): line[2:] for line in lines}

    codes = {capability.value: [CODES[TABLE[capability][role]] for role in Role] for capability in Capability}
    assert said == codes


@pytest.mark.parametrize(
    ("role", "capability", "right", "allowed"),
    [
        (Role.VISITOR, Capability.PUBLISHED, Right.READ, True),
        (Role.VISITOR, Capability.DRAFT_ROUND, Right.READ, False),
        (Role.SCOREKEEPER, Capability.REPORT_RESULT, Right.WRITE, True),
        (Role.SCOREKEEPER, Capability.CONFIRM_RESULT, Right.DECIDE, False),
        (Role.ARBITER, Capability.RULE, Right.DECIDE, True),
        (Role.ARBITER, Capability.PUBLISH, Right.WRITE, False),
        (Role.ARBITER, Capability.CORRECT_OLDER, Right.DECIDE, False),
        (Role.CHIEF_ARBITER, Capability.CORRECT_OLDER, Right.DECIDE, True),
        (Role.ORGANIZER, Capability.RULE, Right.DECIDE, False),
        (Role.ORGANIZER, Capability.SETTINGS, Right.WRITE, True),
        (Role.SCREEN, Capability.SCREENS, Right.WRITE, False),
        (Role.OPERATOR, Capability.DELETE, Right.DECIDE, True),
        (Role.OPERATOR, Capability.PUBLISH, Right.WRITE, False),
    ],
)
def test_some_cells_as_the_page_has_them(role, capability, right, allowed):
    assert may(actor(role), capability, right) is allowed


def test_own_things_only():
    me = Actor(frozenset({Role.PLAYER}), entries=frozenset({"mine"}))

    assert may(me, Capability.CHECK_IN, entry_id="mine")
    assert not may(me, Capability.CHECK_IN, entry_id="yours")
    assert not may(me, Capability.CHECK_IN)


@pytest.mark.parametrize("capability", Capability)
@pytest.mark.parametrize("right", [Right.READ, Right.WRITE, Right.DECIDE])
def test_the_service_itself_may_do_everything_and_roles_only_add(capability, right):
    assert may(SYSTEM, capability, right)
    alone = any(may(actor(role), capability, right) for role in ROLES)
    assert may(actor(*ROLES), capability, right) == alone


@pytest.mark.django_db
def test_staff_have_their_role_in_their_own_tournament_only():
    here, there = a_tournament(), a_tournament()
    user = staffed(here, Role.ARBITER)

    assert Role.ARBITER in actor_of(here, user).roles
    assert actor_of(there, user).roles == {Role.VISITOR}


@pytest.mark.django_db
def test_the_founder_is_organizer_and_chief_arbiter():
    user = a_user()

    tournament = services.tournament_create(by_user=user, name="Open", game="junqi")

    assert {Role.ORGANIZER, Role.CHIEF_ARBITER} <= actor_of(tournament, user).roles


@pytest.mark.django_db
def test_a_link_or_a_log_in_brings_a_player_to_the_own_seat_and_no_other():
    tournament, user = started(2), a_user()
    match = match_of(tournament, "R1-1")
    one, two = (entry_called(tournament, name).players.get() for name in "12")
    two.user = user
    two.save()

    assert role_for(Principal(players=frozenset({one.ref})), match).seat == 0
    assert role_for(Principal(user_id=user.pk), match).seat == 1
    assert role_for(Principal(players=frozenset({f"{one.pk}.99"})), match).seat is None
    assert role_for(Principal(), match) == role_for(Principal(user_id=a_user().pk), match)


@pytest.mark.django_db
def test_arbiters_rule_but_not_on_their_own_match():
    tournament = started(4)
    services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, stand_apart="own")
    own, other = match_of(tournament, "R1-1"), match_of(tournament, "R1-2")
    user = staffed(tournament, Role.CHIEF_ARBITER)
    player = entry_called(tournament, "1").players.get()
    player.user = user
    player.save()
    me = Principal(user_id=user.pk)

    assert role_for(me, other).can_rule
    assert (role_for(me, own).can_rule, role_for(me, own).seat) == (False, 0)
    assert not role_for(Principal(user_id=a_user().pk, staff=True), other).can_rule
    with pytest.raises(NotAllowedError, match="own_match"):
        services.match_ruling(match_id=own.pk, by=actor_of(tournament, user), text="pause", reason="bell")


@pytest.mark.django_db
def test_matches_of_no_tournament_belong_to_who_sits_there():
    user = a_user()
    match = match_create(
        game="junqi",
        options={},
        control={"kind": "none"},
        seats=[SeatSpec("A", "", user.pk), SeatSpec("B")],
        practice=True,
    )

    assert role_for(Principal(user_id=user.pk), match).seat == 0


@pytest.mark.django_db
def test_an_invitation_gives_a_role_once():
    tournament, user = a_tournament(), a_user()
    organizer = actor(Role.ORGANIZER)
    invited = services.invitation_create(tournament_id=tournament.pk, by=organizer, role="arbiter", note="hall 2")
    assert invited.link not in str(vars(invited.invitation))

    first = services.invitation_accept(secret=invited.link, user=user)

    assert services.invitation_accept(secret=invited.link, user=user) == first
    with pytest.raises(TournamentError, match="link_used"):
        services.invitation_accept(secret=invited.link, user=a_user())
    assert StaffRole.objects.filter(tournament=tournament).count() == 1


@pytest.mark.django_db
def test_a_role_that_was_taken_away_does_not_come_back_by_the_old_link():
    tournament, user = a_tournament(), a_user()
    organizer = actor(Role.ORGANIZER)
    invited = services.invitation_create(tournament_id=tournament.pk, by=organizer, role="arbiter")
    services.invitation_accept(secret=invited.link, user=user)
    services.staff_remove(tournament_id=tournament.pk, by=organizer, user_id=user.pk, role="arbiter")

    with pytest.raises(TournamentError, match="link_used"):
        services.invitation_accept(secret=invited.link, user=user)

    assert actor_of(tournament, user).roles == {Role.VISITOR}


@pytest.mark.django_db
def test_an_invitation_that_somebody_took_opens_for_nobody_else():
    tournament, user = a_tournament(), a_user()
    invited = services.invitation_create(tournament_id=tournament.pk, by=actor(Role.ORGANIZER), role="arbiter")
    services.invitation_accept(secret=invited.link, user=user)

    assert services.invitation_open(secret=invited.link, user=user).pk == invited.invitation.pk
    for other in (None, AnonymousUser(), a_user()):
        with pytest.raises(TournamentError, match="link_used"):
            services.invitation_open(secret=invited.link, user=other)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        pytest.param({"expires_at_ms": 1}, "link_expired", id="expired"),
        pytest.param({"revoked_at_ms": 1}, "link_unknown", id="revoked"),
    ],
)
def test_an_invitation_that_is_over_opens_nothing(spoil, code):
    tournament = a_tournament()
    invited = services.invitation_create(tournament_id=tournament.pk, by=actor(Role.ORGANIZER), role="arbiter")
    tournament.invitations.update(**spoil)

    with pytest.raises(TournamentError, match=code):
        services.invitation_open(secret=invited.link)


@pytest.mark.django_db
def test_the_last_organizer_stays():
    tournament = a_tournament()
    user = staffed(tournament, Role.ORGANIZER)
    act = {"tournament_id": tournament.pk, "by": actor(Role.ORGANIZER), "user_id": user.pk, "role": "organizer"}
    with pytest.raises(TournamentError, match="last_organizer"):
        services.staff_remove(**act)

    staffed(tournament, Role.ORGANIZER)
    services.staff_remove(**act)

    assert actor_of(tournament, user).roles == {Role.VISITOR}


@pytest.mark.django_db
def test_arbiters_invite_nobody():
    with pytest.raises(NotAllowedError):
        services.invitation_create(tournament_id=a_tournament().pk, by=actor(Role.ARBITER), role="organizer")


@pytest.mark.django_db
def test_a_screen_has_a_link_until_it_is_revoked():
    tournament, organizer = a_tournament(), actor(Role.ORGANIZER)
    made = services.screen_create(tournament_id=tournament.pk, by=organizer, name="Hall")
    services.screen_update(screen_id=made.screen.pk, by=organizer, playlist=["message"], message="Lunch")
    assert services.screen_open(secret=made.link).message == "Lunch"
    with pytest.raises(TournamentError, match="unknown_part"):
        services.screen_update(screen_id=made.screen.pk, by=organizer, playlist=["secrets"])

    services.screen_revoke(screen_id=made.screen.pk, by=organizer)

    with pytest.raises(TournamentError, match="link_unknown"):
        services.screen_open(secret=made.link)


@pytest.mark.django_db
def test_settings_with_which_matches_were_made_are_locked():
    tournament, organizer = started(2), actor(Role.ORGANIZER)

    with pytest.raises(TournamentError, match="settings_locked: control"):
        services.tournament_update(tournament_id=tournament.pk, by=organizer, control="30s/move")
    with pytest.raises(TournamentError, match="settings_locked: best_of"):
        services.stage_update(stage_id=the_stage(tournament).pk, by=organizer, best_of=3)
    services.tournament_update(tournament_id=tournament.pk, by=organizer, place="Hall 1", reason="moved")

    assert tournament.audit.get(act="tournament_update").after == {"place": "Hall 1"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": ""}, "name_missing"),
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"nonsense": 1}}, "bad_option"),
        ({"options": []}, "bad_option"),
        ({"control": {"kind": "sundial"}}, "bad_control"),
        ({"control": "soon"}, "bad_control"),
        ({"zone": "Mars/Olympus"}, "bad_zone"),
        ({"zone": "../../etc/passwd"}, "bad_zone"),
        ({"slug": "Not a slug"}, "bad_slug"),
        ({"slug": "taken"}, "slug_taken"),
        ({"format": "ladder"}, "unknown_format"),
        ({"settings": {"best_of": 0}}, "bad_setting"),
        ({"settings": {"best_of": True}}, "bad_setting"),
        ({"settings": {"extra_control": "soon"}}, "bad_control"),
        ({"no_show_ms": 0}, "bad_value"),
        ({"max_entries": 5001}, "bad_value"),
        ({"hosted": 1}, "bad_value"),
        ({"colour": "red"}, "bad_value"),
    ],
)
def test_a_tournament_must_make_sense(fields, code):
    a_tournament(slug="taken")

    with pytest.raises(TournamentError) as refused:
        a_tournament(**fields)

    assert refused.value.code == code
    assert refused.value.message


@pytest.mark.django_db
def test_a_tournament_begins_with_the_template_of_its_game():
    tournament = services.tournament_create(by_user=None, name="Ä Ö Ü", game="junqi")
    template = services.template_of("junqi")

    assert (tournament.control, tournament.options) == (template.control, template.options)
    assert the_stage(tournament).settings == template.settings
    assert re.fullmatch(r"[a-z0-9-]+", tournament.slug)
    assert services.tournament_create(by_user=None, name="Ä Ö Ü", game="junqi").slug != tournament.slug


def test_no_code_of_tournaments_names_a_game():
    folder = Path(__file__).parents[2] / "tournaments"
    named = [path for path in folder.rglob("*.py") if re.search("junqi|tile_flight|flank_flip", path.read_text())]

    assert named == []


@pytest.mark.django_db
def test_who_enters_a_tournament_as_staff_keeps_an_audit_line_with_the_name():
    tournament = a_tournament()
    user = a_user("Olga")
    services.announcement_post(tournament_id=tournament.pk, by=actor(Role.ORGANIZER, user=user), text="Welcome")
    an_entry(tournament)

    line = tournament.audit.get(act="announcement_post")

    assert (line.actor, line.actor_name, line.role) == (f"user/{user.pk}", "Olga", "organizer")
