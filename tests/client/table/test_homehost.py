"""The home host, at which a game was drawn: known by its pin, also after a restart."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.homehost import HomeHost, home_in, keep_home
from sealed_wonders.client.table.memory import HOME, InMemory, unsigned
from sealed_wonders.net.address import Address

AT = Address("192.0.2.1", 7777, bytes(range(16)))


@pytest.mark.parametrize("is_invited", [True, False])
def test_the_home_host_is_stored_with_the_memories(is_invited: bool) -> None:
    store = InMemory()
    assert None is home_in(store)
    keep_home(store, HomeHost(AT, is_invited))
    assert HomeHost(AT, is_invited) == home_in(store)


def test_a_malformed_address_is_no_home_host() -> None:
    store = InMemory()
    store.remember(unsigned(0, HOME, nonce=b"[rubbish"))
    assert None is home_in(store)
