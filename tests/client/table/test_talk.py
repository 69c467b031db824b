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
from tests.support.lobbies import identity_of
from tests.support.talk import place_of_table, signed_chat
from tests.support.thorough import examples

HERE, ELSEWHERE = place_of_table(), place_of_table("another")

NOW = 1_760_000_000.0

SEATED = {identity_of("ann").public: "ann", identity_of("bob").public: "bob"}


class Listener:
    """Somebody at the table, and the chat that they see."""

    def __init__(self) -> None:
        self.wall, self.seconds = NOW, 0.0
        self.talk = Talk(
            identity_of("ann"), "ann", lambda: self.wall, lambda: self.seconds
        )

    def hear(self, *said: Spoken) -> list[str]:
        heard = self.talk.hear(said, (HERE,), SEATED)
        return [f"{it.name}: {it.text}" for it in heard]


@pytest.fixture
def listener() -> Listener:
    return Listener()


def bob(text: str, seconds: float = 0.0, place: bytes = HERE) -> Spoken:
    return signed_chat("bob", text, place, seconds=NOW + seconds)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Spoken]:
    """Return the messages whose signatures were checked."""
    looked: list[Spoken] = []

    def is_signed(said: Spoken) -> bool:
        looked.append(said)
        return net_talk.is_signed(said)

    monkeypatch.setattr(talk, "is_signed", is_signed)
    return looked


def test_messages_of_another_table_or_game_are_dropped(
    listener: Listener, checked: list[Spoken]
) -> None:
    """Their signatures aren't even checked."""
    assert [] == listener.hear(
        bob("hello", place=ELSEWHERE), bob("hello", place=bytes(32))
    )
    assert [] == checked
    assert ["bob: hello"] == listener.hear(bob("hello"))


def test_a_seated_author_is_shown_by_the_seats_name(listener: Listener) -> None:
    """
    Whatever name the message gives. Anybody else is shown as a spectator, by any name.
    """
    (heard,) = listener.talk.hear(
        [bob("hello")], (HERE,), {identity_of("bob").public: "Bob"}
    )
    assert ("Bob", True) == (heard.name, heard.is_seated)
    stranger = net_talk.Voice(identity_of("eve"), "bob", lambda: NOW).say(
        HERE, SAY, "hello"
    )
    (heard,) = listener.talk.hear([stranger], (HERE,), SEATED)
    assert ("bob", False) == (heard.name, heard.is_seated)
    assert identity_of("eve").public == heard.identity


def test_messages_with_a_distant_time_are_dated(listener: Listener) -> None:
    """The time is the author's, whose clock may be wrong."""
    lines = [bob("a", -EVENING - 1), bob("b", -EVENING), bob("c", EVENING + 1)]
    heard = listener.talk.hear(lines, (HERE,), SEATED)
    assert [NOW - EVENING - 1, None, NOW + EVENING + 1] == [it.dated for it in heard]


def test_old_messages_sent_on_arrival_are_marked_as_past(listener: Listener) -> None:
    """Later ones aren't, because the author's clock may be slow."""
    listener.talk.come()
    lines = [bob("old", -BEFORE - 1), bob("new", -BEFORE)]
    heard = listener.talk.hear(lines, (HERE,), SEATED)
    assert [True, False] == [it.is_past for it in heard]
    listener.seconds += COMING + 1
    listener.talk.come()
    slow = signed_chat("cleo", "slow", HERE, seconds=NOW - BEFORE - 1)
    (late,) = listener.talk.hear([slow], (HERE,), SEATED)
    assert not late.is_past


def test_a_returning_authors_messages_have_later_times(listener: Listener) -> None:
    """Even if the clock was set back meanwhile; otherwise nobody would show them."""
    before = signed_chat("ann", "see you", HERE, seconds=NOW + 600)
    listener.hear(before)
    said = listener.talk.voice.say(HERE, SAY, "there I am")
    assert said.moment > before.moment


def test_a_forged_message_does_not_affect_the_next_one(listener: Listener) -> None:
    forged = msgspec.structs.replace(bob("forged", 50), signature=bytes(64))
    assert ["bob: good"] == listener.hear(forged, bob("good", 1))


def test_a_flood_is_limited_to_some_signature_checks_per_second(
    listener: Listener, checked: list[Spoken]
) -> None:
    """Messages beyond that are dropped. Later, honest messages are shown again."""
    forged = msgspec.structs.replace(bob("x"), signature=bytes(64))
    assert [] == listener.hear(*[forged] * (3 * CHECK_BURST))
    assert CHECK_BURST == len(checked)
    listener.seconds += 1
    assert [] == listener.hear(*[forged] * (CHECK_RATE - 1))
    assert ["bob: still here"] == listener.hear(bob("still here", 1))


def test_known_messages_are_not_checked_again(
    listener: Listener, checked: list[Spoken]
) -> None:
    lines = [bob("x", number) for number in range(5)]
    listener.hear(*lines)
    listener.hear(*lines * 1000)
    assert 5 == len(checked)


def test_the_number_of_remembered_authors_is_limited(listener: Listener) -> None:
    """A host can make authors up. Known authors can still be heard."""
    assert ["bob: one"] == listener.hear(bob("one"))
    for number in range(AUTHORS_CAP + 50):
        listener.seconds += 1
        listener.hear(signed_chat(f"eve {number}", "buy", HERE, seconds=NOW))
    assert AUTHORS_CAP == len(listener.talk._latest)
    assert ["bob: two"] == listener.hear(bob("two", 1))


LINES = [
    signed_chat(name, f"{number}", HERE, code, seconds=NOW + number)
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
def test_only_genuine_messages_are_shown_in_order(
    sent: Sequence[tuple[Spoken, dict[str, Any]]],
) -> None:
    """Messages are taken apart and recombined."""
    listener = Listener()
    lines = [msgspec.structs.replace(said, **changed) for said, changed in sent]
    heard = list(listener.talk.hear(lines, (HERE,), SEATED))
    told = [(it.identity, it.code, it.text) for it in heard]
    whole = [(it.identity, it.code, it.text) for it in LINES]
    assert set(told) <= set(whole)
    for author in {identity for identity, *_ in told}:
        places = [whole.index(it) for it in told if it[0] == author]
        assert places == sorted(set(places))
