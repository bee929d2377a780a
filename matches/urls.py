"""Addresses of games, matches, replays and practice."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.views import acts, choosing, clock, clocks, contents, decks, face, games, match, practice, replay, rulings

urlpatterns: list[URLPattern] = [
    path("games/", games.game_list, name="games"),
    path("games/<slug:key>/", games.game_page, name="game"),
    path("games/<slug:key>/rules/", games.game_rules, name="game-rules"),
    path("games/<slug:key>/how/", games.game_how, name="game-how"),
    path("games/<slug:key>/cards/", contents.game_cards, name="game-cards"),
    path("games/<slug:key>/content/<slug:ref>.yaml", contents.content_file, name="content-file"),
    path("decks/<slug:key>/", decks.deck_list, name="decks"),
    path("decks/<slug:key>/new/", decks.deck_new, name="deck-new"),
    path("decks/<slug:key>/check/", decks.deck_check, name="deck-check"),
    path("decks/<slug:key>/import/", decks.deck_import, name="deck-import"),
    path("decks/<slug:key>/<slug:deck_id>/", decks.deck, name="deck"),
    path("decks/<slug:key>/<slug:deck_id>/copy/", decks.deck_copy, name="deck-copy"),
    path("decks/<slug:key>/<slug:deck_id>/delete/", decks.deck_delete, name="deck-delete"),
    path("decks/<slug:key>/<slug:deck_id>/deck.txt", decks.deck_file, name="deck-file"),
    path("clocks/editor/", clocks.clock_editor, name="clock-editor"),
    path("practice/<slug:key>/", practice.practice, name="practice"),
    path("m/<slug:match_id>/", match.match_page, name="match"),
    path("m/<slug:match_id>/snap/", match.match_snap, name="match-snap"),
    path("m/<slug:match_id>/act/", match.match_act, name="match-act"),
    path("m/<slug:match_id>/ready/", acts.match_ready, name="match-ready"),
    path("m/<slug:match_id>/deck/", choosing.match_deck, name="match-deck"),
    path("m/<slug:match_id>/autopass/", acts.match_autopass, name="match-autopass"),
    path("m/<slug:match_id>/resume/", acts.match_resume, name="match-resume"),
    path("m/<slug:match_id>/resign/", acts.match_resign, name="match-resign"),
    path("m/<slug:match_id>/leave/", acts.match_leave, name="match-leave"),
    path("m/<slug:match_id>/call/", acts.match_call, name="match-call"),
    path("m/<slug:match_id>/rematch/", practice.rematch, name="match-rematch"),
    path("m/<slug:match_id>/drop/", practice.drop, name="match-drop"),
    path("m/<slug:match_id>/clock/face/", face.clock_face, name="match-face"),
    path("m/<slug:match_id>/replay/", replay.match_replay, name="match-replay"),
    path("m/<slug:match_id>/replay/frames/<int:ply>/", replay.replay_frame, name="match-frame"),
    path("m/<slug:match_id>/log.jsonl", replay.match_log, name="match-log"),
    path("m/<slug:match_id>/clock/", clock.match_clock, name="match-clock"),
    path("m/<slug:match_id>/clock.csv", clock.match_clock_file, name="match-clock-file"),
    path("m/<slug:match_id>/check/", replay.match_check, name="match-check"),
    path("m/<slug:match_id>/rule/<slug:act>/", rulings.match_rule, name="match-rule"),
    path("m/<slug:match_id>/calls/<slug:call_id>/take/", rulings.call_take, name="match-call-take"),
    path("m/<slug:match_id>/calls/<slug:call_id>/close/", rulings.call_close, name="match-call-close"),
]
