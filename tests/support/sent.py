"""Messages that tests send, each checked where it is made."""

from __future__ import annotations

from sealed_wonders.net.messages import FromClient, FromHost, Message, decode, encode


def sender_of(message: Message) -> type[FromClient | FromHost]:
    return FromClient if isinstance(message, FromClient) else FromHost


def encode_checked(message: FromClient | FromHost) -> bytes:
    """Encode a message, and check that its receiver reads the same one."""
    payload = encode(message)
    assert message == decode(payload, sender_of(message))
    return payload
