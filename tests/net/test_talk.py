"""Chat: its author, place and moment can't be changed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.messages import MOMENT_CAP, FromClient, Say, decode, encode
from sealed_wonders.net.talk import DO, SAY, Voice, is_signed, table_place
from tests.support.lobbies import HOST, named
from tests.support.talk import at_table, spoken
from tests.support.thorough import examples

SAID = spoken("ann", "well met", at_table())

OTHERS = {
    "identity": named("bob").public,
    "name": "bob",
    "place": at_table("another"),
    "moment": SAID.moment + 1,
    "code": DO,
    "text": "well met!",
    "signature": bytes(64),
}


def test_nothing_of_it_can_be_another() -> None:
    """No letter of the name can become one of the words, either, or the other way round."""
    assert {*SAID.__struct_fields__} == {*OTHERS}
    for field, other in OTHERS.items():
        assert not is_signed(msgspec.structs.replace(SAID, **{field: other})), field
    assert not is_signed(msgspec.structs.replace(SAID, name="an", code="nsay"))


def test_a_table_is_one_place_however_its_name_is_written() -> None:
    """And another one at another host."""
    assert table_place(HOST.public, "Salon") == table_place(HOST.public, "salon")
    assert table_place(named("x").public, "salon") != table_place(HOST.public, "salon")


@pytest.mark.parametrize("seconds", [-1e9, 0.0, 1.8e9, 1e18])
def test_moments_go_up_whatever_the_clock_does(seconds: float) -> None:
    """It may stand, be set back, or be wrong by centuries; all can be sent."""
    now = [seconds]
    voice = Voice(named("ann"), "ann", lambda: now[0])
    moments = []
    for step in (0, 0, -3600, 5):
        now[0] += step
        said = voice.say(at_table(), SAY, "x")
        moments.append(said.moment)
        encode(Say("table 1", said))
    assert moments == sorted(set(moments))
    assert moments[-1] < MOMENT_CAP


def test_who_comes_back_goes_on_where_they_were() -> None:
    """Also with a clock that was set back meanwhile; what others say is no matter."""
    before = spoken("ann", "x", at_table(), seconds=5000)
    voice = Voice(named("ann"), "ann", lambda: 10.0)
    voice.heard(spoken("bob", "x", at_table(), seconds=9000))
    assert 10_000 == voice.say(at_table(), SAY, "x").moment
    voice.heard(before)
    assert before.moment + 1 == voice.say(at_table(), SAY, "x").moment


@examples(50)
@given(
    st.text(alphabet="abc é漢\U0001f600", max_size=400),
    st.from_regex(r"[a-z][a-z-]{0,31}", fullmatch=True),
)
def test_what_was_signed_is_so_when_it_comes(text: str, code: str) -> None:
    """Whatever is said, and in whatever kind of words nobody knows yet."""
    said = Voice(named("ann"), "ann", lambda: 7.0).say(at_table(), code, text)
    heard = decode(encode(Say("table 1", said)), FromClient)
    assert Say("table 1", said) == heard
    assert is_signed(said)
