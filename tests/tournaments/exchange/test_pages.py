"""Downloads for everybody and for the staff, and a report file that becomes a tournament by way of a preview."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import ORGANIZER, a_tournament, a_user, an_entry, published, round_of, the_stage
from tests.tournaments import rounds
from tests.tournaments.exchange.test_reports import ONE, PAIRED, TWO, a_file, changed
from tests.tournaments.pages import logged_in, staff, text, url
from tournaments import services
from tournaments.exchange.trf import read
from tournaments.models import Penalty, Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

CONSOLE = ("console-entries-file", ("csv",)), ("console-archive", ())


def a_swiss():
    tournament = rounds.swiss(4)
    rounds.played(tournament)
    return tournament


@pytest.mark.parametrize(
    ("name", "arguments", "file", "kind"),
    [
        ("tournament-standings-file", ["csv"], "standings-1.csv", "text/csv; charset=utf-8"),
        ("tournament-standings-file", ["xlsx"], "standings-1.xlsx", "application/vnd.openxml"),
        ("tournament-pairings-file", [1, "csv"], "round-1.csv", "text/csv; charset=utf-8"),
        ("tournament-pairings-file", [1, "xlsx"], "round-1.xlsx", "application/vnd.openxml"),
        ("tournament-report", ["trf26"], "trf26.trf", "text/plain; charset=utf-8"),
        ("tournament-report", ["trf16"], "trf16.trf", "text/plain; charset=utf-8"),
    ],
)
def test_everybody_takes_along_what_is_published(name, arguments, file, kind):
    tournament = a_swiss()

    response = Client().get(url(name, tournament, *arguments))

    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}-{file}"'
    assert response.headers["Content-Type"].startswith(kind)
    assert response.content


def test_standings_are_those_after_the_round_that_is_asked_for():
    tournament = a_swiss()

    response = Client().get(url("tournament-standings-file", tournament, "csv") + "?after=0")

    assert "standings-0.csv" in response.headers["Content-Disposition"]
    assert Client().get(url("tournament-standings-file", tournament, "csv") + "?after=2").status_code == 404


def test_a_draft_round_is_no_file():
    tournament = a_swiss()
    rounds.drafted(tournament)

    assert Client().get(url("tournament-pairings-file", tournament, 2, "csv")).status_code == 404
    report = Client().get(url("tournament-report", tournament, "trf26")).content
    assert read(report).filled == 1


def test_a_stage_of_which_nothing_is_public_has_no_files_but_for_the_staff():
    tournament = rounds.swiss(4)

    assert Client().get(url("tournament-standings-file", tournament, "csv")).status_code == 404
    assert staff(tournament, Role.ARBITER).get(url("tournament-report", tournament, "trf26")).status_code == 200


@pytest.mark.parametrize("form", ["pdf", "trf27"])
def test_another_form_is_not_found(form):
    tournament = a_swiss()

    for name, arguments in (("tournament-standings-file", [form]), ("tournament-report", [form])):
        assert Client().get(url(name, tournament, *arguments)).status_code == 404


def test_a_tournament_in_preparation_has_no_files_for_others():
    tournament = a_tournament(open_=False)

    assert Client().get(url("tournament-standings-file", tournament, "csv")).status_code == 404


def test_a_knockout_has_no_report_file():
    tournament = published(4)

    response = Client().get(url("tournament-report", tournament, "trf26"))

    assert response.status_code == 409


def test_no_link_leads_to_a_file_that_cannot_be():
    tournament = a_swiss()
    entry = tournament.entries.first()
    Penalty.objects.create(stage=the_stage(tournament), entry=entry, round_number=1, tenths=5, reason="x", at_ms=1)

    pages = [
        text(Client().get(url("tournament-standings", tournament))),
        text(staff(tournament, Role.ORGANIZER).get(url("console-exchange", tournament))),
    ]

    assert "trf26" in pages[0]
    assert all("trf16" not in page for page in pages)
    assert "TRF16 has no place for penalties." in pages[1]


@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_the_api_has_the_same_report_file(form):
    tournament = a_swiss()
    address = f"/api/v1/stages/{the_stage(tournament).pk}/report/"

    response = Client().get(f"{address}?form={form}")

    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content == Client().get(url("tournament-report", tournament, form)).content
    assert Client().get(f"{address}?form=pdf").status_code == 400


def test_the_api_gives_no_report_of_what_is_not_public_or_has_none():
    hidden, tree = rounds.swiss(4), published(4)

    assert Client().get(f"/api/v1/stages/{the_stage(hidden).pk}/report/").status_code == 404
    assert Client().get(f"/api/v1/stages/{the_stage(tree).pk}/report/").json()["code"] == "no_report"


def test_the_public_pages_lead_to_the_files():
    tournament = a_swiss()

    standings = text(Client().get(url("tournament-standings", tournament)))
    pairings = text(Client().get(url("tournament-round", tournament, 1)))

    assert url("tournament-standings-file", tournament, "xlsx") in standings
    assert url("tournament-report", tournament, "trf26") in standings
    assert url("tournament-pairings-file", tournament, 1, "csv") in pairings


def test_the_console_lists_what_there_is():
    tournament = a_swiss()

    page = text(staff(tournament, Role.ORGANIZER).get(url("console-exchange", tournament)))

    for name, arguments in (
        ("console-entries-file", ["csv"]),
        ("tournament-standings-file", ["xlsx"]),
        ("tournament-pairings-file", [1, "csv"]),
        ("console-report", [the_stage(tournament).pk, "trf16"]),
        ("console-archive", []),
    ):
        assert url(name, tournament, *arguments) in page
    assert "email=1" in page
    assert reverse("tournament-report-read") in page


def test_the_archive_says_why_it_is_not_there_while_matches_are_played():
    tournament = rounds.swiss(4)
    rounds.started(tournament)
    organizer = staff(tournament, Role.ORGANIZER)

    page = text(organizer.get(url("console-exchange", tournament)))

    assert "Matches are being played: 2." in page
    assert url("console-archive", tournament) not in page
    assert organizer.get(url("console-archive", tournament)).status_code == 409


@pytest.mark.parametrize(("name", "arguments"), CONSOLE)
def test_files_of_the_console_are_for_the_staff(name, arguments):
    tournament = a_swiss()

    assert Client().get(url(name, tournament, *arguments)).status_code == 403
    assert staff(tournament, Role.ORGANIZER).get(url(name, tournament, *arguments)).status_code == 200


def test_an_archive_is_not_for_every_member_of_the_staff():
    tournament = a_swiss()

    assert staff(tournament, Role.SCOREKEEPER).get(url("console-archive", tournament)).status_code == 403


def test_an_archive_of_the_console_has_no_addresses():
    tournament = a_tournament()
    an_entry(tournament, "Ana", email="ana@example.org")

    data = staff(tournament, Role.ORGANIZER).get(url("console-archive", tournament)).content

    assert json.loads(data)["content"]["entries"][0]["name"] == "Ana"
    assert b"example.org" not in data


def test_addresses_of_entries_are_for_those_who_may_read_them():
    tournament = a_tournament()
    an_entry(tournament, "Ana", email="ana@example.org")
    file = url("console-entries-file", tournament, "csv")
    organizer = staff(tournament, Role.ORGANIZER)

    assert b"example.org" not in organizer.get(file).content
    assert b"example.org" in organizer.get(f"{file}?email=1").content


def test_the_file_for_the_staff_has_the_reason_of_a_correction():
    tournament = a_swiss()
    services.result_correct(
        pairing_id=round_of(tournament, 1).pairings.first().pk,
        by=ORGANIZER,
        kind="adjudicated",
        winner=1,
        reason="sheets swapped",
    )
    stage = the_stage(tournament).pk

    full = staff(tournament, Role.ORGANIZER).get(url("console-report", tournament, stage, "trf26")).content

    assert b"sheets swapped" in full
    assert b"sheets swapped" not in Client().get(url("tournament-report", tournament, "trf26")).content
    assert Client().get(url("console-report", tournament, stage, "trf26")).status_code == 403


# ---- in


READ, TAKE = reverse("tournament-report-read"), reverse("tournament-report-take")


def sent(client, content, encoding="utf-8", name="cup.trf"):
    content = content.encode() if isinstance(content, str) else content
    return client.post(READ, {"file": SimpleUploadedFile(name, content), "encoding": encoding})


def taken(client, preview, **changes):
    form = preview.context["form"]
    return client.post(TAKE, {**form.initial, "game": "junqi", **changes})


def test_a_file_is_shown_first_and_taken_over_on_consent():
    user = a_user()
    client = logged_in(user)

    preview = sent(client, PAIRED[4].read_bytes())
    assert preview.status_code == 200
    assert not Tournament.objects.exists()
    response = taken(client, preview, name="Taken over")

    made = Tournament.objects.get()
    assert response.headers["Location"] == url("console", made)
    assert (made.name, made.created_by, made.state) == ("Taken over", user, "draft")
    assert client.get(url("console", made)).status_code == 200
    client.post(url("console-open", made))
    made.refresh_from_db()
    assert made.state == "running"
    report = client.get(url("console-report", made, the_stage(made).pk, "trf")).content
    assert read(report).players.keys() == read(PAIRED[4].read_bytes()).players.keys()


def test_the_preview_names_what_is_worth_knowing():
    page = text(sent(logged_in(a_user()), a_file(tail="QQQ what\n")))

    assert "line 4, column 1: nobody here understands the record QQQ" in page
    assert "the file does not say how many rounds there are; 1 are assumed" in page
    assert "Müller,Ada" in page


def test_a_bad_file_is_refused_with_every_line_and_column():
    response = sent(logged_in(a_user()), a_file(changed(ONE, 9, "x"), changed(TWO, 97, "q")))

    assert response.status_code == 400
    assert "line 2, column 9: this column must be blank" in text(response)
    assert "line 3, column 97: a colour is w, b or -" in text(response)
    assert not Tournament.objects.exists()


def test_latin_1_is_asked_for():
    client = logged_in(a_user())
    content = a_file().encode("latin-1")

    assert "line 2, column 16: the file is not UTF-8" in text(sent(client, content))
    preview = sent(client, content, "latin-1")
    taken(client, preview)

    assert Tournament.objects.get().entries.filter(name="Müller,Ada").exists()


def test_a_file_that_is_too_large_is_said_to_be():
    response = sent(logged_in(a_user()), b"#" * ((1 << 20) + 1))

    assert response.status_code == 400
    assert "larger than 1 MiB" in text(response)


@pytest.mark.parametrize("change", [{"content": "%%%"}, {"content": "AAAA"}, {"encoding": "utf-16"}])
def test_what_travelled_along_is_read_again(change):
    client = logged_in(a_user())
    preview = sent(client, a_file())

    response = taken(client, preview, **change)

    assert response.headers["Location"] == READ
    assert not Tournament.objects.exists()


def test_a_name_is_needed():
    client = logged_in(a_user())

    response = taken(client, sent(client, a_file()), name=" ")

    assert response.status_code == 400
    assert not Tournament.objects.exists()


def test_only_who_has_logged_in_takes_files_over():
    assert Client().get(READ).status_code == 302
    assert Client().post(TAKE).status_code == 302
    assert logged_in(a_user()).get(TAKE).status_code == 405


def test_the_way_to_it_stands_where_a_tournament_is_made():
    assert READ in text(logged_in(a_user()).get(reverse("tournament-new"), follow=True))
