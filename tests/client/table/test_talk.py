"""Chat at a table: each signed message is shown once, and nothing else is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table import talk
from sealed_wonders.client.table.talk import (
    AUTHORS_CAP,
    BEFORE,
    CHECK_BURST,
    CHECK_RATE,
    COMING,
    EVENING,
    Talk,
)
from sealed_wonders.net import talk as net_talk
from sealed_wonders.net.messages import Spoken
from sealed_wonders.net.talk import DO, SAY
from tests.support.lobbies import named
from tests.support.talk import at_table, spoken
from tests.support.thorough import examples

HERE, ELSEWHERE = at_table(), at_table("another")

NOW = 1_760_000_000.0

SEATED = {named("ann").public: "ann", named("bob").public: "bob"}


class Ear:
    """Somebody at the table, and what they hear."""

    def __init__(self) -> None:
        self.wall, self.seconds = NOW, 0.0
        self.talk = Talk(named("ann"), "ann", lambda: self.wall, lambda: self.seconds)

    def hear(self, *said: Spoken) -> list[str]:
        heard = self.talk.hear(said, (HERE,), SEATED)
        return [f"{it.name}: {it.text}" for it in heard]


@pytest.fixture
def ear() -> Ear:
    return Ear()


def bob(text: str, seconds: float = 0.0, place: bytes = HERE) -> Spoken:
    return spoken("bob", text, place, seconds=NOW + seconds)


def cleo(text: str, seconds: float = 0.0) -> Spoken:
    return spoken("cleo", text, HERE, seconds=NOW + seconds)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Spoken]:
    """Whose signatures were looked at."""
    looked: list[Spoken] = []

    def is_signed(said: Spoken) -> bool:
        looked.append(said)
        return net_talk.is_signed(said)

    monkeypatch.setattr(talk, "is_signed", is_signed)
    return looked


def test_nothing_is_heard_that_was_said_elsewhere(
    ear: Ear, checked: list[Spoken]
) -> None:
    """At another table, or in another game; nor is anything calculated for it."""
    assert [] == ear.hear(bob("hello", place=ELSEWHERE), bob("hello", place=bytes(32)))
    assert [] == checked
    assert ["bob: hello"] == ear.hear(bob("hello"))


def test_who_is_seated_has_the_name_of_the_seat(ear: Ear) -> None:
    """Whatever they call themselves; who isn't is said to look on, by any name."""
    (heard,) = ear.talk.hear([bob("hello")], (HERE,), {named("bob").public: "Bob"})
    assert ("Bob", True) == (heard.name, heard.is_seated)
    stranger = net_talk.Voice(named("eve"), "bob", lambda: NOW).say(HERE, SAY, "hello")
    (heard,) = ear.talk.hear([stranger], (HERE,), SEATED)
    assert ("bob", False) == (heard.name, heard.is_seated)
    assert named("eve").public == heard.identity


def test_what_is_of_another_day_is_dated(ear: Ear) -> None:
    """By its author's clock, which may be wrong as well."""
    lines = [bob("a", -EVENING - 1), bob("b", -EVENING), bob("c", EVENING + 1)]
    heard = ear.talk.hear(lines, (HERE,), SEATED)
    assert [NOW - EVENING - 1, None, NOW + EVENING + 1] == [it.dated for it in heard]


def test_what_was_said_before_we_came_is_past(ear: Ear) -> None:
    """Only of what a host sends at once: clocks of others may be slow."""
    ear.talk.come()
    lines = [bob("old", -BEFORE - 1), bob("new", -BEFORE)]
    heard = ear.talk.hear(lines, (HERE,), SEATED)
    assert [True, False] == [it.is_past for it in heard]
    ear.seconds += COMING + 1
    ear.talk.come()
    (late,) = ear.talk.hear([cleo("slow", -BEFORE - 1)], (HERE,), SEATED)
    assert not late.is_past


def test_who_comes_back_speaks_later_than_before(ear: Ear) -> None:
    """Though their clock was set back meanwhile; else nobody would hear them."""
    before = spoken("ann", "see you", HERE, seconds=NOW + 600)
    ear.hear(before)
    said = ear.talk.voice.say(HERE, SAY, "there I am")
    assert said.moment > before.moment


def test_what_is_wrong_says_nothing_of_what_follows(ear: Ear) -> None:
    forged = msgspec.structs.replace(bob("forged", 50), signature=bytes(64))
    assert ["bob: good"] == ear.hear(forged, bob("good", 1))


def test_a_flood_costs_some_signatures_a_second(
    ear: Ear, checked: list[Spoken]
) -> None:
    """Then nothing is heard, and what is honest later on is."""
    forged = msgspec.structs.replace(bob("x"), signature=bytes(64))
    assert [] == ear.hear(*[forged] * (3 * CHECK_BURST))
    assert CHECK_BURST == len(checked)
    ear.seconds += 1
    assert [] == ear.hear(*[forged] * (CHECK_RATE - 1))
    assert ["bob: still here"] == ear.hear(bob("still here", 1))


def test_what_was_heard_before_costs_nothing(ear: Ear, checked: list[Spoken]) -> None:
    lines = [bob("x", number) for number in range(5)]
    ear.hear(*lines)
    ear.hear(*lines * 1000)
    assert 5 == len(checked)


def test_a_host_that_makes_people_up_fills_no_memory(ear: Ear) -> None:
    """Whoever was heard before is heard."""
    assert ["bob: one"] == ear.hear(bob("one"))
    for number in range(AUTHORS_CAP + 50):
        ear.seconds += 1
        ear.hear(spoken(f"eve {number}", "buy", HERE, seconds=NOW))
    assert AUTHORS_CAP == len(ear.talk._latest)
    assert ["bob: two"] == ear.hear(bob("two", 1))


LINES = [
    spoken(name, f"{number}", HERE, code, seconds=NOW + number)
    for name in ("ann", "bob", "eve")
    for number, code in enumerate((SAY, DO, "hello", "unheard-of"))
]

changes = st.fixed_dictionaries(
    {},
    optional={
        "identity": st.sampled_from([it.identity for it in LINES]),
        "name": st.sampled_from(["ann", "bob", "x"]),
        "place": st.sampled_from([HERE, ELSEWHERE]),
        "moment": st.integers(0, 1 << 42),
        "code": st.sampled_from([SAY, DO, "hello"]),
        "text": st.text(alphabet="01ab", max_size=3),
        "signature": st.sampled_from([it.signature for it in LINES]),
    },
)


@examples(100)
@given(st.lists(st.tuples(st.sampled_from(LINES), changes), max_size=30))
def test_whatever_a_host_sends_nobody_hears_what_was_not_said(
    sent: Sequence[tuple[Spoken, dict[str, Any]]],
) -> None:
    """Lines taken apart and put together anew: of each author the right ones, in order."""
    ear = Ear()
    lines = [msgspec.structs.replace(said, **changed) for said, changed in sent]
    heard = list(ear.talk.hear(lines, (HERE,), SEATED))
    told = [(it.identity, it.code, it.text) for it in heard]
    whole = [(it.identity, it.code, it.text) for it in LINES]
    assert set(told) <= set(whole)
    for author in {identity for identity, *_ in told}:
        places = [whole.index(it) for it in told if it[0] == author]
        assert places == sorted(set(places))
