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
def test_of_each_host_the_rest_is_new_and_it_lacks_the_rest(
    hosts: list[list[Wire]], cut: int
) -> None:
    """Whatever each has, in whatever order and however it is cut: nothing comes twice."""
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


def test_a_host_may_have_again_what_it_has_lost_before_it_hears_what_we_have_read() -> (
    None
):
    """Another has told it of that, so it has nothing to say that we haven't read."""
    log = HostLog()
    log.take(said(*WIRES))
    log.take(said(entry=6))
    assert not log.is_read
    log.take(said(entry=8))
    assert log.is_read
    assert (8, order_digest(WIRES)) == (log.next, log.order)


def test_a_log_that_has_an_entry_twice_is_none() -> None:
    """Or a host could go on for ever, with what is known by its bytes."""
    log = HostLog()
    log.take(said(*WIRES))
    for wires in (WIRES[:1], (Wire(b"new", bytes(64)),) * 2):
        with pytest.raises(RemoteProtocolError, match="an entry appears twice"):
            log.take(said(*wires, entry=log.next))


def test_a_host_that_says_its_log_again_is_told_again() -> None:
    """It may have refused what it was told, since it lacked what comes before that."""
    log, told = HostLog(), list[Sequence[Wire]]()
    making_up = MakingUp(log, told.append, None)
    log.take(said(*WIRES[:4]))
    making_up.begin()
    making_up.go_on(lambda: WIRES[5:6])
    making_up.begin_again()
    log.take(said(*WIRES[:2]))
    making_up.go_on(lambda: WIRES[5:6])
    assert [WIRES[5:6], (*WIRES[2:4], *WIRES[5:6])] == [tuple(it) for it in told]
