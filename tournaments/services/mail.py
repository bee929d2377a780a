"""Private links by e-mail. The secret is made where the mail is written, so it never lies in a queue."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Player
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.common import MAIL_LINK, audit, later, lock_tournament, require
from tournaments.services.links import player_link_rotate


@transaction.atomic
def player_links_send(
    *, tournament_id: str, by: Actor, base_url: str, language: str, entry_ids: Sequence[str] | None = None
) -> int:
    """Have a fresh private link mailed to every player with an address, or to those of some entries; return how many.

    `base_url` is where this service is reached, `language` that of players without an account. Their links from before
    are worthless once the mail is out.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.REGISTER)
    players = Player.objects.filter(entry__tournament=tournament, bot_level="").exclude(email="")
    if entry_ids is not None:
        players = players.filter(entry__in=entry_ids)
    wanted = list(players.values_list("pk", flat=True))
    for player_id in wanted:
        later(MAIL_LINK, player_id, base_url, language)
    audit(tournament, by, "player_links_send", subject=tournament, after={"players": len(wanted)})
    return len(wanted)


@transaction.atomic
def player_link_mail(*, player_id: str, base_url: str, language: str) -> bool:
    """Mail a fresh private link to a player; tell whether there was somebody to mail.

    If the mail cannot be handed over, the link from before stays as it was.
    """
    player = Player.objects.select_related("entry__tournament", "user").filter(pk=player_id).first()
    if player is None or not player.email:
        return False
    secret = player_link_rotate(player_id=player.pk, by=SYSTEM)
    link = base_url + reverse("player-link", args=[secret])
    with override(player.user.language if player.user and player.user.language else language):
        text = render_to_string("tournaments/mail/link.txt", {"player": player, "link": link})
        subject = _("Your place in %(tournament)s") % {"tournament": player.entry.tournament.name}
        send_mail(" ".join(subject.split()), text, None, [player.email])
    return True
