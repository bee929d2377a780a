"""A service with something in every corner, for tests that look at every page. Runs behind the scenes, like `acts`."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth import get_user_model

from flagfall.accounts.models import Scope
from flagfall.accounts.services import token_create
from gameengine.core.abilities import HasContent, HasDecks
from gameengine.games.registry import GAMES, HOSTED
from gameengine.table import seats_to_act
from matches.access import Principal
from matches.decks import Owner
from matches.ids import new_id
from matches.looking import can_be_looked_into
from matches.models import ContentFile, Match
from matches.presence import connection_close, connection_open
from matches.services import deck_create, look_open, match_act, match_rule
from matches.store import load
from matches.tables.services import table_again, table_close
from tests import builders
from tests.builders import ORGANIZER, an_entry
from tests.e2e import acts
from tests.matches.tabling import a_table, finish, join
from tests.tournaments import stages
from tournaments import services
from tournaments.actors import actor_of
from tournaments.models import Dispute, Entry, PairingMatch, Player, Tournament
from tournaments.permissions import Role
from tournaments.selectors.queue import queue_item
from tournaments.urgency import call_key

LONG_NAME: Final = "Maximiliane-Theodora von Hohenstein-Wackerbarth zu Lindenau"
NAMES: Final = ("Ana Fuchs", "Ben", LONG_NAME, "Dia", "Emil", "Fee", "Gil", "Hugo", "Ida", "Jon", "Kim", "Lea")
BAD_LIST: Final = b"name,rating,seed\nNora,1700,\nOle,strong,\n,1500,\nPia,1650,\n"
FIVE_MINUTES: Final = {"kind": "absolute", "base_ms": 300_000}
THEN_PERIODS: Final = {"kind": "byo_yomi", "base_ms": 900_000, "periods": 3, "period_ms": 30_000}
FAR_MS: Final = 6 * 3_600_000
FIRST_GAME: Final = "junqi"
"""The game of which there is everything; of the others there are the pages that differ from game to game."""


def exhibition() -> dict[str, Any]:
    """Return sessions, links and ids of a service with tournaments and matches in every state."""
    shown = _running()
    open_, draft, over = _open(), _draft(), _over()
    return {
        **shown,
        "open": open_,
        "draft": draft,
        "over": over,
        "swiss": _swiss(),
        "desk": _desk(),
        "stuck": _stuck(),
        "robin": _robin(),
        "double": _double(),
        "decks": _decks(),
        "tables": _tables(),
        "boards": _boards(),
        "looked": _looked(),
        "disputes": _disputes(),
        "games": {key: _of_game(key) for key in HOSTED if key != FIRST_GAME},
        "operator": acts.person(name="operator", is_superuser=True, is_staff=True),
        "reader": _reader(),
        "guest": acts.person(name="guest-1", is_guest=True),
        "recovery": acts.recovery_path(name="olga"),
    }


def _running() -> dict[str, Any]:
    """Return a tournament in its first round, with matches in every state and everything around them."""
    made = acts.knockout(players=list(NAMES), name="Exhibition Cup", control=FIVE_MINUTES, no_show_ms=FAR_MS)
    slug, boards = made["slug"], made["matches"]
    tournament = Tournament.objects.get(slug=slug)
    tournament.description = "Everything that there is, in one place."
    tournament.place = "Town hall"
    tournament.save()
    sessions = {
        "organizer": _staffed("olga", slug, "organizer", "chief_arbiter"),
        "arbiter": _staffed("arne", slug, "arbiter"),
        "keeper": _staffed("kuno", slug, "scorekeeper"),
    }
    states = _states(list(boards.values()))
    where = acts.whereabouts(match_id=states["live"])
    services.announcement_post(tournament_id=tournament.pk, by=ORGANIZER, text="Lunch is at one.")
    screen = services.screen_create(tournament_id=tournament.pk, by=ORGANIZER, name="Hall")
    invited = services.invitation_create(tournament_id=tournament.pk, by=ORGANIZER, role="arbiter", note="For Arne")
    call = acts.call(match_id=states["live"], seat=0, text="Is a bomb allowed to take a mine?")
    _taken("olga", tournament, acts.call(match_id=states["paused"], seat=1, text="May we go on?"))
    return {
        **sessions,
        "states": states,
        "where": {
            **where,
            "call_id": call,
            "item": call_key(call),
            "pending_id": "nothing00000",
            "screen_id": screen.screen.pk,
            "invitation_id": invited.invitation.pk,
        },
        "links": made["links"],
        "seated": _links_at(states["live"], made["links"]),
        "waiting": _links_at(states["waiting"], made["links"]),
        "screen": screen.link,
        "invitation": invited.link,
    }


def _taken(name: str, tournament: Tournament, call_id: str) -> None:
    """Let a member of the staff take a call from the arbiters' queue."""
    by = actor_of(tournament, get_user_model().objects.get(username=name))
    services.queue_take(tournament=tournament, item=queue_item(tournament, call_key(call_id)), by=by)


