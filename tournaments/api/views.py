"""What the views of tournaments in the API share: who asks, in which tournament."""

from __future__ import annotations

from functools import cached_property

from matches.api.views import ApiView
from tournaments.errors import NotAllowedError
from tournaments.models import Tournament
from tournaments.permissions import Actor, Capability, Right, may
from tournaments.selectors.open_to import Asker
from tournaments.selectors.public import tournament_open_to


class TournamentView(ApiView):
    """Something of one tournament."""

    @cached_property
    def asker(self) -> Asker:
        """Return who asks, as selectors know them."""
        return Asker(self.request.user, self.principal.players)

    def here(self, slug: str) -> tuple[Tournament, Actor]:
        """Return the tournament of an address, and who asks there. Raises NotFoundError."""
        return tournament_open_to(slug, self.asker.user, self.asker.refs)


def require(actor: Actor, capability: Capability, right: Right) -> None:
    """Raise NotAllowedError unless the actor may read this."""
    if not may(actor, capability, right):
        raise NotAllowedError
