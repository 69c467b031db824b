"""Pins: a name keeps the key that it had the first time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.pins import PINS_CAP, Pin, Pins

ANN, BOB = b"a" * 32, b"b" * 32


def test_a_name_is_new_then_known_and_a_new_key_is_a_change() -> None:
    """A changed key is accepted only after it is pinned."""
    pins = Pins()
    assert Pin.NEW is pins.check("ann", ANN)
    pins = pins.pin("ann", ANN)
    assert Pin.KNOWN is pins.check("ann", ANN)
    assert Pin.CHANGED is pins.check("ann", BOB)
    assert Pin.NEW is pins.check("bob", ANN)
    pins = pins.pin("ann", BOB)
    assert Pin.KNOWN is pins.check("ann", BOB)
    assert Pin.CHANGED is pins.check("ann", ANN)


def test_the_file_has_a_line_for_each_pin() -> None:
    """People can read and edit it: key, space, name, in the order of pinning."""
    pins = Pins().pin("host one:7007", b"\x01\xff").pin("zoë", ANN)
    text = f"01ff host one:7007\n{ANN.hex()} zoë\n"
    assert text == str(pins)
    assert pins == Pins.parse(text)
    assert pins == Pins.parse(f"# hosts\n\n  {text}\r\n")


names = st.text(alphabet="ab é漢:.[]%#", min_size=1, max_size=40).filter(
    lambda name: name == name.strip()
)


@given(st.dictionaries(names, st.binary(min_size=1, max_size=32)))
def test_pins_are_read_back_from_their_file(keys: dict[str, bytes]) -> None:
    pins = Pins()
    for name, key in keys.items():
        pins = pins.pin(name, key)
    assert pins == Pins.parse(str(pins))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("61", "line 1 is not a pin"),
        ("61 ", "line 1 is not a pin"),
        (" ann", "line 1 is not a pin"),
        ("61 ann\nxy bob", "line 2 is not a pin: 'xy bob'"),
        ("616 ann", "line 1 is not a pin"),
        ("61  ann", "line 1 is not a pin"),
        ("61 a\x1bnn", r"line 1 is not a pin: '61 a\[U\+001B\]nn'"),
        ("61 ann\n62 ann", "line 2 pins 'ann' a second time"),
    ],
)
def test_an_error_names_the_invalid_line(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Pins.parse(text)


@given(st.text(max_size=60))
def test_any_text_is_pins_or_raises_a_value_error(text: str) -> None:
    try:
        pins = Pins.parse(text)
    except ValueError:
        return
    assert pins == Pins.parse(str(pins))


@pytest.mark.parametrize("name", ["", " ann", "ann ", "a\nnn", "a\u202ennn"])
def test_names_that_do_not_fit_in_a_line_cannot_be_pinned(name: str) -> None:
    with pytest.raises(ValueError, match="can't"):
        Pins().pin(name, ANN)


def test_the_number_of_pins_is_limited() -> None:
    """
    So no stranger can fill the file. At the limit, keys of known names can still be
    changed.
    """
    full = Pins({f"name {number}": ANN for number in range(PINS_CAP - 1)})
    full = full.pin("the last", ANN)
    assert PINS_CAP == len(full.keys)
    assert Pin.KNOWN is full.pin("the last", BOB).check("the last", BOB)
    with pytest.raises(
        ValueError, match="already 4096 pins, so there is no room for 'one more'"
    ):
        full.pin("one more", ANN)
    assert full == Pins.parse(str(full))
    with pytest.raises(ValueError, match="4097 pins, but at most 4096 are allowed"):
        Pins.parse(f"{full}61 one more\n")
