"""A whole tournament as one file: complete, without secrets, refused on a wrong byte, restored to the same bytes."""

import io
import json
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import transaction

from gameengine.log import verify
from matches.models import Match, MatchEvent, MatchSeed
from matches.selectors import match_record
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    advanced,
    an_entry,
    draw,
    entered,
    match_of,
    pairing_of,
    round_of,
    the_stage,
    win,
)
from tests.live import LiveService, service_environment
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.exchange import archive
from tournaments.exchange.trf import write
from tournaments.exchange.trf.generate import Plan, generate
from tournaments.formats.registry import format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.models import (
    AuditLine,
    Bye,
    Entry,
    KeptApart,
    Pairing,
    Penalty,
    Player,
    ResultRevision,
    Snapshot,
    StaffRole,
    Tournament,
)
from tournaments.permissions import SYSTEM, Role
from tournaments.selectors.reports import report_of
from tournaments.selectors.standings import standings_of
from tournaments.services.archive_parts import PARTS

pytestmark = pytest.mark.django_db

LEFT_OUT = {
    # secrets and accounts
    "StaffRole",
    "Invitation",
    "ScreenToken",
    "BoardCode",
    # addresses of people, and what only serves work under way
    "EntryImport",
    "Notice",
    "PairingJob",
    "RoundPause",
    "QueueHold",
    "Command",
    "Connection",
    "Attempt",
    # what follows from the log
    "Checkpoint",
    # what people keep for themselves, and bring to matches in secret
    "Deck",
    "DeckChoice",
    # the one that the tournament is played on has a list of its own
    "ContentFile",
    # about the server
    "Heartbeat",
    "Outage",
    "Purge",
}


def a_swiss(count=5, rounds=2):
    """Return a Swiss with a corrected result, a bye asked for, two kept apart and a penalty, played to the end."""
    user = a_user("organizer")
    tournament = entered(count)
    stage = the_stage(tournament)
    stage.format = "swiss"
    stage.settings = complete_stage_settings(format_of("swiss"), {"rounds": rounds})
    stage.save()
    Player.objects.filter(entry__name="1").update(email="ana@example.org", user=user)
    organizer = actor(Role.ORGANIZER, Role.CHIEF_ARBITER, user=user)
    services.stage_draw(stage_id=stage.pk, by=organizer)
    one, two = Entry.objects.filter(name__in=["1", "2"]).order_by("name")
    apart = KeptApart.objects.create(stage=stage, reason="one club", made_at_ms=1)
    apart.entries.set([one, two])
    Bye.objects.create(stage=stage, entry=two, round_number=2, kind="half", asked_at_ms=2)
    Penalty.objects.create(stage=stage, entry=one, round_number=1, tenths=5, reason="phone", at_ms=3)
    for _ in range(rounds):
        number = services.round_draft(stage_id=stage.pk, by=organizer).number
        services.round_publish(round_id=round_of(tournament, number).pk, by=organizer)
        services.round_start(round_id=round_of(tournament, number).pk, by=organizer)
        for pairing in round_of(tournament, number).pairings.filter(state="running"):
            draw(tournament, pairing.key) if pairing.board == 2 else win(tournament, pairing.key, 0)
        advanced(tournament)
    services.result_correct(
        pairing_id=pairing_of(tournament, f"R{rounds}-1").pk,
        by=organizer,
        kind="adjudicated",
        winner=1,
        reason="a wrong score sheet",
    )
    services.tournament_finish(tournament_id=tournament.pk, by=organizer)
    return Tournament.objects.get(pk=tournament.pk)


def facts(slug):
    """Return everything that a restored tournament must have to the byte."""
    tournament = Tournament.objects.get(slug=slug)
    pairings = Pairing.objects.filter(stage__tournament=tournament).order_by("round__number", "board")
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament).order_by("pk")
    return SimpleNamespace(
        standings=[
            json.dumps(standings_of(stage, after=after).as_json())
            for stage in tournament.stages.all()
            for after in range(1, stage.rounds.filter(state="closed").count() + 1)
        ],
        pairings=[
            (pairing.pk, pairing.key, str(pairing), pairing.state, str(getattr(pairing, "result", "")))
            for pairing in pairings
        ],
        logs=[match_record(match) for match in matches],
        events=list(
            MatchEvent.objects.filter(match__in=matches).order_by("match", "seq").values_list("hash", "public")
        ),
        snapshots=list(Snapshot.objects.filter(stage__tournament=tournament).values_list("number", "sha", "data")),
        audit=[line.act for line in tournament.audit.order_by("id")],
    )


