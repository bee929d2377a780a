"""Proofs for everybody: the check of a match and of files that somebody brings, evidence, signed results, the key."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from gameengine import log
from gameengine.log import evidence, signed
from matches import signing
from matches.access import principal_of_request
from matches.asking import asked
from matches.errors import MatchError
from matches.evidence import checking, making
from matches.evidence.words import told
from matches.models import Match, ResultSignature
from matches.selectors import match_record
from matches.services import result_sign
from matches.sides import sides_of, versus
from matches.viewing import faces

_KEY_KEPT_S: Final = 300
_MOST_SHOWN: Final = 20


class CheckForm(forms.Form):
    """A file that somebody has and does not trust."""

    file = forms.FileField(
        label=gettext_lazy("Evidence, log or signed result"),
        help_text=gettext_lazy("A file as it is downloaded here, of at most 8 MiB. It is checked and not kept."),
        widget=forms.FileInput(attrs={"accept": ".zip,.jsonl,.json"}),
    )

    def clean_file(self) -> Any:
        """Refuse what is too large."""
        file = self.cleaned_data["file"]
        if file.size > checking.MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 8 MiB."))
        return file


@require_safe
def match_evidence(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the evidence of a match as a zip: in full to who rules; to others once the match is over."""
    found = asked(request, match_id)
    match, whole = found.match, found.role.can_rule
    if not whole:
        _must_be_over(match)
    user_id = principal_of_request(request).user_id
    data = making.match_evidence(match, whole=whole, address=key_address(request), user_id=user_id)
    response = HttpResponse(data, content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{match.pk}-evidence.zip"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def match_result(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the signed result of a match as a file of one canonical line."""
    match = asked(request, match_id).match
    _must_be_over(match)
    data = log.canonical(making.result_json(result_sign(match=match))) + b"\n"
    response = HttpResponse(data, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{match.pk}-result.json"'
    return response


def _must_be_over(match: Match) -> None:
    if match.status != Match.Status.OVER:
        raise MatchError("match_not_over")


@require_safe
def result_key(_request: HttpRequest) -> JsonResponse:
    """Return the public key with which results and evidence are signed here."""
    formats = [signed.FORMAT, evidence.FORMAT]
    response = JsonResponse({"algorithm": signing.ALGORITHM, "key": signing.public_key(), "formats": formats})
    patch_cache_control(response, public=True, max_age=_KEY_KEPT_S)
    return response


def key_address(request: HttpRequest) -> str:
    """Return where everybody can read the public key."""
    return str(request.build_absolute_uri(reverse("result-key")))


@require_http_methods(["GET", "HEAD", "POST"])
def match_check(request: HttpRequest, match_id: str) -> HttpResponse:
    """Replay the log through the rules, and show whether chain, commitments, draws and signature hold.

    A file that is posted is checked the same way, and forgotten.
    """
    match = asked(request, match_id).match
    sent = request.method == "POST"
    form = CheckForm(request.POST, request.FILES) if sent else CheckForm()
    context = {**_about(match), "form": form, "key_address": key_address(request)}
    if not sent:
        return render(request, "matches/check.html", context)
    if form.is_valid() and not checking.check_allowed(str(request.META.get("REMOTE_ADDR", ""))):
        form.add_error(None, _("Too many files were checked from here in a short time. Try again in ten minutes."))
    if not form.is_valid():
        return render(request, "matches/check.html", context, status=400)
    brought = checking.check_file(form.cleaned_data["file"].read())
    context |= {"brought": brought, "faults": _shown(brought.findings), "more": _rest(brought.findings)}
    return render(request, "matches/check.html", context)


def _about(match: Match) -> dict[str, Any]:
    over = match.status == Match.Status.OVER
    checked = _checked(match.pk, match.head, over)
    return {
        "match": match,
        "over": over,
        "versus": versus(sides_of(match, faces(match))),
        "rulings": match.rulings.count(),
        "key": signing.public_key(),
        "signed": _signed(result_sign(match=match)) if over else None,
        **checked,
        "findings": _shown(checked["findings"]),
    }


@lru_cache(maxsize=64)
def _checked(match_id: str, head: str, _over: bool) -> dict[str, Any]:
    """Return the result of the check; a log has one for ever, named by its last hash and whether it is over."""
    record = match_record(Match.objects.select_related("seed").get(pk=match_id))
    read = log.read_record(record)
    lines = [entry.public for entry in read.entries]
    return {
        "findings": tuple(log.verify(record)),
        "lines": len(lines),
        "draws": sum(1 for line in lines if line["kind"] == "chance"),
        "commits": log.commits_of(read),
        "seeds": read.proof.seeds if read.proof else (),
        "nonces": read.proof.nonces if read.proof else (),
        "head": head,
    }


def _signed(row: ResultSignature) -> dict[str, Any]:
    result = making.signed(row)
    return {
        "holds": not log.signature_findings(result),
        "own": row.key == signing.public_key(),
        "key": row.key,
        "signature": row.signature,
        "when": datetime.fromtimestamp(row.at_ms / 1000, UTC),
    }


def _shown(findings: tuple[log.Finding, ...]) -> list[dict[str, str]]:
    return [told(finding) for finding in findings[:_MOST_SHOWN]]


def _rest(findings: tuple[log.Finding, ...]) -> int:
    return max(0, len(findings) - _MOST_SHOWN)
