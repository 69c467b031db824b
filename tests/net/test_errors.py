"""The two kinds of protocol errors."""

from __future__ import annotations

import pytest

from sealed_wonders.net.errors import (
    LocalProtocolError,
    ProtocolError,
    RemoteProtocolError,
)


@pytest.mark.parametrize("family", [LocalProtocolError, RemoteProtocolError])
def test_both_families_are_caught_as_one(family: type[ProtocolError]) -> None:
    """Who doesn't care whose fault it is catches the base class."""
    with pytest.raises(ProtocolError, match="a reason"):
        raise family("a reason")


def test_a_fault_is_always_somebodys() -> None:
    """The base class is for catching; raising it would say nothing of whose fault."""
    with pytest.raises(TypeError, match="LocalProtocolError or RemoteProtocolError"):
        ProtocolError("a reason")
