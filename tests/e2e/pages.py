"""Every page of the service in the states that look different, and who sees it so.

`test_pages` compares this list with the map of addresses: an address that is neither a page here, nor known to show
nothing to people, fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.e2e import addresses

ACTS: Final = frozenset(
    {
        *("logout", "set_language", "account-token-revoke"),
        *("match-act", "match-ready", "match-resume", "match-rematch", "match-rule", "match-look"),
        "match-call-take",
        *("match-call-close", "lobby-check-in", "lobby-check-in-undo", "lobby-report"),
        *("arbiter-several", "arbiter-round", "arbiter-all", "arbiter-take", "arbiter-release"),
        "arbiter-close",
        *("console-open", "console-finish", "console-announce", "console-seeds", "console-entry-act"),
        *("console-links-mail", "console-link-revoke", "console-draw", "console-undraw", "console-draft"),
        *("console-publish", "console-unpublish", "console-start", "console-void"),
        *("console-close", "console-pair", "console-pair-cancel", "console-by-hand", "console-stage-end"),
        *("console-stage-format", "console-stage-feed", "console-stage-remove", "console-edit-begin"),
        *("console-edit-end", "console-edit-cancel", "console-bye-give", "console-bye", "console-apart"),
        *("console-apart-end", "console-penalty", "console-penalty-end", "console-number", "console-postpone"),
        *("console-resume", "console-correction-undo", "lobby-bye", "lobby-bye-remove"),
        *("pending-confirm", "pending-reject"),
        "tournament-report-take",
        *("console-screen", "console-screen-end", "console-staff-end", "console-invitation-end"),
        *("deck-check", "deck-copy", "match-autopass", "match-claim"),
        *("arbiter-code", "console-venue"),
        *("table-join", "table-leave", "table-close", "table-start", "table-reopen", "table-seat", "table-again"),
    }
)
"""Addresses that only take a form, and answer by leading to a page."""

FOR_PROGRAMS: Final = frozenset(
    {
        *("match-snap", "match-frame", "match-log", "match-moves", "match-position", "match-disputes"),
        *("match-evidence", "match-result", "result-key", "metrics"),
        *("deck-file", "content-file", "table-series", "clock-editor", "match-clock-file", "match-face-worker"),
        *("console-archive", "console-entries-file", "console-report", "rulings-file"),
        *("tournament-pairings-file", "tournament-standings-file", "tournament-report"),
    }
)
"""Addresses that answer with data, files or a part of another page. So do those of the API, but for its own page."""

API_PAGE: Final = "api-docs"


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: its address and name, who sees it (a session, a link, or nobody in particular), with which status."""

    name: str
    path: str
    note: str = ""
    session: str = ""
    link: str = ""
    status: int = 200

    @property
    def title(self) -> str:
        """Return what the page is called in failures and file names."""
        return f"{self.name}.{self.note}" if self.note else self.name


def pages(exhibition: Mapping[str, Any]) -> dict[str, list[Shown]]:
    """Return all pages of the exhibition, by whom they concern."""
    place = _Place(exhibition)
    return {group: list_of(place) for group, list_of in GROUPS.items()}


class _Place:
    """Makes pages: `place("bracket", slug=…)`, with the values of the exhibition for what is not given."""

    def __init__(self, exhibition: Mapping[str, Any]) -> None:
        self.all = exhibition
        self.states: Mapping[str, str] = exhibition["states"]

    def __call__(self, name: str, note: str = "", **about: Any) -> Shown:
        who = {key: about.pop(key) for key in ("session", "link", "status") if key in about}
        query = about.pop("query", "")
        values = {"key": "junqi", "number": 1, **self.all["where"], **about}
        return Shown(name, addresses.path(name, values) + query, note, **who)