def _of_game(key: str) -> dict[str, str]:
    """Return a match in full swing, and the link of its first seat."""
    made = acts.knockout(players=["Ana", "Ben"], name=f"Cup of {key}", game=key, control=FIVE_MINUTES)
    (match_id,) = made["matches"].values()
    acts.begin(match_id=match_id)
    acts.play_well(match_id=match_id, plies=14)
    return {"match_id": match_id, "link": _links_at(match_id, made["links"])[0]}


def _tables() -> dict[str, str]:
    """Return free tables in every state, and the sessions of a host and a guest."""
    sessions = {name: acts.person(name=name) for name in ("tilda", LONG_NAME[:30])}
    users = get_user_model().objects
    host, guest = (Principal(user_id=users.get(username=name).pk) for name in sessions)
    made = {
        "open": a_table(by=host, listed=True, by_lot=True),
        "by_link": a_table(by=host, listed=False, options={"quiet_limit": 40}),
        "playing": join(a_table(by=host), guest),
        "over": join(a_table(by=host), guest),
        "closed": a_table(by=guest),
    }
    finish(made["over"])
    table_again(table_id=made["over"].pk, by=guest, answer="yes")
    table_close(table_id=made["closed"].pk, by=guest)
    ids = {state: table.pk for state, table in made.items()}
    return {**ids, "key": made["by_link"].key, "host": sessions["tilda"]}


def _looked() -> dict[str, str]:
    """Return two matches of a game with hidden cards: an arbiter has looked behind the screen of one, and ruled there.

    Both have a refused action, and players who came and went.
    """
    key = next(key for key in HOSTED if can_be_looked_into(GAMES[key]))
    made = acts.knockout(players=list(NAMES[:4]), name="Cup of cards", game=key, control=FIVE_MINUTES)
    open_, closed = made["matches"].values()
    acts.appoint("arne", made["slug"], "arbiter")
    for match_id in (open_, closed):
        acts.begin(match_id=match_id)
        acts.play_well(match_id=match_id, plies=14)
        _tried(match_id, "card nothing at all")
        for agent in ("Firefox on a laptop", "Safari on a phone"):
            connection_close(connection_open(match_id, 0, agent, agent))
        connection_open(match_id, 1, "192.0.2.7", "Chromium")
    arne = get_user_model().objects.get(username="arne")
    look_open(match_id=open_, by_user=arne, role="arbiter", reason="A refused action is looked into.")
    for text, reason in (("warn 1", "A call without cause."), ("void 13", "The service showed something wrong.")):
        answer = match_rule(match_id=open_, text=text, by_user=arne, reason=reason, role="arbiter")
        assert answer.ok, answer
    return {"open": open_, "closed": closed}


def _tried(match_id: str, text: str) -> None:
    """Let whoever is to act try something that the rules do not allow."""
    table = load(match_id).table
    answer = match_act(match_id=match_id, seat=seats_to_act(table)[0], text=text, cmd=new_id(), ply=table.ply)
    assert not answer.ok, answer


def _boards() -> dict[str, Any]:
    """Return a tournament on real boards: one clock that runs, different entries, one that waits, one that is over."""
    fields = {"control": THEN_PERIODS, "on_board": True, "one_device": True, "no_show_ms": FAR_MS}
    made = acts.knockout(players=list(NAMES[:8]), name="Hall Cup", **fields)
    slug, (live, differ, waiting, over) = made["slug"], made["matches"].values()
    acts.appoint("arne", slug, "arbiter")
    acts.appoint("olga", slug, "organizer")
    for match_id in (live, differ, over):
        acts.begin(match_id=match_id)
        _act(match_id, (0, "press"), (1, "press"), (0, "press"))
    _act(differ, (0, "claim 1-0"), (1, "claim 1/2"))
    _act(over, (0, "claim 1/2"), (1, "claim 1/2"))
    game = PairingMatch.objects.select_related("pairing").get(match_id=live)
    states = {"live": live, "differ": differ, "waiting": waiting, "over": over}
    about = {"slug": slug, "match_id": live, "pairing_id": game.pairing_id, "round_id": game.pairing.round_id}
    return {**about, "states": states, "link": _links_at(live, made["links"])[0]}


