"""What the API takes and gives of contents and decks."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.games.registry import GAMES
from matches.api.fields import BothLanguages, Moment, OneOf, PageQuery, Shown, Strict, Values, Words
from matches.decks import faults_of
from matches.models import Deck

LONGEST_REF: Final = 64


class ContentQuery(Strict):
    """On which content."""

    content = serializers.CharField(
        required=False, max_length=LONGEST_REF, help_text="Name or hash of a content; without it the usual one."
    )


class NamedOut(Shown):
    """A content by its name."""

    ref = serializers.CharField(help_text="The name of a built-in content, or the SHA-256 of an uploaded one.")
    name = serializers.CharField()
    built_in = serializers.BooleanField()


class ContentOut(NamedOut):
    """A content as a whole: what the option `content` takes."""

    data = Values()  # type: ignore[assignment]  # a serializer's own data is something else


class HeroOut(Shown):
    """A hero."""

    id = serializers.CharField()
    name = BothLanguages()
    text = BothLanguages()


class CardOut(Shown):
    """A card that decks may hold."""

    id = serializers.CharField()
    name = BothLanguages()
    detail = BothLanguages()
    kind = serializers.CharField()
    hero = serializers.CharField(allow_blank=True, help_text="The only hero whose decks may hold it; empty for all.")
    most = serializers.IntegerField(help_text="How often a deck may hold it.")
    cost = serializers.IntegerField(help_text="How many other cards of the hand it costs.")


class CatalogueOut(Shown):
    """What decks are built of."""

    heroes = HeroOut(many=True)
    cards = CardOut(many=True)
    presets = Values(help_text="The ready deck of each hero: number by id of the card.")
    smallest = serializers.IntegerField()
    largest = serializers.IntegerField()
    most_ultimates = serializers.IntegerField()


class DeckFault(Shown):
    """One thing that is wrong with a deck."""

    code = serializers.CharField()
    text = serializers.CharField()


class DeckQuery(PageQuery):
    """Of which game, and on which content they are checked."""

    game = serializers.ChoiceField(choices=list(GAMES))
    content = serializers.CharField(required=False, max_length=LONGEST_REF)


class DeckOut(serializers.ModelSerializer[Deck]):
    """A deck that you keep."""

    game = serializers.ChoiceField(choices=list(GAMES))
    deck = Values(help_text='`{"hero": …, "cards": {id: number}}`.')
    problems = serializers.SerializerMethodField(help_text="What is wrong with it on the content that was asked for.")
    made_at = Moment(source="made_at_ms")
    changed_at = Moment(source="changed_at_ms")

    class Meta:
        model = Deck
        fields = ("id", "game", "name", "deck", "problems", "made_at", "changed_at")

    @extend_schema_field(DeckFault(many=True))
    def get_problems(self, row: Deck) -> Any:
        """Return what is wrong."""
        options = self.context["checked_on"][row.game]
        return DeckFault(faults_of(GAMES[row.game], options, row.deck), many=True).data


class DeckIn(Strict):
    """A deck to keep."""

    game = OneOf(choices=list(GAMES))
    name = Words(max_length=60)
    deck = Values(help_text='`{"hero": …, "cards": {id: number}}`.')


class DeckChange(Strict):
    """What may be changed about a deck."""

    name = Words(required=False, max_length=60)
    deck = Values(required=False)


class SeatDeckIn(Strict):
    """The deck of a seat or an entry."""

    deck = Values(help_text='`{"hero": …}` for the ready deck of a hero, with `cards` for an own one.')


class BroughtOut(Shown):
    """The deck of a seat or an entry, and who chooses it."""

    deck = Values(allow_null=True, help_text="Null while nothing is chosen.")
    choice = serializers.ChoiceField(
        choices=["fixed", "ready", "built"],
        help_text="What players may choose: nothing, the ready deck of a hero, or an own deck.",
    )
