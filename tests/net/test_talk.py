"""Chat: author, place and moment of a message can't be changed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.messages import MOMENT_CAP, FromClient, Say, decode, encode
from sealed_wonders.net.talk import DO, SAY, Voice, is_signed, table_place
from tests.support.lobbies import HOST, identity_of
from tests.support.talk import place_of_table, signed_chat
from tests.support.thorough import examples

SAID = signed_chat("ann", "well met", place_of_table())

OTHERS = {
    "identity": identity_of("bob").public,
    "name": "bob",
    "place": place_of_table("another"),
    "moment": SAID.moment + 1,
    "code": DO,
    "text": "well met!",
    "signature": bytes(64),
}


def test_no_field_of_a_chat_message_can_be_changed() -> None:
    """And no letter can move from the name to the code, or vice versa."""
    assert {*SAID.__struct_fields__} == {*OTHERS}
    for field, other in OTHERS.items():
        assert not is_signed(msgspec.structs.replace(SAID, **{field: other})), field
    assert not is_signed(msgspec.structs.replace(SAID, name="an", code="nsay"))


def test_the_place_of_a_table_ignores_the_case_of_its_name() -> None:
    """But tables of different hosts have different places."""
    assert table_place(HOST.public, "Salon") == table_place(HOST.public, "salon")
    assert table_place(identity_of("x").public, "salon") != table_place(
        HOST.public, "salon"
    )


@pytest.mark.parametrize("seconds", [-1e9, 0.0, 1.8e9, 1e18])
def test_moments_increase_whatever_the_clock_does(seconds: float) -> None:
    """
    The clock may stop, be set back, or be wrong by centuries. Every moment can be sent.
    """
    now = [seconds]
    voice = Voice(identity_of("ann"), "ann", lambda: now[0])
    moments = []
    for step in (0, 0, -3600, 5):
        now[0] += step
        said = voice.say(place_of_table(), SAY, "x")
        moments.append(said.moment)
        encode(Say("table 1", said))
    assert moments == sorted(set(moments))
    assert moments[-1] < MOMENT_CAP


def test_moments_of_a_returning_author_continue_to_increase() -> None:
    """The clock may have been set back meanwhile. Others' messages don't matter."""
    before = signed_chat("ann", "x", place_of_table(), seconds=5000)
    voice = Voice(identity_of("ann"), "ann", lambda: 10.0)
    voice.heard(signed_chat("bob", "x", place_of_table(), seconds=9000))
    assert 10_000 == voice.say(place_of_table(), SAY, "x").moment
    voice.heard(before)
    assert before.moment + 1 == voice.say(place_of_table(), SAY, "x").moment


@examples(50)
@given(
    st.text(alphabet="abc é漢\U0001f600", max_size=400),
    st.from_regex(r"[a-z][a-z-]{0,31}", fullmatch=True),
)
def test_a_received_message_has_a_valid_signature(text: str, code: str) -> None:
    """This holds for any text, and for codes that aren't known yet."""
    said = Voice(identity_of("ann"), "ann", lambda: 7.0).say(
        place_of_table(), code, text
    )
    heard = decode(encode(Say("table 1", said)), FromClient)
    assert Say("table 1", said) == heard
    assert is_signed(said)