def _disputes() -> dict[str, Any]:
    """Return a tournament with disputes about moves, a clock and a person: open, taken, decided, appealed."""
    fields = {"control": FIVE_MINUTES, "no_show_ms": FAR_MS, "claim_ms": FAR_MS, "appeal_ms": FAR_MS}
    made = acts.knockout(players=list(NAMES[:4]), name="Disputed Cup", **fields)
    slug, (first, second) = made["slug"], made["matches"].values()
    for match_id in (first, second):
        acts.begin(match_id=match_id)
        acts.play(match_id=match_id, plies=14)
    acts.appoint("arne", slug, "arbiter")
    acts.appoint("olga", slug, "chief_arbiter")
    acts.appoint("olga", slug, "organizer")
    ids = {
        "open": _dispute(first, "action", "rules", "A mine does not move, and here it did.", ply=12),
        "taken": _dispute(first, "clock", "time", "My clock ran while the page was not there.", ply=9),
        "decided": _dispute(first, "action", "effect", "Both pieces should be gone.", ply=7, who=1),
        "appealed": _dispute(second, "action", "effect", "The board shows another rank.", ply=3),
        "person": _dispute(second, "person", "help", "Somebody stood behind the board and spoke."),
    }
    arne = builders.actor(Role.ARBITER, user=get_user_model().objects.get(username="arne"))
    services.dispute_take(dispute_id=ids["taken"], by=arne)
    for name in ("decided", "appealed"):
        decision = "The rule page says in R4 that both fall, and the log has it so."
        services.dispute_decide(dispute_id=ids[name], by=arne, outcome="upheld", decision=decision)
    _appeal(ids["appealed"], "The rank was another one before the flip.")
    _rule(second, "result 0", "Decided by an arbiter for the exhibition.")
    sides = _links_at(first, made["links"])
    return {"slug": slug, "match_id": first, "over": second, "ids": ids, "link": sides[0], "other": sides[1]}


def _dispute(match_id: str, about: str, reason: str, text: str, *, ply: int | None = None, who: int = 0) -> str:
    pairing = PairingMatch.objects.get(match_id=match_id).pairing
    own, other = pairing.entries[who], pairing.entries[1 - who]
    assert own is not None
    assert other is not None
    thing = services.Disputed(about, match_id=match_id, ply=ply, entry_id=other.pk if about == "person" else "")
    by = builders.actor(entry=own)
    made = services.dispute_open(
        tournament_id=pairing.stage.tournament_id, by=by, thing=thing, reason=reason, text=text
    )
    return str(made.pk)


def _appeal(dispute_id: str, text: str) -> None:
    pairing = Dispute.objects.get(pk=dispute_id).pairing
    assert pairing is not None
    services.appeal_open(dispute_id=dispute_id, by=builders.actor(entry=pairing.entry_1), text=text)


def _act(match_id: str, *acts_of_seats: tuple[int, str]) -> None:
    for seat, text in acts_of_seats:
        answer = match_act(match_id=match_id, seat=seat, text=text, cmd=new_id())
        assert answer.ok, answer


def _states(matches: list[str]) -> dict[str, str]:
    """Return matches by what state they were brought to."""
    live, waiting, paused, over, *others = matches
    for match_id in (live, paused, over, *others):
        acts.begin(match_id=match_id)
        acts.play(match_id=match_id, plies=20)
    _tried(live, "flip z9")
    _rule(paused, "pause", "The fire alarm rings.")
    for text in ("void 12", "result 0"):
        _rule(over, text, "Decided by an arbiter for the exhibition.")
    return {"live": live, "waiting": waiting, "paused": paused, "over": over}


def _rule(match_id: str, text: str, reason: str) -> None:
    answer = match_rule(match_id=match_id, text=text, by_user=None, reason=reason)
    assert answer.ok, answer


def _links_at(match_id: str, links: dict[str, str]) -> list[str]:
    """Return the private links of the players of a match, by seat."""
    return [links[name] for name in acts.truth(match_id=match_id)["names"]]


