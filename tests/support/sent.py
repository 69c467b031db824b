"""Messages that tests send, each checked where it is made."""

from __future__ import annotations

from sealed_wonders.net.messages import FromClient, FromHost, decode, encode


def encode_checked(message: FromClient | FromHost) -> bytes:
    """Encode a message, and check that its receiver reads the same one."""
    payload = encode(message)
    assert message == decode(payload, from_client=isinstance(message, FromClient))
    return payload
