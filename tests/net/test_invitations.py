"""Invitations: a host's addresses, as people pass them on."""

from __future__ import annotations

import json

import pytest

from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation, as_data, read

ALL = tuple(
    Invitation(f"192.0.2.{number}#{'ab' * 16}", reach)
    for number, reach in enumerate(Reach)
)


def test_what_is_written_is_read() -> None:
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
def test_what_isn_t_said_of_an_address_is_taken_for_the_best(
    data: dict[str, object],
) -> None:
    """A host of another version may say less, or more."""
    assert ALL[:1] == read(data)


def test_other_things_are_no_invitations() -> None:
    assert () == read({}) == read({"invitations": None})
    with pytest.raises(ValueError, match="an address must be"):
        read({"invitations": ["oak table"]})
