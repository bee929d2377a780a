"""What all pages of a tournament share: where one is, who one is there, how acts are answered and parts are sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameengine.core.abilities import HasContent, HasDecks
from gameengine.games.registry import GAMES
from matches.errors import MatchError
from matches.errors import sentence as match_sentence
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.links import refs_in
from tournaments.models import Entry, Tournament
from tournaments.pages.progress import Head, head
from tournaments.permissions import Actor, Capability, Right, may
from tournaments.selectors.entries import free_place
from tournaments.selectors.progress import progress_of
from tournaments.selectors.public import tournament_open_to

Given = ParamSpec("Given")


@dataclass(frozen=True)
class Here:
    """A tournament, and who looks at it."""

    request: HttpRequest
    tournament: Tournament
    actor: Actor

    def may(self, capability: Capability, right: Right = Right.WRITE) -> bool:
        """Tell whether whoever looks may do this."""
        return may(self.actor, capability, right)

    def require(self, capability: Capability, right: Right = Right.WRITE) -> None:
        """Raise NotAllowedError unless whoever looks may do this."""
        if not self.may(capability, right):
            raise NotAllowedError

    @property
    def sees_drafts(self) -> bool:
        """Tell whether rounds that are not published may be shown."""
        return self.may(Capability.DRAFT_ROUND, Right.READ)

    @property
    def is_staff(self) -> bool:
        """Tell whether the console is for them, to look or to act."""
        return self.sees_drafts

    @property
    def rules(self) -> bool:
        """Tell whether they are an arbiter."""
        return self.may(Capability.RULE, Right.DECIDE)

    @property
    def url(self) -> str:
        """Return the address of the tournament's page."""
        return reverse("tournament", args=[self.tournament.slug])

    @property
    def sent(self) -> QueryDict | None:
        """Return the form that was sent, None if the page is only looked at."""
        return self.request.POST if self.request.method == "POST" else None

    @property
    def feed(self) -> str:
        """Return the address of the tournament's live line."""
        return f"/ws/tournament/{self.tournament.slug}/"

    @cached_property
    def head(self) -> Head:
        """Return how far the tournament has got, in words."""
        return head(progress_of(self.tournament))

    @cached_property
    def free_place(self) -> Entry | None:
        """Return a place that whoever looks may take over now, if there is one and they do not play already."""
        return None if self.actor.players else free_place(self.tournament)

    @property
    def has_content(self) -> bool:
        """Tell whether the game has cards or other content that a page shows."""
        return isinstance(GAMES.get(self.tournament.game), HasContent)

    @property
    def has_decks(self) -> bool:
        """Tell whether players bring decks."""
        return isinstance(GAMES.get(self.tournament.game), HasDecks)

    @property
    def can_enter(self) -> bool:
        """Tell whether whoever looks may enter themselves now."""
        tournament = self.tournament
        return tournament.self_registration and tournament.state == Tournament.State.OPEN


Page = Callable[Concatenate[Here, Given], HttpResponse]
View = Callable[..., HttpResponse]


def find(request: HttpRequest, slug: str) -> Here:
    """Return the tournament of an address. One in preparation exists for its staff alone: NotFoundError."""
    tournament, actor = tournament_open_to(slug, request.user, refs_in(request.session))
    return Here(request, tournament, actor)


def page(view: Page[Given]) -> View:
    """Make a page of a function that takes `Here`: it only looks, and is never kept by a browser."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        return view(find(request, slug), *args, **kwargs)

    return require_safe(never_cache(gzip_page(wrapped)))


def act(view: Page[Given]) -> View:
    """Make an act of a function that takes `Here`: POST alone; a refusal goes back to where it came from in words.

    What is not allowed, or does not exist, is a page of its own with its status.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        here = find(request, slug)
        try:
            return view(here, *args, **kwargs)
        except (NotAllowedError, NotFoundError):
            raise
        except (TournamentError, MatchError) as refusal:
            return refused(request, refusal, here.url)

    return require_POST(never_cache(wrapped))


def both(view: Page[Given]) -> View:
    """Make a page with a form of its own: it looks by GET and acts by POST, and answers its refusals itself."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        return view(find(request, slug), *args, **kwargs)

    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(wrapped))


def sent_by(capability: Capability, right: Right = Right.WRITE) -> Callable[[Page[Given]], Page[Given]]:
    """Refuse what is sent to a page or an act by whoever may not, before anything that was typed is looked at."""

    def declare(view: Page[Given]) -> Page[Given]:
        @wraps(view)
        def guarded(here: Here, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
            if here.sent is not None:
                here.require(capability, right)
            return view(here, *args, **kwargs)

        return guarded

    return declare


def refused(request: HttpRequest, refusal: TournamentError | MatchError, default: str) -> HttpResponse:
    """Go back with the sentence of a refusal; nothing was changed."""
    messages.error(request, words_of(refusal))
    return redirect(back(request, default))


def words_of(refusal: TournamentError | MatchError) -> str:
    """Return the sentence of a refusal."""
    return refusal.message if isinstance(refusal, TournamentError) else match_sentence(refusal.code)


def note(form: Form, refusal: TournamentError, field: str | None = None) -> None:
    """Write a refusal at its field of a form; what is not allowed at all has a page of its own."""
    if isinstance(refusal, NotAllowedError):
        raise refusal
    form.add_error(field, words_of(refusal))


def back(request: HttpRequest, default: str) -> str:
    """Return where a form came from, if it is one of our pages."""
    wanted = request.POST.get("next") or request.META.get("HTTP_REFERER", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else default


def done(here: Here, sentence: str, to: str = "") -> HttpResponse:
    """Say what was done, and go back to where the form came from."""
    messages.success(here.request, sentence)
    return redirect(to or back(here.request, here.url))


def show(here: Here, template: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    """Return a page of the tournament, or the one part of it that is asked for.

    Values of the context may be functions: a template that does not use them does not call them, so that a part costs
    no more than itself.
    """
    part = here.request.GET.get("part", "")
    if part and part.replace("-", "").isalnum():
        template = f"{template}#{part}"
    shared: dict[str, Any] = {"here": here, "tournament": here.tournament, "may": _Rights(here)}
    if not part:
        shared |= {"progress": here.head, "place": here.head.place}
    try:
        return render(here.request, template, {**shared, **context}, status=status)
    except TemplateDoesNotExist as error:
        raise Http404(part) from error


@dataclass(frozen=True, slots=True)
class _Rights:
    """What whoever looks may do, for templates: `may.pair`, `may.read_settings`, `may.decide_rule`."""

    here: Here

    def __getitem__(self, name: str) -> bool:
        right = Right.WRITE
        for word, named in (("read_", Right.READ), ("decide_", Right.DECIDE)):
            if name.startswith(word):
                name, right = name.removeprefix(word), named
        return self.here.may(Capability(name), right)
