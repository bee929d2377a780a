"""The demo of a fresh installation: a Swiss in its fourth round, of which the best four go on to a knockout.

Bots play some boards of that round, one place is free, and one call waits for an arbiter. The rounds before it, and the
other boards, were never played: their results are decisions in the record, with a reason that everybody reads. Of
every other game a small knockout of bots has begun; where a game has teams, one of the partners is free to take over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from gameengine.games.registry import GAMES, HOSTED
from gameengine.randomness import SeededRandom
from matches.services import call_open
from tournaments import services
from tournaments.models import Entry, Pairing, PairingMatch, Round, Stage, Tournament
from tournaments.pages.words import say
from tournaments.permissions import SYSTEM
from tournaments.services import PlayerData, Registered
from tournaments.services.results import Winner

PACE_MS: Final = 6_000
"""How long a demo bot lets pass before it acts, so that one can follow and twelve boards cost little."""
PATIENCE_MS: Final = 2 * 3_600_000
"""How long the free place waits for somebody before it is forfeited."""
ENTRIES: Final = 24
ROUNDS: Final = 5
PAST: Final = 3
"""How many rounds are in the record already."""
BOARDS: Final = 6
"""At how many boards of the next round there is a match."""
BEST: Final = 4
"""How many go on to the knockout."""
SMALL: Final = 4
"""How many entries the tournaments of the other games have."""
_BOTS: Final = (
    "Ada", "Bela", "Cleo", "Dino", "Edda", "Falk", "Gesa", "Hugo", "Iris", "Jost", "Kira", "Lars",
    "Mila", "Nils", "Orla", "Paul", "Quirin", "Rosa", "Sven", "Tilda", "Udo", "Vera", "Wim",
)  # fmt: skip
_FREE_SEED: Final = 6
_BYE_SEED: Final = 12
_BYE_ROUND: Final = 2


@dataclass(frozen=True, slots=True)
class DemoLinks:
    """The demo, its free place with the secret of the private link, and the secret of a screen's link."""

    tournament: Tournament
    free_entry_id: str
    free_link: str
    screen_link: str


def demo_wanted() -> bool:
    """Tell whether there is no demo tournament that is still being played."""
    return not Tournament.objects.filter(demo=True).exclude(state=Tournament.State.FINISHED).exists()


@transaction.atomic
def demo_create(*, organizer: Any) -> DemoLinks:
    """Return a running Swiss of bots and one free place, with a knockout to come; matches are made, a call is open.

    The other games are played beside it.
    """
    first, *others = HOSTED
    for game in others:
        _small(game, organizer)
    tournament = services.tournament_create(
        by_user=organizer,
        name=_("Demo Cup"),
        game=first,
        format="swiss",
        settings={"rounds": ROUNDS},
        description=_(
            "Bots play here with real clocks. One place is free: take it over and play. The rounds before were not "
            "played; their results were entered so that there is something to see."
        ),
        no_show_ms=PATIENCE_MS,
        self_registration=False,
        demo=True,
    )
    stage = tournament.stages.get()
    _add_knockout(stage)
    services.tournament_open(tournament_id=tournament.pk, by=SYSTEM)
    free = _enter_everybody(tournament)
    screen = services.screen_create(tournament_id=tournament.pk, by=SYSTEM, name=_("Hall"))
    services.stage_draw(stage_id=stage.pk, by=SYSTEM)
    _give_bye(stage)
    random = SeededRandom("demo")
    for _number in range(PAST):
        round_ = _published(stage)
        _decide(round_.pairings.all(), stage, random)
        services.round_start(round_id=round_.pk, by=SYSTEM)
    _begin(stage, free.entry, random)
    _call(tournament, free.entry)
    tournament.refresh_from_db()
    return DemoLinks(tournament, free.entry.pk, free.links[0], screen.link)


def _small(game: str, organizer: Any) -> None:
    """Begin a knockout of bots in a game; its next boards follow by themselves."""
    preset = next((one.key for one in services.presets_of(GAMES[game])), "")
    tournament = services.tournament_create(
        by_user=organizer,
        name=_("Demo: %(game)s") % {"game": say(GAMES[game].name)},
        game=game,
        options=services.template_of(game, preset=preset).options,
        format="knockout",
        settings={"best_of": 3, "advance": "as_ready"},
        description=_("Bots play here with real clocks."),
        no_show_ms=PATIENCE_MS,
        self_registration=False,
        demo=True,
    )
    stage = tournament.stages.get()
    services.tournament_open(tournament_id=tournament.pk, by=SYSTEM)
    names = iter(_BOTS)
    for seed in range(1, SMALL + 1):
        _enter_together(tournament, [next(names) for _place in range(tournament.roster_size)], seed)
    services.stage_draw(stage_id=stage.pk, by=SYSTEM)
    round_ = _published(stage)
    services.round_start(round_id=round_.pk, by=SYSTEM)


