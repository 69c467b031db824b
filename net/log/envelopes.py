"""Envelopes: what a seat signs, and the wire it travels in."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Meta

BODY_CAP = 1 << 16
"""Bytes of a body: the largest shuffle proof of a game takes half of it."""

ENV_CAP = BODY_CAP + 512
"""Bytes of an envelope: a body and everything around it."""

SIGNATURE_SIZE = 64
"""Bytes of an Ed25519 signature."""


class Wire(NamedTuple):
    """An envelope as it is signed, sent and logged: the bytes, and their signature."""

    env: Annotated[bytes, Meta(max_length=ENV_CAP)]
    sig: Annotated[bytes, Meta(min_length=SIGNATURE_SIZE, max_length=SIGNATURE_SIZE)]