def _staffed(name: str, slug: str, *roles: str) -> str:
    session = acts.person(name=name, slug=slug, role=roles[0])
    for role in roles[1:]:
        acts.appoint(name, slug, role)
    return session


def _open() -> dict[str, str]:
    """Return a tournament before the draw, with a list that waits for consent."""
    made = builders.a_tournament(name="Open Cup", check_in=True)
    link = an_entry(made, "Quin", seed=1).links[0]
    an_entry(made, LONG_NAME, rating=1800)
    an_entry(made, "Free place", free=True)
    gone = an_entry(made, "Rita").entry
    services.entry_withdraw(entry_id=gone.pk, by=ORGANIZER, running=None, reason="ill")
    acts.appoint("olga", made.slug, "organizer")
    draft = services.entry_import_preview(
        tournament_id=made.pk, by=ORGANIZER, file_name="entries.csv", content=BAD_LIST
    )
    entry = Entry.objects.get(tournament=made, name="Quin")
    player = Player.objects.get(entry=entry)
    return {
        "slug": made.slug,
        "link": link,
        "import_id": draft.pk,
        "entry_id": entry.pk,
        "player_id": player.pk,
        "stage_id": builders.the_stage(made).pk,
    }


def _draft() -> dict[str, str]:
    """Return a tournament in preparation without a single entry."""
    made = builders.a_tournament(name="Empty Cup", open_=False)
    acts.appoint("olga", made.slug, "organizer")
    return {"slug": made.slug}


def _over() -> dict[str, str]:
    """Return a finished tournament with a corrected result."""
    made = builders.started(4, name="Finished Cup")
    for key in ("R1-1", "R1-2", "R2-1", "third"):
        builders.win(made, key, 0)
        builders.advanced(made)
    pairing = builders.pairing_of(made, "third")
    services.result_correct(pairing_id=pairing.pk, by=ORGANIZER, kind="adjudicated", winner=1, reason="Misread")
    services.tournament_finish(tournament_id=made.pk, by=ORGANIZER)
    acts.appoint("olga", made.slug, "chief_arbiter")
    game = PairingMatch.objects.filter(pairing=builders.pairing_of(made, "R2-1")).first()
    assert game is not None
    winner = builders.entry_called(made, "1").pk
    return {
        "slug": made.slug,
        "entry_id": winner,
        "pairing_id": pairing.pk,
        "match_id": Match.objects.get(pk=game.match_id).pk,
    }


def _swiss() -> dict[str, str]:
    """Return a Swiss with a bye, somebody who has left, one round that counts and one that runs."""
    made = builders.a_tournament(name="Swiss Cup", hosted=False)
    entries = {name: an_entry(made, name, seed=seed) for seed, name in enumerate(NAMES[:9], start=1)}
    stages.set_up(made, "swiss", rounds=3)
    stages.play(made, 1, drawn_boards=[2])
    services.entry_withdraw(entry_id=entries["Gil"].entry.pk, by=ORGANIZER, running=None, reason="ill")
    stages.next_round(made)
    acts.appoint("arne", made.slug, "arbiter")
    screen = services.screen_create(tournament_id=made.pk, by=ORGANIZER, name="Hall", playlist=["standings"])
    entry = entries[LONG_NAME]
    return {"slug": made.slug, "entry_id": entry.entry.pk, "link": entry.links[0], "screen": screen.link}