_kept = []


@pytest.fixture
def archived():
    """Return the archive of a finished Swiss with its facts, made once; the database is empty again."""
    if not _kept:
        _kept.append(_archived())
    assert not Tournament.objects.exists()
    return _kept[0]


def _archived():
    with transaction.atomic():
        tournament = a_swiss()
        data = services.tournament_archive(slug=tournament.slug, by=SYSTEM)
        found = SimpleNamespace(slug=tournament.slug, data=data, facts=facts(tournament.slug))
        transaction.set_rollback(True)
    return found


def lists_of(data):
    return json.loads(data)["content"]


def test_restores_standings_pairings_and_logs_to_the_byte(archived):
    made = services.tournament_restore(data=archived.data)

    now = facts(made.slug)
    assert now.standings == archived.facts.standings
    assert len(now.standings) == 2
    assert now.pairings == archived.facts.pairings
    assert now.logs == archived.facts.logs
    assert now.events == archived.facts.events
    assert now.snapshots == archived.facts.snapshots
    assert now.audit == [*archived.facts.audit, "tournament_restore"]
    assert len(now.logs) == 4
    assert [verify(record) for record in now.logs] == [[]] * 4


def test_an_archive_of_what_was_restored_differs_by_the_audit_line_alone(archived):
    services.tournament_restore(data=archived.data)

    again, before = lists_of(services.tournament_archive(slug=archived.slug, by=SYSTEM)), lists_of(archived.data)

    restored = again["audit"].pop()
    assert again == before
    assert (restored["act"], restored["after"]["sha256"]) == ("tournament_restore", archive.checksum(archived.data))


def test_keeps_what_people_decided(archived):
    made = services.tournament_restore(data=archived.data)

    [apart] = KeptApart.objects.all()
    assert sorted(entry.name for entry in apart.entries.all()) == ["1", "2"]
    assert Bye.objects.get().kind == "half"
    assert Penalty.objects.get().reason == "phone"
    assert ResultRevision.objects.get().reason == "a wrong score sheet"
    assert made.audit.get(act="result_correct").actor_name == "organizer"
    assert made.finished_at_ms


def test_has_no_secrets_and_no_accounts():
    tournament = a_swiss()
    hashes = list(Player.objects.values_list("link_hash", flat=True))
    sealed = list(MatchSeed.objects.values_list("sealed", flat=True))
    services.screen_create(tournament_id=tournament.pk, by=ORGANIZER, name="hall", playlist=["bracket"])

    data = services.tournament_archive(slug=tournament.slug, by=SYSTEM).decode()

    assert hashes
    assert sealed
    assert not [secret for secret in [*hashes, *sealed] if secret in data]
    assert "ana@example.org" not in data
    assert "link_hash" not in data
    assert "user_id" not in data
    assert '"actor":"user/' not in data
    assert '"actor":"elsewhere/user/' in data


def test_has_addresses_only_if_the_operator_asks():
    tournament = a_swiss()

    data = services.tournament_archive(slug=tournament.slug, by=SYSTEM, with_email=True)

    assert [row["email"] for row in lists_of(data)["players"] if row["email"]] == ["ana@example.org"]


def test_every_model_is_in_the_archive_or_left_out_on_purpose():
    models = {model.__name__ for app in ("tournaments", "matches") for model in apps.get_app_config(app).get_models()}

    archived = {part.model.__name__ for part in PARTS} | {"MatchSeed"}
    assert models - archived == LEFT_OUT
    assert archived - models == set()


def test_restoring_twice_is_refused_with_the_address(archived):
    services.tournament_restore(data=archived.data)

    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=archived.data, slug="another")

    assert (caught.value.code, caught.value.what) == ("archive_known", archived.slug)


def test_a_taken_address_is_refused_and_another_may_be_chosen(archived):
    a_tournament(slug=archived.slug)

    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=archived.data)
    made = services.tournament_restore(data=archived.data, slug="the-other-cup")

    assert caught.value.code == "slug_taken"
    assert made.slug == "the-other-cup"
    assert set(Match.objects.values_list("room", flat=True)) == {"t/the-other-cup"}


