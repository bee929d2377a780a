import json

import pytest

from gameengine.core.errors import Refusal
from gameengine.games.flagged import game as flagged
from gameengine.games.flagged.cardtext import card_text
from gameengine.games.flagged.checking import check_content
from gameengine.games.flagged.content import CONTENTS, DEFAULT, content_of, read_content
from gameengine.games.flagged.decks import catalogue, check_deck, deck_problems
from gameengine.table import complete_options

OPTIONS = {"content": DEFAULT}


def changed(change):
    data = json.loads(json.dumps(CONTENTS[DEFAULT]))
    change(data)
    return data


def codes(data):
    return [(problem.path, problem.code) for problem in check_content(data)]


@pytest.mark.parametrize("name", CONTENTS)
def test_built_in_contents_are_sound_and_named_by_themselves(name):
    assert check_content(CONTENTS[name]) == ()
    assert content_of({"content": name}).name == name
    assert content_of({"content": CONTENTS[name]}) == content_of({"content": name})


def test_the_first_content_has_thirty_cards_and_four_heroes():
    content = content_of({"content": "flagged-default-1"})

    assert (len(content.cards), len(content.heroes)) == (30, 4)
    assert all(sum(deck.values()) == 20 for deck in content.presets.values())


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        pytest.param(lambda d: d.pop("figures"), ("figures", "MISSING_KEY"), id="a part is missing"),
        pytest.param(lambda d: d.update(extra=1), ("extra", "UNKNOWN_KEY"), id="an unknown key"),
        pytest.param(lambda d: d.update(rules_version=2), ("rules_version", "UNKNOWN_VALUE"), id="other rules"),
        pytest.param(lambda d: d["cards"]["sprint"].update(cost=99), ("cards.sprint.cost", "OUT_OF_RANGE"), id="cost"),
        pytest.param(lambda d: d["cards"]["sprint"].update(cost=True), ("cards.sprint.cost", "WRONG_TYPE"), id="type"),
        pytest.param(lambda d: d["cards"]["sprint"].update(de="a\nb"), ("cards.sprint.de", "BAD_TEXT"), id="two lines"),
        pytest.param(
            lambda d: d["cards"].update({"Fire Ball": d["cards"]["sprint"]}), ("cards.Fire Ball", "BAD_ID"), id="name"
        ),
        pytest.param(
            lambda d: d["cards"].update(cost=d["cards"]["sprint"]),
            ("cards.cost", "BAD_ID"),
            id="reserved",
        ),
        pytest.param(
            lambda d: d["cards"]["scout"]["effect"][0].update(op="fly"),
            ("cards.scout.effect.0", "UNKNOWN_OP"),
            id="unknown effect",
        ),
        pytest.param(
            lambda d: d["cards"]["scout"]["effect"][0].update(n=0),
            ("cards.scout.effect.0.n", "OUT_OF_RANGE"),
            id="parameter",
        ),
        pytest.param(
            lambda d: d["cards"]["frost_ring"]["effect"][0].update(who="everybody"),
            ("cards.frost_ring.effect.0.who", "UNKNOWN_VALUE"),
            id="whom",
        ),
        pytest.param(
            lambda d: d["cards"]["stone_pillar"]["effect"][0].update(marker="lava"),
            ("cards.stone_pillar.effect.0.marker", "UNKNOWN_VALUE"),
            id="unknown marker",
        ),
        pytest.param(lambda d: d["cards"]["blink"].update(args="wall"), ("cards.blink.args", "WRONG_ARGS"), id="aim"),
        pytest.param(
            lambda d: d["cards"]["snare"].update(trigger="own"),
            ("cards.snare.effect.0", "WRONG_TRIGGER"),
            id="effect without its trigger",
        ),
        pytest.param(lambda d: d["cards"]["snare"].pop("trigger"), ("cards.snare.trigger", "WRONG_TRIGGER"), id="none"),
        pytest.param(
            lambda d: d["cards"]["snare"]["effect"].append({"op": "add_steps", "n": 1}),
            ("cards.snare.effect.1", "NOT_IN_ENEMY_TURN"),
            id="steps in the enemy turn",
        ),
        pytest.param(
            lambda d: d["heroes"]["mage"].update(ability=[{"op": "teleport_hero", "range": 2}]),
            ("heroes.mage.ability.0", "NOT_FOR_ABILITY"),
            id="ability with a target",
        ),
        pytest.param(
            lambda d: d["cards"]["zeal"].update(copies=2), ("cards.zeal.copies", "OUT_OF_RANGE"), id="two ultimates"
        ),
        pytest.param(
            lambda d: d["cards"]["blink"].update(hero="wizard"),
            ("cards.blink.hero", "UNKNOWN_VALUE"),
            id="whose",
        ),
        pytest.param(lambda d: d["preset_decks"].pop("mage"), ("preset_decks.mage", "MISSING_KEY"), id="no deck"),
        pytest.param(
            lambda d: d["preset_decks"]["mage"].update(shadow_swap=1),
            ("preset_decks.mage", "DECK_CLASS"),
            id="deck with a card of another hero",
        ),
        pytest.param(
            lambda d: d["deck_rules"].update(min_size=60, max_size=40),
            ("deck_rules.max_size", "OUT_OF_RANGE"),
            id="no size fits",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(change, wanted):
    assert wanted in codes(changed(change))


@pytest.mark.parametrize("data", [None, 3, "flagged", [], {}, {"cards": []}], ids=str)
def test_what_is_no_content_is_refused_and_does_not_crash(data):
    assert check_content(data)


def test_a_problem_has_sentences_in_both_languages():
    problem = check_content(changed(lambda d: d["cards"]["sprint"].update(cost=99)))[0]

    assert problem.text.en == "99 is not between 0 and 4."
    assert problem.text.de == "99 liegt nicht zwischen 0 und 4."


def test_ever_so_many_faults_are_told_up_to_a_bound():
    data = changed(lambda d: d["cards"].update({f"card_{number}": {} for number in range(150)}))

    assert len(check_content(data)) == 100


def test_the_text_of_a_card_follows_from_its_effects():
    data = changed(lambda d: d["cards"]["sprint"].update(cost=2, effect=[{"op": "add_steps", "n": 4}]))
    content = read_content(data)

    assert card_text(content, content.cards["sprint"]).en == "4 more steps this turn. Costs 2 other cards of your hand."
    assert card_text(content, content.cards["sprint"]).de.startswith("4 weitere Schritte")


@pytest.mark.parametrize("name", CONTENTS)
def test_every_card_has_a_text_without_open_places(name):
    for card in catalogue({"content": name}).cards:
        assert card.detail.en
        assert card.detail.de
        assert not {"{", "}"} & set(card.detail.en + card.detail.de)
        assert "  " not in card.detail.en + card.detail.de


def test_a_deck_of_its_hero_alone_is_the_ready_deck():
    deck = check_deck(OPTIONS, {"hero": "mage"})

    assert deck["cards"] == dict(content_of(OPTIONS).presets["mage"])
    assert check_deck(OPTIONS, deck) == deck


def deck_of(**cards):
    return {"hero": "knight", "cards": {**content_of(OPTIONS).presets["knight"], **cards}}


@pytest.mark.parametrize(
    ("deck", "wanted"),
    [
        pytest.param(deck_of(), [], id="good"),
        pytest.param(deck_of(sprint=4), ["DECK_COPIES"], id="too many copies"),
        pytest.param(deck_of(blink=1), ["DECK_CLASS"], id="card of another hero"),
        pytest.param(deck_of(zeal=1, stasis=1), ["DECK_ULTIMATES"], id="four ultimates"),
        pytest.param(deck_of(fireball=1), ["UNKNOWN_CARD"], id="unknown card"),
        pytest.param({"hero": "knight", "cards": {"sprint": 3}}, ["DECK_SIZE"], id="too small"),
        pytest.param({"hero": "knight", "cards": {"sprint": 9}}, ["DECK_SIZE", "DECK_COPIES"], id="two things"),
        pytest.param({"hero": "wizard"}, ["UNKNOWN_HERO"], id="unknown hero"),
        pytest.param({"hero": "knight", "cards": {"sprint": 0}}, ["BAD_DECK"], id="none of a card"),
        pytest.param({"cards": {}}, ["BAD_DECK"], id="no hero"),
        pytest.param(None, ["BAD_DECK"], id="nothing"),
        pytest.param({"hero": ["knight"]}, ["BAD_DECK"], id="hero is a list"),
    ],
)
def test_the_deck_check(deck, wanted):
    assert [refusal.code for refusal in deck_problems(OPTIONS, deck)] == wanted
    if wanted:
        with pytest.raises(Refusal, match=wanted[0]):
            check_deck(OPTIONS, deck)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"decks": [["sprint"] * 20, ["sprint"] * 20]}, "decks: seat 1: DECK_COPIES sprint"),
        ({"heroes": ["mage", "fox"]}, "heroes: seat 2: UNKNOWN_HERO fox"),
    ],
)
def test_heroes_and_decks_of_the_options_must_be_playable(options, said):
    with pytest.raises(Refusal, match="BAD_OPTION") as refused:
        complete_options(flagged, options)

    assert refused.value.quoted == said
