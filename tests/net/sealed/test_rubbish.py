"""
Arbitrary bodies are wrong, and raise nothing else than the errors for that.

Good bodies are changed everywhere: bits, other points and scalars, parts left out, doubled
or of other types. A changed body that passes must mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.log.envelopes import Body, Value, pack_body
from sealed_wonders.net.sealed.curve import P, Q
from sealed_wonders.net.sealed.group import BASE, IDENTITY
from tests.support.cardsharness import CHEAT, SITUATIONS, situation, truth
from tests.support.crypto import NO_POINTS

FREE: dict[str, tuple[int, ...]] = {
    "PICK": (2,),
    "REVEAL": (0, 1),
    "CHOOSE the last": (0,),
    "CHOOSE from a pile": (0,),
}
"""
Parts by themselves free: the commitment, what opens it, and the text of a move. That
they fit one another and the rules is the fold's to see.
"""

SIZE = 32

STRANGE = (
    *NO_POINTS,
    IDENTITY,
    BASE,
    bytes(SIZE),
    *(k.to_bytes(SIZE, "little") for k in (1, Q - 1, Q, Q + 1, P, P + 1, 2**255 + 1)),
    b"\xff" * SIZE,
)
"""Points and scalars that could be anything but right."""

VALUES: st.SearchStrategy[Value] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.binary() | st.text(),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=6,
)

Path = tuple[int, ...]


def paths(value: Value, here: Path = ()) -> Iterator[tuple[Path, Value]]:
    """Give every part of a body, with where it stands."""
    yield here, value
    if isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from paths(part, (*here, i))


def put(value: Value, path: Path, *parts: Value) -> Value:
    """Put parts in the place of another, or none."""
    assert isinstance(value, tuple)
    at, *rest = path
    if rest:
        parts = (put(value[at], tuple(rest), *parts),)
    return (*value[:at], *parts, *value[at + 1 :])


@st.composite
def changes(draw: st.DrawFn, body: Body) -> Body:
    """Change one part of a good body."""
    path, part = draw(st.sampled_from([(p, v) for p, v in paths(body) if p]))
    ways = ["none", "twice", "value"]
    if isinstance(part, bytes) and part:
        ways += ["bit", "cut", "strange", "more", "swap"] * 2
    if type(part) is int:
        ways += ["true", "next"] * 2
    new: tuple[Value, ...]
    match draw(st.sampled_from(ways)), part:
        case "none", _:
            new = ()
        case "twice", _:
            new = (part, part)
        case "bit", bytes():
            at = draw(st.integers(0, 8 * len(part) - 1))
            number = int.from_bytes(part, "little") ^ 1 << at
            new = (number.to_bytes(len(part), "little"),)
        case "cut", bytes():
            new = (part[: draw(st.integers(0, len(part) - 1))],)
        case "more", bytes():
            # A scalar that is the same for who doesn't look closely.
            at = draw(st.integers(0, (len(part) - 1) // SIZE)) * SIZE
            number = int.from_bytes(part[at : at + SIZE], "little") + Q
            more = (number % 2**256).to_bytes(SIZE, "little")
            new = (part[:at] + more + part[at + SIZE :],)
        case "strange", bytes():
            at = draw(st.integers(0, (len(part) - 1) // SIZE)) * SIZE
            other = draw(st.sampled_from(STRANGE))
            new = (part[:at] + other + part[at + SIZE :],)
        case "swap", bytes():
            chunks = [part[at : at + SIZE] for at in range(0, len(part), SIZE)]
            new = (b"".join(draw(st.permutations(chunks))),)
        case "true", int():
            new = (bool(part),)
        case "next", int():
            new = (part + draw(st.sampled_from([-1, 1, 7, 1 << 40])),)
        case _:
            new = (draw(VALUES),)
    changed = put(body, path, *new)
    assert isinstance(changed, tuple)
    return changed


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_changed_body_is_wrong(name: str) -> None:
    """Unless what was changed is free, or wasn't changed after all."""
    harness = situation(name)
    good = truth(name)
    free = FREE.get(name, ())
    wrong = tried = 0

    @given(changes(good))
    def check(body: Body) -> None:
        nonlocal wrong, tried
        tried += 1
        try:
            harness.check(CHEAT, body)
        except Wrong:
            wrong += 1
            return
        assert len(body) == len(good)
        for at in range(len(good)):
            if at not in free:
                # Packed, since True equals 1 and is another byte.
                assert pack_body((good[at],)) == pack_body((body[at],))

    check()
    assert 2 * wrong > tried > 10
    harness.check(CHEAT, good)


@pytest.mark.parametrize("name", SITUATIONS)
def test_rubbish_is_wrong(name: str) -> None:
    """No body at all, or any. Where one may choose to open nothing, just that passes."""
    harness = situation(name)

    @given(st.lists(VALUES, max_size=8).map(tuple))
    def check(body: Body) -> None:
        try:
            harness.check(CHEAT, body)
        except Wrong:
            pass
        else:
            assert name.startswith("CHOOSE")
            assert body[1:] == ((),)

    check()


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_good_elsewhere_is_wrong(name: str) -> None:
    """The bodies of all other situations, even where the form is the same."""
    harness = situation(name)
    for other in SITUATIONS:
        if other != name:
            with pytest.raises(Wrong):
                harness.check(CHEAT, truth(other))
