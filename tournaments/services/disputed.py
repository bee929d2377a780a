"""What can be disputed, by whom, and until when: checked before a dispute is opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from matches.now import now_ms
from tournaments.errors import NotFoundError, TournamentError
from tournaments.models import PENDING, REASONS, Dispute, Entry, Pairing, PairingMatch, Round, Tournament
from tournaments.permissions import Actor, Capability, may

MOST_TEXT: Final = 2000


@dataclass(frozen=True, slots=True)
class Disputed:
    """What somebody disputes: an action or clock of a match, a result, a pairing, or a person."""

    about: str
    match_id: str = ""
    pairing_id: str = ""
    entry_id: str = ""
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """The rows of what is disputed."""

    tournament: Tournament
    about: str
    game: PairingMatch | None = None
    pairing: Pairing | None = None
    entry: Entry | None = None
    ply: int | None = None


def may_open(by: Actor, *, tournament: Tournament, pairing: Pairing | None = None, entry: Entry | None = None) -> bool:
    """Tell whether somebody may dispute something about a board or a person at all."""
    own = own_entry(by, Thing(tournament, "", pairing=pairing, entry=entry))
    return tournament.state != Tournament.State.FINISHED and may(by, Capability.OPEN_DISPUTE, entry_id=own)


def claim_until_ms(tournament: Tournament, end_ms: int | None) -> int | None:
    """Return until when something that ended then can be disputed; None while it has not ended."""
    return None if end_ms is None else end_ms + tournament.claim_ms


# the rows


def thing_of(tournament: Tournament, thing: Disputed) -> Thing:
    """Return the rows that are named, all of this tournament. Raises NotFoundError, `not_disputable`, `no_such_ply`."""
    if thing.about not in Dispute.About.values:
        raise TournamentError("not_disputable", thing.about[:40])
    found = Thing(tournament, thing.about)
    if thing.match_id:
        game = game_in(tournament, thing.match_id)
        found = replace(found, game=game, pairing=game.pairing)
    elif thing.pairing_id:
        found = replace(found, pairing=pairing_in(tournament, thing.pairing_id))
    if thing.entry_id:
        found = replace(found, entry=entry_in(tournament, thing.entry_id))
    _complete(found)
    return replace(found, ply=_ply(found, thing.ply))


def game_in(tournament: Tournament, match_id: str) -> PairingMatch:
    """Return the place of a match in a tournament. Raises NotFoundError `no_such_pairing`."""
    games = PairingMatch.objects.select_related(
        "match", "pairing__round__stage", "pairing__stage__tournament", "pairing__entry_0", "pairing__entry_1"
    )
    game = games.filter(match=match_id, pairing__stage__tournament=tournament).first()
    if game is None:
        raise NotFoundError("no_such_pairing")
    return game


def pairing_in(tournament: Tournament, pairing_id: str) -> Pairing:
    """Return a pairing that has been published; a draft is changed, not disputed. Raises `no_such_pairing`."""
    rows = Pairing.objects.select_related("round__stage", "stage__tournament", "entry_0", "entry_1")
    pairing = rows.filter(pk=pairing_id, stage__tournament=tournament).first()
    if pairing is None or not pairing.round.public:
        raise NotFoundError("no_such_pairing")
    return pairing


def entry_in(tournament: Tournament, entry_id: str) -> Entry:
    """Return an entry of a tournament. Raises NotFoundError `no_such_entry`."""
    entry = Entry.objects.filter(pk=entry_id, tournament=tournament).first()
    if entry is None:
        raise NotFoundError("no_such_entry")
    return entry


_NEEDED: Final = {
    Dispute.About.ACTION: "game",
    Dispute.About.CLOCK: "game",
    Dispute.About.RESULT: "pairing",
    Dispute.About.PAIRING: "pairing",
    Dispute.About.PERSON: "entry",
}


def _complete(found: Thing) -> None:
    """Raise `not_disputable` if what this kind is about is missing."""
    about = Dispute.About(found.about)
    if getattr(found, _NEEDED[about]) is None:
        raise TournamentError("not_disputable", about.label)
    if found.entry is not None and found.pairing is not None:
        sides = {found.pairing.entry_0_id, found.pairing.entry_1_id}
        if found.entry.pk not in sides:
            raise NotFoundError("no_such_entry")


def _ply(found: Thing, ply: int | None) -> int | None:
    """Return the number of the disputed action. Raises `no_such_ply`."""
    if found.about == Dispute.About.ACTION or (ply is not None and found.game is not None):
        if found.game is None or ply is None or not 1 <= ply <= found.game.match.ply:
            raise TournamentError("no_such_ply")
        return ply
    return None


def own_entry(by: Actor, found: Thing) -> str | None:
    """Return the entry of the actor that plays in what is disputed, None if none of theirs does.

    A person is disputed by that person, and by those who were paired with them.
    """
    if found.pairing is not None:
        sides = {found.pairing.entry_0_id, found.pairing.entry_1_id}
    elif found.entry is not None:
        sides = {found.entry.pk, *_opponents(found.entry)} if by.entries else set()
    else:
        sides = set()
    return next(iter(sorted(by.entries & sides)), None)


def _opponents(entry: Entry) -> set[str]:
    """Return the entries that were paired with this one in a published round."""
    met: set[str] = set()
    for own, other in (("entry_0", "entry_1_id"), ("entry_1", "entry_0_id")):
        boards = Pairing.objects.filter(**{own: entry}).exclude(round__state=Round.State.DRAFT)
        met |= {found for found in boards.values_list(other, flat=True) if found}
    return met


# whether it is in order


def unfinished(tournament: Tournament) -> None:
    """Raise `tournament_finished`: then nothing is disputed or decided any more."""
    if tournament.state == Tournament.State.FINISHED:
        raise TournamentError("tournament_finished")


def said(about: str, reason: str, text: str) -> None:
    """Raise unless the reason fits what is disputed, and words are there where the list has none."""
    if reason not in REASONS[Dispute.About(about)]:
        raise TournamentError("bad_reason")
    text_fits(text, needed=reason == Dispute.Reason.OTHER)


def text_fits(text: str, *, needed: bool) -> None:
    """Raise `text_missing` or `text_too_long`."""
    if needed and not text.strip():
        raise TournamentError("text_missing")
    if len(text) > MOST_TEXT:
        raise TournamentError("text_too_long")


def _end_ms(found: Thing) -> int | None:
    """Return from when the time for a dispute runs, None while what is disputed has not ended."""
    if found.about == Dispute.About.PERSON or found.pairing is None:
        return None
    if found.about == Dispute.About.PAIRING:
        return found.pairing.round.started_at_ms or found.pairing.round.published_at_ms
    if found.game is not None and found.about != Dispute.About.RESULT:
        return found.game.match.ended_at_ms
    ended = found.game.match.ended_at_ms if found.game is not None else None
    result = getattr(found.pairing, "result", None)
    return max((at for at in (ended, result.decided_at_ms if result else None) if at is not None), default=None)


def in_time(by: Actor, found: Thing) -> None:
    """Raise `no_result` before there is one, and `claim_window_over` for players.

    What the staff itself finds out is not bound to their time.
    """
    end_ms = _end_ms(found)
    if end_ms is None and found.about == Dispute.About.RESULT:
        raise TournamentError("no_result")
    until_ms = claim_until_ms(found.tournament, end_ms)
    if until_ms is not None and now_ms() >= until_ms and not by.staff:
        raise TournamentError("claim_window_over")


def once(by: Actor, own: str | None, found: Thing) -> None:
    """Raise `already_disputed` if the same one has a dispute about the same thing that nobody has decided."""
    author = {"by_entry": own} if own else {"by_entry": None, "by_user": by.user_id}
    same = Dispute.objects.filter(
        tournament=found.tournament,
        match=found.game.match_id if found.game else None,
        pairing=found.pairing,
        entry=found.entry,
        about=found.about,
        ply=found.ply,
        state__in=PENDING,
        **author,
    )
    if same.exists():
        raise TournamentError("already_disputed")
