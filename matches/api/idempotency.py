"""Idempotency-Key: a request that is sent again gets the answer of the first time, for a day.

Answers lie in the cache, sealed, because some hold a private link or a token. Only what was done is kept: a refusal
changed nothing, and the same request may succeed later. Without the header a request is worked on as it comes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any, Final, Literal

import orjson
from django.core.cache import caches
from redis.exceptions import RedisError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.access import Principal
from matches.api.refusals import BadKeyError, KeyInUseError, KeyReusedError, UnavailableError
from matches.sealing import seal, unseal

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
KEPT_S: Final = 24 * 3600
WORKING_S: Final = 60
"""How long an answer is waited for: whoever worked on it is gone by then."""
STRANGERS_KEY: Final = 20
"""How long a key must be where it alone proves whose the kept answer is: nobody else behind an address may guess it."""
_KEY: Final = re.compile(r"[\x21-\x7e]{1,80}")
_WORKING: Final = "working"


def once(request: Request, principal: Principal, work: Callable[[], Response]) -> Response:
    """Return the answer to a request: the kept one if it comes again under the same key from the same asker.

    Raises BadKeyError, KeyInUseError, KeyReusedError, UnavailableError.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return work()
    if not _KEY.fullmatch(key) or (not principal.keys and len(key) < STRANGERS_KEY):
        raise BadKeyError
    place, sent = _place(request, principal, key), _print(request)
    if not _cache("add", place, [sent, _WORKING], WORKING_S):
        return _kept(place, sent)
    try:
        response = work()
    except BaseException:
        _cache("delete", place)
        raise
    _cache("set", place, [sent, _sealed(response)], KEPT_S)
    return response


def _place(request: Request, principal: Principal, key: str) -> str:
    """Return where an answer lies: keys of different askers have nothing to do with each other."""
    who = sorted(principal.keys) or [str(request.META.get("REMOTE_ADDR", ""))]
    return "once/" + hashlib.sha256("\0".join([*who, key]).encode()).hexdigest()


def _print(request: Request) -> str:
    """Return a hash of the request without its headers."""
    body = orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(f"{request.method}\0{request.get_full_path()}\0".encode() + body).hexdigest()


def _kept(place: str, sent: str) -> Response:
    kept = _cache("get", place)
    if kept is None or kept == [sent, _WORKING]:
        raise KeyInUseError
    if kept[0] != sent:
        raise KeyReusedError
    answer = orjson.loads(unseal(kept[1]))
    return Response(answer["data"], answer["status"], headers={**answer["headers"], REPLAYED: "true"})


def _sealed(response: Response) -> str:
    headers = {name: response[name] for name in ("ETag", "Location") if name in response}
    # Rendered first: data may hold values that only the renderer knows how to write.
    data = orjson.loads(JSONRenderer().render(response.data) or b"null")
    return seal(orjson.dumps({"data": data, "status": response.status_code, "headers": headers}))


def _cache(act: Literal["add", "get", "set", "delete"], *args: Any) -> Any:
    """Ask the cache; without it nothing can be promised."""
    try:
        return getattr(caches["kept"], act)(*args)
    except (RedisError, OSError) as error:
        raise UnavailableError from error
