"""The chooser of a clock: what was meant by what is sent, what it shows again, what it says of mistakes."""

import pytest
from django import forms

from gameengine.clock import control_from_notation
from matches.clocks.editing import edited_kinds, kind_of, numbers, written
from matches.clocks.field import ClockField, usual_clocks
from tests.matches.test_clock_dial import EVERY


class OneClock(forms.Form):
    clock = ClockField(game="flank_flip")


def meant(**sent):
    """The short form that is meant; fields by their names after `clock-`, `_` for the short form itself."""
    data = {("clock" if key == "_" else f"clock-{key.replace('__', '-')}"): value for key, value in sent.items()}
    form = OneClock(data)
    assert form.is_valid(), form.errors
    return form.cleaned_data["clock"]


def test_a_short_form_alone_is_enough():
    assert meant(_=" 5 + 3 X 30s ") == "5+3x30s"


def test_a_usual_clock_is_chosen():
    assert meant(_="10+5", was="10+5", choice="40/90+30, 30+30") == "40/90+30, 30+30"


def test_numbers_of_a_kind_make_a_clock():
    sent = {"byo_yomi__base_ms": "1.5", "byo_yomi__periods": "5", "byo_yomi__period_ms": "30"}

    assert meant(_="10+5", was="10+5", choice="kind:byo_yomi", **sent) == "90s+5x30s"


def test_the_short_form_counts_if_it_was_changed_by_hand():
    assert meant(_="7+2", was="10+5", choice="3+2") == "7+2"


def test_other_seats_may_have_another_clock():
    assert meant(_="10+5", was="10+5", choice="5+5", others="4+0") == "5+5 vs 4+0"
    assert meant(_="5+0 vs 4+0", was="5+0 vs 4+0", choice="5+5", others="") == "5+5"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"clock": "5+x"}, "“x” is no length of time"),
        ({"clock": "10+5", "clock-was": "10+5", "clock-choice": "kind:absolute"}, "A length of time is missing"),
        ({"clock": "10+5", "clock-was": "10+5", "clock-choice": "5+5", "clock-others": "none"}, "do not go together"),
        ({"clock": ""}, "required"),
    ],
)
def test_what_is_wrong_is_told_at_the_field(sent, told):
    form = OneClock(sent)

    assert told in form.errors["clock"][0]
    assert 'aria-invalid="true"' in str(form["clock"])


@pytest.mark.parametrize("text", EVERY)
def test_every_clock_is_shown_by_its_kind_and_sent_back_unchanged(text):
    control = control_from_notation(text)
    kind = kind_of(control)
    if not kind:
        assert control.kind == "none"
        return
    values = numbers(kind, control)
    assert written(kind, values) == control.of(0).notation()


def test_every_kind_begins_with_numbers_that_can_be_played():
    for kind in edited_kinds():
        assert control_from_notation(written(kind, numbers(kind, None))).kind == kind.partition("-")[0]


def test_a_clock_with_more_stages_than_fields_stays_a_short_form():
    text = "10/10, 10/10, 10/10, 5+5"

    assert kind_of(control_from_notation(text)) == ""
    assert f'value="{text}"' in str(OneClock({"clock": text})["clock"])


def test_the_clock_of_the_rules_comes_first():
    (text, label), *others = usual_clocks("flank_flip")

    assert label.startswith("As the rules say: ")
    assert text not in [other for other, _label in others]


def test_a_kind_that_was_chosen_stays_chosen_though_its_numbers_are_usual():
    sent = {"clock-fischer-base_ms": "5", "clock-fischer-increment_ms": "5"}
    shown = str(OneClock({"clock": "3+2", "clock-was": "3+2", "clock-choice": "kind:fischer", **sent})["clock"])

    assert '<option value="kind:fischer" selected>' in shown
    assert 'value="5+5"' in shown


def asked(client, **sent):
    return client.get("/clocks/editor/", {"name": "clock", **sent})


def test_the_server_draws_the_chooser_anew(client):
    shown = asked(client, **{"clock": "10+5", "clock-was": "10+5", "clock-choice": "kind:hourglass", "game": "junqi"})
    text = shown.content.decode()

    assert shown.status_code == 200
    assert 'name="clock-choice"' in text
    assert 'value="hourglass ' in text


def test_the_server_says_what_is_typed_means(client):
    good, bad = asked(client, clock="5+3", part="told"), asked(client, clock="5+y", part="told")
    sent = {"name": "clock", "clock": "5+3", "part": "told"}
    german = client.get("/clocks/editor/", sent, headers={"accept-language": "de"})

    assert "5 minutes plus 3 seconds per turn" in good.content.decode()
    assert "<select" not in good.content.decode()
    assert "“y” is no length of time" in bad.content.decode()
    assert "5 Minuten plus 3 Sekunden je Zug" in german.content.decode()


@pytest.mark.parametrize("name", ["", "Clock", "a b", "x" * 60])
def test_other_names_are_not_drawn(client, name):
    assert client.get("/clocks/editor/", {"name": name}).status_code == 404