def _public(place: _Place) -> list[Shown]:
    """Return what visitors see."""
    over, open_ = place.all["over"], place.all["open"]
    return [
        place("home"),
        place("games"),
        *(place(name) for name in ("game", "game-rules", "game-how", "practice")),
        place("tournament"),
        place("tournament", "search", query="?q=ana"),
        place("tournament", "open", slug=open_["slug"]),
        place("tournament", "over", slug=over["slug"]),
        place("tournament", "missing", slug="nothing-here", status=404),
        place("tournament-bracket"),
        place("tournament-bracket", "over", slug=over["slug"]),
        place("tournament-entries"),
        place("tournament-round"),
        place("tournament-round", "by-name", query="?by=name"),
        place("tournament-round-print"),
        place("tournament-enter", slug=open_["slug"]),
        place("screen", token=place.all["screen"]),
        place("screen", "wrong", token="nothing", status=404),
        place("player-link", token=place.all["links"]["Ben"]),
        place("player-link", "wrong", token="nothing", status=404),
        place("invitation-link", token=place.all["invitation"]),
        place("join", "without-invitation", status=404),
        place("health"),
        place(API_PAGE),
    ]


def _of_games(place: _Place) -> list[Shown]:
    """Return the pages of the other games that differ from game to game."""
    return [
        *(place(name, key, key=key) for key in place.all["games"] for name in ("game-how", "game-rules", "practice")),
        *(place("match", key, **found) for key, found in place.all["games"].items()),
    ]


def _of_tables(place: _Place) -> list[Shown]:
    """Return the pages of stages with points, and of a tree that is played twice."""
    swiss, robin = place.all["swiss"], place.all["robin"]
    tables = ("standings", "crosstable", "wallchart")
    names = [*(f"tournament-{name}" for name in tables), *(f"tournament-{name}-print" for name in tables)]
    reader, arbiter = {"link": swiss["link"]}, {"session": place.all["arbiter"]}
    return [
        place("tournament", "swiss", slug=swiss["slug"]),
        *(place(name, "swiss", slug=swiss["slug"]) for name in names),
        *(place(f"tournament-{name}", "player", slug=swiss["slug"], query="?after=1", **reader) for name in tables),
        *(place(name, "robin", slug=robin["slug"]) for name in names),
        place("tournament-standings", "knockout"),
        place("tournament-standings", "nothing-yet", slug=place.all["open"]["slug"]),
        place("tournament-entry", "swiss", slug=swiss["slug"], entry_id=swiss["entry_id"]),
        place("tournament-entry", "knockout", slug=place.all["over"]["slug"], entry_id=place.all["over"]["entry_id"]),
        place("tournament-entry", "missing", slug=swiss["slug"], entry_id="nothing00000", status=404),
        place("tournament-round", "swiss", slug=swiss["slug"], number=2),
        place("tournament-round-why", slug=swiss["slug"], number=2),
        place("tournament-round-why", "arbiter", slug=swiss["slug"], number=2, **arbiter),
        place("tournament-round-why", "robin", slug=robin["slug"]),
        place("tournament-bracket", "double", slug=place.all["double"]["slug"]),
        place("lobby", "swiss", slug=swiss["slug"], **reader),
        place("screen", "swiss", token=swiss["screen"]),
    ]


def _of_matches(place: _Place) -> list[Shown]:
    """Return the pages of matches: as the public, a player and an arbiter see them, in every state."""
    states, seated, waiting = place.states, place.all["seated"], place.all["waiting"]
    arbiter = {"session": place.all["arbiter"]}
    return [
        *(place("match", state, match_id=match_id) for state, match_id in states.items()),
        place("match", "player-0", link=seated[0]),
        place("match", "player-1", link=seated[1]),
        place("match", "first-steps", match_id=states["waiting"], link=waiting[0]),
        place("match", "arbiter", **arbiter),
        place("match", "arbiter-paused", match_id=states["paused"], **arbiter),
        place("match", "missing", match_id="nothing00000", status=404),
        *(place(f"match-{act}", link=seated[0]) for act in ("resign", "leave", "call")),
        place("match-drop", "not-practice", status=403),
        place("match-replay"),
        place("match-replay", "over", match_id=states["over"], query="?ply=9&view=all"),
        place("match-replay", "branches", match_id=place.all["looked"]["open"]),
        place("match-replay", "voided", match_id=place.all["looked"]["open"], query="?branch=0&ply=13"),
        place("match", "voided", match_id=place.all["looked"]["open"]),
        place("match-check"),
        place("match-check", "over", match_id=states["over"]),
    ]