def _desk() -> dict[str, str]:
    """Return a Swiss at the desk: a bye asked for and one granted, a pair kept apart, a penalty, a second stage, a
    result that was corrected, a correction that waits for a second arbiter, and a draft that olga changes by hand.
    """
    made = builders.a_tournament(name="Desk Cup", hosted=False)
    entries = [an_entry(made, name, seed=seed).entry.pk for seed, name in enumerate(NAMES, start=1)]
    stages.set_up(made, "swiss", rounds=5)
    stages.play(made, 1, drawn_boards=[2])
    acts.appoint("olga", made.slug, "organizer")
    acts.appoint("arne", made.slug, "arbiter")
    _correct(made)
    stage = builders.the_stage(made)
    given: dict[str, Any] = {"stage_id": stage.pk, "by": ORGANIZER}
    services.bye_ask(**given, entry_id=entries[2], round_number=4, kind="half", reason="A wedding on Saturday")
    services.bye_give(**given, entry_id=entries[7], round_number=3, kind="zero")
    services.apart_add(**given, entries=entries[3:5], reason="One family")
    services.penalty_add(**given, entry_id=entries[5], round_number=1, tenths=5, reason="Late twice")
    round_ = services.round_draft(**given)
    olga = get_user_model().objects.get(username="olga")
    editor = builders.actor(Role.ORGANIZER, user=olga)
    services.round_edit_begin(round_id=round_.pk, by=editor)
    first, *others = round_.pairings.values_list("entry_0_id", "entry_1_id")
    services.round_edit_save(round_id=round_.pk, by=editor, boards=[(first[1], first[0]), *others[::-1]])
    final = services.stage_add(
        tournament_id=made.pk, by=ORGANIZER, format="knockout", name="Final", source_stage=stage.pk, places=4
    )
    board = builders.pairing_of(made, "R1-1").pk
    corrected = builders.pairing_of(made, "R1-3").pk
    ids = {"round_id": round_.pk, "stage_id": final.pk, "swiss_id": stage.pk, "pairing_id": board}
    return {"slug": made.slug, "corrected_id": corrected, **ids}


def _correct(made: Tournament) -> None:
    """Correct one result, and let the correction of another wait for a second arbiter."""
    chief = builders.a_user("Cora")
    builders.staffed(made, Role.CHIEF_ARBITER, chief)
    given: dict[str, Any] = {"by": builders.actor(Role.CHIEF_ARBITER, user=chief), "kind": "played", "winner": 1}
    board = builders.pairing_of(made, "R1-3").pk
    services.result_correct(pairing_id=board, reason="Both players say that the slip names the wrong side", **given)
    made.second_arbiter = "always"
    made.save()
    board = builders.pairing_of(made, "R1-1").pk
    services.correction_submit(pairing_id=board, reason="The score sheets tell another result", **given)


def _stuck() -> dict[str, str]:
    """Return a Swiss of two who have met: its second round has no pairing."""
    made = stages.swiss(2, rounds=3)
    stages.play(made, 1)
    job = services.round_pair(stage_id=builders.the_stage(made).pk, by=ORGANIZER)
    services.round_pair_run(job_id=job.pk)
    acts.appoint("olga", made.slug, "organizer")
    return {"slug": made.slug}


def _robin() -> dict[str, str]:
    """Return a round robin in its second round."""
    made = stages.begun(5, "round_robin")
    stages.finish_round(made, 1)
    return {"slug": made.slug}


def _double() -> dict[str, str]:
    """Return a double elimination of seven after its first round."""
    made = stages.begun(7, "double_elimination")
    stages.finish_round(made, 1)
    return {"slug": made.slug}


def _decks() -> dict[str, str]:
    """Return a tournament of a game with decks that is played on an own content, and a match that waits for decks."""
    games = {key: game for key, game in GAMES.items() if isinstance(game, HasContent)}
    key = next(key for key, game in games.items() if isinstance(game, HasDecks))
    running = builders.started(2, name="Deck Cup", game=key)
    made = builders.a_tournament(name="Content Cup", game=key)
    data = dict(next(iter(games[key].contents.values())))
    services.tournament_content_add(tournament_id=made.pk, by=ORGANIZER, name="Cards of the cup", data=data)
    for slug in (running.slug, made.slug):
        acts.appoint("olga", slug, "organizer")
    entry = builders.entry_called(running, "1")
    link = services.player_link_rotate(player_id=entry.players.get().pk, by=ORGANIZER)
    catalogue = games[key].catalogue(running.options)
    hero, cards = next(iter(catalogue.presets.items()))
    deck = deck_create(
        owner=Owner(ref=f"player/{entry.players.get().pk}"),
        game=key,
        name=LONG_NAME,
        deck={"hero": hero, "cards": dict(cards)},
    )
    stored = ContentFile.objects.get()
    return {
        "key": key,
        "other": next(other for other, game in games.items() if not isinstance(game, HasDecks)),
        "slug": running.slug,
        "open": made.slug,
        "match_id": builders.match_of(running, "R1-1").pk,
        "link": link,
        "deck_id": deck.pk,
        "hero": hero,
        "ref": stored.hash,
    }


def _reader() -> str:
    """Return the session of somebody with an account and a token."""
    session = acts.person(name="rosa")
    user = get_user_model().objects.get(username="rosa")
    token_create(user=user, name="My bot", scopes=[Scope.READ, Scope.PLAY])
    return session
