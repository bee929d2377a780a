"""Pages for what went wrong: each names the fault, says what it means and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from flagfall.errors import Problem, problem_of, title_of, wants_json


def answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return the problem as a page or, for a program, as a document."""
    if wants_json(request):
        return problem.to_response()
    context = {"problem": problem, "title": title_of(problem.status)}
    return render(request, "fault.html", context, status=problem.status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    text = _("Something in the address or the form is not as it should be. Nothing was changed.")
    return answer(request, Problem(HTTPStatus.BAD_REQUEST, "bad_request", text))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403."""
    text = _("It belongs to another player or to the staff. Open your private link again, or log in.")
    return answer(request, Problem(HTTPStatus.FORBIDDEN, "not_allowed", text))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    text = _("The address is wrong, or what belongs here is not public: drafts show only when they are published.")
    return answer(request, Problem(HTTPStatus.NOT_FOUND, "not_found", text))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that did not come from one of our pages, or came from one that is too old."""
    text = _("This form was too old, or did not come from a page of this server. Load the page again, then send it.")
    return answer(request, Problem(HTTPStatus.FORBIDDEN, "csrf_failed", text))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500 from a page that needs neither database nor session, since these may be what failed."""
    problem = Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "server_fault", _("The service failed on this request."))
    if wants_json(request):
        return problem.to_response()
    context = {"problem": problem, "title": title_of(problem.status), "LANGUAGE_CODE": get_language()}
    return HttpResponse(render_to_string("500.html", context), status=problem.status)


class RefusalMiddleware:
    """Turns a refusal that a view let through into its page; every other exception goes on to the log and to 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer refusals by their code."""
        problem = problem_of(exception)
        return answer(request, problem) if problem else None