def _enter_together(tournament: Tournament, names: Sequence[str], seed: int) -> None:
    """Enter bots that play together; in the last of several teams one place is free."""
    roster = [replace(_bot(tournament, name, seed), bot_level=_easy(tournament.game, seed)) for name in names]
    free = len(names) > 1 and seed == SMALL
    if free:
        roster[-1] = PlayerData(_("Free place"), free=True)
    services.entry_register(
        tournament_id=tournament.pk, by=SYSTEM, name=" & ".join(names), seed=seed, roster=roster, free=free
    )


def _easy(game: str, seed: int) -> str:
    """Return a level that costs little."""
    levels = list(GAMES[game].bots)[:2]
    return levels[seed % len(levels)]


def _add_knockout(stage: Stage) -> None:
    """Let the best go on to a knockout, as soon as the Swiss is over."""
    services.stage_add(
        tournament_id=stage.tournament_id,
        by=SYSTEM,
        format="knockout",
        settings={"best_of": 3},
        name=_("Finals"),
        source_stage=stage.pk,
        places=BEST,
        feeds_itself=True,
    )


def _enter_everybody(tournament: Tournament) -> Registered:
    """Enter bots of all strengths and one free place; return the free one."""
    names = iter(_BOTS)
    for seed in range(1, ENTRIES + 1):
        if seed == _FREE_SEED:
            taken = _enter(tournament, _("Free place"), seed)
        else:
            _enter(tournament, name := next(names), seed, _bot(tournament, name, seed))
    return taken


def _bot(tournament: Tournament, name: str, seed: int) -> PlayerData:
    """Return a bot: the two best seeds are of the highest level, which costs much; the others take turns."""
    *easy, best = GAMES[tournament.game].bots
    level = best if seed <= 2 or not easy else easy[seed % len(easy)]
    return PlayerData(name, bot_level=level, bot_pace_ms=PACE_MS)


def _enter(tournament: Tournament, name: str, seed: int, player: PlayerData | None = None) -> Registered:
    """Enter a bot, or leave the place free."""
    return services.entry_register(
        tournament_id=tournament.pk,
        by=SYSTEM,
        name=name,
        seed=seed,
        roster=[player] if player else (),
        free=player is None,
    )


def _give_bye(stage: Stage) -> None:
    """Let somebody be absent from a round for half a point, so that somebody else is without an opponent."""
    entry = stage.field.get(seed=_BYE_SEED).entry_id
    services.bye_give(stage_id=stage.pk, entry_id=entry, round_number=_BYE_ROUND, kind="half", by=SYSTEM)


def _published(stage: Stage) -> Round:
    """Return the next round, paired and published."""
    round_ = services.round_draft(stage_id=stage.pk, by=SYSTEM)
    return services.round_publish(round_id=round_.pk, by=SYSTEM)


def _decide(pairings: Iterable[Pairing], stage: Stage, random: SeededRandom) -> None:
    """Write results, as an arbiter decides them, before anybody would have to play."""
    seeds = dict(stage.field.values_list("entry_id", "seed"))
    for pairing in pairings:
        if pairing.entry_0_id is None or pairing.entry_1_id is None:
            continue
        services.result_set(
            pairing_id=pairing.pk,
            by=SYSTEM,
            kind="adjudicated",
            winner=_winner(seeds[pairing.entry_0_id], seeds[pairing.entry_1_id], random),
            reason=_("Entered for the demo, not played."),
        )


def _winner(first: int, second: int, random: SeededRandom) -> Winner:
    """Return who wins by lot, the better seed rather than the other; nobody in one of eight cases."""
    if random.below(8) == 0:
        return None
    return 0 if random.below(2 * ENTRIES) < ENTRIES + second - first else 1


def _begin(stage: Stage, free: Entry, random: SeededRandom) -> None:
    """Start the next round: with matches at the best boards and at that of the free place, decided at the others."""
    round_ = _published(stage)
    boards = sorted(
        round_.pairings.order_by("board"), key=lambda board: free.pk not in {board.entry_0_id, board.entry_1_id}
    )
    _decide(boards[BOARDS:], stage, random)
    services.round_start(round_id=round_.pk, by=SYSTEM)


def _call(tournament: Tournament, free: Entry) -> None:
    """Open a call at the first board where bots play, for whoever looks at the arbiters' queue."""
    games = PairingMatch.objects.filter(pairing__stage__tournament=tournament).order_by("pairing__board")
    game = games.exclude(pairing__entry_0=free).exclude(pairing__entry_1=free).first()
    if game is not None:
        call_open(match_id=game.match_id, seat=1, reason="rules", text=_("Would somebody look at our board, please?"))
