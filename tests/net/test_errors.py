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


def test_both_families_are_caught_as_one() -> None:
    """The base class is for catching; raising it would say nothing of whose fault."""
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
def test_fields_are_filled_in(error: Exception, text: str) -> None:
    assert text == str(error)
