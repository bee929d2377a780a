"""The options of a game as fields of a form."""

from gameengine.games.flagged import game as flagged
from gameengine.table import complete_options
from matches.option_fields import GameFields

RANGERS = (
    ["arrow_shot"] * 2
    + ["sprint"] * 3
    + ["scout"] * 3
    + ["breach"] * 3
    + ["shove"] * 3
    + ["snare"] * 3
    + ["sidestep"] * 3
)


def test_decks_that_only_the_chosen_heroes_may_have_do_not_stop_the_form():
    values = complete_options(flagged, {"heroes": ["ranger", "ranger"], "decks": [RANGERS, RANGERS]})

    fields = GameFields(flagged, values).fields()

    assert fields["option-heroes-0"].initial == "ranger"
    assert {key for key, _name in fields["option-heroes-1"].choices} == {"assassin", "knight", "mage", "ranger"}
