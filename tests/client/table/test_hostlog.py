"""The log as a host has it, and which of its entries we have."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table.hostlog import HostLog, MakingUp
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.digests import order_digest
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import Log

WIRES = tuple(Wire(bytes([number]) * 9, bytes(64)) for number in range(8))
ORDERS = st.lists(st.sampled_from(WIRES), unique=True)


def said(*wires: Wire, entry: int = 0) -> Log:
    return Log("oak", entry, wires)


@given(hosts=st.lists(ORDERS, max_size=4), cut=st.integers(1, 4))
def test_each_host_delivers_and_lacks_exactly_the_missing_entries(
    hosts: list[list[Wire]], cut: int
) -> None:
    """Whatever each host has, in any order and pieces, no entry is delivered twice."""
    log, heard = HostLog(), list[Wire]()
    for there in hosts:
        known = log.order == (order_digest(there[: log.next]) if log.next else None)
        start = log.next if known and log.next <= len(there) else 0
        heard += log.take(said(entry=len(there))) or ()
        for entry in range(start, len(there), cut):
            heard += log.take(said(*there[entry : entry + cut], entry=entry)) or ()
        assert log.is_read
        assert set(heard) == set(there) | set(heard)
        assert len(heard) == len(set(heard))
        lacking = log.lacking(WIRES[:2])
        assert set(heard) | set(WIRES[:2]) == set(lacking) | set(there)
        assert not set(lacking) & set(there)


def test_a_host_may_regain_lost_entries_before_it_hears_from_us() -> None:
    """Another client has sent them, so the host has nothing that we haven't read."""
    log = HostLog()
    log.take(said(*WIRES))
    log.take(said(entry=6))
    assert not log.is_read
    log.take(said(entry=8))
    assert log.is_read
    assert (8, order_digest(WIRES)) == (log.next, log.order)


def test_a_log_with_a_repeated_entry_is_refused() -> None:
    """Otherwise a host could go on forever."""
    log = HostLog()
    log.take(said(*WIRES))
    for wires in (WIRES[:1], (Wire(b"new", bytes(64)),) * 2):
        with pytest.raises(RemoteProtocolError, match="an entry appears twice"):
            log.take(said(*wires, entry=log.next))


def test_a_host_that_repeats_its_log_gets_our_entries_again() -> None:
    """It may have refused them, because it lacked what comes before them."""
    log, told = HostLog(), list[Sequence[Wire]]()
    making_up = MakingUp(log, told.append, None)
    log.take(said(*WIRES[:4]))
    making_up.begin()
    making_up.go_on(lambda: WIRES[5:6])
    making_up.begin_again()
    log.take(said(*WIRES[:2]))
    making_up.go_on(lambda: WIRES[5:6])
    assert [WIRES[5:6], (*WIRES[2:4], *WIRES[5:6])] == [tuple(it) for it in told]