def _of_the_desk_of_a_match(place: _Place) -> list[Shown]:
    """Return the desk of a match: of a game whose rules let nobody look, of one with cards before and after a look."""
    arbiter, found = {"session": place.all["arbiter"]}, place.all["looked"]
    paused, over = place.states["paused"], place.states["over"]
    return [
        place("match-desk", **arbiter),
        place("match-desk", "before-it", query="?ply=8", **arbiter),
        place("match-desk", "paused", match_id=paused, query="?ply=0", **arbiter),
        place("match-desk", "over", match_id=over, query="?ply=9&sight=all", **arbiter),
        place("match-desk", "to-come", match_id=found["closed"], query="?ply=15", **arbiter),
        place("match-desk", "looked", match_id=found["open"], query="?ply=12&sight=all", **arbiter),
        place("match-desk", "stranger", status=403),
    ]


def _of_boards(place: _Place) -> list[Shown]:
    """Return the pages of a tournament on real boards: faces, codes, slips; and the accounts of clocks."""
    found = place.all["boards"]
    here = {name: found[name] for name in ("slug", "match_id", "pairing_id", "round_id")}
    player, arbiter = {**here, "link": found["link"]}, {**here, "session": place.all["arbiter"]}
    organizer, states = {**here, "session": place.all["organizer"]}, found["states"]
    return [
        place("tournament", "boards", **here),
        place("tournament-board", **here),
        place("tournament-board", "player", **player),
        place("tournament-board", "missing", slug=found["slug"], pairing_id="nothing00000", status=404),
        place("tournament-round-print", "boards", **here),
        place("match-take", **here),
        *(place("match-face", state, **{**here, "match_id": match_id}) for state, match_id in states.items()),
        place("match-face", "player", **player),
        place("match", "board", **player),
        place("match-clock", "board", **here),
        place("match-clock"),
        place("match-clock", "over", match_id=place.states["over"]),
        place("lobby", "board", **player),
        place("arbiter", "boards", **arbiter),
        place("arbiter-board", "board", **arbiter),
        place("arbiter-board", "differ", **{**arbiter, "match_id": states["differ"]}),
        place("arbiter-codes", **arbiter),
        place("console-rounds", "boards", **organizer),
        place("console-settings", "boards", **organizer),
    ]


def _of_disputes(place: _Place) -> list[Shown]:
    """Return the pages of disputes: to visitors, to both sides, and to those who decide."""
    found = place.all["disputes"]
    here = {name: found[name] for name in ("slug", "match_id")}
    player, other = {**here, "link": found["link"]}, {**here, "link": found["other"]}
    arbiter, chief = {**here, "session": place.all["arbiter"]}, {**here, "session": place.all["organizer"]}
    ids, match = found["ids"], f"?match={found['match_id']}"
    return [
        place("disputes", **here),
        place("disputes", "arbiter", **arbiter),
        place("disputes", "nothing-yet", slug=place.all["open"]["slug"]),
        place("dispute-new", **player),
        place("dispute-new", "move", query=f"{match}&about=action&ply=12", **player),
        place("dispute-new", "person", query=f"{match}&about=person", **player),
        place("dispute-new", "arbiter", query=match, **arbiter),
        place("dispute-new", "stranger", query=match, status=403, **here),
        place("dispute", dispute_id=ids["open"], **here),
        place("dispute", "own", dispute_id=ids["open"], **player),
        place("dispute", "arbiter", dispute_id=ids["open"], **arbiter),
        place("dispute", "taken", dispute_id=ids["taken"], **arbiter),
        place("dispute", "decided", dispute_id=ids["decided"], **player),
        place("dispute", "appealed", dispute_id=ids["appealed"], **chief),
        place("dispute", "person", dispute_id=ids["person"], **arbiter),
        place("dispute", "missing", dispute_id="nothing00000", status=404, **here),
        place("match", "disputed", **other),
        place("match-replay", "disputed", query="?ply=12", **player),
        place("tournament-round", "disputed", **player),
        place("lobby", "disputed", **player),
        place("console-settings", "disputes", **chief),
    ]


