"""What people read about a check: a sentence for each code of a finding. Texts by gettext."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from gameengine.log import Finding

SENTENCES: Final[Mapping[str, Any]] = {
    "BAD_ZIP": _("The zip is not as it was written."),
    "FILE_MISSING": _("This file belongs to evidence and is not there."),
    "FILE_UNKNOWN": _("Evidence has no such file."),
    "HASH_DIFFERS": _("This file is not the one that the manifest lists."),
    "BAD_MANIFEST": _("This is not a list of the files of evidence."),
    "MANIFEST_DIFFERS": _("The manifest says something else than the files."),
    "SIGNATURE_DIFFERS": _("The signature does not belong to this."),
    "OTHER_KEY": _("It is signed with another key."),
    "BAD_JSON": _("This line cannot be read."),
    "BAD_RULING": _("The log has no line for this ruling."),
    "BAD_RESULT": _("This is not a signed result."),
    "RESULT_DIFFERS": _("The signed result says something else than the log."),
    "VIEW_DIFFERS": _("By the log and the rules something else was seen here."),
    "BAD_RECORD": _("This is not a log of a match."),
    "CHAIN_BROKEN": _("This line, or the one before it, is not what was written."),
    "HEAD_DIFFERS": _("The last hash is not that of the last line: lines are missing."),
    "COMMIT_DIFFERS": _("The random numbers are not those to which the server had committed itself."),
    "PART_DIFFERS": _("What was hidden here is not what was sealed in the log."),
    "REPLAY_DIFFERS": _("Played again by the rules, something else comes out."),
    "DRAW_DIFFERS": _("The random numbers give another draw."),
    "NOT_OVER": _("There is a proof, but the match does not end: lines are missing."),
    "NONCES_DIFFER": _("The numbers that the players gave are not those of the log."),
}
"""By code of a finding of `gameengine.log`."""


def told(finding: Finding) -> dict[str, str]:
    """Return a finding as a page tells it: place, sentence, code, and the exact words of the engine."""
    return {
        "place": finding.place,
        "text": str(SENTENCES[finding.code]),
        "code": finding.code,
        "detail": finding.detail,
    }
