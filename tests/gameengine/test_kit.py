"""The kit itself: games that keep the rules pass, and every kind of fault is found."""

from dataclasses import replace

import pytest

from gameengine.board.offers import Offer
from gameengine.board.view import Pick
from gameengine.core.errors import Refusal
from gameengine.core.game import Event, Outcome, Step
from gameengine.games import registry
from gameengine.kit import playing, run_kit
from gameengine.kit.playing import RandomGame
from gameengine.kit.secrecy import leaves
from tests.gameengine.toy import Toy, departing_toy, team_toy, toy


@pytest.mark.parametrize("game", [toy, departing_toy, team_toy], ids=lambda game: game.key)
def test_games_without_fault_pass(game):
    report = run_kit(game, 40)

    assert report.faults == []
    assert report.games == sum(report.reasons.values()) == 40
    assert report.act_us


class LimitedToy(Toy):
    default_control = {"kind": "fischer", "base_ms": 20_000, "increment_ms": 2_000, "untimed_ms": 9_000} | {
        "reaction": {"free_ms": 2_000, "limit_ms": 9_000}
    }
    options = tuple(replace(option, default=True) if option.key == "vows" else option for option in Toy.options)


def test_games_with_limits_pass(monkeypatch):
    game = LimitedToy()
    monkeypatch.setattr(registry, "GAMES", {"toy": game})

    report = run_kit(game, 40)

    assert report.faults == []
    assert report.games == sum(report.reasons.values()) == 40


class Unlimited(Toy):
    """Its quiet limit is off, so that nothing bounds its length."""

    def quiet_limit(self, options):
        return 0


def test_games_that_nothing_bounds_are_cut_short_without_fault(monkeypatch):
    game = Unlimited()
    monkeypatch.setattr(registry, "GAMES", {"toy": game})
    monkeypatch.setattr(playing, "_LONGEST_UNLIMITED", 4)

    report = run_kit(game, 10)

    assert report.faults == []
    assert report.longest == 5


def test_seats_leave_where_the_others_play_on():
    games = [RandomGame(departing_toy, number) for number in range(40)]
    resigned = [
        (played.table.seats, line.kind) for played in games for _node in played.nodes() for line in played.lines[-1:]
    ]

    assert (3, "resign") in resigned
    assert (2, "resign") not in resigned


def test_the_same_numbers_give_the_same_games():
    one, two = run_kit(toy, 5, first=10), run_kit(toy, 5, first=10)

    assert (one.actions, one.reasons) == (two.actions, two.reasons)


class ShowsDeck(Toy):
    def view(self, state, viewer, *, over):
        return {**super().view(state, viewer, over=over), "deck": list(state.deck)}


class HidesScores(Toy):
    def view(self, state, viewer, *, over):
        return {key: part for key, part in super().view(state, viewer, over=over).items() if key != "scores"}


class TellsCardsInEvents(Toy):
    def _step(self, state, seat, rest):
        step = super()._step(state, seat, rest)
        return Step(step.state, (Event("stepped", {"seat": seat, "deck": list(state.deck)}),))


class RefusesByOthersCards(Toy):
    def apply(self, state, actor, text):
        if actor >= 0 and text.startswith("play ") and text[5:] in map(str, state.hands[1 - actor]):
            raise Refusal("HAS_ROLLED", text)
        return super().apply(state, actor, text)


class ListsByOthersCards(Toy):
    def legal_actions(self, state, seat):
        return tuple(sorted(super().legal_actions(state, seat), reverse=state.hands[1 - seat][:1] > (5,)))


class AutomaticByHiddenCards(Toy):
    def automatic_actions(self, state, seat):
        return super().automatic_actions(state, seat)[: 1 + state.deck[0] % 2] if state.deck else ("end",)


class ListsTooMuch(Toy):
    def legal_actions(self, state, seat):
        return (*super().legal_actions(state, seat), "play 99") if seat in self.to_act(state).seats else ()


class ListsTooLittle(Toy):
    def legal_actions(self, state, seat):
        return tuple(text for text in super().legal_actions(state, seat) if text != "step" or not state.steps)


class ListsTwice(Toy):
    def legal_actions(self, state, seat):
        return 2 * super().legal_actions(state, seat)


class LetsTheOtherAct(Toy):
    def apply(self, state, actor, text):
        return super().apply(state, self.to_act(state).seats[0] if actor >= 0 else actor, text)


class UnknownCode(Toy):
    def apply(self, state, actor, text):
        try:
            return super().apply(state, actor, text)
        except Refusal as refusal:
            raise Refusal(f"X_{refusal.code}", text) from refusal


class ChangesItsInput(Toy):
    def apply(self, state, actor, text):
        if text == "step":
            object.__setattr__(state, "quiet", state.quiet + 1)
        return super().apply(state, actor, text)