def _of_players(place: _Place) -> list[Shown]:
    """Return what players see of their tournament."""
    open_, over = place.all["open"], place.all["over"]
    return [
        place("lobby", "stranger", status=403),
        place("lobby", "playing", link=place.all["seated"][0]),
        place("lobby", "match-ready", link=place.all["waiting"][0]),
        place("lobby", "before-the-draw", slug=open_["slug"], link=open_["link"]),
        place("lobby-withdraw", link=place.all["seated"][0]),
        place("tournament", "player", link=place.all["seated"][0]),
        place("tournament-enter", "closed", slug=over["slug"]),
        place("tournament-place", slug=open_["slug"]),
        place("tournament-place", "none-free", slug=over["slug"]),
    ]


def _of_decks(place: _Place) -> list[Shown]:
    """Return the pages of a game with decks: building them, choosing one, and the cards of a tournament."""
    found = place.all["decks"]
    here = {name: found[name] for name in ("key", "slug", "match_id", "deck_id")}
    reader, organizer = {"link": found["link"], **here}, {"session": place.all["organizer"], **here}
    return [
        *(place(name, "decks", **reader) for name in ("game", "practice", "decks", "deck-new", "deck", "deck-import")),
        place("decks", "stranger", **here),
        place("deck", "stranger", status=404, **here),
        place("deck-new", "ready", query=f"?hero={found['hero']}&next=/games/", **here),
        place("deck-delete", **reader),
        place("decks", "none", status=404),
        place("game-cards", **here),
        place("game-cards", "uploaded", query=f"?content={found['ref']}", **here),
        place("game-cards", "without-decks", key=found["other"]),
        place("match-deck", **reader),
        place("match-deck", "stranger", status=403, **here),
        place("match", "chooses-deck", **reader),
        place("lobby", "decks", **reader),
        place("lobby-deck", **reader),
        place("tournament-cards", **here),
        place("console-content", **{**organizer, "slug": found["open"]}),
        place("console-content", "locked", **organizer),
        place("tournament-cards", "own-content", **{**here, "slug": found["open"]}),
        place("console-settings", "decks", **organizer),
        place("tournament-new-game", "decks", **organizer),
    ]


def _of_free_tables(place: _Place) -> list[Shown]:
    """Return the lobby and its tables, as strangers and the host see them."""
    found = place.all["tables"]
    states, host = ("open", "by_link", "playing", "over", "closed"), {"session": found["host"]}
    return [
        place("tables"),
        place("tables", "own", **host),
        place("tables", "none", query="?game=queens_race"),
        place("table-new"),
        place("table-new-game"),
        place("table-new-game", "user", key=place.all["decks"]["key"], **host),
        *(place("table", state, table_id=found[state]) for state in states if state != "by_link"),
        *(place("table", f"{state}-host", table_id=found[state], **host) for state in states),
        place("table", "stranger", table_id=found["by_link"], status=403),
        place("table", "missing", table_id="nothing00000", status=404),
        place("table-link", key=found["key"]),
        place("table-link", "wrong", key="nothing", status=404),
    ]


