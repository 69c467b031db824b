"""Invitations: the addresses of a host, as people pass them on."""

from __future__ import annotations

import json

import pytest

from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation, as_data, read

ALL = tuple(
    Invitation(f"192.0.2.{number}#{'ab' * 16}", reach)
    for number, reach in enumerate(Reach)
)


def test_written_invitations_are_read_back() -> None:
    data = json.loads(json.dumps(as_data(ALL)))
    assert [it.at for it in ALL] == data["invitations"]
    assert {ALL[1].at: "tunnel", ALL[2].at: "disconnected"} == data["reach"]
    assert ALL == read(data)


@pytest.mark.parametrize(
    "data",
    [
        {"invitations": [ALL[0].at]},
        {"invitations": [ALL[0].at], "reach": {ALL[0].at: "moon"}},
        {"invitations": [ALL[0].at], "reach": ["tunnel"]},
    ],
)
def test_an_address_without_a_known_reach_counts_as_the_best(
    data: dict[str, object],
) -> None:
    """A host of another version may send less, or more."""
    assert ALL[:1] == read(data)


def test_missing_and_invalid_invitations() -> None:
    assert () == read({}) == read({"invitations": None})
    with pytest.raises(ValueError, match="an address must be"):
        read({"invitations": ["oak table"]})