class ForgetsInText(Toy):
    def read(self, text, options, seats):
        return replace(super().read(text, options, seats), rolled=False)


class NobodyActs(Toy):
    def legal_actions(self, state, seat):
        return super().legal_actions(state, seat) if state.steps < 2 else ()


class IllegalAutomatic(Toy):
    def automatic_actions(self, state, seat):
        return ("sleep",)


class BreaksItsWord(Toy):
    def broken(self, state, events):
        return [f"{event['card']} is played" for event in events if event["type"] == "played"]


class NeverEnds(Toy):
    max_actions = 5


class WrongRanks(Toy):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and Outcome(outcome.reason, outcome.winner, outcome.scores, (2, 2))


class NoWordsForReason(Toy):
    reasons = {}


class NoPicks(Toy):
    def picks(self, view, action):
        return ()


class OffersLess(Toy):
    def offers(self, state, seat):
        view = self.view(state, seat, over=False)
        return tuple(Offer(text, self.picks(view, text)) for text in self.legal_actions(state, seat)[1:])


class PicksNothingThere(Toy):
    def picks(self, view, action):
        return (Pick("nowhere"), *super().picks(view, action))


class AmbiguousPicks(Toy):
    def picks(self, view, action):
        return super().picks(view, "end" if action == "step" else action)


class PicksOneInsideAnother(Toy):
    def picks(self, view, action):
        picks = super().picks(view, action)
        return (*super().picks(view, "end"), *picks) if action == "step" else picks


class SameIdTwice(Toy):
    def board(self, view, viewer):
        board = super().board(view, viewer)
        return replace(board, trays=board.trays[:1] * 2)


class NoWords(Toy):
    def notation(self, text, events):
        return ""


class MarksNothing(Toy):
    def touched(self, event):
        return (("", "last-to"),)


class DependsOnTheWeather(Toy):
    """Gives other numbers each time, so that a replay differs."""

    def _step(self, state, seat, rest):
        self.weather = getattr(self, "weather", 0) + 1
        return Step(super()._step(state, seat, rest).state, (Event("stepped", {"seat": self.weather}),))


class MirrorsWrongly(Toy):
    symmetric_seats = True

    def mirrored(self, state):
        return state

    def mirrored_action(self, text):
        return text


class Crashes(Toy):
    def _block(self, state, seat, rest):
        raise ZeroDivisionError("block")


@pytest.mark.parametrize(
    ("faulty", "check"),
    [
        (ShowsDeck, "redealt_looks_the_same"),
        (ShowsDeck, "everybody_sees_the_rest"),
        (HidesScores, "everybody_sees_the_rest"),
        (TellsCardsInEvents, "actions_tell_the_same"),
        (RefusesByOthersCards, "actions_tell_the_same"),
        (ListsByOthersCards, "redealt_looks_the_same"),
        (AutomaticByHiddenCards, "actions_tell_the_same"),
        (ListsTooMuch, "listed_are_accepted"),
        (ListsTooLittle, "wrong_are_refused"),
        (ListsTwice, "listed_are_accepted"),
        (LetsTheOtherAct, "others_must_wait"),
        (UnknownCode, "wrong_are_refused"),
        (ChangesItsInput, "listed_are_accepted"),
        (ForgetsInText, "stored"),
        (NobodyActs, "somebody_can_act"),
        (IllegalAutomatic, "automatic_are_legal"),
        (BreaksItsWord, "invariants_hold"),
        (NeverEnds, "ends"),
        (WrongRanks, "outcome_adds_up"),
        (NoWordsForReason, "outcome_adds_up"),
        (NoPicks, "actions_can_be_picked"),
        (OffersLess, "actions_can_be_picked"),
        (PicksNothingThere, "actions_can_be_picked"),
        (AmbiguousPicks, "actions_can_be_picked"),
        (PicksOneInsideAnother, "actions_can_be_picked"),
        (SameIdTwice, "picture_is_sound"),
        (NoWords, "actions_have_words"),
        (MarksNothing, "events_can_be_shown"),
        (DependsOnTheWeather, "replays"),
        (MirrorsWrongly, "seats_are_mirrored"),
        (Crashes, "crash"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_every_kind_of_fault_is_found(faulty, check, monkeypatch):
    game = faulty()
    game.key = "faulty"
    monkeypatch.setattr(registry, "GAMES", {"faulty": game})

    reports = (run_kit(game, 1, first=number) for number in range(60))
    guilty = next((one for one in reports if any(fault.check == check for fault in one.faults)), None)

    assert guilty is not None
    assert guilty.lines()[0].startswith("faulty game ")


def test_leaves_of_a_value():
    assert dict(leaves({"a": [1, {"b.c": None}], "d": "x", "e": []})) == {
        "a.0": 1,
        "a.1.[b.c]": None,
        "d": "x",
        "e": [],
    }
