"""Logins, and the order of the first messages."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from sealed_wonders.core.game import frame
from sealed_wonders.net import identity as identities
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.login import (
    LoginStage,
    check_hello,
    hello_message,
    make_hello,
    next_stage,
)
from sealed_wonders.net.messages import (
    VERSION,
    Attested,
    FromClient,
    FromHost,
    Hello,
    Inquire,
    Leave,
    Ping,
    Pong,
    Refused,
    Welcome,
)

EXPORTER = bytes(range(32))
ANN = Identity.generate()
HELLO = make_hello(ANN, "ann", EXPORTER)
WEAK = b"\x01" + bytes(31)
"""A key of small order."""

WELCOME = Welcome(1, "box", bytes(32), ())
REFUSED = Refused("full", "")
ASKS = Inquire(bytes(32), bytes(32), None, None)
ANSWER = Attested(bytes(32), (bytes(32),), (), ())


def test_what_a_login_signs() -> None:
    """The protocol, the word, the connection's secret: framed; nothing in a bad name."""
    assert frame(b"7w-mp/1", b"hello", EXPORTER) == hello_message(EXPORTER)
    assert HELLO.signature
    with pytest.raises(ValueError, match="single spaces"):
        make_hello(ANN, " ann", EXPORTER)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"version": 1}, f"version 1 of the protocol, but this side uses {VERSION}"),
        ({"identity": Identity.generate().public}, "not signed by"),
        ({"identity": bytes(32)}, "not signed by"),
        (
            {"identity": WEAK, "signature": WEAK + bytes(32)},  # OpenSSL takes it
            "not signed by",
        ),
        ({"signature": bytes(64)}, "not signed by"),
        (
            {"signature": make_hello(ANN, "ann", bytes(32)).signature},
            "not signed by .* this connection",
        ),
    ],
)
def test_other_logins_are_refused(changes: dict[str, object], complaint: str) -> None:
    """
    Another version, another's key, a bad key, a bad signature: each by its name.

    One for another connection is passed on, or recorded and played again.
    """
    check_hello(HELLO, EXPORTER)
    with pytest.raises(RemoteProtocolError, match=complaint):
        check_hello(msgspec.structs.replace(HELLO, **changes), EXPORTER)


def test_a_stranger_s_key_is_looked_at_only_if_it_has_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That takes a millisecond, and anybody can send keys that nobody has."""
    looked_at: list[bytes] = []

    def look(public: bytes) -> bool:
        looked_at.append(public)
        return True

    monkeypatch.setattr(identities, "_is_point", look)
    monkeypatch.setattr(identities, "_good", {})
    stranger = Identity.generate().public
    with pytest.raises(RemoteProtocolError, match="not signed by"):
        check_hello(msgspec.structs.replace(HELLO, identity=stranger), EXPORTER)
    assert [] == looked_at
    check_hello(HELLO, EXPORTER)
    assert [HELLO.identity] == looked_at


ORDER: Mapping[LoginStage, Mapping[type[FromClient | FromHost], LoginStage]] = {
    LoginStage.GREETING: {
        Hello: LoginStage.ANSWERING,
        Inquire: LoginStage.ASKING,
        Refused: LoginStage.GREETING,
    },
    LoginStage.ANSWERING: {
        Welcome: LoginStage.TALKING,
        Refused: LoginStage.ANSWERING,
    },
    LoginStage.ASKING: dict.fromkeys((Attested, Refused), LoginStage.ASKING),
    LoginStage.TALKING: dict.fromkeys((Leave, Ping, Pong, Refused), LoginStage.TALKING),
}
"""Where a connection is after a message; none but these may be said there."""


@pytest.mark.parametrize("stage", ORDER)
def test_the_order_of_the_first_words(stage: LoginStage) -> None:
    """
    Hello, then Welcome, then anything but those; the host may refuse at any time.

    Who only asks who plays there says nothing else.
    """
    for message in (HELLO, WELCOME, REFUSED, ASKS, ANSWER, Leave(), Ping(0), Pong(0)):
        assert ORDER[stage].get(type(message)) is next_stage(stage, message), message
