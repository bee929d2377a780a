"""From an error's code to the HTTP status and the sentence that a person reads; one shape for pages and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _

from gameengine.core.errors import Refusal
from matches.errors import MatchError
from matches.errors import sentence as match_sentence
from tournaments.errors import NotFoundError, TournamentError
from tournaments.errors import sentence as tournament_sentence

CONTENT_TYPE: Final = "application/problem+json"
TYPE_BASE: Final = "urn:flagfall:error:"

STATUSES: Final[Mapping[int, frozenset[str]]] = {
    400: frozenset(
        [
            "bad_command",
            "unknown_command",
            "bad_frame",
            "BAD_SYNTAX",
            "BAD_OPTION",
            "BAD_CONTROL",
            "BAD_POSITION",
            "reason_missing",
            "content_refused",
            "deck_refused",
            "deck_unreadable",
            "deck_name_missing",
            "name_missing",
            "name_too_long",
            "bad_slug",
            "unknown_game",
            "bad_option",
            "bad_control",
            "bad_zone",
            "bad_value",
            "unknown_format",
            "bad_setting",
            "roster_size",
            "roster_of_game",
            "no_pair",
            "bad_email",
            "unknown_bot",
            "file_unreadable",
            "file_empty",
            "too_many_rows",
            "no_name_column",
            "bad_seeds",
            "winner_missing",
            "bad_result",
            "unknown_part",
            "not_disputable",
            "no_such_ply",
            "no_such_ruling",
            "bad_reason",
            "text_missing",
            "text_too_long",
            "bad_seats",
            "own_seat_missing",
            "own_seat_twice",
            "no_such_level",
            "untimed_listed",
            "guest_name_missing",
        ]
    ),
    403: frozenset(
        [
            "not_your_seat",
            "may_not_rule",
            "may_not_look",
            "may_not_see",
            "not_allowed",
            "own_match",
            "rival_board",
            "own_dispute",
            "not_yours",
            "same_instance",
            "own_proposal",
            "registration_closed",
            "table_by_link",
            "not_at_table",
            "not_host",
        ]
    ),
    404: frozenset(
        [
            "no_such_match",
            "no_such_deck",
            "no_such_content",
            "no_decks",
            "no_contents",
            "no_call",
            "no_such_user",
            "link_unknown",
            "no_such_tournament",
            "no_such_entry",
            "no_such_import",
            "no_such_stage",
            "no_such_round",
            "no_such_pairing",
            "no_such_item",
            "no_such_proposal",
            "no_such_screen",
            "no_such_dispute",
            "no_such_table",
            "no_such_seat",
            "table_link_unknown",
        ]
    ),
    410: frozenset(["link_expired", "link_used", "table_gone"]),
    413: frozenset(["frame_too_large", "file_too_large"]),
    429: frozenset({"rate_limited"}),
    500: frozenset({"server_fault"}),
    503: frozenset({"busy"}),
}
"""The codes that are not answered by 409: for all others the request was fine, but not in this state of things."""

_BY_CODE: Final = {code: status for status, codes in STATUSES.items() for code in codes}


def status_of(code: str) -> int:
    """Return the HTTP status for an error's code."""
    return _BY_CODE.get(code, 409)


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, as both people and programs get it.

    `errors` names the fields at fault, if any; `more` is what a program needs to go on, such as the present state.
    """

    status: int
    code: str
    detail: str
    errors: tuple[Mapping[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the problem document; `code` never changes, `title` and `detail` follow the language."""
        return {
            "type": TYPE_BASE + self.code,
            "title": title_of(self.status),
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "errors": list(self.errors),
            **self.more,
        }

    def to_response(self) -> JsonResponse:
        """Return the answer for a program."""
        return JsonResponse(self.to_json(), status=self.status, headers=self.headers, content_type=CONTENT_TYPE)


def title_of(status: int) -> str:
    """Return the few words that stand over an error of this status."""
    titles = {
        400: _("This request is not complete"),
        401: _("Log in first"),
        403: _("This is not for you"),
        404: _("There is nothing here"),
        405: _("This cannot be done here"),
        406: _("This form is not on offer"),
        409: _("Not now"),
        410: _("This is over"),
        412: _("It has changed meanwhile"),
        413: _("This is too large"),
        415: _("This form is not understood"),
        428: _("Say which version you mean"),
        429: _("Too many requests"),
        503: _("The service is busy"),
    }
    return titles.get(status) or _("The service failed")


def problem_of(error: Exception) -> Problem | None:
    """Return what to tell about a refusal of ours; None for any other exception."""
    if isinstance(error, TournamentError):
        status = 404 if isinstance(error, NotFoundError) else status_of(error.code)
        return Problem(status, error.code, tournament_sentence(error.code, error.what))
    if isinstance(error, MatchError | Refusal):
        sentence = match_sentence(error.code, str(getattr(error, "game", "")))
        return Problem(status_of(error.code), error.code, sentence, more=getattr(error, "more", {}))
    return None


def wants_json(request: HttpRequest) -> bool:
    """Tell whether a program asks: by the address of the API, or by what it accepts."""
    if request.path.startswith("/api/"):
        return True
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