def _of_staff(place: _Place) -> list[Shown]:
    """Return the console and the arbiters' desk."""
    open_, draft, over = place.all["open"], place.all["draft"], place.all["over"]
    organizer, arbiter = {"session": place.all["organizer"]}, {"session": place.all["arbiter"]}
    tabs = (
        "console console-entries console-rounds console-screens console-staff console-print console-settings "
        "console-audit console-poster console-entry console-upload console-add console-links console-board"
    )
    before = ("console", "console-entries", "console-rounds", "console-settings")
    return [
        place("tournament-new", **organizer),
        place("tournament-new-game", **organizer),
        place("tournament-report-read", **organizer),
        place("console-exchange", **organizer),
        place("console-exchange", "swiss", slug=place.all["desk"]["slug"], **organizer),
        *(place(name, **organizer) for name in tabs.split()),
        *(place(name, "open", slug=open_["slug"], **organizer) for name in before),
        *(place(name, "empty", slug=draft["slug"], **organizer) for name in before),
        place("console-entry", "open", slug=open_["slug"], entry_id=open_["entry_id"], **organizer),
        place("console-import", slug=open_["slug"], import_id=open_["import_id"], **organizer),
        place("console-board", "over", slug=over["slug"], pairing_id=over["pairing_id"], **organizer),
        place("console", "over", slug=over["slug"], **organizer),
        *_of_the_desk(place),
        place("rulings", **organizer),
        place("rulings", "filtered", query="?kind=ruling", **organizer),
        place("rulings", "swiss", slug=place.all["desk"]["slug"], **organizer),
        place("rulings", "empty", slug=draft["slug"], **organizer),
        place("rulings", "stranger", status=403),
        place("console", "scorekeeper", session=place.all["keeper"]),
        place("console", "stranger", status=403),
        place("arbiter", **arbiter),
        place("arbiter-board", **arbiter),
        place("arbiter-board", "paused", match_id=place.states["paused"], **arbiter),
    ]


def _of_the_desk(place: _Place) -> list[Shown]:
    """Return the console of a Swiss: a draft that is changed by hand, and a round that has no pairing."""
    organizer, keeper = {"session": place.all["organizer"]}, {"session": place.all["keeper"]}
    found, stuck, open_ = place.all["desk"], place.all["stuck"]["slug"], place.all["open"]["slug"]
    slug, round_id = found["slug"], found["round_id"]
    return [
        *(place(f"console{tab}", "swiss", slug=slug, **organizer) for tab in ("", "-rounds", "-entries")),
        place("console-rounds", "swiss-round", slug=slug, query="?stage=1&show=1", **organizer),
        place("console-rounds", "fed-stage", slug=slug, query="?stage=2", **organizer),
        place("console-rounds", "no-pairing", slug=stuck, **organizer),
        place("console", "no-pairing", slug=stuck, **organizer),
        place("console-edit", slug=slug, round_id=round_id, **organizer),
        place("console-edit", "stranger", slug=slug, round_id=round_id, status=403),
        place("tournament-board", "corrected", slug=slug, pairing_id=found["corrected_id"]),
        place("tournament-round", "corrected", slug=slug),
        place("tournament", "corrected", slug=slug),
        place("arbiter", "waiting", slug=slug, session=place.all["arbiter"]),
        place("console-board", "swiss", slug=slug, pairing_id=found["pairing_id"], **organizer),
        place("console-stages", slug=slug, **organizer),
        place("console-stages", "one", slug=open_, **organizer),
        place("console-stages", "scorekeeper", **keeper),
        place("console-stage", slug=slug, stage_id=found["stage_id"], **organizer),
        place("console-stage", "drawn", slug=slug, stage_id=found["swiss_id"], **organizer),
        place("console-conduct", slug=slug, **organizer),
        place("console-conduct", "before-the-draw", slug=slug, query="?stage=2", **organizer),
    ]


def _of_accounts(place: _Place) -> list[Shown]:
    """Return what concerns the account."""
    reader, guest = {"session": place.all["reader"]}, {"session": place.all["guest"]}
    names = ("login", "account-sign-up", "account-guest", "account-recover")
    return [
        *(place(name) for name in names),
        place("account-sign-up", "guest", **guest),
        place("account", **reader),
        place("account", "guest", **guest),
        place("account-password", **reader),
        place("account-tokens", **reader),
        Shown("account-enter", place.all["recovery"]),
        place("account-enter", "wrong", number="1", token="x", status=404),
    ]


GROUPS: Final[Mapping[str, Callable[[_Place], list[Shown]]]] = {
    "visitors": _public,
    "games": _of_games,
    "tables": _of_tables,
    "matches": _of_matches,
    "desk of a match": _of_the_desk_of_a_match,
    "real boards": _of_boards,
    "disputes": _of_disputes,
    "players": _of_players,
    "decks": _of_decks,
    "free tables": _of_free_tables,
    "staff": _of_staff,
    "accounts": _of_accounts,
}
