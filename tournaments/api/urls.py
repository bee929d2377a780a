"""Addresses of tournaments in the API: a tournament by its own address, all else by an opaque id."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.api import arbiting, entries, exports, results, rounds, stages, tournaments

urlpatterns: list[URLPattern] = [
    path("tournaments/", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path("tournaments/<slug:slug>/", tournaments.TournamentDetail.as_view(), name="api-tournament"),
    path("tournaments/<slug:slug>/opening/", tournaments.TournamentOpening.as_view(), name="api-opening"),
    path("tournaments/<slug:slug>/finish/", tournaments.TournamentFinish.as_view(), name="api-finish"),
    path("tournaments/<slug:slug>/announcements/", tournaments.AnnouncementList.as_view(), name="api-announcements"),
    path("tournaments/<slug:slug>/lobby/", tournaments.Lobby.as_view(), name="api-lobby"),
    path("tournaments/<slug:slug>/stages/", stages.StageList.as_view(), name="api-stages"),
    path("tournaments/<slug:slug>/rounds/", stages.RoundList.as_view(), name="api-rounds"),
    path("tournaments/<slug:slug>/entries/", entries.EntryList.as_view(), name="api-entries"),
    path("tournaments/<slug:slug>/calls/", arbiting.CallList.as_view(), name="api-calls"),
    path("stages/<slug:stage_id>/", stages.StageDetail.as_view(), name="api-stage"),
    path("stages/<slug:stage_id>/draw/", stages.StageDraw.as_view(), name="api-draw"),
    path("stages/<slug:stage_id>/rounds/", stages.StageRounds.as_view(), name="api-stage-rounds"),
    path("stages/<slug:stage_id>/standings/", stages.StageStandings.as_view(), name="api-standings"),
    path("stages/<slug:stage_id>/report/", exports.StageReport.as_view(), name="api-report-file"),
    path("entries/<slug:entry_id>/", entries.EntryDetail.as_view(), name="api-entry"),
    path("entries/<slug:entry_id>/check-in/", entries.CheckIn.as_view(), name="api-check-in"),
    path("entries/<slug:entry_id>/withdrawal/", entries.Withdrawal.as_view(), name="api-withdrawal"),
    path("entries/<slug:entry_id>/confirmation/", entries.Confirmation.as_view(), name="api-confirmation"),
    path("entries/<slug:entry_id>/disqualification/", entries.Disqualification.as_view(), name="api-disqualification"),
    path("rounds/<slug:round_id>/", rounds.RoundDetail.as_view(), name="api-round"),
    path("rounds/<slug:round_id>/publication/", rounds.Publication.as_view(), name="api-publication"),
    path("rounds/<slug:round_id>/start/", rounds.Start.as_view(), name="api-start"),
    path("rounds/<slug:round_id>/pairings/", rounds.RoundPairings.as_view(), name="api-pairings"),
    path("pairings/<slug:pairing_id>/", rounds.PairingDetail.as_view(), name="api-pairing"),
    path("pairings/<slug:pairing_id>/result/", results.ResultDetail.as_view(), name="api-result"),
    path("pairings/<slug:pairing_id>/report/", results.Report.as_view(), name="api-report"),
    path("pairings/<slug:pairing_id>/correction/", results.Correction.as_view(), name="api-correction"),
    path("matches/<slug:match_id>/rulings/", arbiting.Rulings.as_view(), name="api-rulings"),
    path("calls/<slug:call_id>/", arbiting.CallDetail.as_view(), name="api-call"),
    path("calls/<slug:call_id>/taking/", arbiting.Taking.as_view(), name="api-taking"),
    path("calls/<slug:call_id>/decision/", arbiting.Decision.as_view(), name="api-decision"),
]
