"""The two kinds of protocol errors."""

from __future__ import annotations

import pytest

from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.errors import (
    LocalProtocolError,
    ProtocolError,
    RemoteProtocolError,
)
from sealed_wonders.net.log.phases import Reason, WireRefused


def test_the_base_class_catches_both_errors_but_cannot_be_raised() -> None:
    """It wouldn't say which side is at fault."""
    for family in (LocalProtocolError, RemoteProtocolError):
        with pytest.raises(ProtocolError, match="a reason"):
            raise family("a reason")
    with pytest.raises(TypeError, match="LocalProtocolError or RemoteProtocolError"):
        ProtocolError("a reason")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (RemoteProtocolError("{n} of {m}", n=2, m=3), "2 of 3"),
        (RemoteProtocolError("{n} of {m}"), "{n} of {m}"),
        (Wrong("not {what}", what="it"), "not it"),
        (WireRefused(Reason.OVER, "after {n}", n=7), "over: after 7"),
    ],
)
def test_fields_of_a_message_are_filled_in(error: Exception, text: str) -> None:
    assert text == str(error)
