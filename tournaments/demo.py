"""The demo tournament of a fresh installation: bots play, one place is free, and one call waits for an arbiter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from gameengine.games.registry import GAMES
from matches.services import call_open
from tournaments import services
from tournaments.models import Entry, PairingMatch, Tournament
from tournaments.permissions import SYSTEM
from tournaments.services import PlayerData, Registered

PACE_MS: Final = 3_000
"""How long a demo bot lets pass before it acts, so that one can follow."""
PATIENCE_MS: Final = 2 * 3_600_000
"""How long the free place waits for somebody before it is forfeited."""
_BOTS: Final = (
    "Ada", "Bela", "Cleo", "Dino", "Edda", "Falk", "Gesa", "Hugo",
    "Iris", "Jost", "Kira", "Lars", "Mila", "Nils", "Orla",
)  # fmt: skip
_FREE_SEED: Final = 6


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
def demo_create(*, organizer: Any, game: str = "", players: int = 16) -> DemoLinks:
    """Return a running knockout of 4 to 16 entries: all but one are bots, its matches are made, a call is open."""
    tournament = services.tournament_create(
        by_user=organizer,
        name=_("Demo Cup"),
        game=game or next(iter(GAMES)),
        description=_("Bots play here with real clocks. One place is free: take it over and play."),
        settings={"best_of": 3},
        no_show_ms=PATIENCE_MS,
        self_registration=False,
        demo=True,
    )
    services.tournament_open(tournament_id=tournament.pk, by=SYSTEM)
    free = _enter_everybody(tournament, players)
    screen = services.screen_create(tournament_id=tournament.pk, by=SYSTEM, name=_("Hall"))
    _start(tournament)
    _call(tournament)
    tournament.refresh_from_db()
    return DemoLinks(tournament, free.entry.pk, free.links[0], screen.link)


def _enter_everybody(tournament: Tournament, players: int) -> Registered:
    """Enter bots of all strengths and one free place; return the free one."""
    names = iter(_BOTS)
    free = min(_FREE_SEED, players)
    for seed in range(1, players + 1):
        if seed == free:
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


def _start(tournament: Tournament) -> None:
    """Draw, publish and start."""
    stage = tournament.stages.get()
    services.stage_draw(stage_id=stage.pk, by=SYSTEM)
    round_ = services.round_draft(stage_id=stage.pk, by=SYSTEM)
    services.round_publish(round_id=round_.pk, by=SYSTEM)
    services.round_start(round_id=round_.pk, by=SYSTEM)


def _call(tournament: Tournament) -> None:
    """Open a call at the first board, for whoever looks at the arbiters' queue."""
    game = PairingMatch.objects.filter(pairing__stage__tournament=tournament).order_by("pairing__board").first()
    if game is not None:
        call_open(match_id=game.match_id, seat=1, reason="rules", text=_("Would somebody look at our board, please?"))


def free_place(tournament: Tournament) -> Entry | None:
    """Return a place that anybody may take over, if there is one."""
    return tournament.entries.filter(free=True, status=Entry.Status.CONFIRMED).first()
