"""Entries of a lobby, each checked by itself."""

from __future__ import annotations

import pytest

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby.entries import (
    make_commit,
    make_table,
    read_commit,
    read_table,
)
from sealed_wonders.net.log.digests import lobby_commitment
from sealed_wonders.net.log.envelopes import ZERO, Body, Envelope, sign
from tests.support.lobbies import HOST, RULES, named, nonce, options


def rows(*names: str) -> tuple[Body, ...]:
    """Give the rows of a table of these people."""
    commits = [
        read_commit(make_commit(named(name), name, None, 0, nonce(name)))
        for name in names
    ]
    return tuple(
        each.body for each in sorted(commits, key=lambda each: each.person.identity)
    )


def test_a_table_is_read_with_all_it_says() -> None:
    """By itself, without the commitments it repeats."""
    table = read_table(make_table(HOST, 2, RULES, options(2), rows("Ann", "Bob")))

    assert (2, RULES, options(2)) == (table.draw, table.rules, table.options)
    assert {"Ann", "Bob"} == {person.name for person in table.people}
    assert [lobby_commitment(p.identity, nonce(p.name)) for p in table.people] == list(
        table.commitments
    )


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_rules_hash_has_32_bytes(size: int) -> None:
    """Whoever compares it with its own."""
    with pytest.raises(RemoteProtocolError, match="not a table"):
        read_table(make_table(HOST, 0, bytes(size), options(2), rows("Ann", "Bob")))


def test_keys_are_checked_before_anything_is_verified_with_them() -> None:
    """A point of small order would take one signature for several messages."""
    small = b"\x01" + bytes(31)
    body: Body = ("Ann", small, None, bytes(32))
    commit = Envelope(ZERO, "lobby", 0, "LOBBY_COMMIT", 255, ZERO, body)
    with pytest.raises(RemoteProtocolError, match="not an identity"):
        read_commit(sign(HOST, commit))
    with pytest.raises(RemoteProtocolError, match="not an identity"):
        read_table(make_table(HOST, 0, RULES, options(2), (body, rows("Ann")[0])))
