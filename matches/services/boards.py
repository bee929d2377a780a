"""The code of a real board: with it a device at the table takes the clock over, for both seats.

The text of a code is made from the secret of the service, the match and the number of the code: it can be printed as
often as an arbiter needs it, and no copy of the database opens a clock.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac

from gameengine.core.abilities import TrustsDevice
from gameengine.games.registry import game
from matches import announce
from matches.errors import MatchError
from matches.models import BoardCode, Match

MOST_WRONG: Final = 10
"""After so many wrong attempts a code opens nothing any more."""

# Without letters and digits that look like others.
_ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_LENGTH: Final = 8
_SALT: Final = "matches.board-code"


def board_code(*, match_id: str) -> str:
    """Return the code of a board as it is printed: two groups of four. Raises MatchError `no_such_match`, `not_board`.

    The caller has checked that an arbiter asks.
    """
    return _text(_code_of(match_id))


def board_code_renew(*, match_id: str) -> str:
    """Return a new code; what the old one has opened is closed. Raises MatchError as `board_code` does."""
    with transaction.atomic():
        old = _code_of(match_id)
        BoardCode.objects.filter(pk=old.pk).update(number=F("number") + 1, wrong=0)
        new = BoardCode.objects.get(pk=old.pk)
        closed = {"t": "close", "key": f"board/{match_id}/{old.number}"}
        transaction.on_commit(partial(announce.tell, closed), robust=True)
    return _text(new)


def board_take(*, match_id: str, typed: str) -> str:
    """Return the reference by which whoever typed the code holds the clock.

    Small letters, blanks and dashes do not matter. Raises MatchError `no_such_match`, `not_board`, `code_wrong`,
    `code_spent` after too many wrong attempts.
    """
    code = _code_of(match_id)
    given = "".join(sign for sign in typed.upper() if sign.isalnum())
    right = constant_time_compare(given.encode(), _plain(code).encode())
    attempts = BoardCode.objects.filter(pk=code.pk, number=code.number, wrong__lt=MOST_WRONG)
    # Counted in the statement that judges: attempts at once are not fewer.
    if not attempts.update(wrong=0 if right else F("wrong") + 1):
        raise MatchError("code_spent")
    if not right:
        raise MatchError("code_wrong")
    return f"board/{match_id}/{code.number}"


def board_hold(*, match_id: str) -> str:
    """Return the reference by which the clock is held, for an arbiter who needs no code."""
    return f"board/{match_id}/{_code_of(match_id).number}"


def _code_of(match_id: str) -> BoardCode:
    """Return the code of a board, made when it is first asked for."""
    found = BoardCode.objects.filter(match_id=match_id).first()
    if found is not None:
        return found
    match = Match.objects.filter(pk=match_id).only("id", "game").first()
    if match is None:
        raise MatchError("no_such_match")
    if not isinstance(game(match.game), TrustsDevice):
        raise MatchError("not_board")
    try:
        with transaction.atomic():
            return BoardCode.objects.create(match=match)
    except IntegrityError:
        return BoardCode.objects.get(match_id=match_id)


def _text(code: BoardCode) -> str:
    plain = _plain(code)
    return f"{plain[:4]}-{plain[4:]}"


def _plain(code: BoardCode) -> str:
    digest = salted_hmac(_SALT, f"{code.match_id}/{code.number}", algorithm="sha256").digest()
    number, signs = int.from_bytes(digest, "big"), []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_ALPHABET))
        signs.append(_ALPHABET[place])
    return "".join(signs)
