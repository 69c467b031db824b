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


def test_a_login_signs_the_protocol_and_the_connections_secret() -> None:
    """The parts are framed. No login can be made with an invalid name."""
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
            {"identity": WEAK, "signature": WEAK + bytes(32)},  # OpenSSL accepts it
            "not signed by",
        ),
        ({"signature": bytes(64)}, "not signed by"),
        (
            {"signature": make_hello(ANN, "ann", bytes(32)).signature},
            "not signed by .* this connection",
        ),
    ],
)
def test_invalid_logins_are_refused_with_the_reason(
    changes: dict[str, object], complaint: str
) -> None:
    """
    The cases are another version, another's key, a bad key and a bad signature.

    A login for another connection might have been relayed, or recorded and replayed.
    """
    check_hello(HELLO, EXPORTER)
    with pytest.raises(RemoteProtocolError, match=complaint):
        check_hello(msgspec.structs.replace(HELLO, **changes), EXPORTER)


def test_a_strangers_key_is_checked_only_if_its_signature_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check takes a millisecond, and anybody can send random keys."""
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
"""The stage after each message; other messages aren't allowed in a stage."""


@pytest.mark.parametrize("stage", ORDER)
def test_each_stage_of_a_login_allows_certain_messages(stage: LoginStage) -> None:
    """
    First Hello, then Welcome, then anything but those; the host may refuse at any time.

    A client that only asks who plays there sends nothing else.
    """
    for message in (HELLO, WELCOME, REFUSED, ASKS, ANSWER, Leave(), Ping(0), Pong(0)):
        assert ORDER[stage].get(type(message)) is next_stage(stage, message), message