@pytest.mark.parametrize("share", [0.0, 0.00002, 0.0001, 0.01, 0.3, 0.6, 0.95, 0.99999])
def test_a_wrong_byte_anywhere_refuses_all_of_it(archived, share):
    data = bytearray(archived.data)
    data[int(len(data) * share)] ^= 1

    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=bytes(data))

    assert caught.value.code in {"archive_unreadable", "archive_version", "archive_damaged"}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("change", [b"", b"{}", b"\n", b'{"format": "flagfall-archive"}', b"\xff\xfe"])
def test_another_file_is_no_archive(change):
    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=change)

    assert caught.value.code == "archive_unreadable"


def test_an_archive_of_a_later_version_is_refused(archived):
    data = archived.data.replace(b'"version": 1,', b'"version": 2,', 1)

    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=data)

    assert (caught.value.code, caught.value.what) == ("archive_version", "2")


def forged(data, change):
    content = lists_of(data)
    change(content)
    return archive.write(content)


@pytest.mark.parametrize(
    ("change", "code", "what"),
    [
        pytest.param(lambda c: c.update(ghosts=[]), "archive_bad", "ghosts", id="a list nobody knows"),
        pytest.param(lambda c: c["tournament"].clear(), "archive_bad", "tournament", id="no tournament"),
        pytest.param(lambda c: c["entries"][0].update(ghost=1), "archive_bad", "entries 1", id="a column nobody knows"),
        pytest.param(
            lambda c: c["entries"].pop(), "archive_bad", "references", id="an entry that others name is missing"
        ),
        pytest.param(lambda c: c["entries"].append(c["entries"][0]), "archive_bad", "entries", id="an entry twice"),
        pytest.param(
            lambda c: c["entries"][0].update(rating="high"), "archive_bad", "entries", id="a word for a number"
        ),
        pytest.param(lambda c: c["events"].pop(), "archive_log", "", id="a line of a log is missing"),
        pytest.param(lambda c: c["seeds"][0].update(seed="00" * 32), "archive_log", "", id="another seed"),
        pytest.param(
            lambda c: c["events"][2].update(public=c["events"][2]["public"].replace("1", "2", 1)),
            "archive_log",
            "",
            id="a changed line of a log",
        ),
        pytest.param(lambda c: c["tournament"][0].update(slug="Not Good"), "bad_slug", "", id="a bad address"),
    ],
)
def test_a_forged_archive_with_a_good_checksum_is_refused_whole(archived, change, code, what):
    with pytest.raises(TournamentError) as caught:
        services.tournament_restore(data=forged(archived.data, change))

    assert caught.value.code == code
    assert str(caught.value.what).startswith(what)
    assert not Tournament.objects.exists()
    assert not Match.objects.exists()


def test_the_first_line_checks_the_rest_without_this_program(archived):
    import hashlib

    head, _, rest = archived.data.partition(b"\n")

    assert json.loads(head.rstrip(b",") + b"}") == {
        "format": "flagfall-archive",
        "version": 1,
        "sha256": hashlib.sha256(rest).hexdigest(),
    }


def test_there_is_none_while_a_match_is_played():
    tournament = entered(2)
    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    assert match_of(tournament, "R1-1").status != "over"

    with pytest.raises(TournamentError) as caught:
        services.tournament_archive(slug=tournament.slug, by=SYSTEM)

    assert (caught.value.code, caught.value.what) == ("matches_under_way", 1)


def test_an_archive_is_for_those_who_may_read_the_settings():
    tournament = a_tournament()

    with pytest.raises(NotAllowedError):
        services.tournament_archive(slug=tournament.slug, by=actor(Role.ARBITER))

    assert services.tournament_archive(slug=tournament.slug, by=actor(Role.CHIEF_ARBITER)).startswith(b'{"format"')


def test_a_draft_with_entries_goes_over_too():
    with transaction.atomic():
        tournament = a_tournament(open_=False)
        an_entry(tournament, "=HYPERLINK(“x”)", rating=0)
        data = services.tournament_archive(slug=tournament.slug, by=SYSTEM)
        transaction.set_rollback(True)

    made = services.tournament_restore(data=data)

    assert (made.state, made.entries.get().name) == ("draft", "=HYPERLINK(“x”)")


