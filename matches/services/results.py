"""Signed results: what the installation says about the end of a match, for good."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from gameengine import log
from gameengine.randomness import commit
from matches import now
from matches.models import Match, MatchSeed, ResultSignature
from matches.sealing import unseal_all
from matches.signing import public_key, sign


def result_sign(*, match: Match) -> ResultSignature:
    """Return the signature of a match's end, made now if there is none: called twice it signs once.

    Runs inside the transaction that ends the match; for one that ended before there were signatures, whenever it is
    asked for. Raises ValueError for a match that is not over.
    """
    known = ResultSignature.objects.filter(match_id=match.pk, head=match.head).first()
    if known is not None:
        return known
    if match.outcome is None or match.ended_at_ms is None:
        raise ValueError(f"{match.pk} is not over")
    at_ms = now.now_ms()
    seeds = unseal_all(MatchSeed.objects.values_list("sealed", flat=True).get(pk=match.pk))
    said = log.statement(
        match=match.pk,
        game=match.game,
        head=match.head,
        outcome=match.outcome,
        commits=[commit(match.pk, seed) for seed in seeds],
        seeds=[seed.hex() for seed in seeds],
        ended_at_ms=match.ended_at_ms,
        signed_at_ms=at_ms,
    )
    row = ResultSignature(
        match_id=match.pk,
        head=match.head,
        statement=log.canonical(said).decode(),
        key=public_key(),
        signature=sign(log.to_sign(said)),
        at_ms=at_ms,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        # Somebody else has asked for it at the same time.
        return ResultSignature.objects.get(match_id=match.pk, head=match.head)
    return row
