"""Checking Ed25519 signatures, in whole numbers alone, so that a copy of the engine needs nothing else for it.

Source: RFC 8032, sections 5.1.3 and 5.1.7. There is no signing here: this arithmetic takes a time that depends on its
numbers, which is of no matter where everything is public.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE: Final = pow(2, (_P - 1) // 4, _P)


class _Point(NamedTuple):
    """A point of the curve in extended coordinates: x = X/Z, y = Y/Z, x * y = T/Z."""

    x: int
    y: int
    z: int
    t: int


_NEUTRAL: Final = _Point(0, 1, 1, 0)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether `signature` is one of `message` by the holder of the public key. Wrong lengths are no signature."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    holder = _decoded(key)
    factor = int.from_bytes(signature[32:], "little")
    if holder is None or factor >= _ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _ORDER
    negative = _Point(-holder.x % _P, holder.y, holder.z, -holder.t % _P)
    return _encoded(_sum_of_multiples(factor, _BASE, challenge, negative)) == signature[:32]


def _decoded(data: bytes) -> _Point | None:
    """Return the point that 32 bytes stand for, None if they stand for none."""
    number = int.from_bytes(data, "little")
    y, is_odd = number & ((1 << 255) - 1), number >> 255
    if y >= _P:
        return None
    x = _x_of(y)
    if x is None or (x == 0 and is_odd):
        return None
    x = x if x % 2 == is_odd else _P - x
    return _Point(x, y, 1, x * y % _P)


def _x_of(y: int) -> int | None:
    """Return a root of (y² - 1) / (dy² + 1), None if it has none."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    return None if (x * x - square) % _P else x


def _encoded(point: _Point) -> bytes:
    inverse = pow(point.z, -1, _P)
    x, y = point.x * inverse % _P, point.y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _sum(one: _Point, other: _Point) -> _Point:
    a = (one.y - one.x) * (other.y - other.x) % _P
    b = (one.y + one.x) * (other.y + other.x) % _P
    c = 2 * _D * one.t * other.t % _P
    d = 2 * one.z * other.z % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return _Point(e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _sum_of_multiples(factor: int, point: _Point, other_factor: int, other: _Point) -> _Point:
    """Return factor * point + other_factor * other, doubling once for both."""
    result, both = _NEUTRAL, _sum(point, other)
    for place in range(max(factor, other_factor).bit_length() - 1, -1, -1):
        result = _sum(result, result)
        here, there = factor >> place & 1, other_factor >> place & 1
        if here or there:
            result = _sum(result, both if here and there else point if here else other)
    return result


def _base() -> _Point:
    """Return the point with y = 4/5 and an even x, of which everything is a multiple."""
    y = 4 * pow(5, -1, _P) % _P
    found = _decoded(y.to_bytes(32, "little"))
    if found is None:
        raise ArithmeticError("the curve has no base point")
    return found


_BASE: Final = _base()
