"""Addresses of the front page and of everything about tournaments."""

from __future__ import annotations

from typing import Final

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import arbiter, downloads, front, hall, links, lobby, public, rounds, tables
from tournaments.views.console import entries, exchange, lists, office, overview, results, settings
from tournaments.views.console import rounds as desk_rounds

PUBLIC: Final = [
    path("", public.tournament, name="tournament"),
    path("bracket/", public.bracket, name="tournament-bracket"),
    path("entries/", public.entries, name="tournament-entries"),
    path("entries/<slug:entry_id>/", tables.entry, name="tournament-entry"),
    path("standings/", tables.standings, name="tournament-standings"),
    path("standings/print/", tables.standings_print, name="tournament-standings-print"),
    path("crosstable/", tables.cross_table, name="tournament-crosstable"),
    path("crosstable/print/", tables.cross_table_print, name="tournament-crosstable-print"),
    path("wallchart/", tables.wall_chart, name="tournament-wallchart"),
    path("wallchart/print/", tables.wall_chart_print, name="tournament-wallchart-print"),
    path("r/<int:number>/", rounds.round_page, name="tournament-round"),
    path("r/<int:number>/print/", rounds.round_print, name="tournament-round-print"),
    path("r/<int:number>/why/", rounds.round_why, name="tournament-round-why"),
    path("r/<int:number>/pairings.<slug:form>", downloads.pairings, name="tournament-pairings-file"),
    path("standings.<slug:form>", downloads.standings, name="tournament-standings-file"),
    path("report.<slug:form>", downloads.report, name="tournament-report"),
    path("enter/", lobby.enter, name="tournament-enter"),
    path("place/", lobby.take_over, name="tournament-place"),
    path("me/", lobby.lobby, name="lobby"),
    path("me/check-in/", lobby.check_in, name="lobby-check-in"),
    path("me/check-in/undo/", lobby.check_in_undo, name="lobby-check-in-undo"),
    path("me/report/", lobby.report, name="lobby-report"),
    path("me/withdraw/", lobby.withdraw, name="lobby-withdraw"),
]

ARBITER: Final = [
    path("", arbiter.arbiter, name="arbiter"),
    path("several/", arbiter.several, name="arbiter-several"),
    path("calls/<slug:call_id>/take/", arbiter.take, name="arbiter-take"),
    path("calls/<slug:call_id>/close/", arbiter.close, name="arbiter-close"),
    path("m/<slug:match_id>/", arbiter.board, name="arbiter-board"),
    path("m/<slug:match_id>/rule/<slug:name>/", arbiter.rule, name="arbiter-rule"),
]

CONSOLE: Final = [
    path("", overview.overview, name="console"),
    path("open/", overview.open_, name="console-open"),
    path("finish/", overview.finish, name="console-finish"),
    path("announce/", overview.announce, name="console-announce"),
    path("entries/", entries.entries, name="console-entries"),
    path("entries/add/", entries.add, name="console-add"),
    path("entries/seeds/", entries.seeds, name="console-seeds"),
    path("entries/import/", lists.upload, name="console-upload"),
    path("entries/import/<slug:import_id>/", lists.preview, name="console-import"),
    path("entries/links/", lists.links, name="console-links"),
    path("entries/links/mail/", lists.mail, name="console-links-mail"),
    path("entries/links/<slug:player_id>/revoke/", lists.revoke, name="console-link-revoke"),
    path("entries/<slug:entry_id>/", entries.entry, name="console-entry"),
    path("entries/<slug:entry_id>/<slug:name>/", entries.entry_act, name="console-entry-act"),
    path("rounds/", desk_rounds.rounds, name="console-rounds"),
    path("stages/<slug:stage_id>/draw/", desk_rounds.draw, name="console-draw"),
    path("stages/<slug:stage_id>/undraw/", desk_rounds.undraw, name="console-undraw"),
    path("stages/<slug:stage_id>/draft/", desk_rounds.draft, name="console-draft"),
    path("rounds/<slug:round_id>/publish/", desk_rounds.publish, name="console-publish"),
    path("rounds/<slug:round_id>/unpublish/", desk_rounds.unpublish, name="console-unpublish"),
    path("rounds/<slug:round_id>/start/", desk_rounds.start, name="console-start"),
    path("boards/<slug:pairing_id>/", results.board, name="console-board"),
    path("boards/<slug:pairing_id>/<int:number>/void/", results.void, name="console-void"),
    path("screens/", office.screens, name="console-screens"),
    path("screens/<slug:screen_id>/", office.screen_change, name="console-screen"),
    path("screens/<slug:screen_id>/end/", office.screen_end, name="console-screen-end"),
    path("staff/", office.staff, name="console-staff"),
    path("staff/end/", office.staff_end, name="console-staff-end"),
    path("staff/invitations/<slug:invitation_id>/end/", office.invitation_end, name="console-invitation-end"),
    path("print/", office.printing, name="console-print"),
    path("print/poster/", office.poster, name="console-poster"),
    path("exchange/", exchange.exchange, name="console-exchange"),
    path("exchange/entries.<slug:form>", exchange.entries_file, name="console-entries-file"),
    path("exchange/<slug:stage_id>/report.<slug:form>", exchange.report, name="console-report"),
    path("exchange/archive.json", exchange.archive, name="console-archive"),
    path("settings/", settings.settings, name="console-settings"),
    path("audit/", office.audit, name="console-audit"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.home, name="home"),
    path("new/", settings.choose, name="tournament-new"),
    path("new/report/", exchange.read, name="tournament-report-read"),
    path("new/report/take/", exchange.take_over, name="tournament-report-take"),
    path("new/<slug:key>/", settings.new, name="tournament-new-game"),
    path("p/<str:token>/", links.player_link, name="player-link"),
    path("i/<str:token>/", links.invitation_link, name="invitation-link"),
    path("join/", links.join, name="join"),
    path("screen/<str:token>/", hall.screen, name="screen"),
    path("t/<slug:slug>/", include(PUBLIC)),
    path("t/<slug:slug>/arbiter/", include(ARBITER)),
    path("t/<slug:slug>/manage/", include(CONSOLE)),
]