def test_stages_that_feed_each_other_and_an_imported_file_go_over_too():
    with transaction.atomic():
        content = generate(Plan(6, 3, 7, byes=0.2, forbidden=1))
        tournament = services.report_import(by_user=None, content=write(content).encode(), game="junqi")
        first = tournament.stages.get()
        services.stage_add(
            tournament_id=tournament.pk, by=ORGANIZER, format="knockout", source_stage=first.pk, places=4
        )
        report = report_of(first)
        data = services.tournament_archive(slug=tournament.slug, by=SYSTEM)
        transaction.set_rollback(True)

    made = services.tournament_restore(data=data)

    swiss, knockout = made.stages.order_by("number")
    assert (knockout.source_stage, knockout.source_places) == (swiss, 4)
    assert report_of(swiss) == report
    assert lists_of(services.tournament_archive(slug=made.slug, by=SYSTEM))["stages"] == lists_of(data)["stages"]


def test_the_commands_go_from_file_to_file(tmp_path, archived):
    file, copy = tmp_path / "cup.json", tmp_path / "copy.json"
    file.write_bytes(archived.data)
    user = a_user("boss")
    out = io.StringIO()

    call_command("restore", str(file), "--organizer", "boss", stdout=out)
    call_command("archive", archived.slug, "--out", str(copy), stderr=io.StringIO())

    assert out.getvalue().startswith(f"/t/{archived.slug}/")
    assert {role.role for role in StaffRole.objects.filter(user=user)} == {"organizer", "chief_arbiter"}
    assert lists_of(copy.read_bytes())["results"] == lists_of(archived.data)["results"]
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


def test_the_commands_say_what_is_wrong(tmp_path, archived):
    file = tmp_path / "cup.json"
    file.write_bytes(archived.data[:-5])

    with pytest.raises(CommandError, match="refused, nothing was changed: The archive is damaged"):
        call_command("restore", str(file))
    with pytest.raises(CommandError, match="no account 'nobody'"):
        call_command("restore", str(file), "--organizer", "nobody")
    with pytest.raises(CommandError, match="There is no such tournament"):
        call_command("archive", "nowhere")
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", str(tmp_path / "missing.json"))


def test_audit_lines_stay_unchangeable(archived):
    services.tournament_restore(data=archived.data)

    with pytest.raises(Exception, match="never changed"), transaction.atomic():
        AuditLine.objects.update(reason="another")


GOES_OVER = """
import json
from django.core.management import call_command
from matches.models import Match
from matches.selectors import match_record
from tournaments.models import Stage
from tournaments.selectors.standings import standings_of

call_command("migrate", verbosity=0)
call_command("restore", {source!r})
call_command("archive", {slug!r}, "--out", {target!r})
print("told")
for match in Match.objects.order_by("pk"):
    print(match_record(match), end="")
for stage in Stage.objects.all():
    print(json.dumps(standings_of(stage).as_json(), sort_keys=True))
"""


def over(folder, source, target, slug, **env):
    """Restore an archive on an empty server, and archive it again there; return its logs and standings."""
    folder.mkdir()
    service = LiveService(folder, service_environment(folder, **env), [])
    code = GOES_OVER.format(source=str(source), target=str(target), slug=slug)
    return service.python(code).partition("told\n")[2]


@pytest.mark.pg
@pytest.mark.slow
def test_goes_from_sqlite_to_an_empty_postgresql(archived, postgres, live_template, tmp_path):
    """The servers have different keys: seeds are opened and sealed anew on the way."""
    first, second, third = (tmp_path / name for name in ("first.json", "second.json", "third.json"))
    first.write_bytes(archived.data)
    url = postgres.create_database("restored", template=live_template)
    database = {"DATABASE_URL": url, "FLAGFALL_SECRET_KEY": "another key " * 4}

    on_sqlite = over(tmp_path / "sqlite", first, second, archived.slug)
    on_postgresql = over(tmp_path / "postgresql", second, third, archived.slug, **database)

    assert on_postgresql == on_sqlite
    assert on_sqlite.startswith("".join(archived.facts.logs))
    before, after = (lists_of(file.read_bytes()) for file in (second, third))
    assert [line["act"] for line in after.pop("audit")[-2:]] == ["tournament_restore"] * 2
    before.pop("audit")
    assert after == before
